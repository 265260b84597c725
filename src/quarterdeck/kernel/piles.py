"""Piles of cards as counts by kind: int8 vectors.

A shuffled pile is its counts; its order is drawn card by card. Drawing a random card from the counts gives
the same probabilities as shuffling first and taking the top, as long as nobody knows anything of the order. A
game keeps cards of known place (for example under the pile) apart.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from quarterdeck.kernel.jit import rule
from quarterdeck.kernel.random import Dice, below, chooser, quick_below

Pile = NDArray[np.int8]


@rule
def count(pile: Pile) -> int:
    """The number of cards in the pile."""
    n = 0
    for kind in range(len(pile)):
        n += int(pile[kind])
    return n


@rule
def kind_at(pile: Pile, at: int) -> int:
    """The kind of the card at index `at` of the pile sorted by kind; `at` is below its count."""
    kind = 0
    passed = 0
    # No early exit: a random index would make its branch unpredictable.
    for other in range(len(pile) - 1):
        passed += int(pile[other])
        kind += int(at >= passed)
    return kind


def _pick(pile: Pile, source: Any, n: int) -> int:
    return kind_at(pile, below(source, n))


def pick(pile: Pile, source: Any, n: int) -> int:
    """The kind of a random card from a pile of `n` > 0 cards; the pile is not changed."""
    by = chooser()
    if by is None:
        return _pick(pile, source, n)
    source.counter += 1
    return by([int(number) for number in pile])


def _pick_by_script(pile: Pile, source: Any, n: int) -> int:
    decided = int(source.script_drawn) < source.script_given
    first = int(source.script_drawn) == source.script_given
    found = below(source, n)
    if decided:
        return found
    if first:
        source.script_open = len(pile)
        for kind in range(min(len(pile), len(source.script_weights))):
            source.script_weights[kind] = pile[kind]
    return kind_at(pile, found)


rule(pick, compiled_as=_pick, scripted_as=_pick_by_script)


@rule
def take_any(pile: Pile, dice: Dice) -> int:
    """Take a random card out of a pile, which is not empty, and return its kind.

    It draws by SplitMix64, as determinizations do; a match draws with `pick`.
    """
    kind = kind_at(pile, quick_below(dice, count(pile)))
    pile[kind] -= 1
    return kind


@rule
def pour(source: Pile, target: Pile) -> None:
    """Move all cards from one pile to another."""
    for kind in range(len(source)):
        target[kind] += source[kind]
        source[kind] = 0
