"""A player whose policy is the network's, improved by rollouts."""

from __future__ import annotations

import sys
import time
from dataclasses import dataclass, field
from functools import partial
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from quarterdeck.bots.base import BotError, chance, checked_view, choices_of, drawn
from quarterdeck.bots.search.belief import Belief
from quarterdeck.bots.search.budget import check_budget, check_net
from quarterdeck.bots.search.net import Net
from quarterdeck.bots.search.outlook import Candidate, Outlook
from quarterdeck.bots.search.player import TreeSearch
from quarterdeck.bots.search.policy import policy_of
from quarterdeck.bots.search.rollouts import NOTHING, arrays_for, roll_out
from quarterdeck.bots.search.weights import check_net_fits, has_net, own_net, unfit
from quarterdeck.i18n import _, short
from quarterdeck.kernel import jit
from quarterdeck.play import Action, View
from quarterdeck.play.position import SPECTATOR

USUAL: Final = 2_000
# If an action's chance to win is higher by the temperature, its probability is multiplied by e. The
# temperature is TEMPERATURE, but after few rollouts NOISE / √rollouts, which is more, so that luck does not
# decide.
TEMPERATURE: Final = 0.005
NOISE: Final = 0.1
# Only the likeliest actions by the network's policy are tried: at most TRIED, and one for every EACH
# simulations of the budget, but at least two.
TRIED, EACH = 32, 8
# Worlds between two checks of the clock.
BURST: Final = 4

Rows = NDArray[np.int64]


@dataclass(frozen=True)
class RolloutSearch:
    """Policy improvement by rollouts (Tesauro and Galperin 1996, "On-line Policy Improvement using
    Monte-Carlo Search"), limited by simulations, by seconds, or by both; by default `USUAL` simulations.

    Each likely action is tried in the same deals of what the seat cannot know. All seats play on by the
    network for `depth` choices; then it estimates who will win. The improved policy is the network's times
    exp(value / temperature), a step of mirror descent (Sokota et al. 2023, "The Update-Equivalence Framework
    for Decision-Time Planning"). Unless seconds end it, the same seed and view give the same choice.

    With a `belief`, each deal is chosen from `proposals` deals, likelier ones more often. Without one, all
    worlds that agree with the view can be dealt, with nearly equal chances.
    """

    seed: int | str = 0
    simulations: int | None = None
    seconds: float | None = None
    depth: int = 16
    net: Net | None = field(default=None, repr=False, compare=False)
    belief: Belief | None = field(default=None, repr=False, compare=False)
    proposals: int = 8

    def __post_init__(self) -> None:
        """Raises BotError for an impossible budget, or if `net` or `belief` is not what its name says."""
        check_budget(self, "depth", "proposals")
        check_net(self)
        belief: Any = self.belief
        if belief is not None and not isinstance(belief, Belief):
            sentence = _("“belief” is a belief as `read_belief` gives it, not {value}.")
            raise BotError(sentence.format(value=short(belief)))

    def choose(self, view: View) -> Action:
        """The best action. If others choose at the same time, they could predict it: the action is then drawn
        from the improved policy.
        """
        legal = choices_of(view)
        if len(legal) == 1:
            return legal[0]
        search = Trials(self, view)
        if len(view.to_act) == 1:
            return legal[search.halve()]
        search.try_all()
        return drawn(legal, search.improved(), chance(self.seed, view, "mixed"))

    def consider(self, view: View) -> tuple[Candidate, ...]:
        """The legal actions with their results, by action id. Raises BotError if the view's seat has
        nothing to choose.
        """
        choices_of(view)
        return self.outlook(view).choices

    def outlook(self, view: View) -> Outlook:
        """The search's result for a view: any seat's, to act or not, or a spectator's. Raises GameOptionError
        for anything but a view.
        """
        search = Trials(self, checked_view(view))
        search.try_all()
        return search.outlook()


def _net_for(player: RolloutSearch, view: View) -> Net:
    """The player's network, or the game's own. Raises BotError if it is empty or another game's."""
    game = view.game
    net = own_net(game.id) if player.net is None else player.net
    check_net_fits(net, game)
    if not len(net.first):
        sentence = _("{game} has no network: use TreeSearch, or give net=read_net(FILE, {id}).")
        if player.net is not None:
            sentence = _("“net” is no network of {game}: it is empty.")
        raise BotError(sentence.format(game=game.title, id=repr(game.id)))
    return net


class Trials:
    """The results of rollouts from one view.

    `sums` float64 [actions, seats + 1] are the summed rewards after each legal action, the last entry
    nobody's; `worlds` int64 [actions] are the numbers of rollouts; `policy` float64 [actions] is the
    network's. For a seat that is not to act there is one row: the match goes on without an action of its own.

    Raises BotError if the player's network is empty, or if that or its belief is another game's.
    """

    def __init__(self, player: RolloutSearch, view: View) -> None:
        net, belief = _net_for(player, view), player.belief
        # The empty belief fits every game.
        if belief is not None and len(belief.first) and (why := unfit(belief._asdict(), view.game.spec)):
            sentence = _("“belief” is no belief of {game}: {why}.")
            raise BotError(sentence.format(game=view.game.title, why=why))
        self.legal = view.legal() if view.seat in view.to_act else ()
        self.policy = policy_of(view, net) if self.legal else np.ones(1)
        self._ids = np.array([one.id for one in self.legal] or [NOTHING])
        self.sums = np.zeros((len(self._ids), view.game.players + 1))
        self.worlds = np.zeros(len(self._ids), np.int64)
        self._player, self._seat = player, SPECTATOR if view.seat is None else view.seat
        usual = USUAL if player.seconds is None else sys.maxsize
        self._budget = usual if player.simulations is None else player.simulations
        roll = roll_out if jit.loaded() else roll_out.interpreted
        self._run = partial(
            roll, arrays_for(view, net, player.seed, belief, player.proposals), net, self._seat
        )
        # The clock starts after the first rollouts: compilation does not count as thinking time.
        self._began: float | None = None

    def try_all(self) -> None:
        """Spend the budget evenly on the likely actions."""
        self._spend_budget(self._likely_rows(), 1, 1)

    def halve(self) -> int:
        """Spend the budget on ever fewer actions: after each round only the better half is kept.

        This is sequential halving (Karnin, Koren and Somekh 2013, "Almost Optimal Exploration in Multi-Armed
        Bandits"). Returns the row of the best action.
        """
        rows = self._likely_rows()
        rounds = max((len(rows) - 1).bit_length(), 1)
        for number in range(rounds):
            self._spend_budget(rows, number + 1, rounds)
            best = np.argsort(-self.improved()[rows], kind="stable")
            rows = rows[best[: (len(rows) + 1) // 2]]
        return int(rows[0])

    def improved(self) -> NDArray[np.float64]:
        """The improved policy: float64 [actions]. An action that was not tried has the probability 0."""
        tried = self.worlds > 0
        values = self.sums[tried, self._seat] / self.worlds[tried]
        gains = values - np.average(values, weights=self.policy[tried])
        temperature = np.maximum(TEMPERATURE, NOISE / np.sqrt(self.worlds[tried]))
        logits = np.log(np.maximum(self.policy[tried], 1e-9)) + gains / temperature
        shares = np.zeros(len(self.policy))
        shares[tried] = np.exp(logits - logits.max())
        shares /= shares.sum()
        return shares

    def outlook(self) -> Outlook:
        """The result."""
        shares = self.improved()
        means = self.sums / np.maximum(self.worlds, 1)[:, None]
        *wins, nobody = (shares @ means).tolist()
        choices = (
            Candidate(action, float(shares[at]), float(means[at, self._seat]) if self.worlds[at] else None)
            for at, action in enumerate(self.legal)
        )
        return Outlook(tuple(wins), nobody, tuple(choices))

    def _likely_rows(self) -> Rows:
        return np.argsort(-self.policy, kind="stable")[: min(TRIED, max(self._budget // EACH, 2))]

    def _spend_budget(self, rows: Rows, number: int, rounds: int) -> None:
        """Try these actions in common worlds until this round's part of the simulations or seconds is spent.

        `number` is that of the round, from 1.
        """
        seconds = self._player.seconds
        left = max(self._budget // (rounds * len(rows)), 1)
        while left > 0:
            worlds = min(left, BURST) if jit.loaded() else 1
            sums = np.zeros((len(rows), self.sums.shape[1]))
            self._run(self._ids[rows], worlds, self._player.depth, sums)
            self.sums[rows] += sums
            self.worlds[rows] += worlds
            left -= worlds
            if self._began is None:
                self._began = time.monotonic()
            elif seconds and time.monotonic() - self._began > seconds * number / rounds:
                return


def search_for(game: str) -> type[RolloutSearch] | type[TreeSearch]:
    """The search that suits a game: by rollouts if it has a network, else in a tree."""
    return RolloutSearch if has_net(game) else TreeSearch
