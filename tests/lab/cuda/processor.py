"""A stand-in for a CUDA device: the very code that numba-cuda makes for one, run on this processor.

Kernels are compiled for the CUDA target. What comes of that, LLVM's language, goes to NVIDIA's compiler
where there is a device; here LLVM makes it code of this processor, and threads run one after the other. So
nothing but NVIDIA's last steps, from that language to the device's own, is left out.
"""

from __future__ import annotations

import ctypes
import re
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import cache
from importlib import import_module
from typing import Any
from unittest import mock

import llvmlite.binding as llvm
import numpy as np
from numpy.typing import DTypeLike, NDArray

from quarterdeck.lab.cuda import kernels, target

HOPPER = (9, 0)
# What else the code finds on a device: the place of a thread, here as many blocks of one thread each as there
# are threads, and two functions of NVIDIA's library.
DEVICE = """
@thread = global i32 0
define i32 @place.tid.x() { ret i32 0 }
define i32 @place.ntid.x() { ret i32 1 }
define i32 @place.ctaid.x() { %i = load i32, ptr @thread
  ret i32 %i }
define double @__nv_fmax(double %a, double %b) { %c = call double @llvm.maxnum.f64(double %a, double %b)
  ret double %c }
define double @__nv_fmin(double %a, double %b) { %c = call double @llvm.minnum.f64(double %a, double %b)
  ret double %c }
declare double @llvm.maxnum.f64(double, double)
declare double @llvm.minnum.f64(double, double)
"""

numba: Any = import_module("numba")
_LAUNCHED: list[tuple[Any, tuple[Any, ...]]] = []


class Held(NDArray[Any]):
    """An array "on the device"."""

    __cuda_ndarray__ = True

    def copy_to_host(self, here: NDArray[Any] | None = None) -> NDArray[Any]:
        found = np.array(np.asarray(self)) if here is None else here
        found[...] = np.asarray(self)
        return found

    def copy_to_device(self, here: NDArray[Any]) -> None:
        assert here.flags.c_contiguous
        self.view(np.uint8)[...] = here.view(np.uint8)


class Elsewhere:
    """An array of another library "on the device"."""

    def __init__(self, here: NDArray[Any]) -> None:
        self.here = here

    @property
    def __cuda_array_interface__(self) -> dict[str, Any]:
        return dict(self.here.__array_interface__)


class Processor:
    """What quarterdeck.lab.cuda uses of the module `numba.cuda` outside of kernels."""

    def to_device(self, here: NDArray[Any]) -> Held:
        assert here.flags.c_contiguous
        return here.copy().view(Held)

    def device_array(self, shape: int | tuple[int, ...], dtype: DTypeLike = np.float64) -> Held:
        made = np.empty(shape, dtype)
        made.view(np.uint8)[...] = 0xA5
        return made.view(Held)

    def as_cuda_array(self, given: Any) -> Held:
        return np.asarray(given.here).view(Held)


@cache
def library(kernel: Any, types: tuple[Any, ...]) -> Any:
    """What numba-cuda compiles of a kernel for a device of compute capability 9.0."""
    device = mock.Mock(compute_capability=HOPPER)
    compiler: Any = import_module("numba.cuda.compiler")
    with mock.patch("numba.cuda.dispatcher.get_current_device", return_value=device):
        made, _result = compiler._compile_pyfunc_with_fixup(
            kernel.py_func, numba.void(*types), device=False, cc=HOPPER, abi="numba"
        )
    return made


@cache
def translated(kernel: Any, types: tuple[Any, ...]) -> tuple[Any, int, ctypes.c_int32]:
    """LLVM's engine, which has to live on, the address of the kernel, and the number of the thread."""
    llvm.initialize_native_target()
    llvm.initialize_native_asmprinter()
    text = re.sub(r"(?m)^target (triple|datalayout) = .*$", "", library(kernel, types).get_llvm_str())
    text = text.replace("llvm.nvvm.read.ptx.sreg.", "place.")
    parts = [llvm.parse_assembly(f"; ModuleID{part}") for part in text.split("\n; ModuleID")]
    name = [one.name for one in parts[0].functions if not one.is_declaration][-1]
    whole = llvm.parse_assembly(DEVICE)
    whole.triple = llvm.get_default_triple()
    for part in parts:
        whole.link_in(part)
    missing = [one.name for one in whole.functions if one.is_declaration and not one.name.startswith("llvm.")]
    assert not missing, f"only a device has {missing}"
    machine = llvm.Target.from_default_triple().create_target_machine(opt=1)
    passes = llvm.create_pass_builder(machine, llvm.create_pipeline_tuning_options(speed_level=1))
    passes.getModulePassManager().run(whole, passes)
    engine = llvm.create_mcjit_compiler(whole, machine)
    engine.finalize_object()
    thread = ctypes.c_int32.from_address(engine.get_global_value_address("thread"))
    return engine, engine.get_function_address(name), thread


def words(argument: Any) -> list[int]:
    """An argument as a kernel takes it: an array is two null pointers, its length, the bytes of an item,
    where it begins, its shape and its strides; a tuple is its parts, one after the other.
    """
    if isinstance(argument, tuple):
        return [word for part in argument for word in words(part)]
    if not isinstance(argument, np.ndarray):
        return [int(argument)]
    size, shape, strides = argument.size, argument.shape, argument.strides
    return [0, 0, size, argument.itemsize, argument.ctypes.data, *shape, *strides]


def launch(kernel: Any, threads: int) -> Callable[..., None]:
    """As `kernels.launch`; two threads more than wanted, as a last block may have."""

    def run(*arguments: Any) -> None:
        noted(kernel, threads)(*arguments)
        _engine, address, thread = translated(*launched())
        given = words(arguments)
        call = ctypes.CFUNCTYPE(None, *[ctypes.c_int64] * len(given))(address)
        for number in range(threads + 2):
            thread.value = number
            call(*given)

    return run


def noted(kernel: Any, threads: int) -> Callable[..., None]:
    """As `kernels.launch`; nothing is run, what was launched is known."""

    def note(*arguments: Any) -> None:
        _LAUNCHED[:] = [(kernel, tuple(map(type_of, arguments)))]

    return note


def type_of(argument: Any) -> Any:
    """Numba's type of what a kernel is given."""
    if isinstance(argument, tuple):
        return numba.types.BaseTuple.from_types(tuple(map(type_of, argument)), type(argument))
    return numba.typeof(np.asarray(argument)) if isinstance(argument, np.ndarray) else numba.int64


def launched() -> tuple[Any, tuple[Any, ...]]:
    """The kernel that was launched last, and the types of what it was given."""
    return _LAUNCHED[0]


@cache
def machine_code(kernel: Any, types: tuple[Any, ...]) -> tuple[bytes, str]:
    """What NVIDIA's compilers make of a kernel for an H100 or H200, in the way in which numba-cuda has them
    make what is run there, and their report.
    """
    linker: Any = import_module("cuda.bindings.nvjitlink")
    assert kernel.targetoptions["lto"]
    code = library(kernel, types).get_ltoir(cc=(*HOPPER, "a"))
    options = ["-arch=sm_90a", "-lto", "-verbose"]
    if kernel.targetoptions["max_registers"] is not None:
        options.append(f"-maxrregcount={kernel.targetoptions['max_registers']}")
    handle = linker.create(len(options), options)
    linker.add_data(handle, linker.InputType.LTOIR, code, len(code), "kernel")
    linker.complete(handle)
    code = bytearray(linker.get_linked_cubin_size(handle))
    linker.get_linked_cubin(handle, code)
    report = bytearray(linker.get_info_log_size(handle))
    linker.get_info_log(handle, report)
    return bytes(code), report.decode()


def spilled(report: str) -> tuple[int, int]:
    """The bytes for which there was no register, in all functions of a report: stores and loads."""
    found = re.findall(r"(\d+) bytes spill stores, (\d+) bytes spill loads", report)
    assert found, report
    return sum(int(stores) for stores, _loads in found), sum(int(loads) for _stores, loads in found)


@contextmanager
def in_place_of_a_device(launching: Callable[[Any, int], Callable[..., None]] = launch) -> Iterator[None]:
    """quarterdeck.lab.cuda works on this processor meanwhile."""
    target.load()
    with (
        mock.patch.object(target, "required", Processor),
        mock.patch.object(kernels, "launch", launching),
    ):
        yield
