"""PettingZoo environments of the games: agents that take turns (AEC), or in parallel. Needs the extra
`pettingzoo`.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from quarterdeck.errors import GameOptionError
from quarterdeck.i18n import _, short
from quarterdeck.lab.env_common import game_of, need, one_of, ply_limit
from quarterdeck.play import Game

if TYPE_CHECKING:
    from pettingzoo import AECEnv

    from quarterdeck.lab.pettingzoo.parallel import ParallelEnvironment

__all__ = ["env", "parallel_env"]

RENDER_MODES = (None, "ansi", "human")
MASKS = ("observation", "info")


def env(
    game: str | Game,
    *,
    render_mode: str | None = None,
    max_plies: int | None = None,
    masks: str = "observation",
    table: Any = None,
    **options: str | int,
) -> AECEnv[str, Any, int]:
    """A PettingZoo environment of a game: its name with its `options`, or a `Game`.

    The agents are “seat_0”, “seat_1”, …; an observation is `{"observation": float32 [features],
    "action_mask": int8 [actions]}`, from the agent's own view alone; an action is an action's id.
    Simultaneous decisions are made one after the other, without seeing each other. Rewards come at the end:
    each seat's share of the win, 1 in all (0 if nobody wins, as may happen in Cartagena). An agent that is
    not to act, as at the end, has a mask of all 1.

    With `masks="info"` an observation is the float32 array alone, and the mask `infos[agent]["action_mask"]`.

    A match is truncated after `max_plies` actions: `truncations` are True for all, and nobody wins. The
    default is far above the length of real matches (`Game.max_plies`).

    `render_mode` is None, "ansi" (`render` gives the page of the seat that acts, at the end the spectator's)
    or "human" (it is printed after each action).

    Raises QuarterdeckError if PettingZoo is not installed, GameOptionError for an unknown game, option or
    mode; `step` raises IllegalAction, which names the seat, the rule and what is legal.
    """
    need("pettingzoo", "pettingzoo")
    chosen = game_of(game, {**options, "table": table}, env)
    _check_modes(render_mode, masks)
    from pettingzoo.utils.wrappers import OrderEnforcingWrapper

    from quarterdeck.lab.pettingzoo.environment import Environment

    return OrderEnforcingWrapper(Environment(chosen, render_mode, ply_limit(chosen, max_plies), masks))


def parallel_env(
    game: str | Game,
    *,
    render_mode: str | None = None,
    max_plies: int | None = None,
    masks: str = "observation",
    table: Any = None,
    **options: str | int,
) -> ParallelEnvironment:
    """A parallel PettingZoo environment of a game: what `env` makes, but in each step every agent gets an
    observation and gives an action.

    The actions of the agents that are to act are played, in seat order, and nobody sees those of the others
    before. All others pass: their action counts for nothing, may be missing, and their mask is all 1.
    `to_act` names the agents that are to act. `render` gives the spectator's page. All else, and the errors,
    are those of `env`.
    """
    need("pettingzoo", "pettingzoo")
    chosen = game_of(game, {**options, "table": table}, parallel_env)
    _check_modes(render_mode, masks)
    from quarterdeck.lab.pettingzoo.parallel import ParallelEnvironment

    return ParallelEnvironment(chosen, render_mode, ply_limit(chosen, max_plies), masks)


def _check_modes(render_mode: object, masks: object) -> None:
    if not one_of(render_mode, RENDER_MODES):
        sentence = _("There is no render mode {mode}; there are None, “ansi” and “human”.")
        raise GameOptionError(sentence.format(mode=short(render_mode)))
    if not one_of(masks, MASKS):
        sentence = _("masks is “observation” or “info”, not {value}.")
        raise GameOptionError(sentence.format(value=short(masks)))
