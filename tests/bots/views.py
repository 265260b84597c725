"""What a bot is shown at the first choice of a match."""

from __future__ import annotations

import quarterdeck
from quarterdeck.play import View


def first_choice(name: str, seed: int = 1) -> View:
    """What the seat to act sees first."""
    position = quarterdeck.game(name).start(seed=seed)
    return position.view(position.to_act[0])
