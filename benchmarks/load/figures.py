"""What was measured: counts and times gathered while a load runs, and the figures made of them."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import NamedTuple

__all__ = ["HEADINGS", "Figures", "Tally", "cells", "percentile", "row"]

HEADINGS = (
    "moves/s",
    "per cpu-s",
    "p50 ms",
    "p99 ms",
    "most ms",
    "MiB",
    "viewers",
    "server %",
    "ours %",
    "refused",
    "lost",
)
WIDTH = 10
LABEL = 42


def percentile(values: Sequence[float], share: float) -> float:
    """The smallest of the values that at least this share of them does not exceed; nan if there are none."""
    if not values:
        return math.nan
    return sorted(values)[max(0, math.ceil(share * len(values)) - 1)]


@dataclass
class Tally:
    """Gathered while a load runs. `times`: seconds from a move sent until all others were shown it."""

    times: list[float] = field(default_factory=list)
    refused: Counter[str] = field(default_factory=Counter)
    lost: int = 0


class Figures(NamedTuple):
    """The figures of one load.

    `rate` in moves a second; `p50`, `p99` and `most` in seconds; `memory` in bytes; `server` and `ours` are
    the shares of one core that the server and the generator took. Where `ours` is near 1, it was the
    generator that was measured; where `server` is far below 1 though the load was all that goes, the machine
    was busy otherwise.
    """

    rate: float
    p50: float
    p99: float
    most: float
    memory: int
    viewers: int
    server: float
    ours: float
    refused: int
    lost: int


def row(label: str, cells: Sequence[str]) -> str:
    """A line of the printed table."""
    return f"{label:{LABEL}}" + "".join(f"{cell:>{WIDTH}}" for cell in cells)


def cells(figures: Figures) -> list[str]:
    """What stands under `HEADINGS`; a dash where nothing was measured."""

    def number(value: float, digits: int = 0) -> str:
        return "–" if math.isnan(value) else f"{value:,.{digits}f}"

    return [
        number(figures.rate),
        number(figures.rate / figures.server if figures.server else math.nan),
        *(number(1000 * seconds, 1) for seconds in (figures.p50, figures.p99, figures.most)),
        number(figures.memory / 2**20),
        number(figures.viewers),
        number(100 * figures.server),
        number(100 * figures.ours),
        number(figures.refused),
        number(figures.lost),
    ]
