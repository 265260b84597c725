"""The verb `judge`, which rates the legal actions by a game's heuristics.

Like the verbs of `kernel.verbs` it finds the game's own function by the record's type; in compiled code Numba
binds this function.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from quarterdeck.kernel.jit import compiled, keep_with, loaded, rule, when_loaded
from quarterdeck.kernel.linking import entry_options
from quarterdeck.kernel.numba_overload import overload
from quarterdeck.kernel.random import quick_chance
from quarterdeck.kernel.record import Cell, cell, dtype_of, plain_fields
from quarterdeck.kernel.verbs import Ids
from quarterdeck.play import GAMES, View
from quarterdeck.play.position import dice

__all__ = ["NEARLY", "fast_judge", "judge", "judged", "points", "take"]

# Ratings that differ by less count as nearly equal: among them the choice is random, so that it tells less of
# the bot's hand.
NEARLY = 0.1


@cache
def _judges() -> dict[Any, Callable[..., None]]:
    """Each game's judge function, by the type of its record."""
    return {dtype_of(spec.state): spec.face("heuristics") for spec in GAMES.values() if spec.heuristics}


def judge(s: Any, seat: int, ids: Ids, count: int, worth: NDArray[np.float64], dice: Any) -> None:
    """Write to `worth`, float64 [count], the rating of each of the actions `ids[:count]`, in points.

    `s` is a record blanked for `seat`, which is to act; `ids` is what `kernel.verbs.legal` wrote for it.
    Where good play is a mixed strategy, as with secret bids, `dice` (`kernel.random.Dice`) randomize it. If
    the game is not `judged`, all ratings are 0.
    """
    _judge_of(s)(s, seat, ids, count, worth, dice)


def _judge_of(s: Any) -> Callable[..., None]:
    return _judges().get(s.dtype, judge_none)


def judged(game: str) -> bool:
    """Whether this game has heuristics."""
    return bool(GAMES[game].heuristics)


@rule
def take(worth: NDArray[np.float64], count: int, dice: Any) -> int:
    """Index of the action with the best rating in `worth[:count]`; near ties are broken at random."""
    best = -np.inf
    taken = 0
    for one in range(count):
        seems = worth[one] + NEARLY * quick_chance(dice)
        if seems > best:
            best = seems
            taken = one
    return taken


def judge_none(s: Any, seat: int, ids: Ids, count: int, worth: NDArray[np.float64], dice: Any) -> None:
    """Rate all actions 0."""
    worth[:count] = 0


@compiled
def fast_judge(one: Cell, seat: int, ids: Ids, count: int, worth: NDArray[np.float64], dice: Cell) -> None:
    """`judge`, compiled; the record and the dice are in cells (`kernel.record.cell`)."""
    judge(one[0], seat, ids, count, worth, dice[0])


def points(view: View, seed: int | str = 0) -> dict[str, float]:
    """The rating of each legal action of a view, by its text. The seed decides mixed strategies.

    Runs compiled code if Numba is loaded, else interpreted rules.
    """
    legal = view.legal()
    ids = np.array([action.id for action in legal], np.int64)
    worth = np.zeros(len(legal), np.float64)
    s, seat = view.state, view.seat or 0
    if loaded():
        fast_judge(cell(s), seat, ids, len(legal), worth, cell(dice(seed)))
    else:
        _judge_of(s)(plain_fields(s), seat, ids, len(legal), worth, dice(seed))
    return {action.text: number for action, number in zip(legal, worth.tolist(), strict=True)}


def _bind() -> None:
    import numba

    def bound(s: Any, *rest: Any) -> Callable[..., None]:
        keep_with([Path(__file__).parent])
        for dtype, game in _judges().items():
            if s == numba.from_dtype(dtype):
                return game
        return judge_none

    # It has a cache of its own, like each verb, because the search compiles it, too.
    overload(judge, strict=False, jit_options={"cache": True, **entry_options()}, plain_arrays=True)(bound)


when_loaded(_bind)
