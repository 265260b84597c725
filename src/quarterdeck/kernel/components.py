"""Component tables: the figures of a game's parts, from a TOML file or plain data, checked piece by piece."""

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
    """What the rooms above need of a table, which is a hashable value."""

    @property
    def players(self) -> tuple[int, ...]:
        """The numbers of players that the table is for, the usual one first; none: those of the game."""

    def to_json(self) -> dict[str, Any]:
        """The table as plain data, with the keys of the TOML file."""


# Or a text in quotes, in which a # begins no comment.
_COMMENT = re.compile(r'("[^"]*")|#.*')
T = TypeVar("T", bound=ComponentTable)


class TableReader(ABC, Generic[T]):
    """Checks the plain data of a table; the first thing wrong ends it.

    The text of the file, if there is one, is searched for the line to name in an error.
    """

    def __init__(self, path: Path | str, text: str) -> None:
        self.path = path
        self.lines = [_COMMENT.sub(r"\1", line).strip() for line in text.splitlines()]

    @abstractmethod
    def table(self, data: Mapping[str, Any]) -> T:
        """The table that the data describe. TableFileError."""

    def wrong(self, sentence: str, *words: str, first: int = 0, end: int | None = None) -> TableFileError:
        """An error at the first line, comments aside, that begins with a word or holds it in quotes.

        The first word that is found counts. Lines from `first` up to `end` are searched, and if they have
        none of the words, the error is at `first`, or at no line if that is the whole file.
        """
        for word in words:
            for number in range(first, len(self.lines) if end is None else end):
                line = self.lines[number]
                if word and (re.match(rf"{re.escape(word)}(?!\w)", line) or f'"{word}"' in line):
                    return TableFileError(sentence, self.path, number + 1)
        return TableFileError(sentence, self.path, first + 1 if first else None)

    def unknown(self, key: object, known: str, *words: str, **where: int) -> TableFileError:
        """An error at a key that may not stand where it stands; `known` lists those that may. The words to
        look for are the key itself, if none are given.
        """
        shown = written(key)
        sentence = _("Unknown key {key}; here may stand {known}.").format(key=shown[:40], known=known)
        return self.wrong(sentence, *(words or (shown,)), **where)


class Components(Generic[T]):
    """The component tables of a game: the one in `file`, that in tiny.toml beside it, and anybody's own."""

    def __init__(self, kind: type[T], file: Path, reader: type[TableReader[T]]) -> None:
        self.file = file
        self.tiny_file = file.with_name(f"{TINY}.toml")
        self.kind, self.reader = kind, reader
        self._loaded: dict[Path, T] = {}

    def standard(self) -> T:
        """The table that comes with the game."""
        return self._once(self.file)

    def tiny(self) -> T:
        """The table of the tiny game. TableFileError if the game has none."""
        return self._once(self.tiny_file)

    def _once(self, path: Path) -> T:
        if path not in self._loaded:
            self._loaded[path] = self.load(path)
        return self._loaded[path]

    def load(self, path: Path | str) -> T:
        """Read a table from a TOML file. TableFileError says in one sentence what is wrong, and where."""
        data, text = toml.read_table(path)
        return self.reader(path, text).table(data)

    def from_json(self, data: Mapping[str, Any]) -> T:
        """Build a table from plain data, as in the TOML file. TableFileError."""
        return self.reader("table", "").table(data)

    def read(self, source: object) -> T:
        """A table from a path or plain data; the standard one for None, the tiny one for its name.

        TableFileError.
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
    """A value as an error quotes it. A number of thousands of digits, as TOML takes in hex, is left out."""
    try:
        return str(value)
    except ValueError:
        return "…"


def is_number(value: object, least: int, most: int) -> TypeGuard[int]:
    """Whether a value is a whole number within these bounds."""
    return isinstance(value, int) and not isinstance(value, bool) and least <= value <= most
