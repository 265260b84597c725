"""Writes the games of tournaments as rows of a CSV file, and reads those of an earlier run."""

from __future__ import annotations

import csv
import hashlib
import json
from collections.abc import Sequence
from io import StringIO
from pathlib import Path

from quarterdeck.errors import QuarterdeckError
from quarterdeck.i18n import _
from quarterdeck.lab.arena.match import Contest
from quarterdeck.lab.arena.seating import Seating
from quarterdeck.lab.arena.tournament import Tournament
from quarterdeck.lab.seeds import deal_seed
from quarterdeck.lab.stamp import bots_digest
from quarterdeck.play import Game
from quarterdeck.play.checks import file_path
from quarterdeck.play.file_lock import keep_others_out
from quarterdeck.play.new_files import check_new, unwritable

__all__ = ["Rows", "Sheet"]

# What tells one game of a tournament from another, beside its bots.
KEYS = ("game", "options", "code", "players", "deal", "seating", "seed")
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
        try:
            sentence = _("Another command is writing {path}: wait for its end, or name another file.")
            keep_others_out(self._file, sentence.format(path=path))
            line_end = self._read(list(header)) if there else ""
            self._writer = csv.writer(self._file, lineterminator=line_end or "\n")
            if not line_end:
                self.write(header)
        except QuarterdeckError:
            self._file.close()
            raise

    def _read(self, header: list[str]) -> str:
        """Read the rows that are there, and remove a last one that was cut short. Returns how its lines end;
        "" if there is no whole line yet.
        """
        sentence = _("{path} has other columns than the rows of this command: name another file.")
        other = QuarterdeckError(sentence.format(path=self._path))
        wanted = ",".join(header).encode()
        try:
            with self._path.open("rb") as data:
                # Nothing more is read of a file of another kind, which may be large.
                first = data.readline(len(wanted) + 2)
                line = first.rstrip(b"\r\n")
                if line != wanted and not (line == first and wanted.startswith(line)):
                    raise other
                rest = data.read()
            whole = rest[: rest.rfind(b"\n") + 1]
            self.kept = list(csv.reader(StringIO(whole.decode(), newline=""), strict=True))
        except (OSError, ValueError, csv.Error):
            raise other from None
        if any(len(row) != len(header) for row in self.kept):
            raise other
        line_end = first[len(line) :].decode()
        self._file.seek(len(first) + len(whole) if line_end else 0)
        self._file.truncate()
        return line_end

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
    """A CSV file with one row per game, written as the games finish; docs/arena.md has its columns."""

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
        self._kinds: dict[tuple[Game, Seating, int | None], tuple[str, str, str]] = {}

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
        return *self._kind(tournament), *places, str(deal_seed(tournament.seed, deal)), *seats

    def _kind(self, tournament: Tournament) -> tuple[str, str, str]:
        """The columns that a tournament's games have in common: `game`, `options` and `code`."""
        game, bots = tournament.game, tournament.bots
        asked = game, bots, tournament.max_plies
        if asked not in self._kinds:
            own = {name: maker for name, maker in tournament.own.items() if name in bots}
            settings = _settings_words(game, tournament.max_plies)
            self._kinds[asked] = game.id, settings, bots_digest(game, own)
        return self._kinds[asked]

    def _read_result(self, result: list[str], deal: int, seating: int, bots: Seating) -> Contest:
        scores, (winners, rounds, plies, truncated) = result[: len(bots)], result[self._seats :]
        try:
            won = tuple(int(seat) for seat in winners.split())
            points = tuple(int(score) for score in scores)
            counts = int(rounds), int(plies)
            if not all(0 <= seat < len(bots) for seat in won) or truncated not in ("0", "1"):
                raise ValueError
        except ValueError:
            sentence = _("{path} has a row without the result of its game: name another file.")
            raise QuarterdeckError(sentence.format(path=self._path)) from None
        return Contest(deal, seating, bots, won, points, *counts, truncated=truncated == "1")


def _settings_words(game: Game, max_plies: int | None) -> str:
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
