"""What is recorded of matches that compiled bots play one after the other: their moves and facts."""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from quarterdeck.kernel.events import CAPACITY, FACT_NUMBERS, Facts, News
from quarterdeck.kernel.jit import rule
from quarterdeck.kernel.record import zeros
from quarterdeck.kernel.verbs import apply

# The indices of `Recording.counts`.
MOVES, FACTS = range(2)


class Recording(NamedTuple):
    """The moves and facts of n matches, those of match 0 first.

    `seats` int8 [m] and `actions` int16 [m] are moves, `facts` int16 [f, 6] as in `kernel.events`; the facts
    of match i end before `fact_ends[i]`, int64 [n]. `counts` int64 [2] are the numbers of MOVES and FACTS so
    far; what has no room is counted, but not stored. `news` [1] is a buffer for the facts of one move.
    """

    seats: NDArray[np.int8]
    actions: NDArray[np.int16]
    facts: Facts
    fact_ends: NDArray[np.int64]
    counts: NDArray[np.int64]
    news: Any

    @property
    def complete(self) -> bool:
        """Whether everything has found room."""
        return bool(self.counts[MOVES] <= len(self.actions) and self.counts[FACTS] <= len(self.facts))


def recording(matches: int, moves: int, facts: int) -> Recording:
    """Room for this many matches, moves and facts. If `facts` is 0, the rules report none."""
    news = zeros(News, 1)
    news[0]["capacity"] = CAPACITY if facts else 0
    return Recording(
        np.zeros(moves, np.int8),
        np.zeros(moves, np.int16),
        np.zeros((facts, FACT_NUMBERS), np.int16),
        np.zeros(matches, np.int64),
        np.zeros(2, np.int64),
        news,
    )


@rule
def apply_and_record(s: Any, seat: int, action: int, kept: Recording | None) -> None:
    """Play a move, and record it and its facts. If `kept` is None, only play it."""
    if kept is None:
        apply(s, seat, action, None)
        return
    kept.news[0].told = 0
    apply(s, seat, action, kept.news[0])
    at = kept.counts[MOVES]
    if at < len(kept.actions):
        kept.seats[at] = seat
        kept.actions[at] = action
    kept.counts[MOVES] = at + 1
    first = kept.counts[FACTS]
    told = int(kept.news[0].told)
    for row in range(min(told, len(kept.facts) - first)):
        for number in range(FACT_NUMBERS):
            kept.facts[first + row, number] = kept.news[0].fact[row, number]
    kept.counts[FACTS] = first + told


@rule
def record_end(kept: Recording | None, match: int) -> None:
    """Record that the facts of this match are complete."""
    if kept is None:
        return
    kept.fact_ends[match] = kept.counts[FACTS]
