"""Gymnasium environments: one seat learns, bots play the others. Needs the extra `gymnasium`."""

from __future__ import annotations

from collections.abc import Sequence
from importlib.util import find_spec
from typing import TYPE_CHECKING, Any

from quarterdeck.errors import GameOptionError
from quarterdeck.i18n import _, short
from quarterdeck.lab.env_common import game_of, need, ply_limit
from quarterdeck.play import GAMES, Game

if TYPE_CHECKING:
    from quarterdeck.lab.gymnasium.environment import Environment

__all__ = ["make", "register"]

RULE_OF_THUMB = "rule-of-thumb"


def make(
    game: str | Game,
    *,
    opponents: str | Sequence[str] = RULE_OF_THUMB,
    seat: int | None = None,
    illegal: str = "lose",
    render_mode: str | None = None,
    max_plies: int | None = None,
    table: Any = None,
    **options: str | int,
) -> Environment:
    """A Gymnasium environment of one seat of a game: its name with its `options`, or a `Game`.

    `opponents` are names of bots (`quarterdeck.bots.BOTS`): one for all other seats, or one for each,
    clockwise from the learner's left. `seat` is the learner's; None draws one at random for each match.

    An observation is float32 [features], from the seat's own view alone. An action is an action's id;
    `info["action_mask"]` (int8 [actions]) or `action_masks()` (bool [actions]) gives the legal ones. The
    reward comes at the end: the seat's share of the win, from 0 to 1. `reset(seed=…)` determines the deal,
    the seat and the bots' random choices. When the match has ended, the mask is all 1.

    A match is truncated after `max_plies` actions of all seats together, without a winner. The default is far
    above the length of real matches (`Game.max_plies`).

    An illegal action loses the match, with the reason in `info["illegal"]`; with `illegal="error"` it raises
    IllegalAction instead, and the match continues.

    QuarterdeckError if Gymnasium is not installed, GameOptionError for an unknown game, option, bot or mode,
    SeatError for a seat that is not there.
    """
    need("gymnasium", "gymnasium")
    from quarterdeck.lab.gymnasium.environment import Environment

    chosen = game_of(game, {**options, "table": table})
    limit = ply_limit(chosen, max_plies)
    return Environment(chosen, opponents, seat, illegal, render_mode, limit)


def register() -> None:
    """Register the games with `gymnasium.make` as quarterdeck/Meuterer-v0, quarterdeck/Cartagena-v0 and
    quarterdeck/Mutiny-v0, which take what `make` takes. QuarterdeckError if Gymnasium is not installed.

    Importing this module does it if Gymnasium is installed.
    """
    need("gymnasium", "gymnasium")
    import gymnasium

    for game in GAMES:
        name = _registered(game)
        if name not in gymnasium.registry:
            gymnasium.register(
                name, entry_point=f"{__name__}:make_registered", kwargs={"game": game, "registered": name}
            )


def make_registered(game: Any, registered: str, **settings: Any) -> Environment:
    """`make` for `gymnasium.make`, whose callers can override the game. GameOptionError if it is another one
    than `registered`.
    """
    name = game.id if isinstance(game, Game) else game
    if not isinstance(name, str) or _registered(name) != registered:
        sentence = _("{id} is another game than {game}: leave game out, or name the id of that game.")
        raise GameOptionError(sentence.format(id=registered, game=short(game)))
    return make(game, **settings)


def _registered(game: str) -> str:
    return f"quarterdeck/{game.capitalize()}-v0"


if find_spec("gymnasium") is not None:
    register()
