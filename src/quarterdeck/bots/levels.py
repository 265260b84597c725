"""Levels of play: the network's policy, more or less flattened, and above it the search."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final, NamedTuple

from quarterdeck.bots.network import NetworkPolicy
from quarterdeck.bots.search.player import TreeSearch
from quarterdeck.bots.search.weights import own_net
from quarterdeck.play import Action, View


class Skill(NamedTuple):
    """A level's play: by the network's policy raised to the power `sharpness`, or by a search of so many
    simulations if that is None, and in games without a network. `ahead` is the number of rollout choices
    beyond the tree (`TreeSearch.ahead`) in games where they pay off.
    """

    simulations: int
    sharpness: float | None = None
    ahead: int = 0


# Weak levels make the mistakes that the network finds plausible: their policies are flattened. An admiral's
# simulations take less than a second on a core of 2026.
SKILLS: Final[Mapping[str, Skill]] = {
    "deckhand": Skill(4, 0.15),
    "mate": Skill(40, 0.35),
    "captain": Skill(1_000),
    "admiral": Skill(40_000, ahead=16),
}
# With rollouts beyond the tree, simulations are divided by this (decision 14).
FEWER: Final = 8
# Time limit for a move at a table on slow machines, in seconds, once the search is compiled.
LONGEST: Final = 2.5


@dataclass(frozen=True)
class Level:
    """A bot of this level with the game's own network. `seconds` limits the time for a move; without it, the
    same seed and view give the same move on every machine.
    """

    name: str
    seed: int | str = 0
    seconds: float | None = None

    def choose(self, view: View) -> Action:
        """See `NetworkPolicy.choose` and `TreeSearch.choose`."""
        skill = SKILLS[self.name]
        if skill.sharpness is not None and not self.searches(view.game.id):
            return NetworkPolicy(self.seed, skill.sharpness).choose(view)
        if skill.ahead and view.game.spec.plays_on:
            some = skill.simulations // FEWER
            return TreeSearch(self.seed, some, self.seconds, ahead=skill.ahead).choose(view)
        return TreeSearch(self.seed, skill.simulations, self.seconds).choose(view)

    def searches(self, game: str) -> bool:
        """Whether it searches in this game: lower levels do where there is no network."""
        return SKILLS[self.name].sharpness is None or not len(own_net(game).first)
