"""Ratings on the Elo scale, by the model of Bradley and Terry (Biometrika 39, 1952).

A bot rated 400 points above another is placed ahead of it ten times out of eleven. Each game compares every
two seats with different bots; a shared place is half a win for both. One extra comparison of every two bots,
half won and half lost, keeps ratings finite if a bot has won all games, and removes most of the small-sample
bias (Haldane, Annals of Human Genetics 20, 1956). The intervals are cluster-robust by deals, as in
`interval`.
"""

from __future__ import annotations

from math import inf, log

import numpy as np

from quarterdeck.lab.arena.interval import Estimate, Float64s, student

MIDDLE = 1000
POINTS = 400 / log(10)  # Elo points per natural logarithm unit


def ratings(points: Float64s, meetings: Float64s, anchor: int | None = None) -> list[Estimate]:
    """A rating for each bot.

    `points` are the comparisons that each bot won in each deal, float64 [deals, bots], and `meetings` how
    often two of them are compared in a deal, float64 [bots, bots]. The bot `anchor` is rated 1000 by
    definition, or, without one, the mean of all.
    """
    deals, bots = points.shape
    pairs = np.ones((bots, bots)) - np.eye(bots)
    strengths = _fit_strengths(points.sum(0) + pairs.sum(1) / 2, deals * meetings + pairs)
    chances = _win_probabilities(strengths)
    # Each deal's excess over its expectation, and the same for each added half win.
    excess = points - (meetings * chances).sum(1)
    half_wins = [
        half * (np.eye(bots)[one] - np.eye(bots)[other])
        for one in range(bots)
        for other in range(one)
        for half in (chances[other, one] / 2, -chances[one, other] / 2)
    ]
    # The sandwich estimator of the covariance (Huber 1967): bread, meat, bread.
    meat = deals / max(1, deals - 1) * excess.T @ excess + sum(np.outer(row, row) for row in half_wins)
    bread = np.linalg.pinv(_fisher_information(deals * meetings + pairs, chances))
    # A rating is the difference to the strength of the anchor, or to the mean strength.
    middle = np.full(bots, 1 / bots) if anchor is None else np.eye(bots)[anchor]
    distance = np.eye(bots) - middle
    errors = np.sqrt(np.maximum(0.0, np.diag(distance @ bread @ meat @ bread @ distance.T)))
    estimates = []
    for bot, (value, error) in enumerate(zip(distance @ strengths, errors, strict=True)):
        half_width = 0.0 if bot == anchor else inf if deals == 1 else POINTS * student(deals - 1) * error
        rating = MIDDLE + POINTS * float(value)
        estimates.append(Estimate(rating, rating - float(half_width), rating + float(half_width)))
    return estimates


def _win_probabilities(strengths: Float64s) -> Float64s:
    """The probability that the row's bot is placed ahead of the column's."""
    return np.asarray(1 / (1 + np.exp(strengths[None, :] - strengths[:, None])))


def _fisher_information(comparisons: Float64s, chances: Float64s) -> Float64s:
    """Fisher's information of the strengths, given the numbers of comparisons."""
    weights = comparisons * chances * chances.T
    return np.asarray(np.diag(weights.sum(1)) - weights)


def _fit_strengths(wins: Float64s, comparisons: Float64s) -> Float64s:
    """The maximum-likelihood strengths, by Newton's method; their sum is 0."""
    strengths = np.zeros(len(wins))
    for _step in range(1000):
        chances = _win_probabilities(strengths)
        excess = wins - (comparisons * chances).sum(1)
        step = np.linalg.pinv(_fisher_information(comparisons, chances)) @ excess
        # If the likelihood is almost flat, Newton's step is far too long.
        strengths += np.clip(step, -1, 1)
        if np.abs(step).max() < 1e-10:
            break
    return np.asarray(strengths - strengths.mean())
