"""Hands of cards, in records with the fields `hand`, `hidden` and `pile`.

`hand` [seats, kinds] counts the cards of each seat by kind, `pile` [kinds] those of the shuffled pile. In a
blanked record the cards of hidden hands are in `pile`, with all others of unknown place, and `hidden` [seats]
says how many of them each seat holds.
"""

from __future__ import annotations

from typing import Any

from quarterdeck.kernel.jit import rule
from quarterdeck.kernel.piles import count


@rule
def hand_size(s: Any, seat: int) -> int:
    """The number of cards that the seat holds, also in a blanked record."""
    return count(s.hand[seat]) + int(s.hidden[seat])


@rule
def may_hold(s: Any, seat: int, kind: int) -> bool:
    """Whether the seat has a card of this kind or, in a blanked record, may have one."""
    return bool((s.hand[seat, kind] > 0) | ((s.hidden[seat] > 0) & (s.pile[kind] > 0)))
