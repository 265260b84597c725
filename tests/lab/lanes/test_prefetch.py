"""Asking for memory before it is needed."""

from __future__ import annotations

from typing import Any

import numpy as np

from quarterdeck.kernel.jit import load
from quarterdeck.lab.lanes.buffers import rows
from quarterdeck.lab.lanes.prefetch import LINE, MOST, fetch


def ask(table: Any, at: int, byte: int) -> int:
    fetch(table, at, byte)
    return at


def test_every_line_of_a_row_is_asked_for_even_of_a_row_that_is_not_there() -> None:
    table = rows(np.ones((4, 3 * LINE + 1), np.uint8))
    compiled = load().njit(ask)
    assert [compiled(table, at, 0) for at in (0, 3, 4, 1 << 40, -1)] == [0, 3, 4, 1 << 40, -1]
    assert (table["row"] == 1).all()
    (code,) = compiled.inspect_llvm().values()
    assert code.count("call void @llvm.prefetch") == 4
    assert ask(table, 9, 0) == 9


def test_of_a_long_row_only_some_lines_are_asked_for() -> None:
    table = rows(np.ones((4, 40 * LINE), np.uint8))
    compiled = load().njit(ask)
    assert [compiled(table, at, 30 * LINE) for at in (0, 3)] == [0, 3]
    (code,) = compiled.inspect_llvm().values()
    assert code.count("call void @llvm.prefetch") == MOST
