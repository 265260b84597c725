"""Widen a game's network to new actions and a longer observation.

    python -m scripts.widen_network GAME [FILE]

New actions come after those that it knows, new blocks after those that it was trained with. Their weights are
zero, so the network says of all else what it said before. Without a file it is the game's own network.
"""

from __future__ import annotations

import argparse
import json
from collections.abc import Sequence
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from quarterdeck.bots.search.weights import ABOUT, read_about
from quarterdeck.kernel.encode import length
from quarterdeck.play import find

__all__ = ["main", "widen"]


def widen(file: Path, game: str) -> bool:
    """Widen the network in a file; False if it fits the game already.

    Raises ValueError if it was trained with blocks or actions that the game does not begin with.
    """
    spec, about = find(game), read_about(file)
    blocks = [[block.name, block.length] for block in spec.blocks]
    known = about["blocks"]
    with np.load(file) as saved:
        arrays = {name: saved[name] for name in saved.files if name != ABOUT}
    if known == blocks and len(arrays["act"]) == spec.actions:
        return False
    if known != blocks[: len(known)] or len(arrays["act"]) > spec.actions:
        raise ValueError(f"{file} was trained with other blocks or actions than {game} begins with")
    arrays["first"] = _padded(arrays["first"], length(spec.blocks))
    for name in ("act", "act_bias"):
        arrays[name] = _padded(arrays[name], spec.actions)
    _write_network(file, arrays, {**about, "blocks": blocks})
    return True


def _padded(weights: NDArray[np.floating], rows: int) -> NDArray[np.floating]:
    """The weights with rows of zeros after them."""
    more = [(0, rows - len(weights)), *[(0, 0)] * (weights.ndim - 1)]
    return np.pad(weights, more)


def _write_network(file: Path, arrays: dict[str, NDArray[np.floating]], about: dict[str, object]) -> None:
    note = np.frombuffer(json.dumps(about, ensure_ascii=False, indent=1).encode(), np.uint8)
    np.savez_compressed(file, allow_pickle=False, **arrays, **{ABOUT: note})


def main(given: Sequence[str] | None = None) -> None:
    """Widen a network."""
    parser = argparse.ArgumentParser("python -m scripts.widen_network", description=main.__doc__)
    parser.add_argument("game")
    parser.add_argument("file", nargs="?", type=Path, help="default: the network that comes with the game")
    asked = parser.parse_args(given)
    file = asked.file or find(asked.game).network
    if file is None:
        parser.error(f"{asked.game} has no network")
    print(f"{file}: {'widened' if widen(file, asked.game) else 'fits already'}")


if __name__ == "__main__":
    main()
