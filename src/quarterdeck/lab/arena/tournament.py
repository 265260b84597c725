"""A tournament: its games in the order of deals and seatings, and their players."""

from __future__ import annotations

from collections.abc import Callable, Generator, Mapping
from contextlib import closing
from dataclasses import dataclass, field
from types import MappingProxyType
from typing import Any

from quarterdeck.bots import BOTS, searches
from quarterdeck.errors import GameOptionError
from quarterdeck.i18n import _, short
from quarterdeck.lab import pool
from quarterdeck.lab.arena.agents import makers
from quarterdeck.lab.arena.match import Contest, Maker, begin, contest_of, play_deal, rehearse
from quarterdeck.lab.arena.seating import SEATINGS, Seated, Seating, full_line, rotations
from quarterdeck.lab.env_common import ply_limit
from quarterdeck.lab.series import compile_rules
from quarterdeck.play import Game
from quarterdeck.play.checks import number, seed_text


@dataclass(frozen=True)
class Tournament:
    """A game, a bot for each seat, and a number of deals, each played in every seating.

    `line` is the line-up: an agent for each seat, named as in `quarterdeck arena`. `seated` makes the
    seatings of the line-up, or names one of `SEATINGS`. `files` requests a match file of each game. `own`
    makes custom bots, by their names in the line-up, from a seed or without arguments. Games are truncated
    after `max_plies`, by default `Game.max_plies`.
    """

    game: Game
    line: Seating
    deals: int
    seed: str = "0"
    seated: Seated | str = rotations
    files: bool = False
    own: Mapping[str, Maker] = field(default_factory=dict)
    max_plies: int | None = None

    def __post_init__(self) -> None:
        """Raises GameOptionError for an invalid game, line-up, seating, number of deals, seed, limit or bot
        maker. Raises RecordError for a seed or a name that match files can't hold, WeightsError for a damaged
        network.
        """
        object.__setattr__(self, "deals", number("deals", self.deals, 0))
        object.__setattr__(self, "seed", seed_text(self.seed))
        object.__setattr__(self, "line", full_line(self.line, self.game))
        object.__setattr__(self, "own", makers_of(self.line, self.game, self.own))
        object.__setattr__(self, "seated", _seated(self.seated))
        begin(self.game, self.seed, 0, self.line)
        object.__setattr__(self, "max_plies", ply_limit(self.game, self.max_plies))

    @property
    def bots(self) -> tuple[str, ...]:
        """The distinct bots, in the order of the line-up."""
        return tuple(dict.fromkeys(self.line))

    @property
    def seatings(self) -> tuple[Seating, ...]:
        """The seatings of the games of a deal."""
        seated: Any = self.seated
        found: tuple[Seating, ...] = seated(self.line)
        return found

    @property
    def games(self) -> int:
        """The number of games."""
        return self.deals * len(self.seatings)

    def compile(self) -> None:
        """See `Series.compile`. Custom bots may search."""
        search = any(name in self.own or searches(name, self.game) for name in self.bots)
        compile_rules(self.game, self.games, search)

    def rehearse(self) -> None:
        """Let each bot choose once."""
        rehearse(self.game, self.line, self.own)

    def play(self, number: int, stopped: Callable[[], bool] = lambda: False) -> Contest:
        """Game `number`, from 0; see `match.play_deal`."""
        deal, seating = divmod(number, len(self.seatings))
        bots = self.seatings[seating]
        record, clocks = play_deal(
            self.game, self.seed, deal, bots, stopped=stopped, own=self.own, max_plies=self.max_plies
        )
        return contest_of(record, clocks, deal, seating, bots, keep=self.files)


def _seated(given: object) -> Seated:
    """The function that makes seatings, from itself or its name. Raises GameOptionError."""
    found = SEATINGS.get(given) if isinstance(given, str) else given
    if not callable(found):
        sentence = _("seated is {names} or a function that makes the seatings of a line-up, not {value}.")
        names = ", ".join(map(repr, SEATINGS))
        raise GameOptionError(sentence.format(names=names, value=short(given)))
    return found


def makers_of(line: Seating, game: Game, own: Any) -> Mapping[str, Maker]:
    """The makers of all agents of a line-up but those of `BOTS`: a program's own, and those that
    `agents.makers` finds by their names. Raises what that raises, and GameOptionError for what are no makers.
    """
    _check_makers(own)
    others = [name for name in line if name not in own]
    return {**makers(others, game), **own}


def _check_makers(own: Any) -> None:
    if not isinstance(own, Mapping) or not all(map(callable, own.values())):
        sentence = _("own is a mapping of names to what makes a bot from a seed, as {example}, not {value}.")
        raise GameOptionError(sentence.format(example='{"mine": Mine}', value=short(own)))
    for name in own:
        if name in BOTS:
            sentence = _("There is a bot “{name}” already: give yours another name.")
            raise GameOptionError(sentence.format(name=name))


def play_all(
    tournament: Tournament,
    jobs: int = 1,
    ray: str | None = None,
    played: Mapping[int, Contest] = MappingProxyType({}),
) -> Generator[Contest, None, None]:
    """Yield all games, deal by deal and seating by seating, played by `jobs` processes or a Ray cluster; see
    `pool.played`. Games in `played`, by their numbers from 0, are not played again. Raises BotFailure.
    """
    left = _Remaining(tournament, [number for number in range(tournament.games) if number not in played])
    with closing(pool.played(left, jobs, ray)) as games:
        for number in range(tournament.games):
            yield played[number] if number in played else next(games)


@dataclass(frozen=True)
class _Remaining:
    """A series of some of a tournament's games, named by their numbers; each is a chunk."""

    tournament: Tournament
    numbers: list[int]

    @property
    def chunks(self) -> int:
        return len(self.numbers)

    def compile(self) -> None:
        if self.numbers:
            self.tournament.compile()

    def rehearse(self) -> None:
        if self.numbers:
            self.tournament.rehearse()

    def play(self, number: int, stopped: Callable[[], bool] = lambda: False) -> Contest:
        return self.tournament.play(self.numbers[number], stopped)
