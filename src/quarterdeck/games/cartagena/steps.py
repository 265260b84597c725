"""The automatic steps of Cartagena, in the order of a match."""

from __future__ import annotations

from enum import IntEnum


class Step(IntEnum):
    """ASK waits for a decision. Every other step is carried out and returns the next one."""

    ASK = 0
    NEW_ROUND = 1  # CA-20, CA-28: storms, then a new row
    TURN = 2  # CA-22: the seat in `turn` begins; opens the only possible door, otherwise asks
    OPENED = 3  # CA-23, CA-25: after the opening of a door
    END_TURN = 4  # CA-21: the next seat's turn, or the end of the round
    END_ROUND = 5  # CA-27, CA-29
    MUTINY = 6  # CA-60, CA-61
    DUEL = 7  # CA-62: the next duel begins, or the mutiny is decided
    DUEL_ROUND = 8  # CA-63, CA-64: seats without a card lay the mascot; ask the others
    SHOW = 9  # CA-63, CA-65, CA-66: all have laid a card
    END_DUEL = 10  # CA-68
    FINISH = 11  # CA-69
