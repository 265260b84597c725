"""Memory prefetching in compiled code.

A step touches only a few scattered bytes of a lane's mask row, which hardware prefetching can't predict. If
the rows of all lanes exceed the caches, waiting for them takes as long as the rules.
"""

from __future__ import annotations

from importlib import import_module
from typing import Any

from quarterdeck.kernel.jit import when_loaded

LINE = 64  # bytes of a cache line
MOST = 6  # lines fetched of a record, at most
FOR_WRITING, TO_STAY, DATA = 1, 3, 1


def fetch(rows: Any, at: int, byte: int) -> None:
    """Prefetch record `at` of an array, which may be out of bounds. Does nothing when interpreted.

    Of a record longer than MOST lines only MOST lines are fetched, from this byte on: fetching lines that a
    step doesn't touch costs more than waiting for those that it does.
    """


def _bind() -> None:
    extending: Any = import_module("numba.extending")
    types: Any = import_module("numba.core.types")
    ir: Any = import_module("llvmlite.ir")
    byte, number, word = ir.IntType(8).as_pointer(), ir.IntType(32), ir.IntType(64)
    how = [ir.Constant(number, one) for one in (FOR_WRITING, TO_STAY, DATA)]
    shape = ir.FunctionType(ir.VoidType(), [byte, number, number, number])

    def typed(_context: Any, rows: Any, _at: Any, _byte: Any) -> Any:
        def generate(context: Any, builder: Any, signature: Any, given: Any) -> Any:
            array = context.make_array(signature.args[0])(context, builder, given[0])
            size = context.get_abi_sizeof(context.get_data_type(signature.args[0].dtype))
            prefetch = builder.module.declare_intrinsic("llvm.prefetch", [byte], shape)
            first = builder.ptrtoint(array.data, word)
            first = builder.add(first, builder.mul(given[1], ir.Constant(word, size)))
            if size > MOST * LINE:
                first = builder.add(first, given[2])
            for line in range(0, min(size, MOST * LINE), LINE):
                where = builder.inttoptr(builder.add(first, ir.Constant(word, line)), byte)
                builder.call(prefetch, [where, *how])
            return context.get_dummy_value()

        return types.none(rows, types.int64, types.int64), generate

    operation = extending.intrinsic(typed)
    extending.overload(fetch, strict=False)(lambda *_args: lambda rows, at, byte: operation(rows, at, byte))


when_loaded(_bind)
