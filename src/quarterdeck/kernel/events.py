"""Facts: what happened in a match, in order.

A fact is six numbers: kind, audience (a seat, or −1 for everybody), seat, and three whose meaning the game's
table of events gives. Everything that is said about a match (log, animation, sources of points) is made of
facts, filtered by audience. `News` collects them inside the rules; outside they are an int16 array `[number
of facts, 6]`.
"""

from __future__ import annotations

from typing import Annotated

import numpy as np
from numpy.typing import NDArray

from quarterdeck.kernel.jit import rule
from quarterdeck.kernel.record import I16, I16s, new, record

Facts = NDArray[np.int16]
ALL = -1
CAPACITY = 128
FACT_NUMBERS = 6


@record
class News:
    """A buffer for the facts that the rules report. With capacity 0 it stores nothing."""

    told: I16
    capacity: I16
    fact: Annotated[I16s, CAPACITY, FACT_NUMBERS]


def no_news() -> News:
    """An empty buffer with capacity 0."""
    return new(News)


def blank_news() -> News:
    """An empty buffer with room for all facts of one action."""
    news = new(News)
    news.capacity = CAPACITY
    return news


def facts(news: News) -> Facts:
    """The facts in the buffer, as a new array, int16 [facts, 6]."""
    told: Facts = np.asarray(news)["fact"][: news.told].copy()
    return told


def no_facts() -> Facts:
    """The facts of a position that no action led to: none."""
    return np.zeros((0, FACT_NUMBERS), np.int16)


def heard(told: Facts, seat: int) -> Facts:
    """The facts that a seat (−1: a spectator) may know, as a new array."""
    mine: Facts = told[(told[:, 1] == ALL) | (told[:, 1] == seat)]
    return mine


@rule
def tell(news: News | None, kind: int, audience: int, seat: int, a: int, b: int, c: int) -> None:
    """Store one fact if there is room. If `news` is None, compiled rules contain no code for facts."""
    if news is None:
        return
    at = int(news.told)
    if at >= news.capacity:
        return
    news.told = at + 1
    news.fact[at, 0] = kind
    news.fact[at, 1] = audience
    news.fact[at, 2] = seat
    news.fact[at, 3] = a
    news.fact[at, 4] = b
    news.fact[at, 5] = c


@rule
def keep_heard(news: News, told: int, seat: int) -> int:
    """Of the first `told` facts in a buffer, keep those that a seat (−1: a spectator) may know.

    They move to the front of the buffer. Returns their number.
    """
    kept = 0
    for row in range(told):
        audience = int(news.fact[row, 1])
        if audience in (ALL, seat):
            for at in range(FACT_NUMBERS):
                news.fact[kept, at] = news.fact[row, at]
            kept += 1
    return kept
