"""What can be evaluated and sit in the arena: a bot by name, a network's file, a class of one's own as
`module:Name`.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import lru_cache, partial
from importlib import import_module
from inspect import signature
from pathlib import Path
from typing import Any, Final, NamedTuple

from quarterdeck.bots import BOTS, Bot, bot
from quarterdeck.bots.network import NetworkPolicy
from quarterdeck.bots.search.net import Net
from quarterdeck.bots.search.weights import game_of_net, read_net
from quarterdeck.errors import GameOptionError, QuarterdeckError, place_of
from quarterdeck.i18n import _, short
from quarterdeck.lab.arena.match import Maker
from quarterdeck.lab.arena.references import REFERENCES, plays
from quarterdeck.play import Game

NETWORK: Final = ".npz"
NAMED: Final[Mapping[str, Maker]] = {**{name: partial(bot, name) for name in BOTS}, **REFERENCES}


class Agent(NamedTuple):
    """What is evaluated: its name, what makes it from a seed, and the only game that it plays, "" if it plays
    all.
    """

    name: str
    make: Maker
    game: str = ""


def agent(given: object) -> Agent:
    """The agent that was named or given; see `quarterdeck.lab.evaluate`.

    It is made once here, so that what can't be made is told before a game is played. GameOptionError;
    WeightsError for a damaged network.
    """
    found = _named(os.fspath(given)) if isinstance(given, str | os.PathLike) else _given(given)
    try:
        made: object = found.make(0)
    except QuarterdeckError:
        raise
    except Exception as error:
        sentence = _("The agent {name} can't be made ({what}, {place}): it is called with a seed or nothing.")
        raise GameOptionError(
            sentence.format(name=short(found.name, str), what=_told(error), place=place_of(error))
        ) from error
    if not callable(getattr(made, "choose", None)):
        sentence = _("The agent {name} has no method choose(view), which answers with one of view.legal().")
        raise GameOptionError(sentence.format(name=short(found.name, str)))
    return found


def makers(names: Iterable[str], game: Game) -> dict[str, Maker]:
    """What makes the agents of these names in a `Tournament`; bots at a table need nothing.

    GameOptionError for an unknown agent and for one that does not play this game; WeightsError for a damaged
    network.
    """
    found = [agent(name) for name in dict.fromkeys(names) if name not in BOTS]
    for one in found:
        if one.name in REFERENCES and not plays(one.name, game):
            sentence = _("There is no network of {game} for the agent {name}.")
            raise GameOptionError(sentence.format(game=game.id, name=one.name))
        if one.game not in ("", game.id):
            sentence = _("The network {name} plays {found}, not {game}.")
            raise GameOptionError(sentence.format(name=one.name, found=one.game, game=game.id))
    return {one.name: one.make for one in found}


def _named(name: str) -> Agent:
    if name in NAMED:
        return Agent(name, NAMED[name])
    if name.endswith(NETWORK):
        game = game_of_net(name)
        path = str(Path(name).resolve())
        read_net(path, game)
        return Agent(name, partial(_networked, path, game), game)
    if ":" in name:
        _resolved(name)
        return Agent(name, Reference(name))
    sentence = _(
        "There is no agent “{name}”: name one of {bots}, a network's file that ends in .npz, or a class of "
        "your own as module:Name."
    )
    raise GameOptionError(sentence.format(name=short(name, str), bots=", ".join(NAMED)))


def _given(what: object) -> Agent:
    name = str(getattr(what, "__name__", type(what).__name__))
    return Agent(name, partial(_made, what))


@dataclass(frozen=True)
class Reference:
    """Makes the agent that `module:Name` names; another process imports the module itself."""

    name: str

    def __call__(self, seed: int | str) -> Bot:
        """The agent of this seed."""
        return _made(_resolved(self.name), seed)


def _made(what: Any, seed: int | str) -> Bot:
    """What makes agents is called with the seed, or without one if it takes none; all else is an agent."""
    if not isinstance(what, type) and (hasattr(what, "choose") or not callable(what)):
        found: Bot = what
        return found
    try:
        signature(what).bind(seed)
    except TypeError:
        made: Bot = what()
    except ValueError:  # what is compiled may not tell its parameters
        made = what(seed)
    else:
        made = what(seed)
    return made


def _resolved(reference: str) -> Any:
    """What stands under `module:Name`, from the folder in which one is or where Python finds modules.
    GameOptionError.
    """
    module, _colon, name = reference.partition(":")
    if (here := os.getcwd()) not in sys.path:
        sys.path.insert(0, here)
    try:
        found: Any = import_module(module)
    except Exception as error:
        sentence = _("The module “{module}” of the agent {name} can't be imported ({what}).")
        words = sentence.format(module=short(module, str), name=short(reference, str), what=_told(error))
        raise GameOptionError(words) from error
    for part in name.split("."):
        if not hasattr(found, part):
            sentence = _("The module “{module}” has no “{name}”.")
            raise GameOptionError(sentence.format(module=short(module, str), name=short(name, str)))
        found = getattr(found, part)
    return found


def _told(error: Exception) -> str:
    return f"{type(error).__name__}: {error}"[:200].rstrip(".")


@lru_cache(maxsize=8)
def _read(path: str, game: str) -> Net:
    return read_net(path, game)


def _networked(path: str, game: str, seed: int | str) -> Bot:
    return NetworkPolicy(seed, net=_read(path, game))
