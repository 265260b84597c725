"""Compiled entry points over any game: single steps from Python, and many random games at once."""

from __future__ import annotations

from typing import Annotated, Any, TypeAlias

import numpy as np
from numpy.typing import NDArray

from quarterdeck.kernel.events import News, keep_heard
from quarterdeck.kernel.jit import compiled, compiled_briefly, rule
from quarterdeck.kernel.random import Dice, quick_below, siphash
from quarterdeck.kernel.record import Cell, I64s, Records, record, zeros
from quarterdeck.kernel.ring import first_seat
from quarterdeck.kernel.verbs import (
    Ids,
    apply,
    blank,
    canonical,
    determinize,
    legal,
    observe,
    over,
    scores,
    setup,
    to_act,
)

# The most actions of a game, and the most that are legal at once. With a seat of `ring.MOST_SEATS` an action
# fits into the 16 bits of a recorded move.
MOST_ACTIONS = 4096
MAX_LEGAL = 1024
# Extra room for ids: rules may write one beyond the last, and steps of lanes fill up the last group of ids
# (`lab.lanes.play.show_legal`).
SPARE = 8
# The highest limit of plies, which are counted in 32 bits.
MOST_PLIES = 1_000_000_000

# The steps of `fast_step`: play a seat's action; deal; change nothing; blank the record for a seat; change
# nothing, but list a given seat's actions.
PLAY, DEAL, READ, BLANK, LOOK = range(5)
# The result of a step: a bit mask of the seats that may act after it; the number of ids on the slate; the
# number of facts in the news; a bit mask of the seats to which a fact was told in confidence.
Taken: TypeAlias = tuple[int, int, int, int]


def no_ids() -> Ids:
    """An array with room for the ids of all legal actions of any position: int64 [MAX_LEGAL + SPARE]."""
    return np.zeros(MAX_LEGAL + SPARE, np.int64)


@record
class Slate:
    """Room for the ids of legal actions as a record, to be passed instead of an array.

    For each array argument compiled code counts references, which takes longer than listing a few actions.
    """

    ids: Annotated[I64s, MAX_LEGAL + SPARE]


def slate() -> Records:
    """Room for the ids of legal actions in fast loops: one `Slate`."""
    return zeros(Slate, 1)


@compiled_briefly
def fast_canonical(one: Cell, seat: int, action: int) -> int:
    """The canonical action of a seat's action."""
    return canonical(one[0], seat, action)


@compiled_briefly
def fast_step(one: Cell, step: int, seat: int, action: int, news: Cell, room: Cell) -> Taken:
    """Take one of the steps above and list the legal actions after it, so that a move needs only one call.

    Records are passed in cells (`record.cell`): the state, the news, and as `room` a `slate`. The slate gets
    the ids of the legal actions, ascending: after `PLAY`, `DEAL` and `READ` those of the first seat that may
    act, after `BLANK` and `LOOK` those of `seat` (−1: none). For `BLANK`, `action` is the number of facts in
    the news; the step keeps those that the seat may know.
    """
    s = one[0]
    told, confided = 0, 0
    if step == PLAY:
        news[0].told = 0
        apply(s, seat, action, news[0])
        told = int(news[0].told)
    elif step == DEAL:
        setup(s)
    elif step == BLANK:
        blank(s, seat)
        told = keep_heard(news[0], action, seat)
    acting = to_act(s)
    asked = seat
    if step < BLANK:
        asked = first_seat(acting) if acting else -1
    found = 0
    if asked >= 0:
        found = legal(s, asked, room[0].ids)
    for row in range(told):
        audience = int(news[0].fact[row, 1])
        confided |= 1 << audience if audience >= 0 else 0
    return acting, found, told, confided


@compiled_briefly
def fast_script(one: Cell, step: int, seat: int, action: int, news: Cell, room: Cell) -> Taken:
    """`fast_step` for a record with a script (`kernel.script`), with the steps `PLAY`, `DEAL` and `READ`.

    Its last result is not a bit mask: it is the number of weights of the draw that the script leaves open, or
    0 if the script decides all draws.
    """
    s = one[0]
    news[0].told = 0
    if step == PLAY:
        apply(s, seat, action, news[0])
    elif step == DEAL:
        setup(s)
    acting = to_act(s)
    found = 0
    if acting:
        found = legal(s, first_seat(acting), room[0].ids)
    return acting, found, int(news[0].told), int(s.script_open)


@compiled
def fast_determinize(one: Cell, seat: int, dice: Cell) -> None:
    """`determinize`, compiled; the dice are in a cell, too."""
    determinize(one[0], seat, dice[0])


@compiled
def fast_observe(one: Cell, seat: int, out: NDArray[np.float32]) -> int:
    """`observe`, compiled; `out` is float32 [features]."""
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
    """Play one random legal action of the first seat that may act; returns 1, the number of moves."""
    seat = first_seat(to_act(s))
    n = legal(s, seat, ids)
    apply(s, seat, int(ids[quick_below(chooser, n)]), news)
    return 1
