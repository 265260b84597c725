"""The errors that somebody's input can cause. Each has one clear sentence.

``str(error)`` is all that a person gets to read: what was wrong, which rule or option it concerns, and what
would be right. `sentence` is translated already. Where an error knows its place (a rule, a line, a file),
``str`` adds it, so sentences do not repeat it. A sentence says nothing that its reader may not know.
"""

import os
import re
import socket
import traceback
from pathlib import Path
from typing import Final
from unicodedata import category

from quarterdeck.i18n import N_, _
from quarterdeck.text_safety import END, ISOLATE, shown

__all__ = [
    "ActionTextError",
    "GameError",
    "GameOptionError",
    "IllegalAction",
    "QuarterdeckError",
    "RecordError",
    "SeatError",
    "SetupError",
    "TableFileError",
    "error_words",
    "in_file",
    "one_line",
    "place_of",
    "stack_of",
    "system_words",
]

# What a system says of its errors, as far as it is translated.
SYSTEM_WORDS: Final = (
    N_("No such file or directory"),
    N_("Permission denied"),
    N_("Operation not permitted"),
    N_("Is a directory"),
    N_("Not a directory"),
    N_("File exists"),
    N_("File name too long"),
    N_("No space left on device"),
    N_("Read-only file system"),
    N_("Input/output error"),
    N_("Cannot assign requested address"),
    N_("Address already in use"),
    N_("Connection refused"),
    N_("Name or service not known"),
)

# Letters of `error_words`.
MOST_LETTERS: Final = 200
_FENCED: Final = re.compile(f"{ISOLATE}([^{ISOLATE}{END}]*){END}")


def error_words(error: BaseException) -> str:
    """The kind of an error and its message, shortened and without a full stop: "ValueError: no card"."""
    return f"{type(error).__name__}: {error}"[:MOST_LETTERS].rstrip(".")


def system_words(error: OSError | ValueError) -> str:
    """What the system says of an error, in the reader's language if it is one of `SYSTEM_WORDS`. A ValueError
    is what Python raises for a path with a null character.
    """
    if not isinstance(error, OSError):
        return _("there is no such path")
    # Some libraries put sentences of their own in place of the system's words.
    of_system = error.errno and error.errno > 0 and not isinstance(error, socket.gaierror)
    words = os.strerror(error.errno) if error.errno and of_system else error.strerror
    return _(words) if words else str(error) or type(error).__name__


def place_of(error: BaseException) -> str:
    """The file and line that raised an error, "bad.py:12". Its words are left out: they may reveal cards."""
    frame = traceback.extract_tb(error.__traceback__)[-1]
    return f"{Path(frame.filename).name}:{frame.lineno}"


def stack_of(error: BaseException) -> str:
    """The stack of an error and its causes with their kinds and codes, but without their messages, which may
    contain cards, a seed or somebody's words. QUARTERDECK_DEBUG=1 in the environment shows them.
    """
    if os.environ.get("QUARTERDECK_DEBUG") == "1":
        return "".join(traceback.format_exception(error)).rstrip()
    stacks: list[str] = []
    cause: BaseException | None = error
    while cause is not None:
        where = "".join(traceback.format_tb(cause.__traceback__))
        stacks.append(f"{where}{type(cause).__qualname__}{_code(cause)}")
        cause = cause.__cause__ or (None if cause.__suppress_context__ else cause.__context__)
    return "\nafter:\n".join(stacks)


def _code(error: BaseException) -> str:
    """What the system or the database calls an error, such as “No space left on device”, in brackets: fixed
    words for a number, which quote nothing. Empty if it has none.
    """
    code = getattr(error, "sqlite_errorname", None) or getattr(error, "sqlstate", None)
    # Libraries have errors of the system's kind with numbers of their own.
    if type(error).__module__ == "builtins" and isinstance(error, OSError) and error.errno is not None:
        code = os.strerror(error.errno)
    return f" ({code})" if code else ""


def in_file(path: Path | str, line: int | None, sentence: str) -> str:
    """A sentence about a file, with the file before it, and with the line where that is known."""
    words = _("{path}: {sentence}") if line is None else _("{path}, line {line}: {sentence}")
    return words.format(path=path, line=line, sentence=sentence)


class QuarterdeckError(Exception):
    """The root of all errors that are somebody's input, not a defect."""

    def __init__(self, sentence: str, *place: object) -> None:
        sentence = one_line(sentence)
        # All arguments go to Exception so that errors survive pickling between processes.
        super().__init__(sentence, *place)
        self.sentence = sentence

    def __str__(self) -> str:
        return self.sentence


def one_line(sentence: str) -> str:
    """The sentence without line feeds and without escape codes of terminals, which a user's words in it may
    contain. Names that are isolated stay so (`text_safety.isolated`).
    """
    parts = _FENCED.split(sentence)
    return "".join(
        f"{ISOLATE}{_printable(part)}{END}" if number % 2 else _printable(part)
        for number, part in enumerate(parts)
    )


def _printable(text: str) -> str:
    return "".join(
        letter if fit or category(letter) == "Zs" else "\N{REPLACEMENT CHARACTER}"
        for letter, fit in shown(text)
    )


class GameOptionError(QuarterdeckError):
    """An unknown game, or an option or a combination of options that the game does not have."""


class SetupError(QuarterdeckError):
    """An explicit set-up that no game could begin from."""


class SeatError(QuarterdeckError, ValueError):
    """A seat that the game does not have."""


class ActionTextError(QuarterdeckError):
    """A text that is not an action of the game in any position."""


class IllegalAction(QuarterdeckError):
    """An action that a rule forbids in this position.

    ``str`` cites the rule at the end of the sentence: "You have no wine to show (ME-30)."
    """

    def __init__(self, sentence: str, rule: str, seat: int, action: str) -> None:
        super().__init__(sentence, rule, seat, action)
        self.rule = rule
        self.seat = seat
        self.action = action

    def __str__(self) -> str:
        return f"{self.sentence.removesuffix('.')} ({self.rule})."


class RecordError(QuarterdeckError):
    """A match file that is malformed, tampered with or broken off.

    `line` counts from 1; it is None where the whole file is meant.
    """

    def __init__(self, sentence: str, line: int | None = None) -> None:
        super().__init__(sentence, line)
        self.line = line

    def __str__(self) -> str:
        if self.line is None:
            return self.sentence
        return _("Line {line}: {sentence}").format(line=self.line, sentence=self.sentence)


class TableFileError(QuarterdeckError):
    """A TOML table of a game that cannot be read or makes no game; `line` counts from 1 where it is known."""

    def __init__(self, sentence: str, path: Path | str, line: int | None = None) -> None:
        super().__init__(sentence, path, line)
        self.path = Path(path)
        self.line = line

    def __str__(self) -> str:
        return in_file(self.path, self.line, self.sentence)


class GameError(QuarterdeckError, TypeError):
    """A game is written wrongly: the sentence names the rule, field or name, and what would be right."""
