"""Asking for memory before it is needed."""

from __future__ import annotations

from typing import Any

import numpy as np

from quarterdeck.kernel.jit import load
from quarterdeck.lab.lanes.buffers import rows
from quarterdeck.lab.lanes.prefetch import LINE, fetch


def ask(table: Any, at: int) -> int:
    fetch(table, at)
    return at


def test_every_line_of_a_row_is_asked_for_even_of_a_row_that_is_not_there() -> None:
    table = rows(np.ones((4, 3 * LINE + 1), np.uint8))
    compiled = load().njit(ask)
    assert [compiled(table, at) for at in (0, 3, 4, 1 << 40, -1)] == [0, 3, 4, 1 << 40, -1]
    assert (table["row"] == 1).all()
    (code,) = compiled.inspect_llvm().values()
    assert code.count("call void @llvm.prefetch") == 4
    assert ask(table, 9) == 9
