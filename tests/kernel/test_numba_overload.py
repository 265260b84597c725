"""Rules are compiled for 64-bit numbers alone, whatever they are called with."""

from __future__ import annotations

from enum import IntEnum
from importlib import import_module
from typing import Any

import numpy as np
from numpy.typing import NDArray

from quarterdeck.kernel import jit
from quarterdeck.kernel.jit import rule


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


def compiled_for(function: Any, *args: Any) -> tuple[Any, list[tuple[str, ...]]]:
    """What a function returns compiled, and the types that each rule of this file was compiled for."""
    event: Any = import_module("numba.core.event")
    entry = jit.load().njit(function)
    with event.install_recorder("numba:compile") as recorder:
        result = entry(*args)
    data = [one.data for _when, one in recorder.buffer if one.is_start]
    own = [one for one in data if one["dispatcher"].py_func in (after, kept)]
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
