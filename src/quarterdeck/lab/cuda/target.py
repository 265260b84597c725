"""The rules as CUDA device functions: those that the processor runs, made known to numba-cuda."""

from __future__ import annotations

import operator
from functools import cache
from importlib import import_module
from typing import Any, NamedTuple

from quarterdeck.errors import QuarterdeckError
from quarterdeck.kernel import jit, verbs
from quarterdeck.kernel.overload import widening
from quarterdeck.lab.doors import need
from quarterdeck.words import _


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
    """Import numba-cuda and make every rule and verb known to it; returns the module `numba.cuda`.

    QuarterdeckError names the command that installs it.
    """
    need("cuda", "numba_cuda")
    jit.load()
    from numba import cuda

    if not simulating():
        overload = widening("numba.cuda.typing", target="cuda")
        jit.bind_rules(overload)
        verbs.bind_verbs(overload)
        _index_by_name(import_module("numba.cuda.extending").overload)
    return cuda


def simulating() -> bool:
    """Whether NUMBA_ENABLE_CUDASIM=1 has Numba's simulator take the place of a device: kernels are
    interpreted then, a thread of Python for each of the device's.
    """
    config: Any = import_module("numba.cuda.core.config")
    return bool(config.ENABLE_CUDASIM)


def device() -> Device | None:
    """The CUDA device at hand, None if there is none. QuarterdeckError if numba-cuda is not installed."""
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
    """The module `numba.cuda`, on a machine with a device. QuarterdeckError if there is none."""
    cuda = load()
    if not cuda.is_available():
        raise QuarterdeckError(
            _("There is no CUDA device here: it takes an NVIDIA graphics card and its driver, 580 or newer.")
        )
    return cuda


def _index_by_name(overload: Any) -> None:
    """Arrays are indexed by members of enums, as by the numbers that they are; numba-cuda alone can't."""
    types: Any = import_module("numba.core.types")

    def named(array: Any, index: Any) -> int:
        """How many indices there are if one of them is a member of an enum, else 0."""
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
