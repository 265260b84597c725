"""Bots as policies: a probability for each action."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from quarterdeck.bots import bot
from quarterdeck.bots.search import RolloutSearch, TreeSearch
from quarterdeck.bots.search.net import Net
from quarterdeck.bots.search.policy import policy_of
from quarterdeck.bots.search.weights import check_net_fits
from quarterdeck.errors import GameOptionError
from quarterdeck.i18n import _, short
from quarterdeck.lab.exact.tree import Policy
from quarterdeck.play import View
from quarterdeck.play.checks import number


def uniform(view: View) -> Sequence[float]:
    """The uniformly random policy."""
    return [1 / len(view.legal())] * len(view.legal())


def mixed(name: str, seeds: int) -> Policy:
    """A `quarterdeck.bots` bot's empirical policy over this many seeds. Raises GameOptionError."""
    bots = [bot(name, seed) for seed in range(number("seeds", seeds, 1))]

    def policy(view: View) -> Sequence[float]:
        counts = Counter(player.choose(view) for player in bots)
        return [counts[action] / seeds for action in view.legal()]

    return policy


def networked(net: Net) -> Policy:
    """The policy of a network, without search: uniform for the empty network. Raises BotError for another
    game's view.
    """

    def policy(view: View) -> Sequence[float]:
        check_net_fits(net, view.game)
        shares: list[float] = policy_of(view, net).tolist()
        return shares

    return policy


def searched(player: RolloutSearch | TreeSearch) -> Policy:
    """A search as a policy. Raises GameOptionError if the bot does not search.

    A tree search gives each action's share of the visits: the average strategy, which approaches an
    equilibrium. A rollout search gives its improved policy.
    """
    if not isinstance(player, RolloutSearch | TreeSearch):
        sentence = _("A search is a RolloutSearch or TreeSearch of quarterdeck.bots.search, not {value}.")
        raise GameOptionError(sentence.format(value=short(player)))

    def policy(view: View) -> Sequence[float]:
        return [choice.share for choice in player.consider(view)]

    return policy
