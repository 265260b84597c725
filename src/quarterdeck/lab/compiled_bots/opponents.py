"""The bots that can play in compiled matches: those that do not search."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from quarterdeck.bots.levels import SKILLS, power
from quarterdeck.bots.search.net import Net, no_net
from quarterdeck.bots.search.weights import ENDING, has_net, own_net, read_net
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
    """The bots with these names; a network plays by its file, as in the arena.

    Raises GameOptionError for a bot that searches, or that there is not, and for more than two that play by a
    network; WeightsError for a damaged network.
    """
    known = compiled_names(game)
    for name in names:
        if name not in known and not _is_network(name):
            sentence = _(
                "Many matches at once have the bots {known} and networks by their files, not {name}. "
                'With vectorization_mode="async" they have any, and are slower.'
            )
            raise GameOptionError(sentence.format(name=short(name), known=", ".join(known)))
    levels = [name for name in SKILLS if name in names]
    with_networks = [*levels, *dict.fromkeys(name for name in names if name not in known)]
    if len(with_networks) > 2:
        sentence = _("Many matches at once have two bots with a network at most, not {count}: {names}.")
        raise GameOptionError(sentence.format(count=len(with_networks), names=", ".join(with_networks)))
    kinds = {
        "random": RANDOM,
        "rule-of-thumb": HEURISTICS,
        **dict(zip(with_networks, (FIRST, SECOND), strict=False)),
    }
    policies = [_policy(name, game.id) for name in with_networks] or [(no_net(), 1.0)]
    (first, first_power), (second, second_power) = policies[0], policies[-1]
    chosen = tuple(kinds[name] for name in names)
    return CompiledOpponents(chosen, (first, second), (first_power, second_power))


def _is_network(name: object) -> bool:
    return isinstance(name, str) and name.endswith(ENDING)


def _policy(name: str, game: str) -> tuple[Net, float]:
    """The network that a bot plays by, and the power to which its policy is raised."""
    if name in SKILLS:
        return own_net(game), power(name, game)
    return read_net(name, game), 1.0
