"""Cross-play: each bot in one seat against each other bot in all other seats."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import permutations

from quarterdeck.bots import BOTS
from quarterdeck.errors import GameOptionError
from quarterdeck.i18n import _
from quarterdeck.lab.arena.agents import makers
from quarterdeck.lab.arena.references import REFERENCES, plays
from quarterdeck.lab.arena.tournament import Tournament
from quarterdeck.play import Game


def contestants(names: Sequence[str], game: Game) -> tuple[str, ...]:
    """These agents or, if none is named, all bots but the random one, with those to measure by that can play
    this game. Raises GameOptionError.
    """
    if not names:
        measures = [name for name in REFERENCES if plays(name, game)]
        return (*(name for name in BOTS if name != "random"), *measures)
    if len(set(names)) < max(2, len(names)):
        raise GameOptionError(_("Cross-play needs two bots or more, each named once."))
    return tuple(names)


def tournaments(
    game: Game, bots: Sequence[str], deals: int, seed: str, max_plies: int | None = None
) -> list[Tournament]:
    """A tournament for each ordered pair of agents: the first has one seat, the second all others. All have
    the same deals. Raises GameOptionError, WeightsError: see `agents.makers`.
    """
    own = makers(bots, game)
    return [
        Tournament(game, (single, *[rest] * (game.players - 1)), deals, seed, own=own, max_plies=max_plies)
        for single, rest in permutations(bots, 2)
    ]
