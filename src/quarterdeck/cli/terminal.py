"""The terminal: what is written to it, and what people type."""

from __future__ import annotations

import sys

from rich.console import Console, RenderableType
from rich.text import Text

from quarterdeck.i18n import _

WIDEST = 120


def whole_number(words: str) -> int | None:
    """The number that somebody typed, or None if it is none; one of more than nine digits counts as 10⁹."""
    if not words.isdecimal():
        return None
    digits = words.lstrip("0") or "0"
    return int(digits) if len(digits) <= 9 else 10**9


class Terminal:
    """A place to write to and to read lines from; a person's own words never pass as markup."""

    def __init__(self) -> None:
        self.console = Console(highlight=False, markup=False, emoji=False)
        if self.console.width > WIDEST:
            self.console.width = WIDEST
        # Whether a person sits there, who can be asked.
        self.live = sys.stdin.isatty() and sys.stdout.isatty()

    @property
    def width(self) -> int:
        """Columns."""
        return self.console.width

    def say(self, line: RenderableType = "", style: str = "") -> None:
        """Write a sentence, or anything that Rich can draw."""
        self.console.print(line, style=style or None)

    def quote(self, words: str) -> None:
        """Write something to be copied, a command or a hash: never broken into lines."""
        self.console.print(Text(words, "dim"), soft_wrap=True)

    def ask(self, question: str) -> str:
        """A line that somebody typed, without space at its ends. EOFError at the end of the input."""
        self.console.print(Text(question, "bold"), end=" ")
        self.console.file.flush()
        try:
            line = input() if self.live else sys.stdin.readline()
            if not line and not self.live:
                raise EOFError
        except EOFError:
            # The question is still without an end of line.
            self.say()
            raise
        if not self.live:
            # What was typed would stand here on a screen.
            self.say(line.rstrip("\n"))
        return line.strip()

    def agree(self, question: str) -> bool:
        """Whether somebody says yes; Enter is a yes."""
        return self.ask(question + " " + _("[Y/n]")).lower() in ("", "y", "yes", _("y"), _("yes"))

    def clear(self) -> None:
        """Leave nothing on the screen, nor above it where the terminal can."""
        if self.live:
            self.console.clear()
            self.console.file.write("\x1b[3J")
