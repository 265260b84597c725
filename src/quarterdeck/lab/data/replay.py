"""Compiled loops that deal many matches, play them at random, and replay them move by move."""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from quarterdeck.kernel.batch import no_ids
from quarterdeck.kernel.bits import has
from quarterdeck.kernel.encode import Numbers
from quarterdeck.kernel.events import News, no_news
from quarterdeck.kernel.jit import compiled
from quarterdeck.kernel.random import quick_below
from quarterdeck.kernel.record import zeros
from quarterdeck.kernel.ring import MOST_SEATS, first_seat
from quarterdeck.kernel.verbs import Ids, apply, blank, legal, observe, over, scores, setup, to_act, winners

Keys = NDArray[np.uint64]
Seats = NDArray[np.int8]
Actions = NDArray[np.int16]
Ends = NDArray[np.int64]


class Moves(NamedTuple):
    """The moves of n matches, one match after the other: `seats` int8 [m] and `actions` int16 [m].

    The moves of match i end before `ends[i]`, int64 [n].
    """

    seats: Seats
    actions: Actions
    ends: Ends


class InProgress(NamedTuple):
    """Room for the match in progress.

    `room` is a record array of two, the match and a view of it; `ids` is an array for legal actions; `news`
    has no room for facts, as nobody reads them.
    """

    room: Any
    ids: Ids
    news: News


def in_progress(state: type) -> InProgress:
    """Allocate the room for matches with this kind of record."""
    return InProgress(zeros(state, 2), no_ids(), no_news())


@compiled
def deal(states: Any, keys: Keys) -> None:
    """Deal records that are copies of a template, each with its key from `keys` uint64 [n, 2]."""
    for i in range(len(states)):
        s = states[i]
        s.key[0] = keys[i, 0]
        s.key[1] = keys[i, 1]
        setup(s)


@compiled
def play_out(
    dealt: Any, moves: Moves, first: int, most: int, chooser: Any, keys: Keys, progress: InProgress
) -> int:
    """Play dealt matches at random, from number `first` on, and record their moves.

    `chooser` is a record array of one, the random player's dice; for each match they get its key from `keys`
    uint64 [n, 2]. A match is truncated after `most` plies. Stops when `moves` are full. Returns how many
    matches are recorded, those before `first` included. Their records in `dealt` are then final; the others
    are still as dealt.
    """
    seats, actions, ends = moves
    room, ids, news = progress
    at = ends[first - 1] if first > 0 else 0
    for i in range(first, len(dealt)):
        room[0] = dealt[i]
        s = room[0]
        chooser[0].key[0] = keys[i, 0]
        chooser[0].key[1] = keys[i, 1]
        chooser[0].counter = 0
        end = at + most
        while at < end and not over(s):
            if at == len(actions):
                return i
            seat = first_seat(to_act(s))
            n = legal(s, seat, ids)
            action = ids[quick_below(chooser[0], n)]
            seats[at] = seat
            actions[at] = action
            apply(s, seat, action, news)
            at += 1
        ends[i] = at
        dealt[i] = room[0]
    return len(dealt)


@compiled
def results(states: Any, points: NDArray[np.int16], won: NDArray[np.uint8], done: NDArray[np.bool_]) -> None:
    """Write each record's scores to `points` int16 [n, players], the bit mask of its winners to `won` uint8
    [n], and whether it is over to `done` bool [n].
    """
    for i in range(len(states)):
        scores(states[i], points[i])
        won[i] = winners(states[i])
        done[i] = over(states[i])


@compiled
def retrace(dealt: Any, moves: Moves, seen: Numbers, mask: NDArray[np.bool_], progress: InProgress) -> int:
    """Replay dealt matches, and write what the seat to act saw and might do before each move.

    Row j of `seen` float32 [moves, features] and of `mask` bool [moves, actions], both zero at first, belongs
    to move j. Returns the index of the first illegal move; −1 if all are legal, and then `dealt` holds the
    final records.
    """
    seats, actions, ends = moves
    room, ids, news = progress
    at = 0
    for i in range(len(dealt)):
        room[0] = dealt[i]
        s = room[0]
        while at < ends[i]:
            seat = int(seats[at])
            if not 0 <= seat < MOST_SEATS or not has(to_act(s), seat):
                return at
            known = False
            for one in range(legal(s, seat, ids)):
                mask[at, ids[one]] = True
                known = known or ids[one] == actions[at]
            if not known:
                return at
            room[1] = room[0]
            blank(room[1], seat)
            observe(room[1], seat, seen[at])
            apply(s, seat, int(actions[at]), news)
            at += 1
        dealt[i] = room[0]
    return -1
