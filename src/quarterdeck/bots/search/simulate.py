"""Information-set Monte Carlo tree search, written once for all games.

This is MO-ISMCTS of Cowling, Powley and Whitehouse 2012 ("Information Set Monte Carlo Tree Search"). Each
simulation determinizes the searching seat's view and walks down the tree through the information sets of the
seats to act: `select`, `expand`, `evaluate`, `backup`. PUCT selects the edges (Rosin 2011; Silver et al.
2017). At a new leaf the network estimates who will win; without a network the rollout goes on to the end, at
random or by a model of sensible players. Choices of other seats may be drawn from this model inside the tree,
too, instead of being searched.
"""

from __future__ import annotations

from math import sqrt
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from quarterdeck.bots.heuristics.judge import judge, take
from quarterdeck.bots.search.net import Activations, Net, forward, policy_head, sample, value_head
from quarterdeck.bots.search.tree import EMPTY, Tree, add, find, hashed, room_for
from quarterdeck.kernel.bits import has
from quarterdeck.kernel.encode import Numbers
from quarterdeck.kernel.jit import compiled, rule
from quarterdeck.kernel.random import quick_below, quick_chance
from quarterdeck.kernel.verbs import apply, blank, determinize, legal, observe, over, to_act, winners

DEPTH = 64
WORLD, SIGHT = 1, 2


class Workspace(NamedTuple):
    """The arrays that a search uses besides its tree.

    - `cells`: a record array of three: the view; the WORLD, its current determinization; and the SIGHT, the
      world blanked for the seat to act. `words` uint64 [3, …] are the same memory.
    - `dice`: the random numbers of the search, one record.
    - `slate`: room for legal actions (`kernel.batch.Slate`).
    - `path`: int64 [DEPTH, 3], the node, edge and seat of each step through the tree.
    - `reward`: float64 [seats + 1], the rewards of the current simulation, the last entry nobody's; `sums`:
      their sums over all simulations.
    - `room`: for the network's layers; `prior`: float32, its policy.
    - `worth`: float64, the heuristics' rating of the legal actions.
    """

    cells: Any
    words: NDArray[np.uint64]
    dice: Any
    slate: Any
    path: NDArray[np.int64]
    reward: NDArray[np.float64]
    sums: NDArray[np.float64]
    room: Activations
    prior: Numbers
    worth: NDArray[np.float64]


class Parameters(NamedTuple):
    """The constants of a search.

    - `exploration`: PUCT's constant.
    - `averaging`: the share of selections that follow an edge in proportion to its visits, not the best one.
    - `modelled`: the share of other seats' choices that are drawn from the opponent model instead of being
      searched; 0 without a model.
    - `by_heuristics`: true if that model is the heuristics, false if it is the network's policy.

    Against hidden choices, best responses cycle. Following the average strategy at times steers the search
    towards unexploitable play (Heinrich and Silver 2015, "Smooth UCT Search in Computer Poker").
    """

    exploration: float
    averaging: float
    modelled: float
    by_heuristics: bool


@compiled
def search(
    tree: Tree, space: Workspace, net: Net, parameters: Parameters, viewer: int, seats: int, simulations: int
) -> int:
    """Run this many simulations from the view in `space.cells[0]`; returns the total number of plies
    played.
    """
    plies = 0
    for _ in range(simulations):
        space.cells[WORLD] = space.cells[0]
        determinize(space.cells[WORLD], viewer, space.dice[0])
        plies += simulate(tree, space, net, parameters, viewer, seats)
        for one in range(seats + 1):
            space.sums[one] += space.reward[one]
    return plies


@rule
def simulate(tree: Tree, space: Workspace, net: Net, parameters: Parameters, viewer: int, seats: int) -> int:
    """Run one simulation, in the tree and beyond it; returns the number of plies played."""
    world = space.cells[WORLD]
    has_net = len(net.first) > 0
    steps = 0
    plies = 0
    beyond = False
    while not over(world):
        seat = next_seat(to_act(world), viewer, seats)
        count = legal(world, seat, space.slate[0].ids)
        chosen = 0
        if count > 1:
            # Beyond the tree the viewer plays as well as the others: else its chances would look too low.
            modelled = is_modelled(space, parameters, seat, viewer) or (beyond and parameters.by_heuristics)
            if modelled or not beyond:
                space.cells[SIGHT] = space.cells[WORLD]
                blank(space.cells[SIGHT], seat)
            node = EMPTY
            new = False
            if not modelled and not beyond:
                # The first information set outside the tree is the leaf. The rollout begins there.
                node = node_of(tree, space, seat, steps)
                new = node == EMPTY
                beyond = new
            if new:
                evaluate(space, net, seat, seats, count)
                expand(tree, space, seat, count)
            if new and has_net:
                backup(tree, space, steps)
                return plies
            if new and parameters.modelled == 0:
                plies += random_rollout(world, space, seats)
                break
            if modelled:
                chosen = modelled_action(space, net, parameters, seat, count)
            elif beyond:
                chosen = quick_below(space.dice[0], count)
            else:
                chosen = select(tree, space, parameters, node)
                steps = record_step(space, steps, node, int(tree.first[node]) + chosen, seat)
        apply(world, seat, space.slate[0].ids[chosen], None)
        plies += 1
    share_win(space.reward, winners(world))
    backup(tree, space, steps)
    return plies


@rule
def random_rollout(world: Any, space: Workspace, seats: int) -> int:
    """Play at random to the end; returns the number of plies played.

    A loop of its own is 1.5 times as fast as the loop of `simulate` would be.
    """
    plies = 0
    ids = space.slate[0].ids
    acting = to_act(world)
    while acting:
        seat = next_seat(acting, 0, seats)
        count = legal(world, seat, ids)
        chosen = quick_below(space.dice[0], count) if count > 1 else 0
        apply(world, seat, ids[chosen], None)
        plies += 1
        acting = to_act(world)
    return plies


@rule
def next_seat(acting: int, viewer: int, seats: int) -> int:
    """The first seat that may act, going clockwise from the viewer.

    If several seats may act at once, the viewer acts first, and so in its real information set.
    """
    seat = max(viewer, 0)
    while not has(acting, seat):
        seat = seat + 1 if seat + 1 < seats else 0
    return seat


@rule
def is_modelled(space: Workspace, parameters: Parameters, seat: int, viewer: int) -> bool:
    """Whether this choice of a seat is drawn from the opponent model."""
    if seat == viewer or parameters.modelled == 0:
        return False
    return quick_chance(space.dice[0]) < parameters.modelled


@rule
def modelled_action(space: Workspace, net: Net, parameters: Parameters, seat: int, count: int) -> int:
    """Index of the legal action that the opponent model takes with this seat's information."""
    if parameters.by_heuristics:
        judge(space.cells[SIGHT], seat, space.slate[0].ids, count, space.worth, space.dice[0])
        return take(space.worth, count, space.dice[0])
    apply_net(space, net, seat, count)
    return sample(space.prior, count, space.dice[0])


@rule
def apply_net(space: Workspace, net: Net, seat: int, count: int) -> None:
    """Run the network on a seat's sight. Fills its layers, and `prior` with its policy over legal actions."""
    observe(space.cells[SIGHT], seat, space.room.seen)
    forward(net, space.room)
    ids = space.slate[0].ids
    policy_head(net, space.room.upper, space.cells[SIGHT], seat, ids, count, space.prior)


@rule
def node_of(tree: Tree, space: Workspace, seat: int, steps: int) -> int:
    """The node of the seat's information set; EMPTY if the tree has none, or the path is full."""
    return int(tree.slot[find(tree, hashed(space.words[SIGHT], seat + 1))]) if steps < DEPTH else EMPTY


@rule
def expand(tree: Tree, space: Workspace, seat: int, count: int) -> None:
    """Add a node for the seat's information set, with the prior from `evaluate`, if the tree has room."""
    key = hashed(space.words[SIGHT], seat + 1)
    at = find(tree, key)
    if tree.slot[at] == EMPTY and room_for(tree, count):
        add(tree, at, key, space.slate[0].ids, count, space.prior)
        tree.visits[tree.slot[at]] = 1
        tree.rewards[tree.slot[at]] = space.reward[seat]


@rule
def record_step(space: Workspace, steps: int, node: int, edge: int, seat: int) -> int:
    """Add a step to the path; returns the new length."""
    space.path[steps, 0] = node
    space.path[steps, 1] = edge
    space.path[steps, 2] = seat
    return steps + 1


@rule
def evaluate(space: Workspace, net: Net, seat: int, seats: int, count: int) -> None:
    """Fill `prior` with the network's policy on the seat's sight, `reward` with each seat's chance to win.

    Without a network the legal actions have equal probabilities, and the seats equal chances.
    """
    if len(net.first) > 0:
        apply_net(space, net, seat, count)
        value_head(net, space.room.upper, seat, seats, space.reward)
    else:
        for one in range(count):
            space.prior[one] = 1 / count
        share_win(space.reward, (1 << seats) - 1)


@rule
def select(tree: Tree, space: Workspace, parameters: Parameters, node: int) -> int:
    """Index of the edge to follow from a node: sometimes drawn by visits, otherwise the best by PUCT."""
    visited = tree.visits[node] > 1
    if visited and parameters.averaging > 0 and quick_chance(space.dice[0]) < parameters.averaging:
        return sample_by_visits(tree, space, node)
    return best_by_puct(tree, parameters, node)


@rule
def sample_by_visits(tree: Tree, space: Workspace, node: int) -> int:
    """Index of one of a node's edges, drawn in proportion to its visits."""
    first = int(tree.first[node])
    left = quick_chance(space.dice[0]) * (tree.visits[node] - 1)
    last = int(tree.edges[node]) - 1
    for one in range(last):
        left -= tree.tries[first + one]
        if left < 0:
            return one
    return last


@rule
def best_by_puct(tree: Tree, parameters: Parameters, node: int) -> int:
    """Index of a node's edge with the highest PUCT value. An edge never followed counts with the node's
    mean reward.
    """
    first = int(tree.first[node])
    visits = tree.visits[node]
    unknown = tree.rewards[node] / visits
    scale = parameters.exploration * sqrt(visits)
    best = -1.0
    found = first
    for edge in range(first, first + int(tree.edges[node])):
        tries = tree.tries[edge]
        value = tree.total[edge] / tries if tries else unknown
        value += scale * tree.prior[edge] / (1 + tries)
        if value > best:
            best = value
            found = edge
    return found - first


@rule
def share_win(reward: NDArray[np.float64], won: int) -> None:
    """Write each seat's share of the win to `reward` [seats + 1]; `won` is a bit mask of the winners.

    The last entry is nobody's: 1 if there are no winners, else 0.
    """
    seats = len(reward) - 1
    number = 0
    for seat in range(seats):
        number += int(has(won, seat))
    for seat in range(seats):
        reward[seat] = int(has(won, seat)) / max(number, 1)
    reward[seats] = 0 if number else 1


@rule
def backup(tree: Tree, space: Workspace, steps: int) -> None:
    """Add the rewards to the nodes and edges along the path."""
    for step in range(steps):
        node = space.path[step, 0]
        edge = space.path[step, 1]
        reward = space.reward[space.path[step, 2]]
        tree.visits[node] += 1
        tree.rewards[node] += reward
        tree.tries[edge] += 1
        tree.total[edge] += reward
