"""What the author of a game imports: all that a record, its rules and its `GameSpec` are written with.

`docs/adding-a-game.md` builds a game with these names.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from quarterdeck.kernel.bits import count_bits, has, nth_bit
from quarterdeck.kernel.contested import Contested, Reading, flags
from quarterdeck.kernel.encode import Block, Numbers, flag, near, nothing, one_hot, part, put
from quarterdeck.kernel.events import ALL, News, tell
from quarterdeck.kernel.jit import rule
from quarterdeck.kernel.option import Option
from quarterdeck.kernel.primer import Primer
from quarterdeck.kernel.random import Dice, below, quick_below, quick_chance, quick_word
from quarterdeck.kernel.record import (
    I8,
    I16,
    U8,
    U16,
    U32,
    U64,
    I8s,
    I16s,
    U8s,
    U16s,
    U64s,
    new,
    record,
)
from quarterdeck.kernel.ring import clockwise, first_seat, seat_from, steps_to
from quarterdeck.kernel.rulebook import Rule, Rulebook, Section
from quarterdeck.kernel.sentences import Reason, Telling, Tellings
from quarterdeck.kernel.spec import Fact, FactFields, GameSpec, Json, Options
from quarterdeck.kernel.verbs import Ids, Verbs

__all__ = [
    "ALL",
    "I8",
    "I16",
    "U8",
    "U16",
    "U32",
    "U64",
    "Block",
    "Contested",
    "Dice",
    "Fact",
    "FactFields",
    "GameSpec",
    "I8s",
    "I16s",
    "Ids",
    "Json",
    "News",
    "Numbers",
    "Option",
    "Options",
    "Primer",
    "Reading",
    "Reason",
    "Rule",
    "Rulebook",
    "Scores",
    "Section",
    "Telling",
    "Tellings",
    "U8s",
    "U16s",
    "U64s",
    "Verbs",
    "Worth",
    "below",
    "clockwise",
    "count_bits",
    "first_seat",
    "flag",
    "flags",
    "has",
    "near",
    "new",
    "nothing",
    "nth_bit",
    "one_hot",
    "part",
    "put",
    "quick_below",
    "quick_chance",
    "quick_word",
    "record",
    "rule",
    "seat_from",
    "steps_to",
    "tell",
]

Scores = NDArray[np.int16]  # where the verb `scores` writes each seat's standing
Worth = NDArray[np.float64]  # where heuristics write what each action seems worth
