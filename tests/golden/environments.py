"""What environments show and pay in matches that depend on a seed alone, as hashes.

`python -m tests.golden.environments` writes `environments.json`. Where a hash changes without a wish for it,
somebody's learner no longer gets what it learned from: raise `quarterdeck.lab.versioned.VERSION`.

The same bytes come from compiled and from interpreted rules, of any processor, system and version of NumPy:
chance is integer arithmetic, and each number of an observation is made of whole numbers by a few operations
in 64 bits and in a fixed order, and then rounded to 32.
"""

from __future__ import annotations

import hashlib
import json
from pathlib import Path
from typing import Any

import numpy as np

import quarterdeck
from quarterdeck.kernel.record import to_bytes
from quarterdeck.play import GAMES

FILE = Path(__file__).parent / "environments.json"
LANES, STEPS = 3, 260
DEALS = 20
# So many steps of a table with few moves: many matches end.
TINY_STEPS = 40
PARTS = ("seat", "legal", "observation", "rewards", "scores", "ended")


def golden() -> dict[str, Any]:
    """What the file holds: by game its spec, and the hashes of what lanes show."""
    return {game: of_game(game) for game in GAMES}


def of_game(game: str) -> dict[str, Any]:
    """A game's part of the file."""
    spec = quarterdeck.lab.spec(game)
    layout = {**spec._asdict(), "blocks": {block.name: block.length for block in spec.blocks}}
    deals = [to_bytes(quarterdeck.game(game).start(seed=seed).state) for seed in range(DEALS)]
    tables = {"published": (None, STEPS), "tiny": ("tiny", TINY_STEPS)}
    first = hashlib.sha256(b"".join(deals)).hexdigest()
    return {"spec": layout, "deals": first, **{name: shown(game, *one) for name, one in tables.items()}}


def shown(game: str, table: str | None, steps: int) -> dict[str, Any]:
    """The hash of each array over all steps of random matches, and how many of these ended."""
    lanes = quarterdeck.lab.vector(quarterdeck.game(game, table=table), LANES, seed="golden", threads=1)
    hashes = {part: hashlib.sha256() for part in PARTS}
    ended = 0
    for step in range(steps + 1):
        out = lanes.step(lanes.sample()) if step else lanes.out
        ended += int(out.ended.sum())
        for part, digest in hashes.items():
            array = np.ascontiguousarray(getattr(out, part))
            # The same on processors that store the last byte first.
            digest.update(array.astype(array.dtype.newbyteorder("<")).tobytes())
    return {"matches": ended, **{part: digest.hexdigest() for part, digest in hashes.items()}}


if __name__ == "__main__":
    FILE.write_text(json.dumps(golden(), indent=1) + "\n", encoding="utf-8")
