"""Facts told while a match moves on, in the order in which they happen.

A fact is six numbers: kind, audience (a seat, or −1 for everybody), seat, and three whose meaning the
game's table of events gives. Everything that is said about a match (log, animation, where a point came
from) is made of facts, filtered by audience. `News` collects them inside the rules; outside they are an
int16 array `[number of facts, 6]`.
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


@record
class News:
    """Who listens to the rules. With capacity 0 nobody does, and nothing is written."""

    told: I16
    capacity: I16
    fact: Annotated[I16s, CAPACITY, 6]


def no_news() -> News:
    """A listener that hears nothing."""
    return new(News)


def blank_news() -> News:
    """A listener that has heard nothing yet, with room for what one action can set off."""
    news = new(News)
    news.capacity = CAPACITY
    return news


def facts(news: News) -> Facts:
    """What has been told: an array of its own, int16 [facts, 6]."""
    told: Facts = np.asarray(news)["fact"][: news.told].copy()
    return told


def no_facts() -> Facts:
    """The facts of a position that no action led to."""
    return np.zeros((0, 6), np.int16)


def heard(told: Facts, seat: int) -> Facts:
    """Those facts that a seat (−1: a spectator) may know, as an array of their own."""
    mine: Facts = told[(told[:, 1] == ALL) | (told[:, 1] == seat)]
    return mine


@rule
def tell(news: News | None, kind: int, audience: int, seat: int, a: int, b: int, c: int) -> None:
    """Note one fact, if anybody listens; with None in place of news, compiled rules have nothing of this."""
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
