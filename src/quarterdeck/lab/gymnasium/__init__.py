"""The games as Gymnasium environments: one seat learns, bots have the others. Needs the extra `gymnasium`."""

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

    `opponents` are names of bots (`quarterdeck.bots.BOTS`): one for all other seats, or one for each of them,
    clockwise from the learner's left. `seat` is the learner's; None: another one for each match, by chance.

    An observation is float32 [features], made of the seat's own view alone; an action is an action's id, and
    `info["action_mask"]` (int8 [actions]) or `action_masks()` (bool [actions]) says which are legal now. The
    reward comes at the end: the seat's share of the win, from 0 to 1. `reset(seed=…)` decides the deal, the
    seat and what the bots leave to chance. When the match has ended, the mask is all 1.

    After `max_plies` actions of all seats together a match that goes on is truncated, and nobody has won. The
    default is far above the length of real matches (`Game.max_plies`).

    An action that is not legal ends the match as lost, with the reason in `info["illegal"]`; with
    `illegal="error"` it raises IllegalAction instead, and the match goes on.

    QuarterdeckError if Gymnasium is not installed, GameOptionError for an unknown game, option, bot or mode,
    SeatError for a seat that is not there.
    """
    need("gymnasium", "gymnasium")
    from quarterdeck.lab.gymnasium.environment import Environment

    chosen = game_of(game, {**options, "table": table})
    limit = ply_limit(chosen, max_plies)
    return Environment(chosen, opponents, seat, illegal, render_mode, limit)


def register() -> None:
    """Make the games known to `gymnasium.make` as quarterdeck/Meuterer-v0, quarterdeck/Cartagena-v0 and
    quarterdeck/Mutiny-v0, which take what `make` takes. QuarterdeckError if Gymnasium is not installed.

    To import this module is enough where Gymnasium is installed.
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
    """`make` for `gymnasium.make`, which lets a caller replace the game. GameOptionError if that is another
    one than the name `registered` says.
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
