"""Action ids: small integers in blocks, one block for each kind of decision. Their texts are in `actions`."""

from __future__ import annotations

from quarterdeck.games.meuterer.state import HAND, KINDS, ROLES, SOLD_KINDS
from quarterdeck.kernel.jit import rule

OFFER = 0  # + points, 0 to 3
SHOW = OFFER + 4  # + good
LEAVE = SHOW + KINDS
TAKE = LEAVE + 1  # + role
CONFLICT = TAKE + ROLES  # + number of cards
MOST_CONFLICTS = HAND
SELL = CONFLICT + MOST_CONFLICTS + 1  # + LOTS * lot at the ship's island + lot astern
LOTS = 1 + SOLD_KINDS * HAND  # a lot is nothing (0) or 1 + good * HAND + number - 1
RETURN = SELL + LOTS * LOTS  # + good
ACTIONS = RETURN + KINDS


@rule
def lot(kind: int, number: int) -> int:
    """The code of a lot, `number` (1 to 5) cards of one kind sold at one island; 0 for no cards."""
    if number == 0:
        return 0
    return 1 + int(kind) * HAND + int(number) - 1


@rule
def lot_kind(code: int) -> int:
    """The kind of goods in a lot; its code is not 0."""
    return (code - 1) // HAND


@rule
def lot_number(code: int) -> int:
    """The number of cards in a lot."""
    if code == 0:
        return 0
    return (code - 1) % HAND + 1
