"""Facts told while a match moves on: an int16 array `[capacity, 6]`, whose row 0 holds the count.

A row is kind, audience (a seat, or −1 for everybody), seat, and three numbers whose meaning the game's
table of events gives. Everything that is said about a match (log, animation, where a point came from) is
made of these rows, filtered by audience.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from quarterdeck.kernel.jit import rule

News = NDArray[np.int16]
ALL = -1
CAPACITY = 128


def no_news() -> News:
    """An array that nobody reads: nothing is written to it."""
    return np.zeros((0, 6), np.int16)


def blank_news() -> News:
    """An empty array with room for what one action can set off."""
    return np.zeros((CAPACITY, 6), np.int16)


def heard(news: News, seat: int) -> News:
    """The facts that a seat (−1: a spectator) may know, as an array of their own."""
    if len(news) == 0:
        return news
    told = news[1 : int(news[0, 0]) + 1]
    mine = told[(told[:, 1] == ALL) | (told[:, 1] == seat)]
    head = np.zeros((1, news.shape[1]), np.int16)
    head[0, 0] = len(mine)
    return np.concatenate([head, mine])


@rule
def tell(news: News, kind: int, audience: int, seat: int, a: int, b: int, c: int) -> None:
    """Note one fact, if anybody listens."""
    if len(news) == 0:
        return
    row = int(news[0, 0]) + 1
    news[0, 0] = row
    news[row, 0] = kind
    news[row, 1] = audience
    news[row, 2] = seat
    news[row, 3] = a
    news[row, 4] = b
    news[row, 5] = c
