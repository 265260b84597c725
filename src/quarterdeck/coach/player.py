"""The search behind the coach."""

from __future__ import annotations

from dataclasses import dataclass, replace

from quarterdeck.bots.levels import SKILLS
from quarterdeck.bots.search import Outlook, RolloutSearch, TreeSearch, search_for
from quarterdeck.bots.search.budget import check_budget
from quarterdeck.bots.search.player import USUAL
from quarterdeck.errors import GameOptionError
from quarterdeck.i18n import _, short
from quarterdeck.play import View

__all__ = ["SIMULATIONS", "Searcher", "Strong", "searcher", "strong", "with_budget_divided"]

SIMULATIONS = USUAL
LEAST = 16


@dataclass(frozen=True)
class Strong:
    """A strong player of any game: by rollouts where the game has a network, else by tree search."""

    seed: int | str = 0
    simulations: int | None = None
    seconds: float | None = None

    def __post_init__(self) -> None:
        """Raises BotError for an impossible budget."""
        check_budget(self)

    def outlook(self, view: View) -> Outlook:
        """See `RolloutSearch.outlook` and `TreeSearch.outlook`."""
        player = search_for(view.game.id)(self.seed, self.simulations, self.seconds)
        # Seconds are enough for many rollouts: then long ones choose better (`benchmarks.improvement`).
        if isinstance(player, RolloutSearch) and self.seconds is not None:
            player = replace(player, depth=SKILLS["admiral"].depth)
        return player.outlook(view)


Searcher = Strong | RolloutSearch | TreeSearch


def strong(simulations: int = SIMULATIONS, seconds: float | None = None, seed: int | str = 0) -> Strong:
    """A strong player with this budget for each decision: simulations, or seconds instead. Raises BotError
    for an impossible budget.
    """
    return Strong(seed, simulations if seconds is None else None, seconds)


def searcher(player: object) -> Searcher:
    """The player, checked to be one that can search; a strong one for None. Raises GameOptionError."""
    if player is None:
        return strong()
    if not isinstance(player, Searcher):
        sentence = _("The coach searches by what strong(…) gives, not by {value}.")
        raise GameOptionError(sentence.format(value=short(player)))
    return player


def with_budget_divided(player: Searcher, times: int) -> Searcher:
    """The same player with its budget divided by this. At least LEAST simulations are left, or all there
    were.
    """
    seconds = player.seconds
    simulations = USUAL if player.simulations is None and seconds is None else player.simulations
    return replace(
        player,
        seconds=None if seconds is None else seconds / times,
        simulations=None if simulations is None else max(min(LEAST, simulations), simulations // times),
    )
