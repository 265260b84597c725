"""Scratch space for one decision: an array of one record, which the heuristics fill."""

from __future__ import annotations

from typing import Any

from quarterdeck.kernel.jit import rule
from quarterdeck.kernel.record import Cell, plain_fields

__all__ = ["opened"]


def opened(room: Cell) -> Any:
    """The record in this array. Interpreted, its fields as plain attributes, which is faster."""
    return plain_fields(room[0])


def _first(room: Cell) -> Any:
    return room[0]


rule(opened, compiled_as=_first)
