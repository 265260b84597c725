"""Decisions from self-play of a network, each with its true world and with dealt ones, in compiled loops."""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from quarterdeck.bots.search.net import no_net
from quarterdeck.bots.search.weights import own_net
from quarterdeck.kernel.bits import count_bits, nth_bit
from quarterdeck.kernel.encode import Numbers
from quarterdeck.kernel.jit import compiled, rule
from quarterdeck.kernel.random import Dice, quick_below, quick_chance, quick_word
from quarterdeck.kernel.record import zeros
from quarterdeck.kernel.verbs import apply, blank, determinize, legal, observe, over, setup, to_act
from quarterdeck.lab.compiled_bots.players import Bots, bots_for, by_network
from quarterdeck.play import Game
from quarterdeck.play.position import dice
from quarterdeck.play.registry import find

# Matches side by side in each group.
MATCHES = 64
# On average one decision in APART is kept, because decisions close together are nearly the same.
APART = 8
# The share of kept decisions whose viewer is drawn from all seats; of the others it is the seat to act.
ASIDE = 0.25
# The record arrays of `NetworkMatches.cells`.
VIEW, WORLD, SIGHT = range(3)


class NetworkMatches(NamedTuple):
    """n matches of one game among networks at tables of `seats`.

    `template` [1] is copied and dealt for each match, `states` [n] are the positions, and `dealt` bool [n]
    says whether they are dealt. `cells` [3] are room for a VIEW, a WORLD, and the SIGHT of a seat in that
    world. `dice` [1] are the random numbers for deals, choices and worlds.
    """

    seats: int
    template: Any
    states: Any
    dealt: NDArray[np.bool_]
    cells: Any
    dice: Any
    bots: Bots


def network_matches(game: Game, seed: str) -> NetworkMatches:
    """Fresh matches of a game, which its own network plays. Raises WeightsError."""
    template, rolls = zeros(game.spec.state, 1), zeros(Dice, 1)
    template[0] = game.spec.template(game.options, game.table)
    rolls[0] = dice(seed)
    states, cells = zeros(game.spec.state, MATCHES), zeros(game.spec.state, 3)
    bots = bots_for(game, (own_net(game.id), no_net()), (1.0, 1.0))
    return NetworkMatches(game.players, template, states, np.zeros(MATCHES, np.bool_), cells, rolls, bots)


def gather(name: str, tables: list[NetworkMatches], decisions: int, dealt: int) -> Numbers:
    """Play on until this many decisions are kept, a multiple of the number of tables.

    Returns the observations that the other seats would have in each world: float32 [decisions, dealt + 1,
    most seats - 1, features]. World 0 is the true one; the other worlds, `dealt` in number, are dealt for the
    viewer's information. The seats are counted from the viewer; at a table with fewer seats the last rows are
    0.
    """
    seen = np.zeros((decisions, dealt + 1, find(name).most_players - 1, Game(name).features), np.float32)
    each = decisions // len(tables)
    for group, table in enumerate(tables):
        fill(table, seen[group * each : (group + 1) * each])
    return seen


@compiled
def fill(tables: NetworkMatches, seen: Numbers) -> int:
    """Fill `seen` with kept decisions of one group of matches, as `gather` returns them.

    Returns the number of all decisions made between several legal actions.
    """
    seats = tables.seats
    rolls, ids = tables.dice[0], tables.bots.slate[0].ids
    made = 0
    kept = 0
    i = 0
    while kept < len(seen):
        s = tables.states[i]
        if not tables.dealt[i] or over(s):
            deal(tables, i)
        seat = random_seat(to_act(s), rolls)
        count = legal(s, seat, ids)
        chosen = 0
        if count > 1:
            made += 1
            if quick_below(rolls, APART) == 0:
                viewer = quick_below(rolls, seats) if quick_chance(rolls) < ASIDE else seat
                look_at_worlds(tables, i, viewer, seats, seen[kept])
                kept += 1
            tables.bots.sight[0] = s
            blank(tables.bots.sight[0], seat)
            chosen = by_network(tables.bots, tables.bots.first, seat, count, rolls)
        apply(s, seat, ids[chosen], None)
        i = i + 1 if i + 1 < len(tables.states) else 0
    return made


@rule
def deal(tables: NetworkMatches, i: int) -> None:
    """Begin a new match."""
    tables.states[i] = tables.template[0]
    s = tables.states[i]
    s.key[0] = quick_word(tables.dice[0])
    s.key[1] = quick_word(tables.dice[0])
    setup(s)
    tables.dealt[i] = True


@rule
def random_seat(mask: int, rolls: Any) -> int:
    """One of the seats in the mask, each with the same chance."""
    return nth_bit(mask, quick_below(rolls, count_bits(mask)))


@rule
def look_at_worlds(tables: NetworkMatches, i: int, viewer: int, seats: int, seen: Numbers) -> None:
    """Write one decision to `seen` [dealt + 1, most seats - 1, features]: the true world, then dealt ones."""
    cells = tables.cells
    cells[VIEW] = tables.states[i]
    blank(cells[VIEW], viewer)
    for number in range(len(seen)):
        if number == 0:
            cells[WORLD] = tables.states[i]
        else:
            cells[WORLD] = cells[VIEW]
            determinize(cells[WORLD], viewer, tables.dice[0])
        for away in range(1, seats):
            other = (viewer + away) % seats
            cells[SIGHT] = cells[WORLD]
            blank(cells[SIGHT], other)
            observe(cells[SIGHT], other, seen[number, away - 1])
