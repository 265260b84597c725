"""A seat's information since the deal: the log, and a digest that distinguishes any two histories.

At each ply a seat learns who acted; the action, in its public form if another seat took it; the facts for all
or for this seat; and its blanked record afterwards. Nothing else is stored here, so no secret can leak.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from quarterdeck.kernel.encode import Block, Numbers
from quarterdeck.kernel.events import ALL, FACT_NUMBERS, News
from quarterdeck.kernel.jit import rule
from quarterdeck.kernel.random import splitmix
from quarterdeck.kernel.ring import steps_to
from quarterdeck.kernel.spec import GameSpec

Log = NDArray[np.int16]
Counts = NDArray[np.int32]
Digest = NDArray[np.uint64]
RecordWords = NDArray[np.uint64]


class Memories(NamedTuple):
    """What the seats were told since the deal. Each array has a row for each lane, or none if not requested.

    `dealt` float32 [n, seats, features]: each seat's observation of the deal. `log` int16 [n, seats, entries,
    6]: the newest entries. `told` int32 [n, seats]: the number of all entries since the deal. `digest` uint64
    [n, seats, 2]: a hash of all that the seat was told.
    """

    dealt: Numbers
    log: Log
    told: Counts
    digest: Digest


# The first number of a log entry: a fact, the seat's own action, or another seat's.
TOLD, OWN, OTHERS = 1, 2, 3
# An entry has as many numbers as a fact.
COLUMNS = FACT_NUMBERS

# The initial values of a digest, two chains of SplitMix64 (`fold`): 128 bits together.
BEGIN = (0x716465636B2D6131, 0x716465636B2D6232)


def blocks(spec: GameSpec, features: int, entries: int) -> tuple[Block, ...]:
    """The layout of an information state with this many log entries."""
    return (
        Block("observation", features, "what the seat knows now, slot by slot as in an observation"),
        Block("deal", features, "what it knew when the match was dealt, likewise"),
        Block("seat", spec.most_players, "the number of the seat"),
        Block("told", 1, f"entries that its log has had / {entries}; where it is more than 1, it was cut"),
        Block("log", COLUMNS * entries, "its newest entries, the oldest of them first; 0 behind the last"),
    )


def public_ids(spec: GameSpec) -> NDArray[np.int16]:
    """For each action, the lowest id of an action with the same public text: int16 [actions]."""
    first: dict[str, int] = {}
    return np.array([first.setdefault(spec.public_text(one), one) for one in range(spec.actions)], np.int16)


@rule
def fold(digest: Digest, i: int, seat: int, word: int) -> None:
    """Mix one more word into a seat's digest."""
    digest[i, seat, 0] = splitmix(digest[i, seat, 0] ^ np.uint64(word))
    digest[i, seat, 1] = splitmix(digest[i, seat, 1] ^ np.uint64(word))


@rule
def begin_memory(digest: Digest, told: Counts, i: int, seat: int) -> None:
    """Reset the memory for a new match."""
    told[i, seat] = 0
    digest[i, seat, 0] = np.uint64(BEGIN[0])
    digest[i, seat, 1] = np.uint64(BEGIN[1])


@rule
def see(digest: Digest, i: int, seat: int, words: RecordWords) -> None:
    """Mix in what the seat sees now: all bytes of its blanked record."""
    for one in range(len(words)):
        fold(digest, i, seat, words[one])


@rule
def next_entry(i: int, seat: int, log: Log, told: Counts) -> int:
    """The index of the next entry in a seat's log; a full log overwrites its oldest entry."""
    at = told[i, seat] % log.shape[2]
    told[i, seat] += 1
    return int(at)


@rule
def hear_of_action(i: int, seat: int, actor: int, shown: int, log: Log, told: Counts, digest: Digest) -> None:
    """Store who acted, and `shown`, the action's id as this seat may know it (`public_ids`)."""
    what = OWN if actor == seat else OTHERS
    by = steps_to(seat, actor, told.shape[1])
    fold(digest, i, seat, what | by << 8 | shown << 16)
    at = next_entry(i, seat, log, told)
    log[i, seat, at, 0] = what
    log[i, seat, at, 1] = shown
    log[i, seat, at, 2] = by
    for column in range(3, COLUMNS):
        log[i, seat, at, column] = 0


@rule
def hear_facts(i: int, seat: int, news: News, log: Log, told: Counts, digest: Digest) -> None:
    """Store the facts of an action that this seat may know."""
    for one in range(int(news.told)):
        kind, audience, about = int(news.fact[one, 0]), int(news.fact[one, 1]), int(news.fact[one, 2])
        if audience in (ALL, seat):
            about = steps_to(seat, about, told.shape[1])
            fold(digest, i, seat, TOLD | (about + 1) << 8 | kind << 16)
            at = next_entry(i, seat, log, told)
            log[i, seat, at, 0] = TOLD
            log[i, seat, at, 1] = kind
            log[i, seat, at, 2] = about
            for column in range(3, COLUMNS):
                number = int(news.fact[one, column])
                fold(digest, i, seat, number & 0xFFFF)
                log[i, seat, at, column] = number


@rule
def keep_deal(i: int, seat: int, seen: Numbers, dealt: Numbers) -> None:
    """Store a seat's observation of the deal."""
    for one in range(len(seen)):
        dealt[i, seat, one] = seen[one]


@rule
def write_state(i: int, seat: int, seen: Numbers, memories: Memories, out: Numbers) -> None:
    """Write the information state of the seat to act in lane `i` to `out`, float32 [n, slots], with the
    layout of `blocks`.
    """
    dealt, log, told = memories.dealt, memories.log, memories.told
    features, entries = len(seen), log.shape[2]
    for one in range(features):
        out[i, one] = seen[one]
        out[i, features + one] = dealt[i, seat, one]
    at = 2 * features
    most = out.shape[1] - at - 1 - COLUMNS * entries
    for one in range(most):
        out[i, at + one] = 1.0 if one == seat else 0.0
    at += most
    so_far = int(told[i, seat])
    out[i, at] = so_far / entries
    at += 1
    kept = min(so_far, entries)
    for one in range(kept):
        entry = (so_far - kept + one) % entries
        for column in range(COLUMNS):
            out[i, at + column] = log[i, seat, entry, column]
        at += COLUMNS
    for one in range(at, out.shape[1]):
        out[i, one] = 0.0
