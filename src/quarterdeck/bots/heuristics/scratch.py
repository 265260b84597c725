"""Room for the sums of one decision: an array of one record, which compiled rules fill."""

from __future__ import annotations

from typing import Any

from quarterdeck.kernel.jit import rule
from quarterdeck.kernel.record import Cell, reading

__all__ = ["opened"]


def opened(room: Cell) -> Any:
    """The record in this room. Interpreted, its fields are made quick to get at."""
    return reading(room[0])


def _first(room: Cell) -> Any:
    return room[0]


rule(opened, compiled_as=_first)
