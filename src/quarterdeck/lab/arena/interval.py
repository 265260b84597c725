"""Intervals at 95% for figures of independent deals, each with several dependent games.

The games of a deal share its cards, so each deal counts as one observation: standard errors are
cluster-robust with deals as clusters (Liang and Zeger, Biometrika 73, 1986), and Student's t has one degree
of freedom less than deals.
"""

from __future__ import annotations

from dataclasses import dataclass
from math import inf, sqrt
from statistics import NormalDist

import numpy as np
from numpy.typing import NDArray

Float64s = NDArray[np.float64]

# The half-width of a normal distribution's 95% interval, in standard deviations.
NORMAL = 1.96


@dataclass(frozen=True)
class Estimate:
    """A figure and the bounds of its interval; infinite bounds mean no interval."""

    value: float
    low: float
    high: float

    @property
    def bounded(self) -> bool:
        """Whether the interval is finite."""
        return self.low > -inf and self.high < inf

    def __truediv__(self, number: float) -> Estimate:
        return Estimate(self.value / number, self.low / number, self.high / number)


def student(freedom: int) -> float:
    """The 97.5% quantile of Student's t, to 0.001; infinite without degrees of freedom."""
    exact = {0: inf, 1: 12.706, 2: 4.303, 3: 3.182}
    if freedom in exact:
        return exact[freedom]
    z = NormalDist().inv_cdf(0.975)
    # Abramowitz and Stegun, Handbook of Mathematical Functions, 26.7.5.
    terms: tuple[float, ...] = (
        z,
        (z**3 + z) / 4,
        (5 * z**5 + 16 * z**3 + 3 * z) / 96,
        (3 * z**7 + 19 * z**5 + 17 * z**3 - 15 * z) / 384,
        (79 * z**9 + 776 * z**7 + 1482 * z**5 - 1920 * z**3 - 945 * z) / 92160,
    )
    return sum(term / float(freedom) ** power for power, term in enumerate(terms))


def mean(values: Float64s) -> Estimate:
    """The mean of one number per deal; float64 [deals], at least one deal."""
    deals, value = len(values), float(values.mean())
    if deals == 1:
        return Estimate(value, -inf, inf)
    half_width = student(deals - 1) * float(values.std(ddof=1)) / sqrt(deals)
    return Estimate(value, value - half_width, value + half_width)


def share(parts: Float64s, wholes: Float64s) -> Estimate | None:
    """The ratio of the sums of part and whole over the deals, both float64 [deals]; None if the whole is 0.

    The ratio's variance is linearised (Cochran, Sampling Techniques, 3rd ed., ch. 6). The interval is
    Wilson's, for the number of independent games that would have this variance (Korn and Graubard, Survey
    Methodology 24, 1998); so it stays within 0 and 1. If all deals agree, each counts as one such game.
    """
    deals, whole = len(wholes), float(wholes.sum())
    if not whole:
        return None
    value = float(parts.sum()) / whole
    if deals == 1:
        return Estimate(value, 0.0, 1.0)
    residuals = parts - value * wholes
    variance = deals / (deals - 1) * float(residuals @ residuals) / whole**2
    # Smaller values are rounding errors.
    games = value * (1 - value) / variance if variance > 1e-18 else deals
    return wilson_interval(min(1.0, max(0.0, value)), games, student(deals - 1))


def wilson_interval(value: float, games: float, t: float) -> Estimate:
    """Wilson's score interval (1927) for a share of this many independent games, within 0 and 1.

    `t` is the quantile that sets its level, in standard deviations: NORMAL for 95% of many games.
    """
    scale = 1 + t * t / games
    middle = (value + t * t / (2 * games)) / scale
    half_width = t * sqrt(value * (1 - value) / games + t * t / (4 * games * games)) / scale
    low, high = max(0.0, middle - half_width), min(1.0, middle + half_width)
    # At 0 and 1 one bound equals the value, except for rounding.
    return Estimate(value, min(value, low), max(value, high))
