"""Search over information sets: plays every game from its seat's information alone."""

from quarterdeck.bots.search.outlook import Candidate, Outlook
from quarterdeck.bots.search.player import TreeSearch
from quarterdeck.bots.search.rollout_search import RolloutSearch, search_for

__all__ = ["Candidate", "Outlook", "RolloutSearch", "TreeSearch", "search_for"]
