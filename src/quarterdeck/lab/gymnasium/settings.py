"""Checks of the settings that single and vector environments share."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any, TypeVar

from quarterdeck.errors import GameOptionError
from quarterdeck.i18n import _, short
from quarterdeck.lab.arena.agents import Agent, agent_for
from quarterdeck.lab.env_common import one_of
from quarterdeck.play import Game

Info = dict[str, Any]
Choice = TypeVar("Choice", str, str | None)

ON_ILLEGAL = ("lose", "error")


def agents_of(game: Game, given: object) -> tuple[Agent, ...]:
    """The agent of each seat but the learner's, clockwise from its left: what `agent` of `lab.arena.agents`
    takes. Raises GameOptionError; WeightsError for a damaged network.
    """
    return tuple(agent_for(one, game) for one in one_for_each_seat(game, given))


def one_for_each_seat(game: Game, given: Any) -> tuple[Any, ...]:
    """An opponent for each seat but the learner's, clockwise from its left. Raises GameOptionError."""
    others = game.players - 1
    is_one = isinstance(given, str) or callable(given) or hasattr(given, "choose")
    if not is_one and not isinstance(given, Iterable):
        sentence = _("opponents is the name of a bot, or a list of one for each other seat, not {value}.")
        raise GameOptionError(sentence.format(value=short(given)))
    chosen = (given,) * others if is_one else tuple(given)
    if len(chosen) != others:
        sentence = _("{game} with {players} players needs {others} opponents, not {count}.")
        raise GameOptionError(
            sentence.format(game=game.title, players=game.players, others=others, count=len(chosen))
        )
    return chosen


def chosen_of(name: str, value: Choice, choices: Sequence[Choice]) -> Choice:
    """The value, if it is one of these. Raises GameOptionError."""
    if not one_of(value, choices):
        sentence = _("{name} can't be {value}; it is one of {choices}.")
        known = ", ".join(map(repr, choices))
        raise GameOptionError(sentence.format(name=name, value=short(value), choices=known))
    return value
