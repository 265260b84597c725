"""Self-play: complete matches among bots as a series, in chunks."""

from __future__ import annotations

from collections.abc import Callable, Generator, Mapping
from dataclasses import dataclass, field
from typing import Any

import numpy as np
from numpy.typing import NDArray

from quarterdeck.bots import searches
from quarterdeck.kernel.random import Dice
from quarterdeck.kernel.record import zeros
from quarterdeck.lab import pool
from quarterdeck.lab.arena import match
from quarterdeck.lab.arena.match import Maker
from quarterdeck.lab.arena.seating import Seating, full_line
from quarterdeck.lab.arena.tournament import makers_of
from quarterdeck.lab.compiled_bots.play_out import (
    CHUNK,
    COMPILED_FROM,
    are_compiled,
    choice_key,
    play_out,
)
from quarterdeck.lab.data import replay
from quarterdeck.lab.data.matches import Matches, deal, results
from quarterdeck.lab.env_common import ply_limit
from quarterdeck.lab.seeds import deal_seed
from quarterdeck.lab.series import compile_rules
from quarterdeck.play import Game, Record
from quarterdeck.play.checks import number, seed_text

RANDOM = "random"
# Matches of random players per chunk, which takes a fraction of a second.
RANDOM_CHUNK = 1000
# Initial room for moves per match; it grows.
ROOM = 200


@dataclass(frozen=True)
class Selfplay:
    """A number of matches of a game, with the same bots in the same seats: `line` has an agent's name for
    each, as `quarterdeck selfplay` takes them.

    Match i is dealt from the seed "SEED/i", like deal i of an arena, and depends only on the seed and on i.
    `own` makes custom bots, as in a `Tournament`. Matches are truncated after `max_plies`, by default
    `Game.max_plies`. Unless a bot searches or is a custom one, the matches are compiled: the bots choose as
    those of the same names do, with chances of their own.
    """

    game: Game
    line: Seating
    matches: int
    seed: str = "0"
    max_plies: int | None = None
    own: Mapping[str, Maker] = field(default_factory=dict)

    def __post_init__(self) -> None:
        """Raises GameOptionError for an invalid game, line-up, number of matches, seed, limit or bot maker;
        RecordError for a seed or a name that match files can't hold; WeightsError for a damaged network.
        """
        object.__setattr__(self, "matches", number("matches", self.matches, 0))
        object.__setattr__(self, "seed", seed_text(self.seed))
        object.__setattr__(self, "line", full_line(self.line, self.game))
        object.__setattr__(self, "own", makers_of(self.line, self.game, self.own))
        match.begin(self.game, self.seed, 0, self.line)
        object.__setattr__(self, "max_plies", ply_limit(self.game, self.max_plies))

    @property
    def at_random(self) -> bool:
        """Whether all bots play at random."""
        return set(self.line) == {RANDOM}

    @property
    def chunk(self) -> int:
        """The number of matches in a chunk."""
        if self.at_random:
            return RANDOM_CHUNK
        return CHUNK if self._worth_compiling and are_compiled(self.game, self.line) else 1

    @property
    def _worth_compiling(self) -> bool:
        return self.matches >= COMPILED_FROM

    @property
    def chunks(self) -> int:
        """The number of chunks."""
        return -(-self.matches // self.chunk)

    def compile(self) -> None:
        """See `Series.compile`."""
        if self.at_random:
            # These are always compiled, however few.
            if self.matches:
                at_random(self.game, self.seed, range(1), 1)
        elif not are_compiled(self.game, self.line):
            search = any(name in self.own or searches(name, self.game) for name in self.line)
            compile_rules(self.game, self.matches, search)
        elif self._worth_compiling:
            play_out(self.game, self.line, [self.seed], 1, compile=True)

    def rehearse(self) -> None:
        """Let each bot that is called move by move choose once."""
        if not are_compiled(self.game, self.line):
            match.rehearse(self.game, self.line, self.own)

    def play(self, number: int, stopped: Callable[[], bool] = lambda: False) -> Matches:
        """Play a chunk, numbered from 0. Raises Stopped if `stopped`, which is called before each move of an
        interpreted bot, returns true.
        """
        first = number * self.chunk
        numbers = range(first, min(first + self.chunk, self.matches))
        if self.at_random:
            return at_random(self.game, self.seed, numbers, self.max_plies)
        if are_compiled(self.game, self.line):
            return self._compiled(numbers)
        limits: Any = {"stopped": stopped, "max_plies": self.max_plies, "own": self.own}
        records = [
            match.play_deal(self.game, self.seed, match_number, self.line, **limits)[0]
            for match_number in numbers
        ]
        return columns(records, np.array(numbers, np.int64))

    def _compiled(self, numbers: range) -> Matches:
        seeds = [deal_seed(self.seed, number) for number in numbers]
        most = ply_limit(self.game, self.max_plies)
        done = play_out(self.game, self.line, seeds, most, compile=self._worth_compiling)
        return Matches(
            np.array(numbers, np.int64),
            seeds,
            done.plies.cumsum(),
            done.seats,
            done.actions,
            done.scores,
            done.winners,
            done.truncated,
        )


def play_all(series: Selfplay, jobs: int = 1, ray: str | None = None) -> Generator[Matches, None, None]:
    """Yield all matches in order, in groups, played by `jobs` processes or a Ray cluster; see `pool.played`.
    Raises BotFailure.
    """
    return pool.played(series, jobs, ray)


def columns(records: list[Record], number: NDArray[np.int64]) -> Matches:
    """Matches of one game as columns; unfinished ones count as truncated."""
    moves = [(seat, action.id) for record in records for seat, action in record.moves]
    seats, actions = np.array(moves, np.int16).reshape(-1, 2).T
    return Matches(
        number,
        [record.seed for record in records],
        np.cumsum([len(record.moves) for record in records]),
        seats.astype(np.int8),
        np.ascontiguousarray(actions),
        np.array([record.position.scores for record in records], np.int16),
        np.array([sum(1 << seat for seat in record.position.winners) for record in records], np.uint8),
        np.array([not record.position.over for record in records], np.bool_),
    )


def at_random(game: Game, seed: str, numbers: range, max_plies: int | None = None) -> Matches:
    """The matches with these numbers, played at random by compiled code. It knows no other bots, and so plays
    1.4 to 1.6 times as many matches a second as `play_out`.
    """
    limit = ply_limit(game, max_plies)
    seeds = [deal_seed(seed, number) for number in numbers]
    keys = np.array([choice_key(match_seed) for match_seed in seeds], np.uint64)
    states, count = deal(game, seeds), len(seeds)
    chooser, progress, done = zeros(Dice, 1), replay.in_progress(game.spec.state), 0
    seats, actions = np.zeros(ROOM * count, np.int8), np.zeros(ROOM * count, np.int16)
    recorded = replay.Moves(seats, actions, np.zeros(count, np.int64))
    while done < count:
        done = replay.play_out(states, recorded, done, limit, chooser, keys, progress)
        if done < count:
            seats, actions, ends = recorded
            recorded = replay.Moves(_doubled(seats), _doubled(actions), ends)
    seats, actions, ends = recorded
    scores, winner_masks, over = results(game, states)
    moves, number = int(ends[-1]), np.array(numbers, np.int64)
    seats, actions = seats[:moves].copy(), actions[:moves].copy()
    return Matches(number, seeds, ends, seats, actions, scores, winner_masks, ~over)


def _doubled(column: NDArray[Any]) -> NDArray[Any]:
    return np.concatenate([column, np.zeros_like(column)])
