"""The common part of all environments: results, masks and errors."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping
from difflib import get_close_matches
from importlib.util import find_spec
from inspect import signature
from operator import index
from typing import Any

import numpy as np
from numpy.typing import NDArray

from quarterdeck.errors import ActionTextError, GameOptionError, IllegalAction, QuarterdeckError
from quarterdeck.i18n import _, short
from quarterdeck.kernel.batch import MOST_PLIES
from quarterdeck.kernel.spec import GameSpec
from quarterdeck.play import Action, Game, Position, View, find
from quarterdeck.play.checks import number
from quarterdeck.play.steps import GameLike

Mask = NDArray[np.int8]
MOST_LISTED = 12  # the most legal actions that an error lists
# With the published component tables, no number of an observation is further from 0 than this.
WIDEST = 2.0


def need(extra: str, package: str) -> None:
    """Check that this package is installed. Raises QuarterdeckError with the command that installs it."""
    if find_spec(package) is None:
        sentence = _('This needs {package}, which is not installed: “pip install "quarterdeck[{extra}]"”.')
        raise QuarterdeckError(sentence.format(package=package, extra=extra))


def one_of(value: Any, choices: Collection[str | None]) -> bool:
    """Whether a value is one of these words. It can be anything, even an array."""
    return isinstance(value, str | None) and value in choices


def game_of(game: str | Game, options: Mapping[str, Any], door: Callable[..., object] | None = None) -> Game:
    """The game with this id and these options, `table` among them; or the given Game, which has its own.

    `door` is the function that a program called with these options, and with keywords of its own: errors name
    it. Raises GameOptionError.
    """
    if door is not None:
        _check_keywords(game.spec if isinstance(game, Game) else find(game), options, door)
    if not isinstance(game, Game):
        return Game(game, **options)
    if any(value is not None for value in options.values()):
        raise GameOptionError(_("A game has its options already: name them with its id, or not at all."))
    return game


def _check_keywords(spec: GameSpec, options: Mapping[str, Any], door: Callable[..., object]) -> None:
    """Check that the game has these options. Raises GameOptionError, which names the keywords of the door."""
    own = [one.name for one in signature(door).parameters.values() if one.kind is one.KEYWORD_ONLY]
    known = [option.name for option in spec.options]
    for name in options:
        if name in (*own, *known, "table"):
            continue
        near = get_close_matches(name, [*own, *known], 1)
        sentence = _("“{door}” has no keyword “{name}”; it has {own}, and for {game} {known}.")
        if near:
            sentence = _(
                "“{door}” has no keyword “{name}”: did you mean “{near}”? It has {own}, and for {game} "
                "{known}."
            )
        given = {"door": door.__name__, "name": short(name, str), "near": "".join(near)}
        lists = {"own": ", ".join(own), "known": ", ".join(known)}
        raise GameOptionError(sentence.format(game=spec.title, **given, **lists))


def ply_limit(game: Game, max_plies: Any) -> int:
    """The number of plies after which a match is truncated. None stands for the game's own limit, ten times
    the longest real match. Raises GameOptionError.
    """
    return game.max_plies if max_plies is None else number("max_plies", max_plies, 1, MOST_PLIES)


def win_shares(position: Position) -> list[float]:
    """Each seat's share of the win: equal parts of 1 for the winners; 0 without a winner."""
    winners = position.winners
    return [float(seat in winners) / max(1, len(winners)) for seat in range(position.game.players)]


def action_mask(view: View) -> Mask:
    """The legal actions of the view's seat: int8 [actions], 1 for legal.

    If the seat is not to act, as at the end, all are 1. Its action is ignored then, and learners that sample
    from the mask always find one.
    """
    if view.seat not in view.to_act:
        return any_action(view.game)
    mask = np.zeros(view.game.spec.actions, np.int8)
    mask[[action.id for action in view.legal()]] = 1
    return mask


def any_action(game: GameLike) -> Mask:
    """The mask of a seat with nothing to decide: int8 [actions], all 1."""
    return np.ones(game.spec.actions, np.int8)


def bound(game: Game) -> float:
    """The bound of the absolute values in observations; infinite for a custom component table."""
    return WIDEST if game.spec.table_json(game.table) is None else float("inf")


def numbered(game: GameLike, action: Any) -> Action:
    """The game's action with this id, an integer of any type or a zero-dimensional array, as learners give
    it. Raises ActionTextError if there is none.
    """
    try:
        number = -1 if isinstance(action, bool) else index(action)
    except TypeError:
        number = -1
    if not 0 <= number < len(game.actions):
        sentence = _("There is no action {action}; those of {game} are the numbers 0 to {last}.")
        shown = short(action)
        raise ActionTextError(sentence.format(action=shown, game=game.title, last=len(game.actions) - 1))
    return game.actions[number]


def play(position: Position, seat: int, action: Any) -> Position:
    """The position after a seat that is to act has played the action with this id. Raises IllegalAction,
    which names the seat, the rule and the legal actions; ActionTextError for an unknown id.
    """
    chosen = numbered(position.game, action)
    try:
        return position.play(seat, chosen)
    except IllegalAction as error:
        legal = [f"{candidate.id} ({candidate})" for candidate in position.legal(seat)]
        more = [_("{count} more").format(count=len(legal) - MOST_LISTED)] if len(legal) > MOST_LISTED else []
        sentence = _("Seat {seat} may play {legal}, not {action} ({text}): {why}").format(
            seat=seat,
            legal=", ".join(legal[:MOST_LISTED] + more) or _("nothing"),
            action=chosen.id,
            text=chosen,
            why=error.sentence,
        )
        raise IllegalAction(sentence, error.rule, seat, chosen.text) from None
