"""The terminal's output and input."""

from __future__ import annotations

import re
import shutil
import sys
from collections.abc import Iterable

from rich.cells import cell_len
from rich.console import Console, ConsoleOptions, RenderableType
from rich.segment import Segment
from rich.text import Text

from quarterdeck.i18n import _

WIDEST = 120
# No line of input needs more characters; wrapping a longer one takes time with the square of its length.
LONGEST_LINE = 1_000
# For a width of 0, which COLUMNS may name.
USUAL = 80

# No-break spaces, and the letters for private use that stand for them while Rich breaks lines: it takes every
# space for a place to do so, also those before a French colon.
_HELD = str.maketrans("\u202f\u00a0", "\ue000\ue001")
_FREED = str.maketrans("\ue000\ue001", "\u202f\u00a0")
_HELD_TOGETHER = re.compile("[^ \n]*[\u202f\u00a0][^ \n]*")


def whole_number(words: str) -> int | None:
    """The number in this text, or None; a number of more than nine digits counts as 10⁹."""
    if not words.isdecimal():
        return None
    digits = words.lstrip("0") or "0"
    return int(digits) if len(digits) <= 9 else 10**9


class PipeConsole(Console):
    """A console that leaves a closed output to the command, where newer versions of Rich end the process, and
    that breaks no line at a no-break space.
    """

    def on_broken_pipe(self) -> None:
        """Let the error pass on."""
        raise

    def render(self, renderable: RenderableType, options: ConsoleOptions | None = None) -> Iterable[Segment]:
        """The segments of any renderable; words with a no-break space stay whole if they fit on a line."""
        options = options or self.options
        if isinstance(renderable, str):
            renderable = self.render_str(renderable, highlight=options.highlight, markup=options.markup)
        if not isinstance(renderable, Text) or not _HELD_TOGETHER.search(renderable.plain):
            yield from super().render(renderable, options)
            return
        held = renderable.copy()
        held.plain = _held(renderable.plain, options.max_width)
        for segment in super().render(held, options):
            yield segment._replace(text=segment.text.translate(_FREED))


def _held(words: str, width: int) -> str:
    """The words with letters in place of their no-break spaces, where what these join fits into the width."""

    def hold(found: re.Match[str]) -> str:
        return found[0].translate(_HELD) if cell_len(found[0]) <= width else found[0]

    return _HELD_TOGETHER.sub(hold, words)


class Terminal:
    """Writes text and reads lines; user input is never interpreted as markup."""

    def __init__(self) -> None:
        self.console = PipeConsole(highlight=False, markup=False, emoji=False)
        # Any other width is left to Rich, which follows the window when that changes.
        if not 1 <= self.console.width <= WIDEST:
            self.console.width = min(self.console.width or USUAL, WIDEST)
        # Whether a person at a terminal can be asked.
        self.live = sys.stdin.isatty() and sys.stdout.isatty()

    @property
    def width(self) -> int:
        """The width in columns."""
        return self.console.width

    def say(self, line: RenderableType = "", style: str = "") -> None:
        """Print a sentence, or any Rich renderable."""
        self.console.print(line, style=style or None)

    def quote(self, words: str) -> None:
        """Print a command or a hash to be copied, without line breaks."""
        self.console.print(Text(words, "dim"), soft_wrap=True)

    def ask(self, question: str) -> str:
        """A line of input, stripped and cut to `LONGEST_LINE`. Raises EOFError at the end of the input."""
        self.console.print(Text(question, "bold"), end=" ")
        self.console.file.flush()
        try:
            line = input() if self.live else sys.stdin.readline()
            if not line and not self.live:
                raise EOFError
        except EOFError:
            # The question still needs an end of line.
            self.say()
            raise
        line = line[:LONGEST_LINE]
        if not self.live:
            # Input that is no terminal is not echoed, so print it.
            self.say(line.rstrip("\n"))
        return line.strip()

    def agree(self, question: str) -> bool:
        """Ask for a yes or no; Enter means yes."""
        return self.ask(question + " " + _("[Y/n]")).lower() in ("", "y", "yes", _("y"), _("yes"))

    def clear(self) -> None:
        """Clear the screen, and the scrollback if the terminal can; a dumb terminal is scrolled on."""
        if not self.live:
            return
        if self.console.is_dumb_terminal:
            # Rich takes every dumb terminal for one of 25 lines.
            lines = max(self.console.height, shutil.get_terminal_size().lines)
            self.console.file.write("\n" * lines)
        else:
            self.console.clear()
            self.console.file.write("\x1b[3J")
