"""What a seat knows, which is all but the dice under other cups, and what bots make of it."""

from __future__ import annotations

import quarterdeck.authoring as qd
from liars_dice.rules import CHALLENGE, DICE, FACES, HIDDEN, NONE, SEATS, State, in_play, matching_dice, over


@qd.rule
def blank(s: State, seat: int) -> None:
    """Hide the dice of all others, until the last of them are shown at the end of the match."""
    s.key[0] = s.key[1] = 0
    s.counter = 0
    for other in range(int(s.seats)):
        if other != seat and not over(s):
            s.dice[other, :] = HIDDEN


@qd.rule
def determinize(s: State, seat: int, dice: qd.Dice) -> None:
    """Roll all dice that are hidden from this seat."""
    s.key[0] = qd.quick_word(dice)
    s.key[1] = qd.quick_word(dice)
    for other in range(int(s.seats)):
        if s.dice[other, 0] == HIDDEN:
            s.dice[other, :] = 0
            for _ in range(int(s.left[other])):
                s.dice[other, qd.quick_below(dice, FACES)] += 1


BLOCKS = (
    qd.Block("dice", FACES, "own dice with each face, as parts of five"),
    qd.Block("left", SEATS, "each seat's dice, from the viewer clockwise, as parts of five"),
    qd.Block("count", 1, "the last bid's count, as a part of the dice in play; 0: no bid"),
    qd.Block("face", FACES, "the last bid's face"),
    qd.Block("bidder", SEATS, "who made the last bid, from the viewer clockwise"),
    qd.Block("wild", 1, "whether ones are wild"),
)


@qd.rule
def observe(s: State, seat: int, out: qd.Numbers) -> int:
    """Write what a seat knows as numbers for a network, in the order of `BLOCKS`."""
    at, seats = 0, int(s.seats)
    for face in range(FACES):
        at = qd.put(out, at, qd.part(int(s.dice[seat, face]), DICE))
    for steps in range(SEATS):
        left = int(s.left[qd.clockwise(seat, steps, seats)]) if steps < seats else 0
        at = qd.put(out, at, qd.part(left, DICE))
    bid = int(s.bid)
    at = qd.put(out, at, 0.0 if bid == NONE else (bid // FACES + 1) / in_play(s))
    at = qd.one_hot(out, at, NONE if bid == NONE else bid % FACES, FACES)
    at = qd.one_hot(out, at, qd.steps_to(seat, int(s.bidder), seats), SEATS)
    return qd.flag(out, at, s.wild == 1)


@qd.rule
def judge(s: State, seat: int, ids: qd.Ids, count: int, worth: qd.Worth, dice: qd.Dice) -> None:
    """A rule of thumb for bots: a bid is worth its margin, a challenge what the last bid lacks."""
    for one in range(count):
        action = int(ids[one])
        worth[one] = -margin(s, seat, int(s.bid)) if action == CHALLENGE else margin(s, seat, action)


@qd.rule
def margin(s: State, seat: int, bid: int) -> float:
    """How many dice more than a bid says this seat expects."""
    face, others = bid % FACES, in_play(s) - int(s.left[seat])
    chance = 2.0 / FACES if s.wild and face > 0 else 1.0 / FACES
    return float(matching_dice(s, seat, face) + others * chance - (bid // FACES + 1))
