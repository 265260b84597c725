"""Measures a training: by matches, or in the tiny games by exploitability."""

from __future__ import annotations

import argparse
from functools import lru_cache

from quarterdeck.bots.heuristics.judge import judged
from quarterdeck.bots.search.net import Net
from quarterdeck.bots.search.weights import read_net
from quarterdeck.lab import exact
from quarterdeck.lab.training.strength import strength
from quarterdeck.play import Game

Point = dict[str, float]


def measured(options: argparse.Namespace, net: Net) -> tuple[Point, str]:
    """The network's figures for the curve, and the same in words; both are empty with `--deals 0`."""
    if not options.deals:
        return {}, ""
    if options.tiny:
        exploitability = tree(options.game).exploitability(exact.networked(net))
        return {"exploitability": exploitability}, f", exploitability {exploitability:.3f}"
    game = Game(options.game)
    if options.against:
        frozen = read_net(options.against, options.game)
        estimate = strength(game, net, options.deals, "strength", other=frozen)
        words = f"won against the frozen network, gain {estimate.value - 1 / game.players:+.1%}"
    elif judged(options.game):
        estimate = strength(game, net, options.deals, "strength")
        words = "won against rules of thumb"
    else:
        return {}, ""
    point = {"won": estimate.value, "low": estimate.low, "high": estimate.high}
    return point, f", {estimate.value:.1%} ({estimate.low:.1%} to {estimate.high:.1%}) {words}"


@lru_cache(maxsize=1)
def tree(name: str) -> exact.GameTree:
    """The tree of the tiny game."""
    return exact.grow(exact.tiny(name))
