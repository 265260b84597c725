"""What a seat, or a spectator, has seen since the deal: its information state with perfect recall.

After each ply a seat notes the action if it was its own, the facts that it was told, and its own blanked
record. Two histories have the same text exactly if the seat can't tell them apart.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import lru_cache
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from quarterdeck.kernel.batch import fast_blank, fast_observe
from quarterdeck.kernel.events import ALL, CAPACITY, Facts, heard
from quarterdeck.kernel.record import Cell, dtype_of, to_bytes
from quarterdeck.play import Game
from quarterdeck.play.position import SPECTATOR

Numbers = NDArray[np.float32]

NOT_MINE = -1
NO_RECORD = b""
KEPT = 1 << 14  # texts and observations that are not made anew when a tree is walked again
COLUMNS = 6  # of a log of facts
FACTS_A_PLY = 8  # twice as many as the most talkative game has on average


class Seen(NamedTuple):
    """What one ply was to a seat: its own action's id or NOT_MINE; the facts it heard, int16 [facts, 6] as
    bytes; the bytes of its blanked record afterwards.
    """

    own: int
    told: bytes
    record: bytes


class Memory(NamedTuple):
    """What a seat has seen from a ply on: mostly from ply 0, the deal."""

    seat: int
    first: int = 0
    seen: tuple[Seen, ...] = ()

    def add(self, game: Game, record: bytes, told: Facts, own: int = NOT_MINE) -> Memory:
        """The memory after a ply that led to this record, not blanked, and told these facts."""
        known = opened(game, record)
        fast_blank(known, self.seat)
        seen = Seen(own, heard(told, self.seat).tobytes(), to_bytes(known[0]))
        return Memory(self.seat, self.first, (*self.seen, seen))

    def begun(self, own: int = NOT_MINE) -> Memory:
        """The memory while draws of a ply are still to be made: nothing of it is known but its own action."""
        return Memory(self.seat, self.first, (*self.seen, Seen(own, b"", self.seen[-1].record)))

    def text(self, game: Game) -> str:
        """The information state as text: what each ply told, and what of the record it changed."""
        who = "everybody" if self.seat == SPECTATOR else f"seat {self.seat}"
        lines = [f"{who}, from ply {self.first}"]
        before = NO_RECORD
        for one in self.seen:
            lines.append(_entry(game, one.own, one.told, before, one.record))
            before = one.record
        return "\n".join(lines)


def opened(game: Game, record: bytes) -> Cell:
    """The game's record of these bytes, one of its own, in a cell."""
    return np.ndarray(1, dtype_of(game.spec.state), bytearray(record))


def present_text(game: Game, one: Seen) -> str:
    """What is known now, as text: facts that the last ply told, and the record's fields that are not 0."""
    return _entry(game, NOT_MINE, one.told, NO_RECORD, one.record)


def private_text(game: Game, memory: Memory, everybody: Memory, recalls: bool) -> str:
    """What a seat knows beyond everybody: of each ply that told it something its own action, the facts that
    only it was told, and what of the public record it knows better; without `recalls` of the last ply only
    the latter two.
    """
    lines = []
    for ply, (one, public) in enumerate(beside(memory, everybody, recalls), memory.first):
        own = one.own if recalls else NOT_MINE
        text = _entry(game, own, secret(one.told), public.record, one.record)
        lines += [f"ply {ply}: {text}" if recalls else text] if text else []
    return "\n".join(lines)


def beside(memory: Memory, everybody: Memory, recalls: bool) -> Iterator[tuple[Seen, Seen]]:
    """The plies that a seat has seen, without `recalls` the last one, each with what everybody saw of it."""
    begun = memory.first + len(memory.seen) > len(everybody.seen)
    public = everybody.begun().seen if begun else everybody.seen
    kept = memory.seen if recalls else memory.seen[-1:]
    return zip(kept, public[len(public) - len(kept) :], strict=True)


def secret(told: bytes) -> bytes:
    """Those facts that not everybody was told."""
    rows = np.frombuffer(told, np.int16).reshape(-1, COLUMNS)
    return bytes(rows[rows[:, 1] != ALL].tobytes())


def log_shape(max_plies: int, recalls: bool) -> tuple[int, int]:
    """The shape of a log of facts: room for those of any one ply and, with recall, for some more of each."""
    return CAPACITY + (FACTS_A_PLY * (max_plies + 1) if recalls else 0), COLUMNS


def write_log(told: Sequence[bytes], first: int, seat: int, players: int, out: Numbers) -> None:
    """Write the newest facts of a log that there is room for, the oldest of them first: of those of row
    `first + i`, which are `told[i]`, the row's number + 1; the kind; the seat that it is about, counted
    clockwise from this one, -1 for none; three numbers.
    """
    rows = np.repeat(np.arange(first + 1, first + 1 + len(told)), [len(one) // (2 * COLUMNS) for one in told])
    facts = np.frombuffer(b"".join(told), np.int16).reshape(-1, COLUMNS)
    about = np.where(facts[:, 2] < 0, -1, (facts[:, 2] - seat) % players)
    log = np.column_stack([rows, facts[:, 0], about, facts[:, 3:]])[-len(out) :]
    out[: len(log)] = log


def write_own(one: Seen, out: Numbers) -> None:
    """Write the own action's id + 1 in bits, the lowest first; nothing for another seat's action."""
    if one.own != NOT_MINE:
        out[:] = [(one.own + 1) >> bit & 1 for bit in range(out.size)]


@lru_cache(KEPT)
def observation(game: Game, seat: int, record: bytes) -> Numbers:
    """The observation of a blanked record: float32 [game.features], read-only."""
    out = np.zeros(game.features, np.float32)
    fast_observe(opened(game, record), seat, out)
    out.setflags(write=False)
    return out


@lru_cache(KEPT)
def _entry(game: Game, own: int, told: bytes, before: bytes, record: bytes) -> str:
    parts = [] if own == NOT_MINE else [f"{game.actions[own]} →"]
    for row in np.frombuffer(told, np.int16).reshape(-1, COLUMNS).tolist():
        numbers = ",".join(map(str, row[2:]))
        parts.append(f"{game.spec.fact(row, game.table).kind}({numbers})")
    return " ".join([*parts, _changes(game, before, record)])


def _changes(game: Game, before: bytes, record: bytes) -> str:
    dtype = dtype_of(game.spec.state)
    old = np.frombuffer(before or bytes(dtype.itemsize), dtype)[0]
    new = np.frombuffer(record, dtype)[0]
    changed = (name for name in dtype.names or () if old[name].tobytes() != new[name].tobytes())
    return " ".join(f"{name}={new[name].tolist()}".replace(" ", "") for name in changed)
