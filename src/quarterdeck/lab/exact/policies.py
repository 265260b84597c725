"""Bots as policies, whose chances can be reckoned with."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from quarterdeck.bots import bot
from quarterdeck.bots.search import TreeSearch
from quarterdeck.lab.exact.tree import Policy
from quarterdeck.play import View


def uniform(view: View) -> Sequence[float]:
    """The policy of play at random."""
    return [1 / len(view.legal())] * len(view.legal())


def mixed(name: str, seeds: int) -> Policy:
    """What a bot of `quarterdeck.bots` does, as often as under so many seeds."""
    moods = [bot(name, seed) for seed in range(seeds)]

    def policy(view: View) -> Sequence[float]:
        chosen = Counter(mood.choose(view) for mood in moods)
        return [chosen[action] / seeds for action in view.legal()]

    return policy


def searched(player: TreeSearch) -> Policy:
    """Each action as often as a search tries it: the average of its play, as it comes near an equilibrium."""

    def policy(view: View) -> Sequence[float]:
        return [one.share for one in player.consider(view)]

    return policy
