"""Levels of play: the same search with different budgets and shares of slips."""

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
    """A level's simulations per move, its share of moves that are slips, and its rollout choices beyond the
    tree (`TreeSearch.ahead`) in games where they pay off.
    """

    simulations: int
    slips: float
    ahead: int = 0


# An admiral's simulations take less than a second on a core of 2026. The network alone plays so well that
# without slips the lower levels would be equally strong.
SKILLS: Final[Mapping[str, Skill]] = {
    "deckhand": Skill(4, 0.6),
    "mate": Skill(40, 0.3),
    "captain": Skill(1_000, 0.0),
    "admiral": Skill(40_000, 0.0, ahead=16),
}
# With rollouts beyond the tree, simulations are divided by this (decision 14).
FEWER: Final = 8
# Time limit for a move at a table on slow machines, in seconds, once the search is compiled.
LONGEST: Final = 2.5
# Exponent on the network's policy when a slip is drawn: 1 would be the policy itself, 0 uniform.
FEELING: Final = 0.2


@dataclass(frozen=True)
class Level:
    """A tree search with the game's own network, and slips: plausible but weak moves, drawn from a flattened
    policy. `seconds` limits the time for a move; without it, the same seed and view give the same move on
    every machine.
    """

    name: str
    seed: int | str = 0
    seconds: float | None = None

    def choose(self, view: View) -> Action:
        """See `TreeSearch.choose`. WeightsError if the network's file is damaged."""
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
    """A move without search, chosen by `chance` in [0, 1)."""
    legal = choices_of(view)
    shares = instinct(view, own_net(view.game.id)) ** FEELING
    return legal[min(int((shares.cumsum() <= chance * shares.sum()).sum()), len(legal) - 1)]
