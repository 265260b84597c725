"""Tree search over information sets: a player for every game, from what its seat knows and nothing else."""

from quarterdeck.bots.search.player import Candidate, Outlook, TreeSearch

__all__ = ["Candidate", "Outlook", "TreeSearch"]
