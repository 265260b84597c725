"""What a training is measured by: matches, or in the tiny games all that a best response would gain."""

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


def measured(asked: argparse.Namespace, net: Net) -> tuple[Point, str]:
    """The network's figures for the curve, and the same in words; none if no deals are asked for."""
    if not asked.deals:
        return {}, ""
    if asked.tiny:
        found = tree(asked.game).exploitability(exact.networked(net))
        return {"exploitability": found}, f", exploitability {found:.3f}"
    game = Game(asked.game)
    if asked.against:
        frozen = read_net(asked.against, asked.game)
        won = strength(game, net, asked.deals, "strength", other=frozen)
        words = f"won against the frozen network, gain {won.value - 1 / game.players:+.1%}"
    elif judged(asked.game):
        won = strength(game, net, asked.deals, "strength")
        words = "won against rules of thumb"
    else:
        return {}, ""
    point = {"won": won.value, "low": won.low, "high": won.high}
    return point, f", {won.value:.1%} ({won.low:.1%} to {won.high:.1%}) {words}"


@lru_cache(maxsize=1)
def tree(name: str) -> exact.GameTree:
    """The tree of the tiny game."""
    return exact.grow(exact.tiny(name))
