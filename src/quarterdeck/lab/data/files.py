"""Writes a data set atomically, in the format that its name says."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from secrets import token_hex
from shutil import rmtree
from typing import Protocol

from quarterdeck.errors import QuarterdeckError
from quarterdeck.i18n import _, short
from quarterdeck.lab.data import parquet
from quarterdeck.lab.data.head import Head, unwritable
from quarterdeck.lab.data.matches import Matches
from quarterdeck.lab.data.texts import SUFFIX, Texts
from quarterdeck.lab.interrupts import undisturbed
from quarterdeck.play import Game
from quarterdeck.play.checks import file_path
from quarterdeck.play.naming import named_like

TABLE = ".parquet"


class Writer(Protocol):
    """Writes matches to one or several files."""

    def add(self, matches: Matches) -> None:
        """Write these matches, with increasing numbers. QuarterdeckError if that fails."""


class _Open(Protocol):
    """A data set while it is written. After an OSError it can only be dropped."""

    def add(self, matches: Matches) -> None:
        """Write these. OSError."""

    def close(self) -> None:
        """Write what is left. OSError."""

    def drop(self) -> None:
        """Abandon the file."""


def ending(path: Path) -> str:
    """What its name says of its format: TABLE or SUFFIX, whatever the case, or nothing, or something else."""
    return path.suffix.lower()


def check(path: Path) -> None:
    """QuarterdeckError unless a data set can be written there; called before matches are played."""
    # A name that is nothing but an ending has none.
    if ending(path) not in ("", TABLE, SUFFIX) or path.name.lower() in (TABLE, SUFFIX):
        sentence = _(
            "{path}: a data set is a file that ends in {table} or {matches}, or a folder without an ending."
        )
        raise QuarterdeckError(sentence.format(path=path, table=TABLE, matches=SUFFIX))
    if ending(path) == TABLE:
        parquet.check()
    try:
        # A link that leads nowhere has the name, too.
        path.lstat()
    except (FileNotFoundError, NotADirectoryError):
        if not path.parent.is_dir():
            sentence = _("There is no folder {folder} to put {file} in.")
            raise QuarterdeckError(sentence.format(folder=path.parent, file=path.name)) from None
    except (OSError, ValueError) as error:
        raise unwritable(path, error) from None
    else:
        raise QuarterdeckError(_("{path} exists already: name another file.").format(path=path))


@contextmanager
def writing(path: Path | str, head: Head) -> Iterator[Writer]:
    """Write matches; the file or folder gets its name once complete, and nothing is left otherwise.

    It replaces nothing: what has the name by then keeps it, and the matches get another. QuarterdeckError
    tells which, or why nothing can be written.
    """
    path = file_path(path)
    check(path)
    # A name of its own, however long the other is, and whoever else writes there.
    part = path.with_name(f".{path.name[:40]}.{token_hex(4)}.part")
    try:
        with _told(path):
            data = _begun(path, part, head)
        try:
            yield _Teller(data, path, head)
            with _told(path):
                data.close()
        except BaseException:
            with undisturbed():
                data.drop()
            raise
        with _told(path):
            name = named_like(part, path)
    finally:
        with undisturbed(), suppress(OSError):
            rmtree(part) if part.is_dir() else part.unlink(missing_ok=True)
    if name != path:
        sentence = _("{path} was made by somebody else meanwhile and stays: the matches are in {name}.")
        raise QuarterdeckError(sentence.format(path=path, name=name))


class _Teller:
    """A writer that takes no matches that nobody could read, and whose errors have sentences, with the name
    that the data set is to have.
    """

    def __init__(self, data: _Open, path: Path, head: Head) -> None:
        self._data, self._path, self._game = data, path, head.game
        self._last = -1

    def add(self, matches: Matches) -> None:
        self._last = _checked(matches, self._game, self._last)
        with _told(self._path):
            self._data.add(matches)


def _checked(matches: Matches, game: Game, last: int) -> int:
    """The number of the last match; those written so far end with `last`. QuarterdeckError."""
    if not isinstance(matches, Matches):
        sentence = _("A data set takes Matches, as Selfplay and “columns” give them, not {value}.")
        raise QuarterdeckError(sentence.format(value=short(matches)))
    seats = matches.scores.shape[1]
    if seats != game.players:
        sentence = _("These matches have {seats} seats, but the data set is of {game} with {players}.")
        raise QuarterdeckError(sentence.format(seats=seats, game=game.title, players=game.players))
    for number in matches.number.tolist():
        if number <= last:
            sentence = _("Match {number} can't follow match {last}: numbers ascend through a data set.")
            raise QuarterdeckError(sentence.format(number=number, last=last))
        last = number
    return last


@contextmanager
def _told(path: Path) -> Iterator[None]:
    try:
        yield
    except OSError as error:
        raise unwritable(path, error) from None


def _begun(path: Path, part: Path, head: Head) -> _Open:
    if ending(path) == TABLE:
        return parquet.ParquetFile(part, head)
    return Texts(part, head, folder=not path.suffix)
