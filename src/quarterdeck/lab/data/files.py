"""Writes a data set atomically, in the format that its name says."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from shutil import rmtree
from typing import Protocol

from quarterdeck.errors import QuarterdeckError
from quarterdeck.i18n import _, short
from quarterdeck.lab.data import parquet
from quarterdeck.lab.data.head import Head
from quarterdeck.lab.data.matches import Matches
from quarterdeck.lab.data.texts import SUFFIX, Texts
from quarterdeck.lab.interrupts import undisturbed
from quarterdeck.play import Game
from quarterdeck.play.checks import file_path
from quarterdeck.play.new_files import check_new, draft_name, named_like, unwritable

TABLE = ".parquet"


class Writer(Protocol):
    """Writes matches to one or several files."""

    def add(self, matches: Matches) -> None:
        """Write these matches, with increasing numbers. Raises QuarterdeckError if that fails."""


class _OpenDataSet(Protocol):
    """A data set being written. After an OSError it can only be dropped."""

    def add(self, matches: Matches) -> None:
        """Write these matches. Raises OSError."""

    def close(self) -> None:
        """Write what is left. Raises OSError."""

    def drop(self) -> None:
        """Abandon the file."""


def ending(path: Path) -> str:
    """The format that a file name implies: TABLE or SUFFIX in any case, "", or another ending."""
    return path.suffix.lower()


def check(path: Path) -> None:
    """Check, before matches are played, that a data set can be written there. Raises QuarterdeckError."""
    # For pathlib a name such as “.parquet” is all stem and has no suffix.
    if ending(path) not in ("", TABLE, SUFFIX) or path.name.lower() in (TABLE, SUFFIX):
        sentence = _(
            "{path}: a data set is a file that ends in {table} or {matches}, or a folder without an ending."
        )
        raise QuarterdeckError(sentence.format(path=path, table=TABLE, matches=SUFFIX))
    if ending(path) == TABLE:
        parquet.check()
    check_new(path)


@contextmanager
def writing(path: Path | str, head: Head) -> Iterator[Writer]:
    """Write matches to a temporary file or folder, which gets its name when all are written. After an error
    nothing is left.

    Nothing is replaced: if the name is taken by then, the data set gets another one. QuarterdeckError says
    which, or why nothing can be written.
    """
    path = file_path(path)
    check(path)
    part = draft_name(path)
    try:
        with _explain_errors(path):
            data_set = _open_data_set(path, part, head)
        try:
            yield _CheckedWriter(data_set, path, head)
            with _explain_errors(path):
                data_set.close()
        except BaseException:
            with undisturbed():
                data_set.drop()
            raise
        with _explain_errors(path):
            name = named_like(part, path)
    finally:
        with undisturbed(), suppress(OSError):
            rmtree(part) if part.is_dir() else part.unlink(missing_ok=True)
    if name != path:
        sentence = _("{path} was made by somebody else meanwhile and stays: the matches are in {name}.")
        raise QuarterdeckError(sentence.format(path=path, name=name))


class _CheckedWriter:
    """A writer that checks the matches first, and names the data set's final path in its errors."""

    def __init__(self, data_set: _OpenDataSet, path: Path, head: Head) -> None:
        self._data_set, self._path, self._game = data_set, path, head.game
        self._last = -1

    def add(self, matches: Matches) -> None:
        self._last = _check_order(matches, self._game, self._last)
        with _explain_errors(self._path):
            self._data_set.add(matches)


def _check_order(matches: Matches, game: Game, last: int) -> int:
    """Check that these matches fit the game and that their numbers ascend from `last`, the previous number.

    Returns the last number. Raises QuarterdeckError.
    """
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
def _explain_errors(path: Path) -> Iterator[None]:
    """Turn an OSError into the sentence that this path can't be written."""
    try:
        yield
    except OSError as error:
        raise unwritable(path, error) from None


def _open_data_set(path: Path, part: Path, head: Head) -> _OpenDataSet:
    """Open the temporary path `part`, in the format that the final `path` implies. Raises OSError."""
    if ending(path) == TABLE:
        return parquet.ParquetFile(part, head)
    return Texts(part, head, folder=not path.suffix)
