"""Small vector environments, and how they are played, for tests."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import numpy as np
from gymnasium.vector import AutoresetMode

from quarterdeck.lab.gymnasium import make_vec
from quarterdeck.lab.gymnasium.vector_environment import VectorEnvironment

__all__ = ["DISABLED", "NEXT", "SAME", "drawn", "steps", "tiny"]

NEXT, SAME, DISABLED = AutoresetMode.NEXT_STEP, AutoresetMode.SAME_STEP, AutoresetMode.DISABLED


def tiny(lanes: int = 3, **settings: Any) -> VectorEnvironment:
    return make_vec("mutiny", lanes, table="tiny", **{"opponents": "random", **settings})


def drawn(info: dict[str, Any], chance: np.random.Generator) -> np.ndarray[Any, Any]:
    """A random legal action for each lane."""
    return np.array([chance.choice(np.flatnonzero(mask)) for mask in info["action_mask"]])


def steps(table: VectorEnvironment, count: int, seed: int = 0) -> Iterator[tuple[Any, ...]]:
    """Play at random; gives the observations before each step, and what it returns."""
    chance = np.random.default_rng(seed)
    seen, info = table.reset(seed=seed)
    for _ in range(count):
        before = seen
        seen, *rest, info = table.step(drawn(info, chance))
        yield before, seen, *rest, info
