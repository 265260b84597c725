"""The arrays of an environment. Those given to callers are aligned to 64 bytes, so that other libraries can
use them without a copy.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np
from numpy.typing import DTypeLike, NDArray

from quarterdeck.kernel.batch import slate
from quarterdeck.kernel.encode import length
from quarterdeck.kernel.events import CAPACITY, News
from quarterdeck.kernel.record import Records, dtype_of, zeros
from quarterdeck.lab.lanes.keys import paper, schedule
from quarterdeck.lab.lanes.memory import COLUMNS, blocks
from quarterdeck.lab.lanes.play import Lane
from quarterdeck.lab.lanes.work import Kept, Outputs, Scratch
from quarterdeck.play import Game

ALIGNMENT = 64
HUGE_PAGE = 1 << 21
ON_HUGE_PAGES = 1 << 22
# Initial room for the moves of a match.
PLIES = 256


class TimeStep(NamedTuple):
    """The output of a step: arrays with a row for each of n lanes. The same arrays are reused at each step.

    `seat` int32 [n]: the seat to act; of several, the lowest that has not acted.
    `legal` bool [n, actions]: this seat's legal actions, at least one.
    `observation` float32 [n, features]: this seat's observation (docs/observations.md).
    `rewards` float32 [n, seats]: where a match ended in this step, each winner's share of the win; else 0.
    `scores` int16 [n, seats]: where a match ended in this step, each seat's points; else 0.
    `ended` bool [n]: whether a match ended in this step.
    `truncated` bool [n]: whether it ended at the ply limit, without a winner.
    `information` float32 [n, slots]: all that this seat was told since the deal (docs/research.md).
    `digest` uint64 [n, seats, 2]: a hash of this information for each seat.

    Arrays that were not requested have no rows.
    """

    seat: NDArray[np.int32]
    legal: NDArray[np.bool_]
    observation: NDArray[np.float32]
    rewards: NDArray[np.float32]
    scores: NDArray[np.int16]
    ended: NDArray[np.bool_]
    truncated: NDArray[np.bool_]
    information: NDArray[np.float32]
    digest: NDArray[np.uint64]


def aligned(shape: tuple[int, ...], dtype: DTypeLike) -> NDArray[Any]:
    """A C-contiguous array of zeros, aligned to 64 bytes; a large one is aligned to huge pages.

    A step touches only a few cache lines of each row. On small pages, looking up their addresses would take
    longer than reading them. NumPy asks the system for huge pages if it allocates `ON_HUGE_PAGES` bytes or
    more, but does not align arrays to them. So for a large array at least that much is allocated, and the
    array begins at a page.
    """
    kind = np.dtype(dtype)
    size = int(np.prod(shape, dtype=np.int64)) * kind.itemsize
    large = size >= HUGE_PAGE // 2
    alignment = HUGE_PAGE if large else ALIGNMENT
    raw = np.zeros(max(size + alignment, ON_HUGE_PAGES if large else 0), np.uint8)
    first = -raw.ctypes.data % alignment
    return raw[first : first + size].view(kind).reshape(shape)


def aligned_records(cls: type, count: int) -> Records:
    """`record.zeros`, aligned."""
    return aligned((count,), dtype_of(cls)).view(Records)


def filled(like: NDArray[Any], content: bytes) -> NDArray[Any]:
    """An aligned array with this content, and the dtype and shape of `like`; its last axis may be longer."""
    found = aligned((len(content) // like.itemsize,), like.dtype)
    found.view(np.uint8)[:] = np.frombuffer(content, np.uint8)
    shape = (*like.shape[:-1], -1) if content else like.shape
    return found.view(type(like)).reshape(shape)


def rows(table: NDArray[Any]) -> NDArray[Any]:
    """The array as records with one field, `row` (see `work.Outputs`); same memory."""
    kind = np.dtype((np.record, [("row", table.dtype, table.shape[1:])]))
    return table.reshape(-1).view(kind).view(np.recarray)


def step(game: Game, n: int, observations: bool, entries: int) -> TimeStep:
    """Allocate the output of `n` lanes: with observations if asked for, and with information states of this
    number of log `entries`, 0 for none.
    """
    seats, recalling = game.players, n if entries else 0
    size = length(blocks(game.spec, game.features, entries))
    return TimeStep(
        seat=aligned((n,), np.int32),
        legal=aligned((n, game.spec.actions), np.bool_),
        observation=aligned((n if observations else 0, game.features), np.float32),
        rewards=aligned((n, seats), np.float32),
        scores=aligned((n, seats), np.int16),
        ended=aligned((n,), np.bool_),
        truncated=aligned((n,), np.bool_),
        information=aligned((recalling, size), np.float32),
        digest=aligned((recalling, seats, 2), np.uint64),
    )


def kept(game: Game, n: int, records: bool, entries: int) -> Kept:
    """Allocate the arrays that `n` lanes keep from step to step: with moves if `records`, and with logs of
    this number of `entries` for information states, 0 for none.
    """
    recalling = n if entries else 0
    return Kept(
        states=aligned_records(game.spec.state, n),
        lanes=aligned_records(Lane, n),
        chosen=np.zeros(n, np.int32),
        sampled=aligned((n,), np.int32),
        moves=np.zeros((n, 2, PLIES) if records else (0, 2, 0), np.int16),
        dealt=np.zeros((recalling, game.players, game.features), np.float32),
        log=np.zeros((recalling, game.players, entries, COLUMNS), np.int16),
        told=np.zeros((recalling, game.players), np.int32),
    )


def outputs(step: TimeStep) -> Outputs:
    """A step's arrays as compiled code takes them."""
    return Outputs(
        seat=step.seat,
        mask=rows(step.legal.view(np.uint8)),
        seen=rows(step.observation),
        rewards=step.rewards.reshape(-1),
        points=step.scores.reshape(-1),
        ended=step.ended,
        truncated=step.truncated,
        state=step.information,
        digest=step.digest,
    )


def scratch(game: Game, seed: str) -> Scratch:
    """Allocate a thread's own arrays."""
    kind = dtype_of(game.spec.state)
    words = np.zeros(-(-kind.itemsize // 8), np.uint64)
    return Scratch(paper(seed), schedule(), slate(), np.ndarray(1, kind, words.data), words)


def listener() -> NDArray[Any]:
    """An array of one record, which collects facts during steps."""
    news = zeros(News, 1)
    news[0].capacity = CAPACITY
    return news
