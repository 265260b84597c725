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

    `fingerprints` has the fingerprint of each game, by id; `fingerprint` is that of all games together. Only
    figures with the same fingerprint can be compared. `missing` is the number of unfinished tables.
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
        return protocol.joint_fingerprint(list(self.fingerprints.values()))

    @property
    def clock(self) -> ThinkingTime:
        """The agent's thinking time in all games."""
        total = ThinkingTime()
        for matchup in self.matchups:
            total.add(matchup.clock)
        return total

    def rows(self) -> list[dict[str, Any]]:
        """The results as plain data under the names of COLUMNS. Each row has all that a comparison needs."""
        return [self._row(matchup) for matchup in self.matchups]

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

    def _row(self, matchup: Matchup) -> dict[str, Any]:
        game, clock, won = matchup.game, matchup.clock, matchup.won
        bounds = (None,) * 3 if won is None else (won.value, won.low, won.high)
        shared = (self.agent, protocol.PROTOCOL, self.fingerprints[game.id], self.deals)
        table = (game.id, game.players, matchup.opponent, matchup.games, matchup.fair)
        rest = (matchup.nobody, matchup.truncated, clock.seconds / max(1, clock.moves))
        return dict(zip(COLUMNS, (*shared, *table, *bounds, *rest), strict=True))


class EvaluationRun:
    """All games of an evaluation as one series, and their results."""

    def __init__(self, agent: Agent, games: Sequence[str], deals: int | None = None) -> None:
        """`games` are ids; none stands for all games. Raises GameOptionError."""
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
        """The evaluation after these games, the first ones of the series. Unfinished tables are left out."""
        matchups = []
        ends = self.rounds.ends
        for tournament, end in zip(self.rounds.tournaments, ends, strict=True):
            if end <= len(played):
                matchups.append(_matchup(Outcome(tournament, played[end - tournament.games : end])))
        fingerprints = {name: protocol.fingerprint(name, self.deals) for name in self.names}
        missing = len(ends) - len(matchups)
        return Evaluation(self.agent.name, self.deals, fingerprints, tuple(matchups), missing)


@dataclass(frozen=True)
class Rounds:
    """The games of several tournaments, one after the other, as one series."""

    tournaments: tuple[Tournament, ...]

    @cached_property
    def ends(self) -> tuple[int, ...]:
        """For each tournament, the number of games up to its end."""
        return tuple(accumulate(tournament.games for tournament in self.tournaments))

    @property
    def chunks(self) -> int:
        """The number of games: each is a chunk."""
        return self.ends[-1]

    def compile(self) -> None:
        """See `Series.compile`. An agent may search, so the rules of each game are compiled."""
        for game in {one.game.id: one.game for one in self.tournaments}.values():
            game.warm()

    def rehearse(self) -> None:
        """Let each bot choose once in each tournament."""
        for tournament in self.tournaments:
            tournament.rehearse()

    def play(self, number: int, stopped: Callable[[], bool] = lambda: False) -> Contest:
        """Game `number`, from 0."""
        index = next(index for index, end in enumerate(self.ends) if number < end)
        tournament = self.tournaments[index]
        return tournament.play(number - self.ends[index] + tournament.games, stopped)


def _matchup(outcome: Outcome) -> Matchup:
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
