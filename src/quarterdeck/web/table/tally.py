"""The drawing of where points came from: a track for each seat, a stack of bars for each part of a match.

Heights are in pixels, places along a track in per cent of its width. No markup, no colours.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final, NamedTuple

from quarterdeck.web.boards.account import Account

__all__ = ["Bar", "Column", "Track", "tracks"]

# The height of the highest stack, and the most and the least height of a point.
TALL: Final = 76.0
MOST, LEAST = 15.0, 1.5
# Room for a number above a stack, and below one that hangs down.
LABEL: Final = 18.0
# The share of a column that its stack is wide.
FILLED: Final = 0.62


class Bar(NamedTuple):
    """The points of one source: index of the source, and a rectangle."""

    source: int
    x: float
    y: float
    width: float
    height: float


class Column(NamedTuple):
    """A seat's points in one part: where its number stands, the sum (None if nothing happened), and the
    points of each source, as index and amount.
    """

    middle: float
    label: float
    total: int | None
    amounts: tuple[tuple[int, int], ...]


@dataclass(frozen=True)
class Track:
    """A seat's track: its height, the height of its base line, its bars and columns."""

    height: float
    base: float
    bars: tuple[Bar, ...]
    columns: tuple[Column, ...]


def tracks(account: Account) -> list[Track]:
    """The tracks of all seats, all of one scale, each as high as its own stacks."""
    tables = [_amounts_by_part(account, seat) for seat in range(len(account.starts))]
    unit = max(LEAST, min(MOST, TALL / max(1, *(sum(_height_and_depth(table)) for table in tables))))
    return [_draw_track(table, unit) for table in tables]


def _height_and_depth(table: Sequence[Sequence[int]]) -> tuple[int, int]:
    """How many points a seat's stacks reach up, and down."""
    up = max((_sum_of_gains(cell) for cell in table), default=0)
    return up, max((_sum_of_gains([-amount for amount in cell]) for cell in table), default=0)


def _amounts_by_part(account: Account, seat: int) -> list[list[int]]:
    """For each part the points of each source."""
    known = {source.id: at for at, source in enumerate(account.sources)}
    table = [[0] * len(account.sources) for _part in account.parts]
    for gain in account.gains:
        if gain.seat == seat:
            table[gain.chapter][known[gain.source]] += gain.amount
    return table


def _sum_of_gains(amounts: Sequence[int]) -> int:
    return sum(amount for amount in amounts if amount > 0)


def _draw_track(table: Sequence[Sequence[int]], unit: float) -> Track:
    up, down = _height_and_depth(table)
    base = LABEL + up * unit
    height = base + down * unit + (LABEL if down else 4)
    bars, columns = list[Bar](), list[Column]()
    step = 100 / max(len(table), 1)
    for at, cell in enumerate(table):
        x, top, bottom = (at + (1 - FILLED) / 2) * step, base, base
        for source, amount in enumerate(cell):
            size = abs(amount) * unit
            if amount > 0:
                top -= size
            if amount:
                y = top if amount > 0 else bottom
                bars.append(Bar(source, round(x, 2), round(y, 1), round(FILLED * step, 2), round(size, 1)))
            if amount < 0:
                bottom += size
        label = top - 5 if _sum_of_gains(cell) or not any(cell) else bottom + 14
        amounts = tuple((source, amount) for source, amount in enumerate(cell) if amount)
        total = sum(cell) if amounts else None
        columns.append(Column(round((at + 0.5) * step, 2), round(label, 1), total, amounts))
    return Track(round(height), round(base, 1), tuple(bars), tuple(columns))
