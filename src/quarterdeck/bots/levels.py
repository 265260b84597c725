"""Levels of play that a person can choose from: the same search with more or less thought, and its slips."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final, NamedTuple

from quarterdeck.bots.base import chances, choices_of
from quarterdeck.bots.search.instinct import instinct
from quarterdeck.bots.search.player import TreeSearch
from quarterdeck.bots.search.weights import own_net
from quarterdeck.play import Action, View


class Skill(NamedTuple):
    """How many simulations a move gets, the share of moves that are slips instead, and how many choices each
    simulation plays on beyond the tree (`TreeSearch.ahead`) in the games where that pays.
    """

    simulations: int
    slips: float
    ahead: int = 0


# An admiral's simulations take less than a second on a core of 2026. The network alone plays well already:
# without slips, the lower levels could not be told apart.
SKILLS: Final[Mapping[str, Skill]] = {
    "deckhand": Skill(4, 0.6),
    "mate": Skill(40, 0.3),
    "captain": Skill(1_000, 0.0),
    "admiral": Skill(40_000, 0.0, ahead=16),
}
# Where it plays on beyond the tree, with so many times fewer simulations (decision 14).
FEWER: Final = 8
# However slow the machine, nobody thinks for longer at a table, once the search is compiled.
LONGEST: Final = 2.5
# The power of an action's share among slips: 1 would be the network's own feeling, 0 any action.
FEELING: Final = 0.2


@dataclass(frozen=True)
class Level:
    """A tree search with the network that comes with the game, and slips: moves that look better than others,
    but not by much, to who does not think. `seconds` is the longest that it may take for a move; without them
    the same seed and view give the same move on every machine.
    """

    name: str
    seed: int | str = 0
    seconds: float | None = None

    def choose(self, view: View) -> Action:
        """See `TreeSearch.choose`. WeightsError if the network's file was spoiled."""
        legal = choices_of(view)
        if len(legal) == 1:
            return legal[0]
        skill = SKILLS[self.name]
        chance = chances(self.seed, view)
        if chance("slip") < skill.slips:
            return slip(view, chance("which"))
        if skill.ahead and view.game.spec.plays_on:
            some = skill.simulations // FEWER
            return TreeSearch(self.seed, some, self.seconds, ahead=skill.ahead).choose(view)
        return TreeSearch(self.seed, skill.simulations, self.seconds).choose(view)


def slip(view: View, chance: float) -> Action:
    """A move made without thinking; chance, in [0, 1), says which."""
    legal = choices_of(view)
    shares = instinct(view, own_net(view.game.id)) ** FEELING
    return legal[min(int((shares.cumsum() <= chance * shares.sum()).sum()), len(legal) - 1)]
