"""Atomic operations on integers shared by threads, in compiled code.

The integers are items of a two-dimensional int64 array. Numba has no atomics for CPUs, so these use LLVM's,
all sequentially consistent. Interpreted versions work for a single thread only.
"""

from __future__ import annotations

import platform
from collections.abc import Callable
from importlib import import_module
from typing import Any

import numpy as np
from numpy.typing import NDArray

from quarterdeck.kernel.jit import when_loaded

Shared = NDArray[np.int64]

# The CPU's spin-wait hint, by architecture: it saves power and yields to the sibling hyperthread.
HINTS = {"x86_64": "llvm.x86.sse2.pause", "AMD64": "llvm.x86.sse2.pause"}
BYTES = 8


def read(words: Shared, row: int, column: int) -> int:
    """Read a number."""
    return int(words[row, column])


def swap(words: Shared, row: int, column: int, value: int) -> int:
    """Write a number and return the old one."""
    before = int(words[row, column])
    words[row, column] = value
    return before


def add(words: Shared, row: int, column: int, value: int) -> int:
    """Add a value to a number and return the old number."""
    before = int(words[row, column])
    words[row, column] += value
    return before


def replace(words: Shared, row: int, column: int, old: int, new: int) -> bool:
    """Compare and swap: write `new` if the number is `old`; returns whether it was."""
    if words[row, column] != old:
        return False
    words[row, column] = new
    return True


def pause() -> None:
    """Tell the processor that this thread spins; does nothing when interpreted."""


def _bind() -> None:
    for function, emit in ((read, _read), (swap, _swap), (add, _add), (replace, _replace)):
        _emit(function, emit)
    _emit_pause()


def _emit(function: Callable[..., Any], emit: Callable[..., tuple[Any, Any]]) -> None:
    """Make compiled code run an LLVM operation, which `emit` builds, in place of a function."""
    extending: Any = import_module("numba.extending")
    cgutils: Any = import_module("numba.core.cgutils")
    types: Any = import_module("numba.core.types")
    result = types.boolean if function is replace else types.int64

    def typed(_context: Any, words: Any, row: Any, column: Any, values: Any) -> Any:
        def generate(context: Any, builder: Any, signature: Any, given: Any) -> Any:
            kind = signature.args[0]
            array = context.make_array(kind)(context, builder, given[0])
            where = cgutils.get_item_pointer(context, builder, kind, array, [given[1], given[2]])
            return emit(builder, where, cgutils.unpack_tuple(builder, given[3]))

        return result(words, types.int64, types.int64, values), generate

    operation = extending.intrinsic(typed)

    def bound(words: Any, row: Any, column: Any, *values: Any) -> Any:
        return operation(words, row, column, values)

    extending.overload(function, strict=False)(lambda *_args: bound)


def _read(builder: Any, where: Any, _values: Any) -> Any:
    return builder.load_atomic(where, "seq_cst", BYTES)


def _swap(builder: Any, where: Any, values: Any) -> Any:
    return builder.atomic_rmw("xchg", where, values[0], "seq_cst")


def _add(builder: Any, where: Any, values: Any) -> Any:
    return builder.atomic_rmw("add", where, values[0], "seq_cst")


def _replace(builder: Any, where: Any, values: Any) -> Any:
    return builder.extract_value(builder.cmpxchg(where, *values, "seq_cst", "seq_cst"), 1)


def _emit_pause() -> None:
    extending: Any = import_module("numba.extending")
    cgutils: Any = import_module("numba.core.cgutils")
    types: Any = import_module("numba.core.types")
    ir: Any = import_module("llvmlite.ir")
    name = HINTS.get(platform.machine())

    def typed(_context: Any) -> Any:
        def generate(context: Any, builder: Any, _signature: Any, _given: Any) -> Any:
            if name:
                kind = ir.FunctionType(ir.VoidType(), [])
                builder.call(cgutils.get_or_insert_function(builder.module, kind, name), [])
            return context.get_dummy_value()

        return types.none(), generate

    operation = extending.intrinsic(typed)
    extending.overload(pause)(lambda: lambda: operation())


when_loaded(_bind)
