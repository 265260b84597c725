"""The automatic steps of Mutiny!, in the order of a turn."""

from __future__ import annotations

from enum import IntEnum


class Step(IntEnum):
    """ASK waits for a decision. Every other step is carried out and returns the next one."""

    ASK = 0
    CALL = 1  # MU-10: the crew member in `crew` is called; seats without tokens bid nothing
    SHOW_BIDS = 2  # MU-10: all have bid
    RESOLVE = 3  # MU-20: settle who has the ability `rank` of `crew`, or a tie
    TIE = 4  # MU-21, MU-23: offers are asked for, or the lookout picks at once
    ABILITY = 5  # MU-24 to MU-28: the seat in `turn` uses it
    NEXT_ABILITY = 6  # MU-20: the secondary one, or the next crew member
    CONTROL = 7  # MU-27: settle who controls the crew member of the next effect, or a tie
    EFFECT = 8  # MU-27, MU-30 to MU-32: the next effect is carried out
    RETRIEVE = 9  # MU-40: the seat in `turn` takes back, otherwise the next one
    NEW_TURN = 10  # MU-41
    FINISH = 11  # MU-50
