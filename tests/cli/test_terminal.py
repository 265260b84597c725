"""How the terminal breaks lines."""

from __future__ import annotations

import io

import pytest
from rich.console import RenderableType
from rich.table import Table
from rich.text import Text

from quarterdeck.cli.terminal import LONGEST_LINE, Terminal


def lines(drawing: RenderableType, width: int) -> list[str]:
    """What the terminal prints, line by line."""
    terminal = Terminal()
    terminal.console.width = width
    with terminal.console.capture() as capture:
        terminal.say(drawing)
    return [line.rstrip() for line in capture.get().splitlines()]


@pytest.mark.parametrize("form", [str, Text])
def test_no_line_breaks_at_a_no_break_space(form: type) -> None:
    words = "Vous disposez de\u202f: «\u202frhum\u202f», 40\u00a0%."
    held = ["Vous disposez", "de\u202f:", "«\u202frhum\u202f»,", "40\u00a0%."]
    assert lines(form(words), 17) == [held[0], f"{held[1]} {held[2]}", held[3]]
    grid = Table.grid()
    grid.add_row(form(words))
    assert lines(grid, 17) == [held[0], f"{held[1]} {held[2]}", held[3]]


def test_what_is_longer_than_a_line_breaks_at_its_no_break_spaces() -> None:
    assert lines("2\u00a0×\u00a0Rosa\u00a01", 7) == ["2\u00a0×", "Rosa\u00a01"]


def test_a_line_as_long_as_a_book_is_cut(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("sys.stdin", io.StringIO("a" * 1_000_000 + "\n"))
    terminal = Terminal()
    with terminal.console.capture() as capture:
        line = terminal.ask("Your move?")
    assert line == "a" * LONGEST_LINE
    assert capture.get().count("a") == LONGEST_LINE
