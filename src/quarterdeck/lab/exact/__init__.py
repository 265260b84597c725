"""Exact methods for small games: every deal with its probability, and the whole game tree.

`tiny(name)` makes each game small enough: it has the component table "tiny", Mutiny! also `deals="closed"`.
All chance is then in the deal, and the tree has tens of thousands of histories; docs/tiny-games.md has the
numbers.
"""

from quarterdeck.lab.exact.dealing import Deal, deals, tiny
from quarterdeck.lab.exact.nodes import InformationSet
from quarterdeck.lab.exact.policies import mixed, networked, searched, uniform
from quarterdeck.lab.exact.tree import GameTree, Policy, grow

__all__ = [
    "Deal",
    "GameTree",
    "InformationSet",
    "Policy",
    "deals",
    "grow",
    "mixed",
    "networked",
    "searched",
    "tiny",
    "uniform",
]
