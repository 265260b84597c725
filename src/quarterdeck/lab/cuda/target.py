"""Registers the compiled rules as CUDA device functions with numba-cuda."""

from __future__ import annotations

import operator
from collections.abc import Iterator
from contextlib import contextmanager
from functools import cache
from importlib import import_module
from typing import Any, NamedTuple

from quarterdeck.errors import GameOptionError, QuarterdeckError
from quarterdeck.i18n import _
from quarterdeck.kernel import jit, verbs
from quarterdeck.kernel.numba_overload import widening
from quarterdeck.lab.env_common import need
from quarterdeck.lab.lanes.prefetch import fetch

# The minimum CUDA version of the driver: the extra's compilers target no older one.
CUDA = (13, 0)
WORD = 8


class Device(NamedTuple):
    """A CUDA device: its name, compute capability (major, minor), multiprocessors and bytes of memory."""

    name: str
    capability: tuple[int, int]
    multiprocessors: int
    memory: int

    def __str__(self) -> str:
        major, minor = self.capability
        return f"{self.name}, compute capability {major}.{minor}, {self.memory / 2**30:.0f} GiB"


@cache
def load() -> Any:
    """Import numba-cuda and register every rule and verb with it; returns the module `numba.cuda`.
    QuarterdeckError names the command that installs it.
    """
    need("cuda", "numba_cuda")
    jit.load()
    from numba import cuda

    if not simulating():
        overload = widening("numba.cuda.typing", target="cuda")
        jit.bind_rules(overload)
        verbs.bind_verbs(overload)
        extending: Any = import_module("numba.cuda.extending")
        _allow_enum_indices(extending.overload)
        # No prefetching on a device: while one thread waits for memory, others run.
        overload(fetch, strict=False)(lambda *_args: fetch)
        _copy_by_words(extending.lower_builtin)
    return cuda


def simulating() -> bool:
    """Whether Numba simulates a device, by NUMBA_ENABLE_CUDASIM=1.

    Kernels are then interpreted, with a Python thread for each device thread.
    """
    config: Any = import_module("numba.cuda.core.config")
    return bool(config.ENABLE_CUDASIM)


def device() -> Device | None:
    """The current CUDA device, None if there is none.

    Raises QuarterdeckError if numba-cuda is not installed.
    """
    cuda = load()
    if not cuda.is_available():
        return None
    if simulating():
        return Device("simulator", (0, 0), 1, 0)
    found = cuda.get_current_device()
    name = found.name.decode() if isinstance(found.name, bytes) else str(found.name)
    memory = cuda.current_context().get_memory_info().total
    return Device(name, tuple(found.compute_capability), int(found.MULTIPROCESSOR_COUNT), int(memory))


def required() -> Any:
    """The module `numba.cuda`, after checking for a device and a recent enough driver.

    Raises QuarterdeckError.
    """
    cuda = load()
    if not cuda.is_available():
        raise QuarterdeckError(
            _("There is no CUDA device here: it takes an NVIDIA graphics card and its driver, 580 or newer.")
        )
    found = CUDA if simulating() else cuda.cudadrv.driver.get_version()
    if found < CUDA:
        sentence = _(
            "The NVIDIA driver here is for CUDA {found}; it takes one for CUDA {needed}: 580 or newer."
        )
        raise QuarterdeckError(sentence.format(found=_version_text(found), needed=_version_text(CUDA)))
    return cuda


@contextmanager
def within_memory(sentence: str) -> Iterator[None]:
    """Turns running out of memory, on the device or here, into a GameOptionError with this sentence."""
    try:
        yield
    except Exception as error:
        if not isinstance(error, MemoryError) and "OUT_OF_MEMORY" not in str(error):
            raise
        raise GameOptionError(sentence) from None


def _version_text(version: tuple[int, int]) -> str:
    return ".".join(map(str, version))


def _allow_enum_indices(overload: Any) -> None:
    """Lets numba-cuda index arrays by enum members, as Numba does for the CPU."""
    types: Any = import_module("numba.core.types")

    def named(array: Any, index: Any) -> int:
        """The number of indices if one of them is an enum member, else 0."""
        several = tuple(index) if isinstance(index, types.BaseTuple) else (index,)
        found = any(isinstance(one, types.IntEnumMember) for one in several)
        return len(several) if found and isinstance(array, types.Buffer) else 0

    def number(one: Any) -> Any:
        return (lambda one: one.value) if isinstance(one, types.IntEnumMember) else None

    def get(array: Any, index: Any) -> Any:
        if named(array, index) == 2:
            return lambda array, index: array[int(index[0]), int(index[1])]
        return (lambda array, index: array[int(index)]) if named(array, index) else None

    def put(array: Any, index: Any, value: Any) -> Any:
        def one(array: Any, index: Any, value: Any) -> None:
            array[int(index)] = value

        def two(array: Any, index: Any, value: Any) -> None:
            array[int(index[0]), int(index[1])] = value

        return {1: one, 2: two}.get(named(array, index))

    for function, of_names in ((int, number), (operator.getitem, get), (operator.setitem, put)):
        overload(function, strict=False)(of_names)


def _copy_by_words(lower: Any) -> None:
    """Makes numba-cuda copy aligned records with 64-bit fields word by word, instead of byte by byte."""
    types, arrays, ir = map(import_module, ("numba.cuda.types", "numba.cuda.np.arrayobj", "llvmlite.ir"))

    def in_words(array: Any, record: Any) -> bool:
        fields = [getattr(kind, "dtype", kind) for _name, kind in record.members]
        widest = max((getattr(kind, "bitwidth", 0) for kind in fields), default=0)
        one_by_one = array.ndim == 1 and array.dtype == record
        return bool(one_by_one and array.aligned and record.aligned and widest == 8 * WORD)

    def put(context: Any, builder: Any, signature: Any, given: Any) -> None:
        of, by, record = signature.args
        if not in_words(of, record):
            arrays.setitem_array(context, builder, signature, given)
            return
        array = arrays.make_array(of)(context, builder, given[0])
        kinds, indices = arrays.normalize_indices(context, builder, (by,), (given[1],))
        place, *_shape = arrays.basic_indexing(context, builder, of, array, kinds, indices)
        words = ir.ArrayType(ir.IntType(8 * WORD), record.size // WORD).as_pointer()
        whole = builder.load(builder.bitcast(given[2], words))
        builder.store(whole, builder.bitcast(place, words))

    lower(operator.setitem, types.Array, types.Integer, types.Record)(put)
