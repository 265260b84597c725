"""The bots that can play in compiled matches: those that do not search."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from quarterdeck.bots.levels import SKILLS, power
from quarterdeck.bots.search.net import Net, no_net
from quarterdeck.bots.search.weights import has_net, own_net
from quarterdeck.errors import GameOptionError
from quarterdeck.i18n import _, short
from quarterdeck.lab.compiled_bots.players import FIRST, HEURISTICS, RANDOM, SECOND
from quarterdeck.play import Game


class CompiledOpponents(NamedTuple):
    """How each of the named bots chooses, in the order of the names: RANDOM, HEURISTICS, FIRST or SECOND.

    `nets` are the networks FIRST and SECOND, `sharpness` the powers to which their policies are raised.
    """

    kinds: tuple[int, ...]
    nets: tuple[Net, Net]
    sharpness: tuple[float, float]


def compiled_names(game: Game) -> list[str]:
    """The names of this game's bots that can play in compiled matches."""
    levels = [name for name, skill in SKILLS.items() if has_net(game.id) and not skill.rollouts]
    return ["random", "rule-of-thumb", *levels]


def compiled_opponents(game: Game, names: Sequence[str]) -> CompiledOpponents:
    """The bots with these names. Raises GameOptionError for one that searches, or that there is not."""
    known = compiled_names(game)
    for name in names:
        if name not in known:
            sentence = _(
                "Many matches at once have the bots {known}, not {name}. "
                'With vectorization_mode="async" they have any, and are slower.'
            )
            raise GameOptionError(sentence.format(name=short(name), known=", ".join(known)))
    levels = [name for name in SKILLS if name in names]
    kinds = {
        "random": RANDOM,
        "rule-of-thumb": HEURISTICS,
        **dict(zip(levels, (FIRST, SECOND), strict=False)),
    }
    net = own_net(game.id) if levels else no_net()
    first, second = [*(power(name, game.id) for name in levels), 1.0, 1.0][:2]
    return CompiledOpponents(tuple(kinds[name] for name in names), (net, net), (first, second))
