"""One game of a tournament, from deal to end, with each seat's thinking time."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping
from contextlib import suppress
from dataclasses import dataclass, field
from inspect import iscoroutinefunction, signature
from time import perf_counter
from types import MappingProxyType
from typing import cast

from quarterdeck.bots import Bot, bot
from quarterdeck.errors import GameOptionError, QuarterdeckError, error_words, place_of
from quarterdeck.i18n import _, short
from quarterdeck.lab.arena.seating import Seating
from quarterdeck.lab.env_common import ply_limit
from quarterdeck.lab.seeds import deal_seed, seat_seed
from quarterdeck.lab.series import Stopped
from quarterdeck.play import Action, Game, Record
from quarterdeck.play.record import NAME_LENGTH

# Makes a bot from its seed, or without one if it takes none.
Maker = Callable[..., Bot]
# What a bot's own code may raise: a script that ends itself does not end the games of others.
FAILURES = (Exception, SystemExit)
NO_OTHERS: Mapping[str, Maker] = MappingProxyType({})


class BotFailure(QuarterdeckError):
    """A bot that raised or chose an illegal action; the sentence names the bot, the deal and the move."""


@dataclass
class ThinkingTime:
    """Thinking time: total seconds, number of moves, seconds of the longest."""

    seconds: float = 0.0
    moves: int = 0
    longest: float = 0.0

    def add(self, other: ThinkingTime) -> None:
        """Add the moves of another clock."""
        self.seconds += other.seconds
        self.moves += other.moves
        self.longest = max(self.longest, other.longest)


@dataclass(frozen=True)
class Contest:
    """A finished game. `deal` and `seating` count from 0, `bots` and `scores` go by seat.

    `clocks` alone vary between runs. `file` is the match file, if requested. A `truncated` game reached the
    ply limit: it has no winner, and its scores are those at that moment.
    """

    deal: int
    seating: int
    bots: Seating
    winners: tuple[int, ...]
    scores: tuple[int, ...]
    rounds: int
    plies: int
    clocks: tuple[ThinkingTime, ...] = field(default=(), compare=False)
    file: str = ""
    truncated: bool = False

    def beaten(self, seat: int, other: int) -> float:
        """1 if a seat is placed ahead of another, ½ if tied, 0 if behind.

        Winners come first, then the others by score.
        """
        mine, theirs = self._rank(seat), self._rank(other)
        return 0.5 if mine == theirs else float(mine > theirs)

    def _rank(self, seat: int) -> tuple[bool, int]:
        """A sort key: winners rank highest and are tied, all others go by score."""
        return (True, 0) if seat in self.winners else (False, self.scores[seat])


def begin(game: Game, seed: int | str, deal: int, bots: Seating) -> Record:
    """The record of a deal before its first move; `quarterdeck balance` deals the same with this seed.

    Seats of the same bot are distinguished by a number. Raises RecordError for a seed that match files can't
    hold.
    """
    counts: Counter[str] = Counter()
    names = []
    for name in bots:
        counts[name] += 1
        number = f" {counts[name]}" if bots.count(name) > 1 else ""
        names.append(name[: NAME_LENGTH - len(number)].strip() + number)
    return Record(game, deal_seed(seed, deal), names)


def play_deal(
    game: Game,
    seed: int | str,
    deal: int,
    bots: Seating,
    *,
    stopped: Callable[[], bool] = lambda: False,
    own: Mapping[str, Maker] = NO_OTHERS,
    max_plies: int | None = None,
) -> tuple[Record, tuple[ThinkingTime, ...]]:
    """Play a deal with these bots, by seat; returns the match's record and each seat's thinking time.

    The record depends on the arguments only, unless a bot thinks by the clock. The game is truncated after
    `max_plies`, by default the game's own limit; the record is then unfinished. `own` makes bots that are not
    in `quarterdeck.bots`. Raises BotFailure; GameOptionError for an invalid limit; Stopped if `stopped`,
    which is called before each move, returns true.
    """
    limit = ply_limit(game, max_plies)
    record = begin(game, seed, deal, bots)
    seeds = [seat_seed(seed, deal, seat) for seat in range(len(bots))]
    players = [_seat_bot(record, seat, bots[seat], seeds[seat], own) for seat in range(len(bots))]
    clocks = tuple(ThinkingTime() for _seat in bots)
    while not record.position.over and len(record.moves) < limit:
        if stopped():
            raise Stopped
        seat = record.position.to_act[0]
        view = record.position.view(seat)
        started = perf_counter()
        try:
            action = players[seat].choose(view)
        except FAILURES as error:
            raise _bot_failure(record, seat, bots[seat], error) from error
        seconds = perf_counter() - started
        clocks[seat].add(ThinkingTime(seconds, 1, seconds))
        _append_move(record, seat, bots[seat], action)
    return record, clocks


def contest_of(
    record: Record,
    clocks: tuple[ThinkingTime, ...],
    deal: int,
    seating: int,
    bots: Seating,
    keep: bool = False,
) -> Contest:
    """The result of a deal that `play_deal` has played; `bots` go by seat. `keep` adds the match file."""
    position = record.position
    rounds, _most = position.progress
    scores, plies = position.scores, len(record.moves)
    file = record.dumps() if keep else ""
    truncated = not position.over
    return Contest(deal, seating, bots, position.winners, scores, rounds, plies, clocks, file, truncated)


def rehearse(game: Game, bots: Seating, own: Mapping[str, Maker] = NO_OTHERS) -> None:
    """Let each bot choose once, so that loading and compiling don't count as thinking time."""
    first = game.start(seed="rehearsal")
    view = first.view(first.to_act[0])
    for name in dict.fromkeys(bots):
        # Errors are ignored here: the bot's first game will report them with seed and move.
        with suppress(*FAILURES):
            _make_bot(name, 0, own).choose(view)


def _make_bot(name: str, seed: int | str, own: Mapping[str, Maker]) -> Bot:
    make = own.get(name)
    return bot(name, seed) if make is None else checked_bot(name, call_maker(make, seed))


def checked_bot(name: str, made: object) -> Bot:
    """What a maker made, checked to be a bot. Raises GameOptionError."""
    choose = getattr(made, "choose", None)
    if not callable(choose):
        sentence = _("The agent {name} has no method choose(view), which answers with one of view.legal().")
        raise GameOptionError(sentence.format(name=short(name, str)))
    if iscoroutinefunction(choose):
        sentence = _("The agent {name} has a method choose that begins with “async def”: write “def”.")
        raise GameOptionError(sentence.format(name=short(name, str)))
    return cast(Bot, made)


def call_maker(maker: Maker, seed: int | str) -> Bot:
    """Call a maker with the seed, or without one if it takes none."""
    try:
        signature(maker).bind(seed)
    except TypeError:
        return maker()
    except ValueError:  # a compiled class may not tell its parameters
        pass
    return maker(seed)


def _seat_bot(record: Record, seat: int, name: str, seed: str, own: Mapping[str, Maker]) -> Bot:
    try:
        return _make_bot(name, seed, own)
    except QuarterdeckError:
        raise
    except FAILURES as error:
        raise _bot_failure(record, seat, name, error) from error


def _append_move(record: Record, seat: int, name: str, action: Action) -> None:
    try:
        record.append(seat, action)
    except QuarterdeckError as error:
        sentence = _("“{bot}” made an illegal move, “{action}”, in {place}: {why} No more games are played.")
        place = _move_location(record, seat)
        words = sentence.format(bot=name, action=str(action)[:40], place=place, why=error)
        raise BotFailure(words) from None


def _bot_failure(record: Record, seat: int, name: str, error: BaseException) -> BotFailure:
    sentence = _("“{bot}” broke down in {place}: {what} ({where}). No more games are played.")
    place = _move_location(record, seat)
    return BotFailure(sentence.format(bot=name, place=place, what=error_words(error), where=place_of(error)))


def _move_location(record: Record, seat: int) -> str:
    """Game, seed, seat and number of the next move, in words."""
    words = _("{game}, {players} players, seed “{seed}”, seat {seat}, move {move}")
    return words.format(
        game=record.game.title,
        players=record.game.players,
        seed=record.seed,
        seat=seat,
        move=len(record.moves) + 1,
    )
