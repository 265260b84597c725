"""What a worker can be asked to do. A task takes and gives plain data; all it knows are the views in it."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, Final

from quarterdeck.bots import Bot
from quarterdeck.bots.stand_in import choice_of
from quarterdeck.bots.warming import compile_one
from quarterdeck.coach.advice import advise, explained
from quarterdeck.coach.analysis import station
from quarterdeck.coach.player import strong
from quarterdeck.play import GAMES, Game
from quarterdeck.workers import codec

__all__ = ["BotMaker", "answer"]

# Makes a bot from its name and a seed.
BotMaker = Callable[[str, str], Bot]


def answer(name: str, body: Any, make_bot: BotMaker) -> Any:
    """The answer to the task of this name, done by bots that `make_bot` makes. Raises KeyError for an unknown
    name, and any error of the task.
    """
    if name == "choose":
        return choice_of(make_bot(body["bot"], body["seed"]), codec.read_view(body["view"])).id
    return _TASKS[name](body)


def _greet(_body: Any) -> list[str]:
    """Load the rules of all games, uncompiled, and say which there are."""
    return list(GAMES)


def _load(game: str) -> None:
    """Load the compiled rules of a game, or compile them."""
    compile_one(Game(game))


def _advise(body: Any) -> Any:
    view = codec.read_view(body["view"])
    advice = advise(view, strong(seconds=body["seconds"]))
    return codec.advice_data(explained(advice, view, body["reasoning"]))


def _station(body: Any) -> Any:
    views = codec.read_views(body["views"])
    before = codec.read_before(body["before"])
    result = station(body["ply"], views, before, body["perspective"], strong(body["simulations"]))
    return codec.station_data(result)


_TASKS: Final[Mapping[str, Callable[[Any], Any]]] = {
    "greet": _greet,
    "load": _load,
    "advise": _advise,
    "station": _station,
}
