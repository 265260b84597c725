"""The record and the rules of Liar's Dice, in the order of `game.RULEBOOK`."""

from __future__ import annotations

from typing import Annotated

import quarterdeck.authoring as qd

SEATS, FACES, DICE = 6, 6, 5
NONE = -1  # no bid yet, no bidder
HIDDEN = -1  # in a view: dice under another player's cup

# The ids of actions: bids as they rise, (count - 1) * FACES + face - 1, then the challenge.
CHALLENGE = SEATS * DICE * FACES

# Kinds of facts; `game.FACTS` names their numbers.
ROUND, ROLLED, BID, CHALLENGED, SHOWN, LOST, WON = range(7)


@qd.record
class State:
    """One position. Only the dice under the cups are secret. Faces count from 0: a one is face 0."""

    key: Annotated[qd.U64s, 2]  # the secret of the deal
    counter: qd.U16  # random numbers drawn so far
    round_no: qd.I16  # from 1
    bid: qd.I16  # the id of the last bid of this round
    seats: qd.I8
    wild: qd.I8  # 1: ones count as every face (LD-7)
    turn: qd.I8  # the seat to act; once the match is over, the winner
    bidder: qd.I8  # who made the last bid
    left: Annotated[qd.I8s, SEATS]  # dice of each seat
    dice: Annotated[qd.I8s, SEATS, FACES]  # how many dice under a seat's cup show each face


@qd.rule
def setup(s: State) -> None:
    """LD-1: chance says who begins, and everybody rolls."""
    s.turn = qd.below(s, int(s.seats))
    s.round_no = 1
    roll(s, None)


@qd.rule
def roll(s: State, news: qd.News | None) -> None:
    """LD-1: everybody rolls the dice they have left, and is told of them; no bid is made yet."""
    s.bid = s.bidder = NONE
    for seat in range(int(s.seats)):
        s.dice[seat, :] = 0
        for _ in range(int(s.left[seat])):
            s.dice[seat, qd.below(s, FACES)] += 1
        for face in range(FACES):
            if s.dice[seat, face] > 0:
                qd.tell(news, ROLLED, seat, seat, int(s.dice[seat, face]), face + 1, 0)


@qd.rule
def to_act(s: State) -> int:
    """Bit mask of the seat whose turn it is."""
    return 0 if over(s) else 1 << int(s.turn)


@qd.rule
def legal(s: State, seat: int, out: qd.Ids) -> int:
    """LD-2, LD-3: every higher bid on as many dice as there are; LD-4: a challenge, if there is a bid."""
    if seat != s.turn or over(s):
        return 0
    n = 0
    for action in range(int(s.bid) + 1, in_play(s) * FACES):
        out[n] = action
        n += 1
    if s.bid != NONE:
        out[n] = CHALLENGE
        n += 1
    return n


@qd.rule
def in_play(s: State) -> int:
    """The dice of all players."""
    total = 0
    for seat in range(int(s.seats)):
        total += int(s.left[seat])
    return total


@qd.rule
def apply(s: State, seat: int, action: int, news: qd.News) -> None:
    """Carry out a legal action and all that follows from it without a decision."""
    if action == CHALLENGE:
        challenge(s, seat, news)
    else:
        qd.tell(news, BID, qd.ALL, seat, action // FACES + 1, action % FACES + 1, 0)
        s.bid = action
        s.bidder = seat
        s.turn = next_seat(s, seat)


@qd.rule
def challenge(s: State, seat: int, news: qd.News) -> None:
    """LD-4: all dice are shown; who is wrong loses a die."""
    bidder = int(s.bidder)
    qd.tell(news, CHALLENGED, qd.ALL, seat, bidder, 0, 0)
    count, face = int(s.bid) // FACES + 1, int(s.bid) % FACES
    found = 0
    for other in range(int(s.seats)):
        matching = matching_dice(s, other, face)
        found += matching
        if s.left[other] > 0:
            qd.tell(news, SHOWN, qd.ALL, other, matching, face + 1, 0)
    lose_die(s, seat if found >= count else bidder, found, news)


@qd.rule
def matching_dice(s: State, seat: int, face: int) -> int:
    """LD-7: a seat's dice with this face, and its ones if they are wild."""
    ones = int(s.dice[seat, 0]) if s.wild and face > 0 else 0
    return int(s.dice[seat, face]) + ones


@qd.rule
def lose_die(s: State, loser: int, found: int, news: qd.News) -> None:
    """LD-4, LD-5, LD-6: the loser has a die less and begins the next round, or is out."""
    s.left[loser] -= 1
    qd.tell(news, LOST, qd.ALL, loser, found, int(s.left[loser]), 0)
    s.turn = loser if s.left[loser] > 0 else next_seat(s, loser)
    if over(s):
        qd.tell(news, WON, qd.ALL, int(s.turn), 0, 0, 0)
    else:
        s.round_no += 1
        qd.tell(news, ROUND, qd.ALL, int(s.turn), int(s.round_no), 0, 0)
        roll(s, news)


@qd.rule
def next_seat(s: State, seat: int) -> int:
    """LD-5: the next seat clockwise that has dice."""
    at = qd.clockwise(seat, 1, int(s.seats))
    while s.left[at] == 0:
        at = qd.clockwise(at, 1, int(s.seats))
    return at


@qd.rule
def over(s: State) -> bool:
    """LD-6: only one player has dice."""
    return bool(s.left[s.turn] == in_play(s))


@qd.rule
def winners(s: State) -> int:
    """LD-6: bit mask of the winner, once there is one."""
    return 1 << int(s.turn) if over(s) else 0


@qd.rule
def scores(s: State, out: qd.Scores) -> None:
    """Each seat's dice."""
    for seat in range(int(s.seats)):
        out[seat] = s.left[seat]
