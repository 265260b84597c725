"""What a worker can be asked. A task takes and gives plain data; all it knows are the views in it."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import cache
from importlib import import_module
from typing import Any, Final

from quarterdeck.bots import Bot
from quarterdeck.bots.stand_in import choice_of
from quarterdeck.bots.warming import compile_one
from quarterdeck.coach.advice import advise, explained
from quarterdeck.coach.analysis import station
from quarterdeck.coach.player import strong
from quarterdeck.play import Game
from quarterdeck.workers import codec

__all__ = ["BOTS", "answer"]

# Where bots come from, unless a server says otherwise: `MODULE:FUNCTION` of a bot's name and seed.
BOTS: Final = "quarterdeck.bots:bot_at_table"


def answer(name: str, body: Any) -> Any:
    """The answer to a task of this name. KeyError for an unknown one, and any error of the task."""
    return _TASKS[name](body)


def _load(game: str) -> None:
    """Load the compiled rules of a game, or compile them."""
    compile_one(Game(game))


def _choose(body: Any) -> int:
    view, name = codec.read_view(body["view"]), body["bot"]
    return choice_of(_maker(body["maker"])(name, body["seed"]), view).id


def _advise(body: Any) -> Any:
    view = codec.read_view(body["view"])
    found = advise(view, strong(seconds=body["seconds"]))
    return codec.advice_data(explained(found, view, body["reasoning"]))


def _station(body: Any) -> Any:
    views = codec.read_views(body["views"])
    before = codec.read_before(body["before"])
    made = station(body["ply"], views, before, body["perspective"], strong(body["simulations"]))
    return codec.station_data(made)


@cache
def _maker(place: str) -> Callable[[str, str], Bot]:
    module, _colon, name = place.partition(":")
    made: Callable[[str, str], Bot] = getattr(import_module(module), name)
    return made


_TASKS: Final[Mapping[str, Callable[[Any], Any]]] = {
    "load": _load,
    "choose": _choose,
    "advise": _advise,
    "station": _station,
}
