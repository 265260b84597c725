"""Tree search over information sets: plays every game from its seat's information alone."""

from quarterdeck.bots.search.player import Candidate, Outlook, TreeSearch

__all__ = ["Candidate", "Outlook", "TreeSearch"]
