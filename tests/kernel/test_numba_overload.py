"""Rules are compiled for 64-bit numbers alone, and some once for arrays in records and others."""

from __future__ import annotations

from enum import IntEnum
from importlib import import_module
from typing import Annotated, Any

import numpy as np
from numpy.typing import NDArray

from quarterdeck.kernel import jit
from quarterdeck.kernel.jit import rule
from quarterdeck.kernel.numba_overload import overload
from quarterdeck.kernel.record import I64s, Records, record, zeros


class Card(IntEnum):
    RUM = 2


@rule
def after(seat: int, steps: int) -> int:
    return 100 * seat + steps


def everywhere(narrow: NDArray[np.int8], wide: NDArray[np.uint32]) -> int:
    return (
        after(narrow[0], wide[0])
        + after(wide[0], narrow[0])
        + after(7, narrow[0])
        + after(Card.RUM, Card.RUM)
    )


def exactly(number: float, flag: bool, word: np.uint64) -> float:
    return kept(number, flag, word)


@rule
def kept(number: float, flag: bool, word: np.uint64) -> float:
    return number + (1000.0 if flag else 0.0) + float(word >> np.uint64(60))


@record
class Hold:
    before: Annotated[I64s, 1]
    barrels: Annotated[I64s, 3]


def fill(out: NDArray[np.int64], number: int) -> int:
    for at in range(len(out)):
        out[at] = number + at
    return len(out)


def fill_both(holds: Records, loose: NDArray[np.int64]) -> int:
    return fill(holds[1].barrels, 5) + 10 * fill(loose, 7)


def compiled_for(function: Any, *args: Any) -> tuple[Any, list[tuple[str, ...]]]:
    """What a function returns compiled, and the types that each rule of this file was compiled for."""
    event: Any = import_module("numba.core.event")
    entry = jit.load().njit(function)
    with event.install_recorder("numba:compile") as recorder:
        result = entry(*args)
    data = [one.data for _when, one in recorder.buffer if one.is_start]
    own = [one for one in data if one["dispatcher"].py_func in (after, kept, fill)]
    return result, [tuple(str(kind) for kind in one["args"]) for one in own]


def test_numbers_of_all_widths_and_members_of_enums_are_one_type() -> None:
    narrow, wide = np.array([-3], np.int8), np.array([2**32 - 1], np.uint32)
    result, types = compiled_for(everywhere, narrow, wide)
    assert result == everywhere(narrow.astype(object), wide.astype(object))
    assert types == [("int64", "int64")]


def test_other_types_stay_what_they_are() -> None:
    result, types = compiled_for(exactly, 0.5, True, np.uint64(2**63))
    assert result == 1008.5
    assert types == [("float64", "bool", "uint64")]


def test_a_function_for_plain_arrays_is_compiled_once_for_arrays_in_records_and_others() -> None:
    jit.load()
    overload(fill, strict=False, plain_arrays=True)(lambda out, number: fill)
    holds, loose = zeros(Hold, 3), np.zeros(2, np.int64)
    result, types = compiled_for(fill_both, holds, loose)
    assert result == 23
    assert holds.view(np.int64).tolist() == [0, 0, 0, 0, 0, 5, 6, 7, 0, 0, 0, 0]
    assert loose.tolist() == [7, 8]
    assert types == [("array(int64, 1d, C)", "int64")]
