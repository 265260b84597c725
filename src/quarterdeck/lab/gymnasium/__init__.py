"""Gymnasium environments: one seat learns, bots play the others. Needs the extra `gymnasium`."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from importlib.util import find_spec
from typing import TYPE_CHECKING, Any

from quarterdeck.bots import Bot
from quarterdeck.errors import GameOptionError
from quarterdeck.i18n import _, short
from quarterdeck.lab.env_common import game_of, need, ply_limit
from quarterdeck.lab.versioned import environment_id
from quarterdeck.play import GAMES, Game

if TYPE_CHECKING:
    from gymnasium.vector import AutoresetMode

    from quarterdeck.lab.gymnasium.environment import Environment
    from quarterdeck.lab.gymnasium.vector_environment import VectorEnvironment

__all__ = ["make", "make_vec", "register"]

Opponent = str | Callable[..., Bot]
RULE_OF_THUMB = "rule-of-thumb"


def make(
    game: str | Game,
    *,
    opponents: Opponent | Sequence[Opponent] = RULE_OF_THUMB,
    seat: int | None = None,
    illegal: str = "lose",
    render_mode: str | None = None,
    max_plies: int | None = None,
    table: Any = None,
    **options: str | int,
) -> Environment:
    """A Gymnasium environment of one seat of a game: its name with its `options`, or a `Game`.

    `opponents` are one for all other seats, or one for each, clockwise from the learner's left. An opponent
    is the name of a bot (`quarterdeck.bots.BOTS`), a network's file that ends in .npz, or a class of your
    own: itself, or as the text "module:Name". `seat` is the learner's; None draws one at random for each
    match.

    An observation is float32 [features], from the seat's own view alone. An action is an action's id;
    `info["action_mask"]` (int8 [actions]) or `action_masks()` (bool [actions]) gives the legal ones. The
    reward comes at the end: the seat's share of the win, from 0 to 1. `reset(seed=…)` determines the deal,
    the seat and the bots' random choices. When the match has ended, the mask is all 1.

    A match is truncated after `max_plies` actions of all seats together, without a winner. The default is far
    above the length of real matches (`Game.max_plies`).

    An illegal action loses the match, with the reason in `info["illegal"]`; with `illegal="error"` it raises
    IllegalAction instead, and the match continues.

    Raises QuarterdeckError if Gymnasium is not installed, GameOptionError for an unknown game, option, bot or
    mode, SeatError for a seat that is not there, WeightsError for a damaged network.
    """
    need("gymnasium", "gymnasium")
    from quarterdeck.lab.gymnasium.environment import Environment

    chosen = game_of(game, {**options, "table": table}, make)
    limit = ply_limit(chosen, max_plies)
    return Environment(chosen, opponents, seat, illegal, render_mode, limit)


def make_vec(
    game: str | Game,
    num_envs: int = 1,
    *,
    opponents: str | Sequence[str] = RULE_OF_THUMB,
    seat: int | None = None,
    illegal: str = "lose",
    autoreset_mode: AutoresetMode | str = "NextStep",
    max_plies: int | None = None,
    threads: int | None = None,
    copy: bool = True,
    table: Any = None,
    **options: str | int,
) -> VectorEnvironment:
    """A Gymnasium vector environment of `num_envs` matches, compiled: what `make` makes, many at once.

    `opponents` are bots that don't search: “random”, “rule-of-thumb”, in games with a network “deckhand” and
    “mate”, and networks by their files, such as earlier versions of the learner; at most two that play by a
    network. All else is as in `make`. Observations are float32 [n, features], rewards float64 [n];
    `info["action_mask"]` is int8 [n, actions], `info["seat"]` int64 [n], and where matches have ended
    `info["points"]` int16 [n, seats].

    `autoreset_mode` is one of `gymnasium.vector.AutoresetMode`: when a match has ended, the next step deals
    the next one (NEXT_STEP), or the same step does and puts the last observation into `info["final_obs"]`
    (SAME_STEP), or `reset(options={"reset_mask": mask})` has to (DISABLED).

    After `reset(seed=s)` match k of lane i is dealt as `game.start(seed=f"{s}/{i}/{k}")`. No result depends
    on `threads` (default: one per core). With `copy=False` observations and masks are the same arrays at each
    step, which saves time and memory; the mask is read-only.

    The errors are those of `make`, and GameOptionError for a bot that searches or a third network.
    """
    need("gymnasium", "gymnasium")
    from quarterdeck.lab.gymnasium.vector_environment import VectorEnvironment, VectorOptions

    chosen = game_of(game, {**options, "table": table}, make_vec)
    given = VectorOptions(opponents, seat, illegal, autoreset_mode, max_plies, threads, copy)
    return VectorEnvironment(chosen, num_envs, given)


def register() -> None:
    """Register every installed game with Gymnasium, as quarterdeck/Meuterer-v1 and so on, for
    `gymnasium.make`, which takes what `make` takes, and `gymnasium.make_vec`, which takes what `make_vec`
    takes. Raises QuarterdeckError if Gymnasium is not installed.

    Importing this module does it if Gymnasium is installed.
    """
    need("gymnasium", "gymnasium")
    import gymnasium

    for game in GAMES:
        name = environment_id(game)
        if name not in gymnasium.registry:
            gymnasium.register(
                name,
                entry_point=f"{__name__}:make_registered",
                vector_entry_point=f"{__name__}:make_vec_registered",
                kwargs={"game": game, "registered": name},
            )


def make_registered(game: Any, registered: str, **settings: Any) -> Environment:
    """`make` for `gymnasium.make`, whose callers can override the game. Raises GameOptionError if it is
    another one than `registered`.
    """
    _check_registered(game, registered)
    return make(game, **settings)


def make_vec_registered(game: Any, registered: str, **settings: Any) -> VectorEnvironment:
    """`make_vec` for `gymnasium.make_vec`; see `make_registered`."""
    _check_registered(game, registered)
    return make_vec(game, **settings)


def _check_registered(game: Any, registered: str) -> None:
    name = game.id if isinstance(game, Game) else game
    if not isinstance(name, str) or environment_id(name) != registered:
        sentence = _("{id} is another game than {game}: leave game out, or name the id of that game.")
        raise GameOptionError(sentence.format(id=registered, game=short(game)))


if find_spec("gymnasium") is not None:
    register()
