"""Information-set Monte Carlo tree search, written once for all games.

MO-ISMCTS of Cowling, Powley and Whitehouse 2012 ("Information Set Monte Carlo Tree Search"): every simulation
deals the unknown anew as the searching seat may know it and walks down through the information sets of
whoever is to act. Actions are chosen by PUCT (Rosin 2011; Silver et al. 2017). From the first new information
set on all play as is expected of them for some choices, then the network's estimate of who will win ends it;
without a network it is played on at random. What others do need not be searched for in the tree, either: it
can be drawn from what is expected of them.
"""

from __future__ import annotations

from math import sqrt
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from quarterdeck.bots.search.net import Net, look, rate_actions, rate_seats, sample
from quarterdeck.bots.search.tree import EMPTY, Tree, add, find, hashed, room_for
from quarterdeck.bots.thumb.judge import judge, take
from quarterdeck.kernel.bits import has
from quarterdeck.kernel.encode import Numbers
from quarterdeck.kernel.jit import compiled, rule
from quarterdeck.kernel.random import quick_below, quick_chance
from quarterdeck.kernel.verbs import apply, blank, determinize, legal, observe, over, to_act, winners

DEPTH = 64
WORLD, SIGHT = 1, 2


class Desk(NamedTuple):
    """What a search works with beside its tree.

    `cells` is a record array of three: the view, the WORLD of the present simulation, and the SIGHT of it
    that a seat has; `words` uint64 [3, …] are their bytes. `slate` has room for legal actions
    (`kernel.batch.Slate`). `path` int64 [DEPTH, 3] holds node, edge and seat of each step; `reward` float64
    [seats + 1], the last for nobody, of the present simulation, `sums` of all so far. `seen` float32
    [features] and `prior` float32 are what the network gets and gives, `lower` and `upper` float32 [units]
    its layers; `worth` float64 is what rules of thumb say.
    """

    cells: Any
    words: NDArray[np.uint64]
    dice: Any
    slate: Any
    path: NDArray[np.int64]
    reward: NDArray[np.float64]
    sums: NDArray[np.float64]
    seen: Numbers
    lower: Numbers
    upper: Numbers
    prior: Numbers
    worth: NDArray[np.float64]


class Manner(NamedTuple):
    """How a search goes: `explore` is PUCT's constant, `steady` the share of choices that follow what was
    chosen before, in proportion; `expected` the share of others' choices that are not searched for but drawn
    from what sensible players do, by rules of thumb if `taught`, else by what the network says; `ahead` how
    many choices beyond the tree are drawn from that, too, before the network is asked who will win.

    Where what others do is hidden, the best answer to their last answer goes round in circles; following
    its own average at times leads a search toward play that can't be exploited (Heinrich and Silver 2015,
    "Smooth UCT Search in Computer Poker").
    """

    explore: float
    steady: float
    expected: float
    taught: bool
    ahead: int


@compiled
def search(
    tree: Tree, desk: Desk, net: Net, manner: Manner, viewer: int, seats: int, simulations: int
) -> int:
    """Run so many simulations from the view in `desk.cells[0]`; returns the moves played in all."""
    moves = 0
    for _ in range(simulations):
        desk.cells[WORLD] = desk.cells[0]
        determinize(desk.cells[WORLD], viewer, desk.dice[0])
        moves += simulate(tree, desk, net, manner, viewer, seats)
        for one in range(seats + 1):
            desk.sums[one] += desk.reward[one]
    return moves


@rule
def simulate(tree: Tree, desk: Desk, net: Net, manner: Manner, viewer: int, seats: int) -> int:
    """One simulation, in the tree and beyond; returns the moves played."""
    world = desk.cells[WORLD]
    asked = len(net.first) > 0
    left = manner.ahead
    steps = 0
    plies = 0
    beyond = False
    while not over(world):
        seat = next_seat(to_act(world), viewer, seats)
        count = legal(world, seat, desk.slate[0].ids)
        chosen = 0
        if count > 1:
            expected = is_expected(desk, manner, seat, viewer)
            if expected or asked or not beyond:
                desk.cells[SIGHT] = desk.cells[WORLD]
                blank(desk.cells[SIGHT], seat)
            node = EMPTY
            new = False
            if not expected and not beyond:
                # The first that the tree does not know: from here on the way is beyond it.
                node = met(tree, desk, seat, steps)
                new = node == EMPTY
                beyond = new
            ends = beyond and asked and left == 0
            if new or ends:
                rate(desk, net, seat, seats, count)
            if new:
                enter(tree, desk, seat, count)
            if ends:
                back_up(tree, desk, steps)
                return plies
            if new and not asked and manner.expected == 0:
                plies += wander(world, desk, seats)
                break
            if expected or (beyond and asked):
                chosen = expect(desk, net, manner, seat, count)
                if beyond:
                    left -= 1
            elif beyond:
                chosen = quick_below(desk.dice[0], count)
            else:
                chosen = choose(tree, desk, manner, node)
                steps = note(desk, steps, node, int(tree.first[node]) + chosen, seat)
        apply(world, seat, desk.slate[0].ids[chosen], None)
        plies += 1
    share(desk, winners(world), seats)
    back_up(tree, desk, steps)
    return plies


@rule
def wander(world: Any, desk: Desk, seats: int) -> int:
    """Play on at random to the end; returns the moves played. Compiled with nothing else in its loop, random
    play is half as fast again.
    """
    plies = 0
    ids = desk.slate[0].ids
    acting = to_act(world)
    while acting:
        seat = next_seat(acting, 0, seats)
        count = legal(world, seat, ids)
        chosen = quick_below(desk.dice[0], count) if count > 1 else 0
        apply(world, seat, ids[chosen], None)
        plies += 1
        acting = to_act(world)
    return plies


@rule
def next_seat(acting: int, viewer: int, seats: int) -> int:
    """Of those who may act the first from the viewer on: then its own choice comes before all that are made
    at the same time, in the information set in which it is made.
    """
    seat = max(viewer, 0)
    while not has(acting, seat):
        seat = seat + 1 if seat + 1 < seats else 0
    return seat


@rule
def is_expected(desk: Desk, manner: Manner, seat: int, viewer: int) -> bool:
    """Whether this choice of a seat is drawn from what is expected of it."""
    return seat != viewer and manner.expected > 0 and quick_chance(desk.dice[0]) < manner.expected


@rule
def expect(desk: Desk, net: Net, manner: Manner, seat: int, count: int) -> int:
    """Which of the legal actions a sensible player takes, who sees what this seat sees."""
    if manner.taught:
        judge(desk.cells[SIGHT], seat, desk.slate[0].ids, count, desk.worth, desk.dice[0])
        return take(desk.worth, count, desk.dice[0])
    think(desk, net, seat, count)
    return sample(desk.prior, count, desk.dice[0])


@rule
def think(desk: Desk, net: Net, seat: int, count: int) -> None:
    """What the network makes of a seat's sight, and its actions' shares."""
    observe(desk.cells[SIGHT], seat, desk.seen)
    look(net, desk.seen, desk.lower, desk.upper)
    rate_actions(net, desk.upper, desk.slate[0].ids, count, desk.prior)


@rule
def met(tree: Tree, desk: Desk, seat: int, steps: int) -> int:
    """The node of what a seat sees of the world; EMPTY if there is none, or too far down."""
    return int(tree.slot[find(tree, hashed(desk.words[SIGHT], seat + 1))]) if steps < DEPTH else EMPTY


@rule
def enter(tree: Tree, desk: Desk, seat: int, count: int) -> None:
    """From now on there is a node of what a seat sees of the world, with what `rate` has said of it, unless
    there was one or it does not fit.
    """
    key = hashed(desk.words[SIGHT], seat + 1)
    at = find(tree, key)
    if tree.slot[at] == EMPTY and room_for(tree, count):
        add(tree, at, key, desk.slate[0].ids, count, desk.prior)
        tree.visits[tree.slot[at]] = 1
        tree.worth[tree.slot[at]] = desk.reward[seat]


@rule
def note(desk: Desk, steps: int, node: int, edge: int, seat: int) -> int:
    """Another step of the way; returns how many there are now."""
    desk.path[steps, 0] = node
    desk.path[steps, 1] = edge
    desk.path[steps, 2] = seat
    return steps + 1


@rule
def rate(desk: Desk, net: Net, seat: int, seats: int, count: int) -> None:
    """What the network says of a seat's sight: its actions' shares, who will win; without one nothing."""
    if len(net.first) > 0:
        think(desk, net, seat, count)
        rate_seats(net, desk.upper, seat, seats, desk.reward)
    else:
        for one in range(count):
            desk.prior[one] = 1 / count
        share(desk, (1 << seats) - 1, seats)


@rule
def choose(tree: Tree, desk: Desk, manner: Manner, node: int) -> int:
    """Which of a node's edges to follow: now and then the usual, else the most promising."""
    tried = tree.visits[node] > 1
    if tried and manner.steady > 0 and quick_chance(desk.dice[0]) < manner.steady:
        return usual(tree, desk, node)
    return select(tree, manner, node)


@rule
def usual(tree: Tree, desk: Desk, node: int) -> int:
    """One of a node's edges, each as likely as it was tried."""
    first = int(tree.first[node])
    left = quick_chance(desk.dice[0]) * (tree.visits[node] - 1)
    last = int(tree.edges[node]) - 1
    for one in range(last):
        left -= tree.tries[first + one]
        if left < 0:
            return one
    return last


@rule
def select(tree: Tree, manner: Manner, node: int) -> int:
    """Which of a node's edges to follow: the best by PUCT. One never tried is worth what its node is."""
    first = int(tree.first[node])
    visits = tree.visits[node]
    unknown = tree.worth[node] / visits
    urge = manner.explore * sqrt(visits)
    best = -1.0
    found = first
    for edge in range(first, first + int(tree.edges[node])):
        tries = tree.tries[edge]
        worth = tree.total[edge] / tries if tries else unknown
        worth += urge * tree.prior[edge] / (1 + tries)
        if worth > best:
            best = worth
            found = edge
    return found - first


@rule
def share(desk: Desk, won: int, seats: int) -> None:
    """Each seat's part of the win of the seats in a mask, in `desk.reward`; of no seats it is nobody's."""
    number = 0
    for seat in range(seats):
        number += int(has(won, seat))
    for seat in range(seats):
        desk.reward[seat] = int(has(won, seat)) / max(number, 1)
    desk.reward[seats] = 0 if number else 1


@rule
def back_up(tree: Tree, desk: Desk, steps: int) -> None:
    """Note the rewards along the way."""
    for step in range(steps):
        node = desk.path[step, 0]
        edge = desk.path[step, 1]
        reward = desk.reward[desk.path[step, 2]]
        tree.visits[node] += 1
        tree.worth[node] += reward
        tree.tries[edge] += 1
        tree.total[edge] += reward
