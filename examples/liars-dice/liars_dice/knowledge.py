"""What a seat knows, which is all but the dice under other cups, and what bots make of it."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from liars_dice.rules import CHALLENGE, DICE, FACES, HIDDEN, NONE, SEATS, State, in_play, matching_dice, over
from quarterdeck.kernel.encode import Block, flag, one_hot, part, put
from quarterdeck.kernel.jit import rule
from quarterdeck.kernel.random import Dice, quick_below, quick_word
from quarterdeck.kernel.ring import clockwise, steps_to
from quarterdeck.kernel.verbs import Ids


@rule
def blank(s: State, seat: int) -> None:
    """Hide the dice of all others, until the last of them are shown at the end of the match."""
    s.key[0] = s.key[1] = 0
    s.counter = 0
    for other in range(int(s.seats)):
        if other != seat and not over(s):
            for face in range(FACES):
                s.dice[other, face] = HIDDEN


@rule
def determinize(s: State, seat: int, dice: Dice) -> None:
    """Roll all dice that are hidden from this seat."""
    s.key[0] = quick_word(dice)
    s.key[1] = quick_word(dice)
    for other in range(int(s.seats)):
        if s.dice[other, 0] == HIDDEN:
            for face in range(FACES):
                s.dice[other, face] = 0
            for _ in range(int(s.left[other])):
                s.dice[other, quick_below(dice, FACES)] += 1


BLOCKS = (
    Block("dice", FACES, "own dice with each face, as parts of five"),
    Block("left", SEATS, "each seat's dice, from the viewer clockwise, as parts of five"),
    Block("count", 1, "the last bid's count, as a part of the dice in play; 0: no bid"),
    Block("face", FACES, "the last bid's face"),
    Block("bidder", SEATS, "who made the last bid, from the viewer clockwise"),
    Block("wild", 1, "whether ones are wild"),
)


@rule
def observe(s: State, seat: int, out: NDArray[np.float32]) -> int:
    """Write what a seat knows as numbers for a network, in the order of `BLOCKS`."""
    at, seats = 0, int(s.seats)
    for face in range(FACES):
        at = put(out, at, part(int(s.dice[seat, face]), DICE))
    for steps in range(SEATS):
        left = int(s.left[clockwise(seat, steps, seats)]) if steps < seats else 0
        at = put(out, at, part(left, DICE))
    bid = int(s.bid)
    at = put(out, at, 0.0 if bid == NONE else (bid // FACES + 1) / in_play(s))
    at = one_hot(out, at, NONE if bid == NONE else bid % FACES, FACES)
    at = one_hot(out, at, steps_to(seat, int(s.bidder), seats), SEATS)
    return flag(out, at, s.wild == 1)


@rule
def judge(s: State, seat: int, ids: Ids, count: int, worth: NDArray[np.float64], dice: Dice) -> None:
    """A rule of thumb for bots: a bid is worth its margin, a challenge what the last bid lacks."""
    for one in range(count):
        action = int(ids[one])
        worth[one] = -margin(s, seat, int(s.bid)) if action == CHALLENGE else margin(s, seat, action)


@rule
def margin(s: State, seat: int, bid: int) -> float:
    """How many dice more than a bid says this seat expects."""
    face, others = bid % FACES, in_play(s) - int(s.left[seat])
    chance = 2.0 / FACES if s.wild and face > 0 else 1.0 / FACES
    return float(matching_dice(s, seat, face) + others * chance - (bid // FACES + 1))
