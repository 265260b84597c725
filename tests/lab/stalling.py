"""Play that never ends by itself: in Mutiny! everybody bids nothing, again and again."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from quarterdeck import Action, Position, View
from quarterdeck.lab.lanes import Lanes


class Staller:
    """A bot that always takes the first legal action, which in Mutiny! is to bid nothing."""

    def __init__(self, seed: int | str = 0) -> None:
        """Nothing of it is left to chance."""

    def choose(self, view: View) -> Action:
        return view.legal()[0]


def stalled(position: Position) -> Position:
    """One such move further."""
    seat = position.to_act[0]
    return position.play(seat, position.legal(seat)[0])


def nothing(env: Lanes) -> NDArray[Any]:
    """The same for each lane."""
    return np.asarray(env.out.legal.argmax(axis=1))
