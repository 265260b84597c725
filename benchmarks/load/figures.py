"""Measurements: counts and times collected during a load, and the results computed from them."""

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
    "workers %",
    "ours %",
    "refused",
    "lost",
)
WIDTH = 10
LABEL = 42


def percentile(values: Sequence[float], share: float) -> float:
    """The smallest value that at least this share of the values does not exceed; nan without values."""
    if not values:
        return math.nan
    return sorted(values)[max(0, math.ceil(share * len(values)) - 1)]


@dataclass
class Tally:
    """Collected during a load. `times`: seconds from sending a move until all others were shown it."""

    times: list[float] = field(default_factory=list)
    refused: Counter[str] = field(default_factory=Counter)
    lost: int = 0


class Figures(NamedTuple):
    """The figures of one load.

    `rate` in moves a second; `p50`, `p99` and `most` in seconds; `memory` in bytes, workers included;
    `server`, `workers` and `ours` are the shares of one core that the server, its workers and the generator
    took. If `ours` is near 1, the generator was the bottleneck. If `server` is far below 1 at maximum load,
    the machine was busy with something else.
    """

    rate: float
    p50: float
    p99: float
    most: float
    memory: int
    viewers: int
    server: float
    workers: float
    ours: float
    refused: int
    lost: int


def row(label: str, cells: Sequence[str]) -> str:
    """A line of the printed table."""
    return f"{label:{LABEL}}" + "".join(f"{cell:>{WIDTH}}" for cell in cells)


def cells(figures: Figures) -> list[str]:
    """The cells under `HEADINGS`; a dash means not measured."""

    def number(value: float, digits: int = 0) -> str:
        return "–" if math.isnan(value) else f"{value:,.{digits}f}"

    return [
        number(figures.rate),
        number(figures.rate / figures.server if figures.server else math.nan),
        *(number(1000 * seconds, 1) for seconds in (figures.p50, figures.p99, figures.most)),
        number(figures.memory / 2**20),
        number(figures.viewers),
        number(100 * figures.server),
        number(100 * figures.workers),
        number(100 * figures.ours),
        number(figures.refused),
        number(figures.lost),
    ]
