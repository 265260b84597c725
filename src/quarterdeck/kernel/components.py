"""Component tables: the numbers of a game's components, from a TOML file or plain data, checked."""

from __future__ import annotations

import re
from abc import ABC, abstractmethod
from collections.abc import Mapping
from pathlib import Path
from typing import Any, Generic, Protocol, TypeGuard, TypeVar

from quarterdeck.errors import TableFileError
from quarterdeck.i18n import _
from quarterdeck.kernel import toml
from quarterdeck.kernel.sizes import TINY

__all__ = ["ComponentTable", "Components", "TableReader", "is_number", "written"]


class ComponentTable(Protocol):
    """The interface of a game's component table, which is a hashable value."""

    @property
    def players(self) -> tuple[int, ...]:
        """The numbers of players that the table is for, the usual one first. Empty: all that the game
        allows.
        """

    def to_json(self) -> dict[str, Any]:
        """The table as plain data, with the keys of the TOML file."""


# A comment, or a quoted text, which may contain a #.
_COMMENT = re.compile(r'("[^"]*")|#.*')
T = TypeVar("T", bound=ComponentTable)


class TableReader(ABC, Generic[T]):
    """Checks the plain data of a table and stops at the first error.

    If there is a file, its text is searched for the line number of the error.
    """

    def __init__(self, path: Path | str, text: str) -> None:
        self.path = path
        self.lines = [_COMMENT.sub(r"\1", line).strip() for line in text.splitlines()]

    @abstractmethod
    def table(self, data: Mapping[str, Any]) -> T:
        """The table made from the data. Raises TableFileError."""

    def wrong(
        self, sentence: str, *words: str, first: int = 0, end: int | None = None, section: object = None
    ) -> TableFileError:
        """An error at the first line that contains the word; of several words the first that is found counts.

        A line contains a word if, without its comment, it begins with the word or has it in double quotes.
        Only lines from `first` up to, not including, `end` are searched; both count from 0. If no line
        contains a word, the error is at line `first`, or at no line if `first` is 0. `section` stands for the
        lines of the section with this name.
        """
        if section:
            first, end = self._section(f"[{section}]")
        for word in words:
            for number in range(first, len(self.lines) if end is None else end):
                line = self.lines[number]
                if word and (re.match(rf"{re.escape(word)}(?!\w)", line) or f'"{word}"' in line):
                    return TableFileError(sentence, self.path, number + 1)
        return TableFileError(sentence, self.path, first + 1 if first else None)

    def _section(self, heading: str) -> tuple[int, int | None]:
        """The first line of a section, and the line after its last; all lines if there is no such heading."""
        heads = [at for at, line in enumerate(self.lines) if line.startswith("[")]
        first = next((at for at in heads if self.lines[at] == heading), None)
        if first is None:
            return 0, None
        return first, next((at for at in heads if at > first), None)

    def unknown(self, key: object, known: str, *words: str, **where: int) -> TableFileError:
        """An error at a key that isn't allowed there; `known` lists the allowed keys.

        `words` are the words to search for, by default the key itself.
        """
        shown = written(key)
        sentence = _("Unknown key {key}; here may stand {known}.").format(key=shown[:40], known=known)
        return self.wrong(sentence, *(words or (shown,)), **where)


class Components(Generic[T]):
    """The component tables of a game: the standard one in `file`, tiny.toml beside it, and custom tables."""

    def __init__(self, kind: type[T], file: Path, reader: type[TableReader[T]]) -> None:
        self.file = file
        self.tiny_file = file.with_name(f"{TINY}.toml")
        self.kind, self.reader = kind, reader
        self._loaded: dict[Path, T] = {}

    def standard(self) -> T:
        """The table that comes with the game."""
        return self._once(self.file)

    def tiny(self) -> T:
        """The table of the tiny game. Raises TableFileError if the game has none."""
        return self._once(self.tiny_file)

    def _once(self, path: Path) -> T:
        if path not in self._loaded:
            self._loaded[path] = self.load(path)
        return self._loaded[path]

    def load(self, path: Path | str) -> T:
        """Read a table from a TOML file. Raises TableFileError in one sentence: what is wrong, and where."""
        data, text = toml.read_table(path)
        return self.reader(path, text).table(data)

    def parse(self, text: str) -> T:
        """A table from the text of a TOML file. Raises TableFileError with the line."""
        return self.reader("table", text).table(toml.parse_table(text, "table"))

    def from_json(self, data: Mapping[str, Any]) -> T:
        """Build a table from plain data with the keys of the TOML file. Raises TableFileError."""
        return self.reader("table", "").table(data)

    def read(self, source: object) -> T:
        """A table from a path or plain data; the standard table for None, the tiny one for "tiny".

        Raises TableFileError.
        """
        if source is None:
            return self.standard()
        if isinstance(source, str) and source == TINY:
            return self.tiny()
        if isinstance(source, self.kind):
            return source
        if isinstance(source, Mapping):
            return self.from_json(source)
        if isinstance(source, (str, Path)):
            return self.load(source)
        raise TableFileError(_("A table is a TOML file's path, or its content as a mapping."), "table")

    def to_json(self, table: T) -> dict[str, Any] | None:
        """The table as plain data; None for the standard one."""
        return None if table == self.standard() else table.to_json()


def written(value: object) -> str:
    """A value as text for an error. "…" for what Python won't write out: a number with thousands of digits,
    which TOML allows in hex, or lists within lists, nested too deep.
    """
    try:
        return str(value)
    except (ValueError, RecursionError):
        return "…"


def is_number(value: object, least: int, most: int) -> TypeGuard[int]:
    """Whether a value is a whole number within these bounds."""
    return isinstance(value, int) and not isinstance(value, bool) and least <= value <= most
