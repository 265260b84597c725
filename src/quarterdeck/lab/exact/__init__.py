"""Exact methods for games small enough: every deal with its probability, and the whole game tree.

The component table "tiny" makes such a game of each: `quarterdeck.game("meuterer", table="tiny")`. All of its
chance is in the deal, and its tree has some ten thousand histories: docs/research.md says how many.
"""

from quarterdeck.lab.exact.dealing import Deal, deals
from quarterdeck.lab.exact.nodes import InformationSet
from quarterdeck.lab.exact.policies import mixed, searched, uniform
from quarterdeck.lab.exact.tree import GameTree, Policy, grow

__all__ = ["Deal", "GameTree", "InformationSet", "Policy", "deals", "grow", "mixed", "searched", "uniform"]
