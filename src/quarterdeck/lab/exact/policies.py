"""Bots as policies: a probability for each action."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from quarterdeck.bots import bot
from quarterdeck.bots.search import RolloutSearch, TreeSearch
from quarterdeck.bots.search.instinct import instinct
from quarterdeck.bots.search.net import Net
from quarterdeck.errors import GameOptionError
from quarterdeck.i18n import _, short
from quarterdeck.lab.exact.tree import Policy
from quarterdeck.play import View
from quarterdeck.play.checks import number


def uniform(view: View) -> Sequence[float]:
    """The uniformly random policy."""
    return [1 / len(view.legal())] * len(view.legal())


def mixed(name: str, seeds: int) -> Policy:
    """A `quarterdeck.bots` bot's empirical policy over this many seeds. GameOptionError."""
    moods = [bot(name, seed) for seed in range(number("seeds", seeds, 1))]

    def policy(view: View) -> Sequence[float]:
        chosen = Counter(mood.choose(view) for mood in moods)
        return [chosen[action] / seeds for action in view.legal()]

    return policy


def networked(net: Net) -> Policy:
    """The policy of a network of the game, without search."""
    return lambda view: instinct(view, net).tolist()


def searched(player: RolloutSearch | TreeSearch) -> Policy:
    """The shares of a search as a policy: those of a tree's visits, its average strategy, which approaches an
    equilibrium; or the policy that rollouts improve. GameOptionError if the bot does not search.
    """
    if not isinstance(player, RolloutSearch | TreeSearch):
        sentence = _("A search is a RolloutSearch or TreeSearch of quarterdeck.bots.search, not {value}.")
        raise GameOptionError(sentence.format(value=short(player)))

    def policy(view: View) -> Sequence[float]:
        return [one.share for one in player.consider(view)]

    return policy
