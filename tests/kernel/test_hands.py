"""Hands in whole and in blanked records."""

from __future__ import annotations

from types import SimpleNamespace

import numpy as np

from quarterdeck.kernel.hands import hand_size, may_hold

# Seat 0 shows a card of kind 0; seat 1 has two hidden ones, of kind 1 if of any that is unseen.
TABLE = SimpleNamespace(
    hand=np.array([[1, 0, 0], [0, 0, 0]], np.int8),
    hidden=np.array([0, 2], np.int8),
    pile=np.array([0, 5, 0], np.int8),
)


def test_a_hand_counts_its_hidden_cards() -> None:
    assert [hand_size(TABLE, seat) for seat in (0, 1)] == [1, 2]


def test_a_hidden_hand_may_hold_what_is_unseen() -> None:
    assert [[may_hold(TABLE, seat, kind) for kind in range(3)] for seat in (0, 1)] == [
        [True, False, False],
        [False, True, False],
    ]
