"""The games as PettingZoo environments: agents that take turns (AEC). Needs the extra `pettingzoo`."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from quarterdeck.errors import GameOptionError
from quarterdeck.i18n import _, short
from quarterdeck.lab.env_common import game_of, need, one_of, ply_limit
from quarterdeck.play import Game

if TYPE_CHECKING:
    from pettingzoo import AECEnv

__all__ = ["env"]

RENDER_MODES = (None, "ansi", "human")


def env(
    game: str | Game,
    *,
    render_mode: str | None = None,
    max_plies: int | None = None,
    table: Any = None,
    **options: str | int,
) -> AECEnv[str, dict[str, Any], int]:
    """A PettingZoo environment of a game: its name with its `options`, or a `Game`.

    The agents are “seat_0”, “seat_1”, …; an observation is `{"observation": float32 [features],
    "action_mask": int8 [actions]}`, made of the agent's own view alone; an action is an action's id. Seats
    that decide at the same time are asked one after the other, and none sees what another has chosen. Rewards
    come at the end: each seat's share of the win, 1 in all (0 if nobody wins, as may happen in Cartagena).
    The mask of an agent that is not to act, as at the end, is all 1.

    After `max_plies` actions a match that goes on is truncated: `truncations` are True for all, and nobody
    has won. The default is far above the length of real matches (`Game.max_plies`).

    `render_mode` is None, "ansi" (`render` gives the page of the seat that acts, at the end the spectator's)
    or "human" (it is written to the standard output after each action).

    QuarterdeckError if PettingZoo is not installed, GameOptionError for an unknown game, option or mode;
    `step` raises IllegalAction, which names the seat, the rule and what is legal.
    """
    need("pettingzoo", "pettingzoo")
    if not one_of(render_mode, RENDER_MODES):
        sentence = _("There is no render mode {mode}; there are None, “ansi” and “human”.")
        raise GameOptionError(sentence.format(mode=short(render_mode)))
    from pettingzoo.utils.wrappers import OrderEnforcingWrapper

    from quarterdeck.lab.pettingzoo.environment import Environment

    chosen = game_of(game, {**options, "table": table})
    return OrderEnforcingWrapper(Environment(chosen, render_mode, ply_limit(chosen, max_plies)))
