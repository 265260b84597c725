"""Many games of one bot against itself. Game i depends only on the seed and i.

Bots that search are called move by move (`play`). All others play compiled matches, of which the facts are
counted afterwards (`play_compiled`).
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Generator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from typing import TypeAlias

import numpy as np

from quarterdeck.bots import searches
from quarterdeck.kernel.events import FACT_NUMBERS
from quarterdeck.lab import pool
from quarterdeck.lab.arena.agents import makers
from quarterdeck.lab.arena.match import NO_OTHERS, Maker, play_deal
from quarterdeck.lab.compiled_bots.play_out import CHUNK, COMPILED_FROM, are_compiled, play_out
from quarterdeck.lab.data.matches import deal
from quarterdeck.lab.env_common import ply_limit
from quarterdeck.lab.seeds import deal_seed
from quarterdeck.lab.series import compile_rules
from quarterdeck.lab.statistics import STATISTICS, Note
from quarterdeck.play import Game
from quarterdeck.play.checks import number, seed_text
from quarterdeck.play.game import played_game
from quarterdeck.play.position import event_of
from quarterdeck.play.record import check_seed
from quarterdeck.play.steps import SEATS

FACT_BYTES = FACT_NUMBERS * np.dtype(np.int16).itemsize


@dataclass(frozen=True)
class Played:
    """A finished game: its number, the seat that began, the result, its length and its statistics.

    `of_seats` are the notes of facts about a seat, each paired with that seat. A `truncated` game had reached
    the limit of plies before its end, and nobody has won it.
    """

    number: int
    begins: int
    winners: tuple[int, ...]
    scores: tuple[int, ...]
    rounds: int
    plies: int
    notes: Counter[Note]
    of_seats: Counter[tuple[int, Note]] = field(default_factory=Counter)
    truncated: bool = False


def play(
    game: Game,
    name: str,
    seed: int | str,
    number: int,
    stopped: Callable[[], bool] = lambda: False,
    max_plies: int | None = None,
    own: Mapping[str, Maker] = NO_OTHERS,
) -> Played:
    """Play game `number` of a seed from deal to end with this bot in every seat; truncated after `max_plies`,
    by default the game's own limit. `own` makes a bot that is not in `quarterdeck.bots`. Raises BotFailure,
    and Stopped if `stopped`, which is called before each move, returns true.
    """
    line = (name,) * game.players
    record, _clocks = play_deal(game, seed, number, line, stopped=stopped, own=own, max_plies=max_plies)
    first, *later = record.positions()
    facts = [fact for position in later for fact in _split_facts(position.told)]
    notes, of_seats = _count_notes(facts, _notes_reader(game))
    end = record.position
    begins, rounds, plies = STATISTICS[game.id].begins(first.state), end.progress[0], len(record.moves)
    return Played(number, begins, end.winners, end.scores, rounds, plies, notes, of_seats, not end.over)


def play_compiled(
    game: Game, name: str, seed: int | str, numbers: range, max_plies: int, *, compile: bool
) -> list[Played]:
    """Play the games with these numbers, with a bot that does not search in every seat.

    With the same seed their deals are those of `play`. The bots follow the same policy as there, but draw
    other random numbers. Compiled and interpreted code play the same games.
    """
    seeds = [deal_seed(seed, number) for number in numbers]
    begun = deal(game, seeds, compile=compile)
    done = play_out(game, [name] * game.players, seeds, max_plies, facts=True, compile=compile)
    facts = _split_facts(done.facts.tobytes())
    begins, notes_of = STATISTICS[game.id].begins, _notes_reader(game)
    played, first = list[Played](), 0
    for i, game_number in enumerate(numbers):
        end = int(done.fact_ends[i])
        notes, of_seats = _count_notes(facts[first:end], notes_of)
        first = end
        played.append(
            Played(
                game_number,
                begins(begun[i]),
                SEATS[done.winners[i]],
                tuple(done.scores[i].tolist()),
                game.spec.progress(done.states[i])[0],
                int(done.plies[i]),
                notes,
                of_seats,
                bool(done.truncated[i]),
            )
        )
    return played


def _split_facts(told: bytes) -> list[bytes]:
    """The bytes of each of these facts."""
    split: list[bytes] = np.ndarray(len(told) // FACT_BYTES, f"V{FACT_BYTES}", told).tolist()
    return split


def _count_notes(
    facts: Sequence[bytes], notes_of: Callable[[bytes], tuple[int, tuple[Note, ...]]]
) -> tuple[Counter[Note], Counter[tuple[int, Note]]]:
    """The notes of a game's facts, and those of facts about a seat, each paired with that seat."""
    notes, of_seats = Counter[Note](), Counter[tuple[int, Note]]()
    for fact, times in Counter(facts).items():
        seat, fact_notes = notes_of(fact)
        for note in fact_notes:
            notes[note] += times
            if seat >= 0:
                of_seats[seat, note] += times
    return notes, of_seats


@lru_cache(8)
def _notes_reader(game: Game) -> Callable[[bytes], tuple[int, tuple[Note, ...]]]:
    """A function from the bytes of a fact to its seat, −1 for none, and its notes. It remembers them, since
    most facts occur in many games.
    """
    counts = STATISTICS[game.id].counts

    @lru_cache(1 << 14)
    def notes_of(fact: bytes) -> tuple[int, tuple[Note, ...]]:
        event = event_of(game, np.frombuffer(fact, np.int16).tolist())
        return event.seat, tuple(counts(event))

    return notes_of


@dataclass(frozen=True)
class CalledGames:
    """Games of a bot that is called move by move, one a chunk."""

    game: Game
    name: str
    chunks: int
    seed: int | str
    max_plies: int
    own: Mapping[str, Maker] = field(default_factory=dict)

    def compile(self) -> None:
        """See `Series.compile`."""
        compile_rules(self.game, self.chunks, self.name in self.own or searches(self.name, self.game))

    def rehearse(self) -> None:
        """Does nothing, since no clock runs here."""

    def play(self, number: int, stopped: Callable[[], bool]) -> list[Played]:
        """The game with this number."""
        return [play(self.game, self.name, self.seed, number, stopped, self.max_plies, self.own)]


@dataclass(frozen=True)
class CompiledGames:
    """Compiled games of a bot, in chunks; few games are interpreted, each a chunk."""

    game: Game
    name: str
    count: int
    seed: int | str
    max_plies: int

    @property
    def compiled(self) -> bool:
        """Whether the games are compiled."""
        return self.count >= COMPILED_FROM

    @property
    def size(self) -> int:
        """The number of games in a chunk."""
        return CHUNK if self.compiled else 1

    @property
    def chunks(self) -> int:
        """The number of chunks."""
        return -(-self.count // self.size)

    def compile(self) -> None:
        """See `Series.compile`."""
        if self.compiled:
            play_compiled(self.game, self.name, self.seed, range(1), 1, compile=True)

    def rehearse(self) -> None:
        """Does nothing, since no clock runs here."""

    def play(self, number: int, stopped: Callable[[], bool]) -> list[Played]:
        """The games of a chunk, numbered from 0."""
        first = number * self.size
        numbers = range(first, min(first + self.size, self.count))
        return play_compiled(self.game, self.name, self.seed, numbers, self.max_plies, compile=self.compiled)


GamesSeries: TypeAlias = CalledGames | CompiledGames


def series_of(
    game: Game, name: str, count: int, seed: int | str = 0, max_plies: int | None = None
) -> GamesSeries:
    """Games 0 to `count` − 1 of a seed with this bot in every seat, each truncated after `max_plies`, by
    default `Game.max_plies`. The bot is any that `agents.agent_for` knows by its name.

    Raises GameOptionError for an unknown bot and an invalid count, seed or limit, RecordError for a seed that
    match files can't hold; WeightsError for a damaged network.
    """
    played_game(game)
    own = makers([name], game)
    count, seed = number("count", count, 0), seed_text(seed)
    check_seed(deal_seed(seed, 0))
    limit = ply_limit(game, max_plies)
    if are_compiled(game, [name]):
        return CompiledGames(game, name, count, seed, limit)
    return CalledGames(game, name, count, seed, limit, own)


def play_games(
    game: Game,
    name: str,
    count: int,
    seed: int | str = 0,
    jobs: int = 1,
    ray: str | None = None,
    max_plies: int | None = None,
) -> Generator[Played, None, None]:
    """Yield the games of `series_of` in order, played by `jobs` processes or a Ray cluster; see
    `pool.played`.
    """
    for games in pool.played(series_of(game, name, count, seed, max_plies), jobs, ray):
        yield from games
