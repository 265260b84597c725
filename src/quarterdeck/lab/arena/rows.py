"""Writes the games of tournaments as rows of a CSV file, and reads those of an earlier run."""

from __future__ import annotations

import csv
import hashlib
import json
from collections.abc import Sequence
from io import StringIO
from pathlib import Path
from typing import IO

from quarterdeck.errors import QuarterdeckError
from quarterdeck.i18n import _
from quarterdeck.lab.arena.match import Contest
from quarterdeck.lab.arena.seating import Seating
from quarterdeck.lab.arena.tournament import Tournament
from quarterdeck.lab.seeds import deal_seed
from quarterdeck.play import Game
from quarterdeck.play.checks import file_path
from quarterdeck.play.file_lock import lock_file
from quarterdeck.play.new_files import check_new, unwritable

__all__ = ["Rows", "Sheet"]

# What tells one game of a tournament from another, beside its bots.
KEYS = ("game", "options", "players", "deal", "seating", "seed")
RESULTS = ("winners", "rounds", "plies", "truncated")
# The letters of a component table's digest: enough to tell two of them apart.
DIGEST = 12


class Sheet:
    """A CSV file, written row by row. With `resume` it goes on with what an earlier run has written, in
    `kept`, if there is any.
    """

    def __init__(self, path: Path | str, header: Sequence[str], resume: bool = False) -> None:
        """Create or open the file; its first row is the header. Raises QuarterdeckError if that fails, or if
        another process writes the file.
        """
        self._path = path = file_path(path)
        self.kept: list[list[str]] = []
        there = resume and path.exists()
        if not there:
            check_new(path)
        try:
            # Line-buffered, so the rows are there even if what makes them is interrupted.
            self._file = path.open("r+" if there else "x", encoding="utf-8", newline="", buffering=1)
        except OSError as error:
            raise unwritable(path, error) from None
        self._writer = csv.writer(self._file, lineterminator="\n")
        try:
            _lock(self._file, path)
            if there:
                self._read(list(header))
            else:
                self.write(header)
        except QuarterdeckError:
            self._file.close()
            raise

    def _read(self, header: list[str]) -> None:
        """Read the rows that are there; remove a last one that was cut short."""
        sentence = _("{path} has no rows of this command in it: name another file.")
        other = QuarterdeckError(sentence.format(path=self._path))
        try:
            text = self._file.read()
            whole = text[: text.rfind("\n") + 1]
            first, *self.kept = csv.reader(StringIO(whole, newline=""), strict=True)
        except (OSError, ValueError, csv.Error):
            raise other from None
        if first != header or any(len(row) != len(header) for row in self.kept):
            raise other
        self._file.seek(len(whole.encode()))
        self._file.truncate()

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
    """A CSV file with one row per game, written as the games finish; docs/bots.md has its columns."""

    def __init__(self, path: Path | str, seats: int, resume: bool = False) -> None:
        """Create or open the file for tables of up to this many seats. Raises QuarterdeckError if that fails,
        or if what is to be resumed are no rows of games.
        """
        self._seats = seats
        bots = [f"bot_{seat}" for seat in range(seats)]
        scores = [f"score_{seat}" for seat in range(seats)]
        super().__init__(path, [*KEYS, *bots, *scores, *RESULTS], resume)
        # What identifies a game, and what came out.
        end = len(KEYS) + seats
        self._results = {tuple(row[:end]): row[end:] for row in self.kept}

    def add(self, tournament: Tournament, match: Contest) -> None:
        """Write a game's row. Raises QuarterdeckError if that fails."""
        key = self._key(tournament, match.deal, match.seating, match.bots)
        scores = [*match.scores, *[""] * (self._seats - len(match.scores))]
        winners = " ".join(str(seat) for seat in match.winners)
        self.write([*key, *scores, winners, match.rounds, match.plies, int(match.truncated)])

    def played(self, tournament: Tournament) -> dict[int, Contest]:
        """The games of a tournament that an earlier run has written, by number; their clocks are empty.
        Raises QuarterdeckError if a row holds no result.
        """
        found = {}
        for number in range(tournament.games):
            deal, seating = divmod(number, len(tournament.seatings))
            bots = tournament.seatings[seating]
            result = self._results.get(self._key(tournament, deal, seating, bots))
            if result is not None:
                found[number] = self._read_result(result, deal, seating, bots)
        return found

    def _key(self, tournament: Tournament, deal: int, seating: int, bots: Seating) -> tuple[str, ...]:
        """The columns that identify a game, a value for each of KEYS and each seat."""
        game = tournament.game
        places = str(game.players), str(deal + 1), str(seating + 1)
        seats = [*bots, *[""] * (self._seats - len(bots))]
        options = _options_words(game, tournament.max_plies)
        return game.id, options, *places, str(deal_seed(tournament.seed, deal)), *seats

    def _read_result(self, result: list[str], deal: int, seating: int, bots: Seating) -> Contest:
        scores, (winners, rounds, plies, truncated) = result[: len(bots)], result[self._seats :]
        try:
            return Contest(
                deal,
                seating,
                bots,
                tuple(int(seat) for seat in winners.split()),
                tuple(int(score) for score in scores),
                int(rounds),
                int(plies),
                truncated=bool(int(truncated)),
            )
        except ValueError:
            sentence = _("{path} has a row without the result of its game: name another file.")
            raise QuarterdeckError(sentence.format(path=self._path)) from None


def _options_words(game: Game, max_plies: int | None) -> str:
    """What else decides the games: the options, the version of the rules, the limit of plies, and a digest of
    the component table if it is not the usual one.
    """
    words = [f"{name}={value}" for name, value in game.options.items() if name != "players"]
    words += [f"rules_version={game.spec.rules_version}", f"max_plies={max_plies}"]
    table = game.spec.table_json(game.table)
    if table is not None:
        digest = hashlib.sha256(json.dumps(table, sort_keys=True).encode()).hexdigest()
        words.append(f"components={digest[:DIGEST]}")
    return "; ".join(words)


def _lock(file: IO[str], path: Path) -> None:
    try:
        lock_file(file)
    except (BlockingIOError, PermissionError):
        sentence = _("Another command is writing {path}: wait for its end, or name another file.")
        raise QuarterdeckError(sentence.format(path=path)) from None
    except OSError:
        pass  # Some network file systems have no locks.
