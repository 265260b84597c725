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

    `game` is a Game, or the id of one with its `options`. A match depends on `seed`, its lane and its number
    there alone, not on n nor on `threads` (by default one for each core); with None `Lanes.seed` is a fresh
    one. `observations=False` leaves these out; `information=L` adds information states with the newest L
    entries of a log; `records=True` keeps the moves, for `record`. After `max_plies` a match that goes on is
    truncated (by default `Game.max_plies`, far above the length of real matches). With `device="cuda"`
    matches and arrays are on the CUDA device and stay there: `quarterdeck.lab.cuda.DeviceLanes`.
    GameOptionError; QuarterdeckError without such a device.
    """
    from quarterdeck.lab.env_common import game_of
    from quarterdeck.lab.lanes import Lanes

    chosen = game_of(game, options)
    named: object = device
    if not isinstance(named, str) or named not in ("cpu", "cuda"):
        sentence = _("device is “cpu” or “cuda”, not {value}.")
        raise GameOptionError(sentence.format(value=short(device)))
    made = Lanes
    if device == "cuda":
        from quarterdeck.lab.cuda import DeviceLanes

        made, threads = DeviceLanes, 1
    return made(
        chosen,
        n,
        seed=seed,
        observations=observations,
        information=information,
        records=records,
        max_plies=max_plies,
        threads=threads,
    )
