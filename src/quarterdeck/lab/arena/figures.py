"""The figures of a tournament: each bot's wins, rating, scores and time.

A shared win counts in parts: each of two winners gets half. A bot's wins are given per seat, as a share of
the games with a winner. So 1 / players is a fair share, however many seats a bot has.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cached_property, partial

import numpy as np

from quarterdeck.errors import GameOptionError
from quarterdeck.i18n import _, decimal, ngettext, percent
from quarterdeck.lab.arena.interval import Estimate, Float64s, mean, share
from quarterdeck.lab.arena.match import Contest, ThinkingTime
from quarterdeck.lab.arena.rating import ratings
from quarterdeck.lab.arena.tournament import Tournament

# The bot rated 1000 if it takes part, which makes ratings comparable between tournaments.
ANCHOR = "rule-of-thumb"


@dataclass(frozen=True)
class Standing:
    """A bot's results. `wins` is None if no game had a winner."""

    bot: str
    wins: Estimate | None
    rating: Estimate
    score: Estimate
    clock: ThinkingTime


def _interval(estimate: Estimate, words: Callable[[float], str]) -> str:
    """A figure with its interval in brackets, if it has one."""
    if not estimate.bounded or estimate.low == estimate.high:
        return words(estimate.value)
    bounds = _("{low} to {high}").format(low=words(estimate.low), high=words(estimate.high))
    return f"{words(estimate.value)} ({bounds})"


class Outcome:
    """The results of the deals that were played in every seating.

    Deals with a missing game are left out, because there luck is not balanced. If no deal is left, reading a
    figure raises GameOptionError.
    """

    def __init__(self, tournament: Tournament, matches: Sequence[Contest]) -> None:
        self.tournament = tournament
        each = len(tournament.seatings)
        self.deals = len(matches) // each
        self.matches = tuple(matches[: self.deals * each])

    def __str__(self) -> str:
        """The heading, and a line for each bot."""
        if not self.matches:
            return self.heading
        line = _("{bot}: {wins} of the games won, a seat; rating {rating}; score {score}")
        told = [self.heading]
        for one in self.standings:
            wins = "–" if one.wins is None else _interval(one.wins, partial(percent, places=1))
            rating, score = _interval(one.rating, decimal), _interval(one.score, partial(decimal, places=2))
            told.append(line.format(bot=one.bot, wins=wins, rating=rating, score=score))
        return "\n".join(told)

    @property
    def heading(self) -> str:
        """The game, the numbers of deals and games, and the seed."""
        game = self.tournament.game
        games = ngettext("{count} game", "{count} games", len(self.matches))
        return _("{game}, {players}: {deals}, {games}, seed “{seed}”").format(
            game=game.title,
            players=game.spec.option_words("players", game.players),
            deals=ngettext("{count} deal", "{count} deals", self.deals).format(count=self.deals),
            games=games.format(count=len(self.matches)),
            seed=self.tournament.seed,
        )

    @property
    def fair(self) -> float:
        """The share of wins per seat if all bots were equally strong."""
        return 1 / self.tournament.game.players

    @property
    def anchor(self) -> str | None:
        """The bot that is rated 1000; None if the mean of all bots is."""
        return ANCHOR if ANCHOR in self.tournament.bots else None

    @cached_property
    def standings(self) -> tuple[Standing, ...]:
        """The bots' results, in line-up order."""
        bots = self.tournament.bots
        anchor = None if self.anchor is None else bots.index(self.anchor)
        matches = self._whole_deals
        rated = ratings(self._sums_by_deal(self._seats_beaten), self._comparisons, anchor)
        decided = self._sums_by_deal(np.array([[float(bool(match.winners))] for match in matches]))[:, 0]
        win_shares, scores = self._sums_by_deal(self._win_shares), self._sums_by_deal(self._scores)
        games = len(self.tournament.seatings)
        standings = []
        for number, name in enumerate(bots):
            seats = self.tournament.line.count(name)
            wins = share(win_shares[:, number], decided)
            score = mean(scores[:, number] / (games * seats))
            wins_per_seat = None if wins is None else wins / seats
            standings.append(Standing(name, wins_per_seat, rated[number], score, self._total_time(name)))
        return tuple(standings)

    @property
    def nobody(self) -> float:
        """The share of games without a winner."""
        return sum(not match.winners for match in self._whole_deals) / len(self.matches)

    @property
    def shared(self) -> float:
        """The share of games with several winners."""
        return sum(len(match.winners) > 1 for match in self._whole_deals) / len(self.matches)

    @property
    def truncated(self) -> float:
        """The share of games truncated at the limit of plies, without a winner."""
        return sum(match.truncated for match in self._whole_deals) / len(self.matches)

    @property
    def _whole_deals(self) -> tuple[Contest, ...]:
        """The games of all deals. Raises GameOptionError if there are none."""
        if not self.matches:
            sentence = _("Figures need a whole deal: a game in each of its seatings, {games} here.")
            raise GameOptionError(sentence.format(games=len(self.tournament.seatings)))
        return self.matches

    def _sums_by_deal(self, figures: Float64s) -> Float64s:
        """Sum over the games of each deal: [games, …] to [deals, …]."""
        return np.asarray(figures.reshape(self.deals, -1, figures.shape[1]).sum(1))

    @cached_property
    def _seat_flags(self) -> Float64s:
        """1 where a bot sits, float64 [games, bots, seats]."""
        bots = self.tournament.bots
        return np.array(
            [[[float(seated == bot) for seated in match.bots] for bot in bots] for match in self.matches]
        )

    @cached_property
    def _win_shares(self) -> Float64s:
        """Each bot's share of each game's win, float64 [games, bots]."""
        seats = range(self.tournament.game.players)
        parts = [
            [(seat in match.winners) / max(1, len(match.winners)) for seat in seats] for match in self.matches
        ]
        return self._sums_by_bot(np.array(parts))

    @cached_property
    def _scores(self) -> Float64s:
        """The total score of each bot's seats, float64 [games, bots]."""
        return self._sums_by_bot(np.array([match.scores for match in self.matches], dtype=float))

    @cached_property
    def _seats_beaten(self) -> Float64s:
        """How many of the other bots' seats each bot's seats beat, summed, float64 [games, bots]."""
        rows = []
        for match in self.matches:
            seats = range(len(match.bots))
            others = [[other for other in seats if match.bots[other] != match.bots[seat]] for seat in seats]
            rows.append([sum(match.beaten(seat, other) for other in others[seat]) for seat in seats])
        return self._sums_by_bot(np.array(rows, dtype=float))

    @property
    def _comparisons(self) -> Float64s:
        """How often two bots are compared in a deal, float64 [bots, bots]."""
        seats = np.array([self.tournament.line.count(name) for name in self.tournament.bots], dtype=float)
        pairs = np.outer(seats, seats) * len(self.tournament.seatings)
        return np.asarray(pairs - np.diag(np.diag(pairs)))

    def _sums_by_bot(self, figures: Float64s) -> Float64s:
        """Sum values by seat to values by bot, [games, seats] to [games, bots]."""
        return np.asarray(np.einsum("gbs,gs->gb", self._seat_flags, figures))

    def _total_time(self, name: str) -> ThinkingTime:
        total = ThinkingTime()
        for match in self.matches:
            for bot, clock in zip(match.bots, match.clocks, strict=False):
                if bot == name:
                    total.add(clock)
        return total
