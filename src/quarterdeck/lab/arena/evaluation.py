"""An evaluation: what an agent wins by the protocol, and how it is played."""

from __future__ import annotations

from collections.abc import Callable, Generator, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import accumulate
from typing import Any, Final, NamedTuple

from quarterdeck.lab import pool
from quarterdeck.lab.arena import protocol
from quarterdeck.lab.arena.agents import Agent
from quarterdeck.lab.arena.figures import Outcome
from quarterdeck.lab.arena.interval import Estimate
from quarterdeck.lab.arena.match import Contest, ThinkingTime
from quarterdeck.lab.arena.tournament import Tournament
from quarterdeck.play import Game
from quarterdeck.play.checks import number

# The names of a row's figures, in their order.
COLUMNS: Final = (
    *("agent", "protocol", "fingerprint", "deals"),
    *("game", "players", "opponent", "games", "fair"),
    *("won", "low", "high"),
    *("nobody", "truncated", "seconds_a_move"),
)


class Matchup(NamedTuple):
    """The agent at one table against one opponent.

    `won` is the agent's share of the games with a winner, None if there is none; `fair` what equally strong
    players win. `nobody` is the share of all games that nobody won, `truncated` of those at the limit of
    plies.
    """

    game: Game
    opponent: str
    games: int
    fair: float
    won: Estimate | None
    nobody: float
    truncated: float
    clock: ThinkingTime


@dataclass(frozen=True)
class Evaluation:
    """The results of an agent by the protocol.

    `fingerprints` are those of the games, by id, and `fingerprint` that of all; figures with the same one can
    be compared. `missing` tables were not finished.
    """

    agent: str
    deals: int
    fingerprints: dict[str, str]
    matchups: tuple[Matchup, ...]
    missing: int = 0

    @property
    def standard(self) -> bool:
        """Whether these are as many deals as the protocol has."""
        return self.deals == protocol.DEALS

    @property
    def fingerprint(self) -> str:
        """The fingerprint of all games together."""
        return protocol.together(list(self.fingerprints.values()))

    @property
    def clock(self) -> ThinkingTime:
        """The agent's thinking time in all games."""
        total = ThinkingTime()
        for one in self.matchups:
            total.add(one.clock)
        return total

    def rows(self) -> list[dict[str, Any]]:
        """The results as plain data under the names of COLUMNS, each with all that it takes to compare it."""
        return [self._row(one) for one in self.matchups]

    def to_json(self) -> dict[str, Any]:
        """All of it as plain data."""
        return {
            "agent": self.agent,
            "protocol": protocol.PROTOCOL,
            "standard": self.standard,
            "deals": self.deals,
            "fingerprint": self.fingerprint,
            "fingerprints": self.fingerprints,
            "missing": self.missing,
            "rows": self.rows(),
        }

    def _row(self, one: Matchup) -> dict[str, Any]:
        bounds = (None,) * 3 if one.won is None else (one.won.value, one.won.low, one.won.high)
        game, clock = one.game, one.clock
        shared = (self.agent, protocol.PROTOCOL, self.fingerprints[game.id], self.deals)
        table = (game.id, game.players, one.opponent, one.games, one.fair)
        rest = (one.nobody, one.truncated, clock.seconds / max(1, clock.moves))
        return dict(zip(COLUMNS, (*shared, *table, *bounds, *rest), strict=True))


class Trial:
    """All games of an evaluation as one series, and what came of them."""

    def __init__(self, agent: Agent, games: Sequence[str], deals: int | None = None) -> None:
        """`games` are ids; without one it is all games. GameOptionError."""
        self.agent = agent
        self.names = protocol.chosen(games, agent.game)
        self.deals = number("deals", protocol.DEALS if deals is None else deals, 1)
        self.rounds = Rounds(
            tuple(
                tournament
                for name in self.names
                for tournament in protocol.tournaments(name, agent.make, self.deals)
            )
        )

    def play(self, jobs: int = 1, ray: str | None = None) -> Generator[Contest, None, None]:
        """Yield all games in order, played by `jobs` processes or a Ray cluster; see `pool.played`."""
        return pool.played(self.rounds, jobs, ray)

    def evaluation(self, played: Sequence[Contest]) -> Evaluation:
        """The evaluation after these games, the first of all; tables that are not finished are left out."""
        found = []
        ends = self.rounds.ends
        for tournament, end in zip(self.rounds.tournaments, ends, strict=True):
            if end <= len(played):
                found.append(_result(Outcome(tournament, played[end - tournament.games : end])))
        fingerprints = {name: protocol.fingerprint(name, self.deals) for name in self.names}
        missing = len(ends) - len(found)
        return Evaluation(self.agent.name, self.deals, fingerprints, tuple(found), missing)


@dataclass(frozen=True)
class Rounds:
    """The games of several tournaments, one after the other, as one series."""

    tournaments: tuple[Tournament, ...]

    @cached_property
    def ends(self) -> tuple[int, ...]:
        """How many games there are up to the end of each tournament."""
        return tuple(accumulate(one.games for one in self.tournaments))

    @property
    def games(self) -> int:
        """The number of games."""
        return self.ends[-1]

    def compile(self) -> None:
        """See `Series.compile`. An agent may search. All games are compiled together."""
        self.tournaments[0].game.warm()

    def rehearse(self) -> None:
        """Let each bot choose once in each tournament."""
        for one in self.tournaments:
            one.rehearse()

    def play(self, number: int, stopped: Callable[[], bool] = lambda: False) -> Contest:
        """Game `number`, from 0."""
        at = next(at for at, end in enumerate(self.ends) if number < end)
        tournament = self.tournaments[at]
        return tournament.play(number - self.ends[at] + tournament.games, stopped)


def _result(outcome: Outcome) -> Matchup:
    tournament, agent = outcome.tournament, outcome.standings[0]
    opponent = tournament.bots[1]
    return Matchup(
        tournament.game,
        opponent,
        len(outcome.matches),
        outcome.fair,
        agent.wins,
        outcome.nobody,
        outcome.truncated,
        agent.clock,
    )
