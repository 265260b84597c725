"""Records with a script: a list of outcomes for the random draws of compiled rules, decided beforehand.

Rules that draw from such a record (`below`, `pick`) take their outcomes from its script, one after another.
The first draw after the script's end is the open draw: the record notes the weights of its outcomes. The
rules then go on with random outcomes, and the caller discards the position to which they lead.
"""

from __future__ import annotations

from functools import cache
from typing import Annotated, Any, get_type_hints

import numpy as np

from quarterdeck.kernel.jit import SCRIPT
from quarterdeck.kernel.record import I16, WORD, I16s, U8s, dtype_of, record
from quarterdeck.kernel.verbs import implement, verbs_of

__all__ = ["MOST_DRAWS", "MOST_RESULTS", "scripted"]

MOST_DRAWS = 384  # that a script decides
MOST_RESULTS = 64  # of an open draw: room for their weights

# The outcomes; their number; the number of draws so far; the number of weights of the open draw, or 0 without
# an open draw; the weights.
_FIELDS: dict[str, Any] = {
    SCRIPT: Annotated[I16s, MOST_DRAWS],
    "script_given": I16,
    "script_drawn": I16,
    "script_open": I16,
    "script_weights": Annotated[I16s, MOST_RESULTS],
}


@cache
def scripted(state: type) -> np.dtype[Any]:
    """The dtype of a game's records with a script: first the state's bytes, then the script.

    Registers the game's verbs for it.
    """
    dtype = dtype_of(state)
    fields: Any = dtype.fields
    end = max(offset + kind.itemsize for kind, offset, *_title in fields.values())
    length = -(-dtype.itemsize // WORD) * WORD
    room = {"beside": Annotated[U8s, length - end]} if length > end else {}
    hints = {**get_type_hints(state, include_extras=True), **room, **_FIELDS}
    name = f"Scripted{state.__name__}"
    kept = {"__annotations__": hints, "__module__": state.__module__, "__qualname__": name}
    made: type = record(type(name, (), kept))
    implement(made, verbs_of(np.zeros(1, dtype)))
    return dtype_of(made)
