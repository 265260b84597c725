"""Records with a script: random draws whose outcomes are decided beforehand, for compiled rules.

Rules that draw from such a record (`below`, `pick`) take the outcomes of its script one after another. The
first draw that the script does not decide is left open: its weights are noted. The rules then go on with some
outcome, and the caller throws away what comes of it.
"""

from __future__ import annotations

from functools import cache
from typing import Annotated, Any, get_type_hints

import numpy as np

from quarterdeck.kernel.jit import SCRIPT
from quarterdeck.kernel.record import I16, WORD, I16s, U8s, dtype_of, record
from quarterdeck.kernel.verbs import implement, verbs_of

__all__ = ["MOST_DRAWS", "MOST_RESULTS", "scripted"]

MOST_DRAWS = 384  # of a script
MOST_RESULTS = 64  # of an open draw

# The outcomes; how many there are; draws so far; the number of weights of the open draw, 0 if none is open;
# and these.
_FIELDS: dict[str, Any] = {
    SCRIPT: Annotated[I16s, MOST_DRAWS],
    "script_given": I16,
    "script_drawn": I16,
    "script_open": I16,
    "script_weights": Annotated[I16s, MOST_RESULTS],
}


@cache
def scripted(state: type) -> np.dtype[Any]:
    """The dtype of a game's records with a script: the bytes of its state, and the script after them."""
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
