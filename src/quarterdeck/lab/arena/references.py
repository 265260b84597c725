"""Bots to compare others with; tables do not offer them."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from typing import Final

from quarterdeck.bots.network import NetworkPolicy
from quarterdeck.bots.search import TreeSearch
from quarterdeck.bots.search.net import Net, no_net
from quarterdeck.bots.search.weights import read_net
from quarterdeck.lab.arena.match import Maker
from quarterdeck.play import Action, Game, View

# The networks of November 2026, trained against rules of thumb.
FORMER = Path(__file__).parent / "networks-2026-11"
SIMULATIONS = 1_000


@lru_cache(maxsize=8)
def former_net(name: str) -> Net:
    """The network that this game had in November 2026."""
    return read_net(FORMER / f"{name}.npz", name)


@dataclass(frozen=True)
class FormerNetwork:
    """The policy of `former_net`, without search."""

    seed: int | str = 0

    def choose(self, view: View) -> Action:
        """See `NetworkPolicy.choose`."""
        return NetworkPolicy(self.seed, net=former_net(view.game.id)).choose(view)


@dataclass(frozen=True)
class TextbookSearch:
    """MO-ISMCTS as Cowling, Powley and Whitehouse 2012 describe it: every seat's choices are searched, and
    playouts are random.
    """

    seed: int | str = 0

    def choose(self, view: View) -> Action:
        """See `TreeSearch.choose`."""
        return TreeSearch(self.seed, SIMULATIONS, net=no_net(), modelled=False).choose(view)


def plays(name: str, game: Game) -> bool:
    """Whether one of `REFERENCES` can play this game: some need a network of the game."""
    if name == "network":
        return game.spec.network is not None
    return name != "network-2026-11" or (FORMER / f"{game.id}.npz").exists()


REFERENCES: Final[Mapping[str, Maker]] = {
    "ismcts": TextbookSearch,
    "network": NetworkPolicy,
    "network-2026-11": FormerNetwork,
}
