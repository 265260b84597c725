"""Agents for evaluations and the arena: a bot by its name, a network by its file, one's own class by its
`module:Name`.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import lru_cache, partial
from importlib import import_module
from pathlib import Path
from typing import Any, Final, NamedTuple

from quarterdeck.bots import BOTS, Bot, bot
from quarterdeck.bots.network import NetworkPolicy
from quarterdeck.bots.search.net import Net
from quarterdeck.bots.search.weights import ENDING, game_of_net, read_net
from quarterdeck.errors import GameOptionError, QuarterdeckError, error_words, place_of
from quarterdeck.i18n import _, short
from quarterdeck.lab.arena.match import FAILURES, Maker, call_maker, checked_bot
from quarterdeck.lab.arena.references import REFERENCES, plays
from quarterdeck.play import Game

SCRIPT: Final = ".py"
NAMED: Final[Mapping[str, Maker]] = {**{name: partial(bot, name) for name in BOTS}, **REFERENCES}


class Agent(NamedTuple):
    """An agent to be evaluated: its name, its maker, which is called with a seed, and the id of the only game
    that it plays, "" if it plays all.
    """

    name: str
    make: Maker
    game: str = ""


def agent(given: object) -> Agent:
    """The agent with this name, or made of this class or object; see `quarterdeck.lab.evaluate`.

    Makes the agent once, so that an agent that can't be made is reported before a game is played.

    Raises GameOptionError; WeightsError for a damaged network.
    """
    if isinstance(given, str | os.PathLike):
        entry = _agent_by_name(os.fspath(given))
    else:
        entry = _agent_from_object(given)
    make(entry, 0)
    return entry


def make(entry: Agent, seed: int | str) -> Bot:
    """The agent with this seed for its random choices. Raises GameOptionError if it can't be made."""
    try:
        player = entry.make(seed)
    except QuarterdeckError:
        raise
    except FAILURES as error:
        sentence = _("The agent {name} can't be made ({what}, {place}): it is called with a seed or nothing.")
        raise GameOptionError(
            sentence.format(name=short(entry.name, str), what=error_words(error), place=place_of(error))
        ) from error
    return checked_bot(entry.name, player)


def makers(names: Iterable[str], game: Game) -> dict[str, Maker]:
    """The makers of the agents with these names, for a `Tournament` or `Selfplay`; those of `BOTS` need none.

    Raises GameOptionError for an unknown agent and for one that does not play this game; WeightsError for a
    damaged network.
    """
    entries = [agent_for(name, game) for name in dict.fromkeys(names) if name not in BOTS]
    return {entry.name: entry.make for entry in entries}


def agent_for(given: object, game: Game) -> Agent:
    """The agent with this name, or made of this class or object, as one that plays this game.

    Raises what `agent` raises, and GameOptionError for an agent that does not play the game.
    """
    entry = agent(given)
    if entry.name in REFERENCES and not plays(entry.name, game):
        sentence = _("There is no network of {game} for the agent {name}.")
        raise GameOptionError(sentence.format(game=game.title, name=entry.name))
    if entry.game not in ("", game.id):
        sentence = _("The network {name} plays {found}, not {game}.")
        raise GameOptionError(sentence.format(name=entry.name, found=entry.game, game=game.id))
    return entry


def _agent_by_name(name: str) -> Agent:
    if name in NAMED:
        return Agent(name, NAMED[name])
    if name.endswith(ENDING):
        game = game_of_net(name)
        path = str(Path(name).resolve())
        read_net(path, game)
        return Agent(name, partial(_network_policy, path, game), game)
    if ":" in name:
        _import_agent(name)
        return Agent(name, Reference(name))
    sentence = _(
        "There is no agent “{name}”: name one of {bots}, a network's file that ends in .npz, or a class of "
        "your own as module:Name."
    )
    raise GameOptionError(sentence.format(name=short(name, str), bots=", ".join(NAMED)))


def _agent_from_object(given: object) -> Agent:
    name = str(getattr(given, "__name__", type(given).__name__))
    return Agent(name, partial(_make_agent, given))


@dataclass(frozen=True)
class Reference:
    """Makes the agent that `module:Name` names; another process imports the module itself."""

    name: str

    def __call__(self, seed: int | str) -> Bot:
        """The agent of this seed."""
        return _make_agent(_import_agent(self.name), seed)


def _make_agent(given: Any, seed: int | str) -> Bot:
    """Make an agent by its class or maker. An agent itself is returned as it is."""
    if not isinstance(given, type) and (hasattr(given, "choose") or not callable(given)):
        player: Bot = given
        return player
    return call_maker(given, seed)


def _import_agent(reference: str) -> Any:
    """The object that `module:Name` names. The module is looked for in the working folder and where Python
    finds modules. Raises GameOptionError if there is none.
    """
    module, _colon, name = reference.partition(":")
    if (here := os.getcwd()) not in sys.path:
        sys.path.insert(0, here)
    try:
        target: Any = import_module(module)
    except FAILURES as error:
        if module.endswith(SCRIPT):
            sentence = _("“{name}” names a file; name the module in it, without its ending: “{right}”.")
            right = f"{Path(module).stem}:{name}"
            raise GameOptionError(
                sentence.format(name=short(reference, str), right=short(right, str))
            ) from error
        sentence = _("The module “{module}” of the agent {name} can't be imported ({what}).")
        cause = error_words(error)
        words = sentence.format(module=short(module, str), name=short(reference, str), what=cause)
        raise GameOptionError(words) from error
    for part in name.split("."):
        if not hasattr(target, part):
            sentence = _("The module “{module}” has no “{name}”.")
            raise GameOptionError(sentence.format(module=short(module, str), name=short(name, str)))
        target = getattr(target, part)
    return target


@lru_cache(maxsize=8)
def _read_net_once(path: str, game: str) -> Net:
    return read_net(path, game)


def _network_policy(path: str, game: str, seed: int | str) -> Bot:
    return NetworkPolicy(seed, net=_read_net_once(path, game))
