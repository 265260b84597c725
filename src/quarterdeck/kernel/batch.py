"""Compiled entry points over any game: single steps from Python, and many random games at once."""

from __future__ import annotations

from typing import Annotated, Any

import numpy as np
from numpy.typing import NDArray

from quarterdeck.kernel.events import News
from quarterdeck.kernel.jit import compiled, rule
from quarterdeck.kernel.random import Dice, quick_below, siphash
from quarterdeck.kernel.record import Cell, I64s, Records, record, zeros
from quarterdeck.kernel.ring import first_seat
from quarterdeck.kernel.verbs import (
    Ids,
    apply,
    blank,
    determinize,
    legal,
    observe,
    over,
    scores,
    setup,
    to_act,
)

MAX_LEGAL = 1024


def no_ids() -> Ids:
    """An array with room for the ids of all legal actions of any position."""
    return np.zeros(MAX_LEGAL, np.int64)


@record
class Slate:
    """The same room as a record.

    An array argument costs compiled code a reference count, which takes longer than listing a few actions.
    """

    ids: Annotated[I64s, MAX_LEGAL]


def slate() -> Records:
    """Room for the ids of legal actions in fast loops: one `Slate`."""
    return zeros(Slate, 1)


@compiled
def fast_to_act(one: Cell) -> int:
    """`to_act`, compiled. Like all functions here it takes its record in a cell (`record.cell`)."""
    return to_act(one[0])


@compiled
def fast_legal(one: Cell, seat: int, out: Ids) -> int:
    """`legal`, compiled."""
    return legal(one[0], seat, out)


@compiled
def fast_apply(one: Cell, seat: int, action: int, news: Cell) -> None:
    """`apply`, compiled; the news is in a cell as well."""
    apply(one[0], seat, action, news[0])


@compiled
def fast_blank(one: Cell, seat: int) -> None:
    """`blank`, compiled."""
    blank(one[0], seat)


@compiled
def fast_determinize(one: Cell, seat: int, dice: Cell) -> None:
    """`determinize`, compiled; the dice are in a cell as well."""
    determinize(one[0], seat, dice[0])


@compiled
def fast_observe(one: Cell, seat: int, out: NDArray[np.float32]) -> int:
    """`observe`, compiled."""
    return observe(one[0], seat, out)


@compiled
def playouts(states: Any, dice: Any, room: Any, news: News, out: NDArray[np.int16], first: int) -> int:
    """Play random games to the end; return the total number of moves.

    `states` is a record array of two: the template (options and table set, not dealt) and room for the
    present game. `dice` is a record array of two: the master key, and the random player's own counter. `room`
    is a `slate`. Game i writes its scores to `out[i]` (int16, [games, seats]). Its key is made of the master
    key and `first + i`, so splitting a batch changes no game.
    """
    moves = 0
    master = dice[0]
    chooser = dice[1]
    ids = room[0].ids
    for i in range(len(out)):
        states[1] = states[0]
        s = states[1]
        moves += random_game(s, master, first + i, chooser, ids, news)
        scores(s, out[i])
    return moves


@rule
def random_game(s: Any, master: Dice, number: int, chooser: Dice, ids: Ids, news: News | None) -> int:
    """Deal a template with a key made of the master key and a number, and play random moves to the end.

    Returns the number of moves.
    """
    s.key[0] = siphash(master.key[0], master.key[1], 3 * number)
    s.key[1] = siphash(master.key[0], master.key[1], 3 * number + 1)
    chooser.key[0] = siphash(master.key[0], master.key[1], 3 * number + 2)
    chooser.counter = 0
    setup(s)
    moves = 0
    while not over(s):
        moves += random_move(s, chooser, ids, news)
    return moves


@rule
def random_move(s: Any, chooser: Dice, ids: Ids, news: News | None) -> int:
    """Play one random legal action of the first seat that may act."""
    seat = first_seat(to_act(s))
    n = legal(s, seat, ids)
    apply(s, seat, int(ids[quick_below(chooser, n)]), news)
    return 1
