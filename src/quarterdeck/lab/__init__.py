"""Many games at once: training environments, the balance of games and tables, and the strength of bots.

`vector` plays them in arrays.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from quarterdeck.errors import GameOptionError
from quarterdeck.i18n import _, short
from quarterdeck.play import Game

if TYPE_CHECKING:
    from quarterdeck.lab.lanes import Lanes

__all__ = ["vector"]


def vector(
    game: Game | str,
    n: int,
    *,
    seed: int | str | None = 0,
    observations: bool = True,
    information: int = 0,
    records: bool = False,
    max_plies: int | None = None,
    threads: int | None = None,
    device: str = "cpu",
    **options: str | int,
) -> Lanes:
    """n matches of a game ("lanes") in arrays, compiled: see `quarterdeck.lab.lanes.Lanes`.

    `game` is a Game, or the id of one with its `options`. A match depends only on `seed`, its lane and its
    number in that lane, neither on n nor on `threads` (default: one per core). With `seed=None` a fresh seed
    is drawn; see `Lanes.seed`. `observations=False` omits observations; `information=L` adds information
    states with the newest L log entries; `records=True` keeps the moves, for `record`. Matches are truncated
    after `max_plies` (default `Game.max_plies`, far above the length of real matches). With `device="cuda"`
    matches and arrays are on the CUDA device and stay there: `quarterdeck.lab.cuda.DeviceLanes`.
    GameOptionError; QuarterdeckError without such a device.
    """
    from quarterdeck.lab.env_common import game_of
    from quarterdeck.lab.lanes import LaneOptions, Lanes

    chosen = game_of(game, options)
    named: object = device
    if not isinstance(named, str) or named not in ("cpu", "cuda"):
        sentence = _("device is “cpu” or “cuda”, not {value}.")
        raise GameOptionError(sentence.format(value=short(device)))
    made = Lanes
    if device == "cuda":
        from quarterdeck.lab.cuda import DeviceLanes

        made, threads = DeviceLanes, 1
    settings = LaneOptions(seed, observations, information, records, max_plies, threads)
    return made(chosen, n, settings)
