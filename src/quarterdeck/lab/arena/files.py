"""Writes the games of a tournament: a row of a CSV file and a match file for each."""

from __future__ import annotations

import csv
from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path

from quarterdeck.errors import QuarterdeckError, system_words
from quarterdeck.i18n import _
from quarterdeck.lab.arena.match import Contest
from quarterdeck.lab.arena.tournament import Tournament
from quarterdeck.lab.seeds import deal_seed
from quarterdeck.play.checks import file_path
from quarterdeck.play.new_files import check_new, unwritable

# A hidden file in the folder of a running tournament.
CLAIM = ".quarterdeck-arena"


class Sheet:
    """A new CSV file, written row by row."""

    def __init__(self, path: Path | str, header: Sequence[str]) -> None:
        """Create the file with this first row. Raises QuarterdeckError if that fails."""
        path = file_path(path)
        check_new(path)
        try:
            # Line-buffered, so the rows are there even if what makes them is interrupted.
            self._file = path.open("x", encoding="utf-8", newline="", buffering=1)
        except OSError as error:
            raise unwritable(path, error) from None
        self._path = path
        self._writer = csv.writer(self._file, lineterminator="\n")
        self.write(header)

    def write(self, row: Sequence[object]) -> None:
        """Write a row. Raises QuarterdeckError if that fails."""
        try:
            self._writer.writerow(row)
        except OSError as error:
            raise unwritable(self._path, error) from None

    def close(self) -> None:
        """Close the file. Raises QuarterdeckError if the disk is full."""
        try:
            self._file.close()
        except OSError as error:
            raise unwritable(self._path, error) from None


class Rows(Sheet):
    """A new CSV file with one row per game, written as the games finish; docs/bots.md has its columns."""

    def __init__(self, path: Path | str, seats: int) -> None:
        """Create the file for tables of up to this many seats. Raises QuarterdeckError if that fails."""
        self._seats = seats
        bots = [f"bot_{seat}" for seat in range(seats)]
        scores = [f"score_{seat}" for seat in range(seats)]
        super().__init__(
            path,
            ["players", "deal", "seating", "seed", *bots, *scores, "winners", "rounds", "plies", "truncated"],
        )

    def add(self, tournament: Tournament, match: Contest) -> None:
        """Write a game's row. Raises QuarterdeckError if that fails."""
        empty = [""] * (self._seats - len(match.bots))
        self.write(
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


class MatchFolder:
    """A folder of match files, one per game: `4-players-deal-1-seating-2.qd`. Until it is closed, a hidden
    file locks out other tournaments.
    """

    def __init__(self, path: Path | str) -> None:
        """Create the folder, or use it if it is empty. Raises QuarterdeckError if it is not writable."""
        self._path = path = file_path(path)
        self._claim = path / CLAIM
        sentence = _("{path} has files in it already: name another folder.")
        not_empty = QuarterdeckError(sentence.format(path=path))
        self._created = False
        try:
            with suppress(FileExistsError):
                path.mkdir()
                self._created = True
            if any(path.iterdir()):
                raise not_empty
            try:
                self._claim.touch(exist_ok=False)
            except FileExistsError:
                raise not_empty from None
            # Another tournament may have used the folder in between.
            if list(path.iterdir()) != [self._claim]:
                self.close()
                raise not_empty
        except OSError as error:
            sentence = _("{path} can't be a folder of match files ({reason}): name another one.")
            raise QuarterdeckError(sentence.format(path=path, reason=system_words(error))) from None

    def add(self, match: Contest) -> None:
        """Write a game's match file. Raises QuarterdeckError if that fails."""
        players, deal, seating = len(match.bots), match.deal + 1, match.seating + 1
        path = self._path / f"{players}-players-deal-{deal}-seating-{seating}.qd"
        try:
            path.write_text(match.file, encoding="utf-8")
        except OSError as error:
            raise unwritable(path, error) from None

    def close(self) -> None:
        """Close the folder; remove it if it was created here and is empty."""
        with suppress(OSError):
            self._claim.unlink(missing_ok=True)
            if self._created:
                self._path.rmdir()
