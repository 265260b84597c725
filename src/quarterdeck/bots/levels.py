"""Levels of play: weak ones flatten the policy of the game's network, strong ones improve it by search."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final, NamedTuple

from quarterdeck.bots.base import Bot, checked_view
from quarterdeck.bots.network import NetworkPolicy
from quarterdeck.bots.search import RolloutSearch, TreeSearch
from quarterdeck.bots.search.weights import has_net
from quarterdeck.play import Action, View
from quarterdeck.play.registry import find


class Skill(NamedTuple):
    """How a level plays.

    Without `rollouts` it plays the network's policy, raised to the power `sharpness` /
    `GameSpec.network_sharpness`. Otherwise it plays the policy that this number of `rollouts`, of `depth`
    choices each, improves. In games without a network it is a tree search with this number of `simulations`.
    """

    simulations: int
    sharpness: float = 1.0
    rollouts: int = 0
    depth: int = 16


# Weak levels make the mistakes that the network finds plausible: their policies are flattened. An admiral's
# rollouts take less than a second on a core of 2026. They are long: with as many choices altogether, fewer
# long ones choose better than more short ones (`python -m benchmarks.improvement`).
SKILLS: Final[Mapping[str, Skill]] = {
    "deckhand": Skill(4, 0.15),
    "mate": Skill(40, 0.35),
    "captain": Skill(1_000, rollouts=100),
    "admiral": Skill(40_000, rollouts=3_000, depth=40),
}
# Time limit for a move at a table on slow machines, in seconds, once the search is compiled.
LONGEST: Final = 2.5


def power(level: str, game: str) -> float:
    """The power to which a level raises the policy of a game's network."""
    return SKILLS[level].sharpness / find(game).network_sharpness


@dataclass(frozen=True)
class Level:
    """A bot of this level with the game's own network. `seconds` limits the time for a move; without it, the
    same seed and view give the same move on every machine.
    """

    name: str
    seed: int | str = 0
    seconds: float | None = None

    def choose(self, view: View) -> Action:
        """See `NetworkPolicy.choose`, `RolloutSearch.choose` and `TreeSearch.choose`."""
        skill = SKILLS[self.name]
        bot: Bot
        if not has_net(checked_view(view).game.id):
            bot = TreeSearch(self.seed, skill.simulations, self.seconds)
        elif skill.rollouts:
            bot = RolloutSearch(self.seed, skill.rollouts, self.seconds, skill.depth)
        else:
            bot = NetworkPolicy(self.seed, power(self.name, view.game.id))
        return bot.choose(view)

    def searches(self, game: str) -> bool:
        """Whether it searches in this game: lower levels do where there is no network."""
        return bool(SKILLS[self.name].rollouts) or not has_net(game)
