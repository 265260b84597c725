"""What each decision led to: the λ-returns of results, counted from the seat that decided."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from quarterdeck.kernel.encode import Numbers
from quarterdeck.kernel.jit import compiled, rule

# What follows a seat's decision in a window: nothing, the end of its match, or otherwise the seat's next
# decision, by its index.
NOTHING, END = -1, -2


class Results(NamedTuple):
    """The ends of matches in a window of T steps of n lanes.

    `ended` bool [T, n]: whether the step ended a match. If it did, `shares` float32 [T, n, seats] is each
    seat's share of the win, and `margins` float32 [T, n, seats] each seat's score minus the mean score, both
    by the seat's number. `players` int64 [n]: the number of seats of each lane.
    """

    ended: NDArray[np.bool_]
    shares: Numbers
    margins: Numbers
    players: NDArray[np.int64]


class Trajectories(NamedTuple):
    """The m decisions of a window, in the order of play.

    `step`, `lane` and `seat` int64 [m] say where each was made. `value` float32 [m, 2 * seats + 1] is what
    the network expected: each seat's share of the win, nobody's share, and each seat's margin. The seats are
    counted from the one that decides.
    """

    step: NDArray[np.int64]
    lane: NDArray[np.int64]
    seat: NDArray[np.int64]
    value: Numbers


@compiled
def lambda_returns(
    decisions: Trajectories, results: Results, decay: float, target: Numbers, known: NDArray[np.bool_]
) -> int:
    """Write the λ-return of each decision (Sutton and Barto 2018, section 12.1) to `target`; λ is `decay`.

    `target` [m, 2 * seats + 1] has the columns of `value`. `known` [m] becomes False for decisions that
    nothing follows in the window; their target is their value. Returns the number of the other decisions.
    """
    step, lane, seat, value = decisions
    steps, lanes = results.ended.shape
    seats = results.shares.shape[2]
    follows = np.full((lanes, seats), NOTHING, np.int64)
    ends = np.zeros(lanes, np.int64)
    at = len(step) - 1
    found = 0
    for one in range(steps - 1, -1, -1):
        for i in range(lanes):
            if results.ended[one, i]:
                ends[i] = one
                follows[i, :] = END
        while at >= 0 and step[at] == one:
            i = lane[at]
            after = follows[i, seat[at]]
            known[at] = after != NOTHING
            found += int(known[at])
            if after == NOTHING:
                target[at] = value[at]
            elif after == END:
                write_result(results, ends[i], i, seat[at], target[at])
            else:
                for part in range(value.shape[1]):
                    target[at, part] = (1 - decay) * value[after, part] + decay * target[after, part]
            follows[i, seat[at]] = at
            at -= 1
    return found


@rule
def write_result(results: Results, step: int, lane: int, seat: int, target: Numbers) -> None:
    """Write the result of a lane's match that ended in this step to `target`, counted from the seat."""
    seats = results.shares.shape[2]
    players = results.players[lane]
    target[:] = 0
    nobody = 1.0
    for other in range(players):
        number = (seat + other) % players
        target[other] = results.shares[step, lane, number]
        target[seats + 1 + other] = results.margins[step, lane, number]
        nobody -= target[other]
    target[seats] = max(nobody, 0.0)
