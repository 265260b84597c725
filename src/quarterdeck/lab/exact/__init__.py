"""Exact methods for small games: every deal with its probability, and the whole game tree.

The component table "tiny" makes each game small enough: `quarterdeck.game("meuterer", table="tiny")`; Mutiny!
also takes `deals="closed"`. All chance is then in the deal, and the tree has tens of thousands of histories;
docs/research.md has the numbers.
"""

from quarterdeck.lab.exact.dealing import Deal, deals
from quarterdeck.lab.exact.nodes import InformationSet
from quarterdeck.lab.exact.policies import mixed, searched, uniform
from quarterdeck.lab.exact.tree import GameTree, Policy, grow

__all__ = ["Deal", "GameTree", "InformationSet", "Policy", "deals", "grow", "mixed", "searched", "uniform"]
