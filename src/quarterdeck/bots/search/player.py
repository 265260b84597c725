"""A player that searches before it chooses, and can report what it considered."""

from __future__ import annotations

import sys
import time
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from functools import partial
from typing import Any

import numpy as np

from quarterdeck.bots.base import chance, checked_view, choices_of
from quarterdeck.bots.heuristics.judge import judged
from quarterdeck.bots.search.budget import check_budget, check_net
from quarterdeck.bots.search.net import Net, activations
from quarterdeck.bots.search.outlook import Candidate, Outlook
from quarterdeck.bots.search.simulate import DEPTH, Parameters, Workspace, search
from quarterdeck.bots.search.tree import EMPTY, Tree, find, grow, hashed
from quarterdeck.bots.search.weights import check_net_fits, own_net
from quarterdeck.kernel import jit
from quarterdeck.kernel.batch import MAX_LEGAL, slate
from quarterdeck.kernel.random import Dice
from quarterdeck.kernel.record import cell, zeros
from quarterdeck.play import Action, View
from quarterdeck.play.checks import seed_text
from quarterdeck.play.position import SPECTATOR, dice

USUAL = 2_000
# The minimum of simulations, as the first one only makes the root.
LEAST = 2
# Simulations between two checks of the clock.
BURST = 64
# Simulations between two checks whether the choice is settled.
SPELL = 1_024
# Information sets to allocate for each second of a timed search.
NODES_A_SECOND = 60_000
# Limit on the tree's nodes, of about 250 bytes each. A longer search goes on with a full tree.
MOST_NODES = 2_000_000
# An action with a smaller share of the simulations gets no estimated chance to win: that would be mere luck.
SCANT = 0.01
EXPLORATION = 1.5
# Tuned on Kuhn poker: a much lower value chases best responses in circles, a much higher one never leaves the
# first choice.
AVERAGING = 0.25
# Tuned in Meuterer: its opponents do not search as it does.
MODELLED = 1.0


@dataclass(frozen=True)
class TreeSearch:
    """Information-set Monte Carlo tree search (`simulate`), limited by simulations, by seconds, or by both;
    by default `USUAL` simulations.

    `net` is the network, by default the game's own. With `modelled=False` other seats' choices are searched,
    too, instead of being drawn from a model of sensible players. Unless seconds end it, the same seed, view
    and number of threads give the same choice.
    """

    seed: int | str = 0
    simulations: int | None = None
    seconds: float | None = None
    threads: int = 1
    net: Net | None = field(default=None, repr=False, compare=False)
    modelled: bool = True

    def __post_init__(self) -> None:
        """Raises BotError for an impossible budget, or if `net` is not a network."""
        check_budget(self, "threads")
        check_net(self)

    def choose(self, view: View) -> Action:
        """The action tried most often.

        If others choose at the same time, they could predict such a choice: the action is then drawn in
        proportion to the tries.
        """
        legal = choices_of(view)
        if len(legal) == 1:
            return legal[0]
        if len(view.to_act) == 1:
            return max(self._evaluate(view, brief=True).choices, key=lambda one: one.share).action
        choices = self.consider(view)
        left = chance(self.seed, view, "mixed")
        for one in choices:
            left -= one.share
            if left < 0:
                return one.action
        return max(choices, key=lambda one: one.share).action

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
        return self._evaluate(checked_view(view), brief=False)

    def _evaluate(self, view: View, brief: bool) -> Outlook:
        """See `outlook`. A brief search ends once nothing can change which action is tried most often."""
        brief = brief and self.threads == 1
        game = view.game
        if self.net is not None:
            check_net_fits(self.net, game)
        searches = [partial(self._search_tree, view, number, brief) for number in range(self.threads)]
        if self.threads == 1:
            results = [searches[0]()]
        else:
            with ThreadPoolExecutor(self.threads) as pool:
                results = [done.result() for done in [pool.submit(one) for one in searches]]
        sums, tries, total = (sum(parts) for parts in zip(*results, strict=True))
        chances = (sums / sums.sum()).tolist()
        legal = view.legal() if view.seat in view.to_act else ()
        choices = _candidates(legal, chances[view.seat or 0], tries, total)
        return Outlook(tuple(chances[:-1]), chances[-1], choices)

    def _search_tree(self, view: View, number: int, brief: bool) -> tuple[Any, Any, Any]:
        """Search tree `number`. Returns its summed rewards by seat, and its tries and rewards by action."""
        seats, seat = view.game.players, SPECTATOR if view.seat is None else view.seat
        left = self._simulation_limit()
        in_time = MOST_NODES if self.seconds is None else float(self.seconds) * NODES_A_SECOND + BURST
        nodes = int(min(left + 1, in_time, MOST_NODES))
        seed = f"{seed_text(self.seed)}/{number}"
        net = own_net(view.game.id) if self.net is None else self.net
        tree, space = grow(nodes), workspace(view.state, seats, view.game.features, net, seed)
        # Interpret unless the compiler is loaded, so that a table that has just opened does not wait for it.
        search_loop = search if jit.loaded() else search.interpreted
        constants = parameters(view, net, self.modelled)
        run = partial(search_loop, tree, space, net, constants, seat, seats)
        run(LEAST)
        left -= LEAST
        # The clock starts here: the first compilation does not count as thinking time.
        until = None if self.seconds is None else time.monotonic() + self.seconds
        burst = SPELL if until is None else BURST if jit.loaded() else 1
        while left > 0 and (until is None or time.monotonic() < until):
            run(min(burst, left))
            left -= burst
            if brief and settled(root(tree, space, seat)[0], left):
                break
        return space.sums, *root(tree, space, seat)

    def _simulation_limit(self) -> int:
        """The maximum number of simulations per thread."""
        if self.simulations is None:
            return USUAL if self.seconds is None else sys.maxsize
        return max(LEAST, -(-self.simulations // self.threads))


def settled(tries: Any, left: int) -> bool:
    """Whether the remaining simulations can't change which action was tried most often."""
    if len(tries) < 2:
        return False
    second, first = np.partition(tries, -2)[-2:]
    return bool(first - second > left)


def parameters(view: View, net: Net, model: bool = True) -> Parameters:
    """The constants of a search from this view with this network.

    If `model` is false, for a spectator's view, and without both heuristics and network there is no opponent
    model: the other seats' choices are searched.
    """
    by_heuristics = model and judged(view.game.id)
    modelled = MODELLED if model and view.seat is not None and (by_heuristics or len(net.first)) else 0.0
    return Parameters(EXPLORATION, AVERAGING, modelled, by_heuristics)


def _candidates(legal: tuple[Action, ...], chance: float, tries: Any, total: Any) -> tuple[Candidate, ...]:
    """The candidates. A single action needs no search: its `win` is its seat's chance."""
    if len(legal) == 1:
        return (Candidate(legal[0], 1.0, chance),)
    shares, means = (tries / tries.sum()).tolist(), (total / np.maximum(tries, 1)).tolist()
    return tuple(
        Candidate(action, share, mean if share >= SCANT else None)
        for action, share, mean in zip(legal, shares, means, strict=True)
    )


def workspace(state: Any, seats: int, features: int, net: Net, seed: int | str) -> Workspace:
    """The arrays for a search from a blanked record with this network."""
    dtype, width = state.dtype, -(-state.dtype.itemsize // 8)
    words = np.zeros((3, width), np.uint64)
    cells = np.ndarray(3, dtype, words, strides=(8 * width,))
    cells[0] = cell(state)[0]
    rolls = zeros(Dice, 1)
    rolls[0] = dice(seed)
    return Workspace(
        cells=cells,
        words=words,
        dice=rolls,
        slate=slate(),
        path=np.zeros((DEPTH, 3), np.int64),
        reward=np.zeros(seats + 1, np.float64),
        sums=np.zeros(seats + 1, np.float64),
        room=activations(features, len(net.second)),
        prior=np.zeros(MAX_LEGAL, np.float32),
        worth=np.zeros(MAX_LEGAL, np.float64),
    )


def root(tree: Tree, space: Workspace, seat: int) -> tuple[Any, Any]:
    """The tries and the summed rewards of each action at the root, both float64 [actions]. They are empty if
    the tree has no root yet.
    """
    node = tree.slot[find(tree, hashed(space.words[0], seat + 1))]
    edges = slice(0, 0) if node == EMPTY else slice(tree.first[node], tree.first[node] + tree.edges[node])
    return tree.tries[edges].astype(np.float64), tree.total[edges].copy()
