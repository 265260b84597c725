"""Writes the games of a tournament: a row of a CSV file and a match file for each."""

from __future__ import annotations

import csv
from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path

from quarterdeck.errors import QuarterdeckError
from quarterdeck.i18n import _
from quarterdeck.lab.arena.match import Contest
from quarterdeck.lab.arena.tournament import Tournament
from quarterdeck.lab.games import deal_seed
from quarterdeck.play.checks import file_path

# In the folder of a tournament that is being played.
CLAIM = ".quarterdeck-arena"


class Rows:
    """A new CSV file with one row per game, written as the games finish; docs/bots.md has its columns."""

    def __init__(self, path: Path | str, seats: int) -> None:
        """Make the file for tables of up to so many seats. QuarterdeckError if that can't be."""
        path = file_path(path)
        if not path.parent.is_dir():
            sentence = _("There is no folder {folder} to put {file} in.")
            raise QuarterdeckError(sentence.format(folder=path.parent, file=path.name))
        try:
            # A line at a time, so that the rows are there whatever ends the tournament.
            self._file = path.open("x", encoding="utf-8", newline="", buffering=1)
        except FileExistsError:
            raise QuarterdeckError(_("{path} exists already: name another file.").format(path=path)) from None
        except OSError as error:
            raise _unwritable(path, error) from None
        self._path = path
        self._seats = seats
        self._writer = csv.writer(self._file, lineterminator="\n")
        bots = [f"bot_{seat}" for seat in range(seats)]
        scores = [f"score_{seat}" for seat in range(seats)]
        self._write(
            ["players", "deal", "seating", "seed", *bots, *scores, "winners", "rounds", "plies", "truncated"],
        )

    def add(self, tournament: Tournament, match: Contest) -> None:
        """Write a game's row. QuarterdeckError if the disk is full."""
        empty = [""] * (self._seats - len(match.bots))
        self._write(
            [
                len(match.bots),
                match.deal + 1,
                match.seating + 1,
                deal_seed(tournament.seed, match.deal),
                *[*match.bots, *empty],
                *[*match.scores, *empty],
                " ".join(str(seat) for seat in match.winners),
                match.rounds,
                match.plies,
                int(match.truncated),
            ]
        )

    def close(self) -> None:
        """Close the file. QuarterdeckError if the disk is full."""
        try:
            self._file.close()
        except OSError as error:
            raise _unwritable(self._path, error) from None

    def _write(self, row: Sequence[object]) -> None:
        try:
            self._writer.writerow(row)
        except OSError as error:
            raise _unwritable(self._path, error) from None


class MatchFolder:
    """A folder of match files, one a game: `4-players-deal-1-seating-2.qd`. Until it is closed, a hidden file
    keeps other tournaments out.
    """

    def __init__(self, path: Path | str) -> None:
        """Make the folder, unless it is there and empty. QuarterdeckError if nothing can be put into it."""
        self._path = path = file_path(path)
        self._claim = path / CLAIM
        sentence = _("{path} has files in it already: name another folder.")
        used = QuarterdeckError(sentence.format(path=path))
        self._made = False
        try:
            with suppress(FileExistsError):
                path.mkdir()
                self._made = True
            if any(path.iterdir()):
                raise used
            try:
                self._claim.touch(exist_ok=False)
            except FileExistsError:
                raise used from None
            # Another tournament may have come, filled it and gone in between.
            if list(path.iterdir()) != [self._claim]:
                self.close()
                raise used
        except OSError as error:
            sentence = _("{path} can't be a folder of match files ({reason}): name another one.")
            raise QuarterdeckError(sentence.format(path=path, reason=error.strerror)) from None

    def add(self, match: Contest) -> None:
        """Write a game's match file. QuarterdeckError if the disk is full."""
        players, deal, seating = len(match.bots), match.deal + 1, match.seating + 1
        path = self._path / f"{players}-players-deal-{deal}-seating-{seating}.qd"
        try:
            path.write_text(match.file, encoding="utf-8")
        except OSError as error:
            raise _unwritable(path, error) from None

    def close(self) -> None:
        """Close the folder; remove it if it was created here and is empty."""
        with suppress(OSError):
            self._claim.unlink(missing_ok=True)
            if self._made:
                self._path.rmdir()


def _unwritable(path: Path, error: OSError) -> QuarterdeckError:
    sentence = _("{path} can't be written ({reason}): name another file.")
    return QuarterdeckError(sentence.format(path=path, reason=error.strerror))
