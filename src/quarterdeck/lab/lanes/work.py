"""What the compiled step of lanes works on: tuples of arrays, the same on the CPU and on a device.

Each array has a row for each of n lanes unless its description gives other axes.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from quarterdeck.kernel.encode import Numbers
from quarterdeck.lab.lanes.keys import Bytes, HashWords
from quarterdeck.lab.lanes.memory import Counts, Digest, Log, RecordWords

Actions = NDArray[np.int32]
Flags = NDArray[np.bool_]
Rows = NDArray[Any]  # of records with one field, `row`
Moves = NDArray[np.int16]


class Setting(NamedTuple):
    """What stays the same for all lanes until the next reset.

    `template` [1] is the initial record with the master key, `start` is `keys.schedule`, `public_ids`
    are `memory.public_ids`. Matches are truncated after `max_plies`.
    """

    template: Any
    start: HashWords
    public_ids: Moves
    max_plies: int


class Kept(NamedTuple):
    """What lanes keep from step to step.

    `states` and `lanes` are records (`play.Lane`). `chosen` int32 [n] is each lane's next action, `sampled`
    int32 [n] a random legal one. `moves` int16 [n, 2, plies] are the moves of the current and the previous
    match; the last bit of a match's number is its index. `dealt` float32 [n, seats, features], `log` int16
    [n, seats, entries, 6] and `told` int32 [n, seats] are for information states.
    """

    states: Any
    lanes: Any
    chosen: Actions
    sampled: Actions
    moves: Moves
    dealt: Numbers
    log: Log
    told: Counts


class Outputs(NamedTuple):
    """The arrays of a `buffers.TimeStep` in the same order, as compiled code writes them.

    `mask` and `seen` are arrays of records, each with a field `row`: taking a row of a two-dimensional array
    would count references, which takes longer than the rules. `rewards` and `points` are flat, [n * seats]:
    clearing them is then one long loop, faster than a short one for each lane.
    """

    seat: Counts
    mask: Rows
    seen: Rows
    rewards: Numbers
    points: Moves
    ended: Flags
    truncated: Flags
    state: Numbers
    digest: Digest


class Scratch(NamedTuple):
    """A thread's own arrays.

    `text` and `room` are for the key of a match (`keys.set_key`), `slate` for legal actions. `sight` [1] is
    a record for views, `words` uint64 the same memory.
    """

    text: Bytes
    room: HashWords
    slate: Any
    sight: Any
    words: RecordWords


# The arguments of `play.advance` besides the lanes to step. The last one collects facts; it is None if nobody
# asks for them. A plain tuple, because Numba does not unpack named ones as `*work`.
Work = tuple[Setting, Kept, Outputs, Scratch, Any]
