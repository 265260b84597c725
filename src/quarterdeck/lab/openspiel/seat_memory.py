"""The memory of a seat or spectator since the deal: its information state with perfect recall.

After each ply a seat stores the action if it was its own, the facts it was told, and its blanked record. Two
histories have the same text exactly if the seat can't distinguish them.
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Iterator, Sequence
from functools import lru_cache
from typing import NamedTuple

import numpy as np

from quarterdeck.kernel.encode import Numbers
from quarterdeck.kernel.events import ALL, CAPACITY, FACT_NUMBERS
from quarterdeck.kernel.record import Cell, dtype_of
from quarterdeck.play import Game
from quarterdeck.play.position import SPECTATOR
from quarterdeck.play.steps import FACT

NOT_MINE = -1
NO_RECORD = b""
KEPT = 1 << 14  # texts and observations cached while a tree is traversed
COLUMNS = FACT_NUMBERS  # of a log of facts
SHORT = 512  # entries of a short log
OWN = -1  # in a log the kind of the seat's own actions
DIGEST = 4  # numbers of a digest
FACTS_A_PLY = 8  # twice the average of the game with the most facts
NO_LOG: Numbers = np.zeros((0, COLUMNS), np.float32)


class Seen(NamedTuple):
    """A ply from a seat's perspective: its own action's id or NOT_MINE; the facts told to it, int16 [facts,
    6] as bytes; the bytes of its blanked record afterwards.
    """

    own: int
    told: bytes
    record: bytes


class Memory:
    """What a seat, or a SPECTATOR, has seen from a ply on, usually from ply 0, the deal. An immutable value:
    `last` is the last ply, `before` the memory before it; the first memory of all has neither.
    """

    __slots__ = ("_digest", "_log", "before", "count", "first", "last", "seat")

    def __init__(
        self, seat: int, first: int = 0, before: Memory | None = None, last: Seen | None = None
    ) -> None:
        self.seat, self.first, self.before, self.last = seat, first, before, last
        self.count: int = before.count + 1 if before else 0
        self._digest: bytes | None = None if before else hashed(f"seat {seat} from {first}".encode())
        self._log: Numbers | None = None if before else NO_LOG

    def add(self, seen: Seen) -> Memory:
        """The memory after another ply."""
        return Memory(self.seat, self.first, self, seen)

    def begun(self, own: int = NOT_MINE) -> Memory:
        """The memory during a ply with open chance outcomes: only the seat's own action is known."""
        assert self.last is not None
        return self.add(Seen(own, b"", self.last.record))

    def __reduce__(self) -> tuple[Callable[..., Memory], tuple[object, ...]]:
        # As a chain of memories it would be too deep for `pickle`.
        return _remembered, (self.seat, self.first, self.seen)

    @property
    def seen(self) -> list[Seen]:
        """Every ply, the first one first."""
        plies = [ply.last for ply in self._chain_after(lambda ply: ply.last is None)]
        return [ply for ply in plies if ply is not None]

    def _chain_after(self, is_known: Callable[[Memory], bool]) -> list[Memory]:
        """The memories after the newest one for which `is_known` holds, oldest first and this one last."""
        chain: list[Memory] = []
        memory: Memory | None = self
        while memory is not None and not is_known(memory):
            chain.append(memory)
            memory = memory.before
        return chain[::-1]

    @property
    def digest(self) -> bytes:
        """Bytes that are equal exactly if the texts are, but for a chance of 2⁻⁹⁶."""
        digest = self._digest
        if digest is None:
            for memory in self._chain_after(lambda memory: memory._digest is not None):
                digest = memory._digest = memory._next_digest()
            assert digest is not None
        return digest

    def _next_digest(self) -> bytes:
        assert self.before is not None
        assert self.last is not None
        own, told, record = self.last
        # Leave out the two bytes that hold a fact's audience: a seat is not told who else hears the fact.
        facts = [told[at : at + 2] + told[at + 4 : at + FACT] for at in range(0, len(told), FACT)]
        head = own.to_bytes(4, "little", signed=True) + len(facts).to_bytes(2, "little")
        return hashed(b"".join([self.before._digest or b"", head, *facts, record]))

    def log(self, players: int) -> Numbers:
        """The seat's own actions and the facts told to it, the newest `SHORT`: float32 [entries, 6], see
        `entries`.
        """
        if self._log is None:
            pending = self._chain_after(lambda memory: memory._log is not None)
            first = pending[0].before
            rows = [row for memory in pending for row in memory._last_entries(players)]
            old = NO_LOG if first is None or first._log is None else first._log
            self._log = np.concatenate([old, np.array(rows, np.float32).reshape(-1, COLUMNS)])[-SHORT:]
        return self._log

    def _last_entries(self, players: int) -> list[list[int]]:
        assert self.last is not None
        return entries(self.last, self.first + self.count - 1, self.seat, players)

    def text(self, game: Game) -> str:
        """The information state as text: for each ply, what it told and what it changed in the record."""
        who = "everybody" if self.seat == SPECTATOR else f"seat {self.seat}"
        lines = [f"{who}, from ply {self.first}"]
        before = NO_RECORD
        for ply in self.seen:
            lines.append(_ply_text(game, ply.own, ply.told, before, ply.record))
            before = ply.record
        return "\n".join(lines)


def _remembered(seat: int, first: int, seen: Sequence[Seen]) -> Memory:
    memory = Memory(seat, first)
    for ply in seen:
        memory = memory.add(ply)
    return memory


def hashed(content: bytes) -> bytes:
    """A digest of `DIGEST` numbers of three bytes."""
    return hashlib.blake2b(content, digest_size=3 * DIGEST).digest()


def write_digest(digest: bytes, out: Numbers) -> None:
    """Write a digest as numbers from 0 to below 1, which 32-bit floats hold exactly."""
    out[:] = [int.from_bytes(digest[at : at + 3], "little") / 2**24 for at in range(0, len(digest), 3)]


def entries(seen: Seen, ply: int, seat: int, players: int) -> list[list[int]]:
    """A seat's own action, and the facts that it was told, as entries of a log, six numbers each.

    An entry has the ply's number + 1; the kind of the fact; the seat it is about, counted clockwise from
    `seat`, −1 for none; three numbers. The entry of an own action has the kind `OWN` and, as the first of the
    three numbers, the action's id + 1.
    """
    rows = [] if seen.own == NOT_MINE else [[ply + 1, OWN, 0, seen.own + 1, 0, 0]]
    for kind, _audience, about, *numbers in np.frombuffer(seen.told, np.int16).reshape(-1, COLUMNS).tolist():
        rows.append([ply + 1, kind, -1 if about < 0 else (about - seat) % players, *numbers])
    return rows


def opened(game: Game, record: bytes) -> Cell:
    """An independent game record from these bytes, in a cell."""
    return np.ndarray(1, dtype_of(game.spec.state), bytearray(record))


def present_text(game: Game, one: Seen) -> str:
    """The current information as text: the facts told by the last ply, and the record's nonzero fields."""
    return _ply_text(game, NOT_MINE, one.told, NO_RECORD, one.record)


def private_text(game: Game, memory: Memory, everybody: Memory, recalls: bool) -> str:
    """The private information as text.

    With `recalls` it has, for each ply that gave some, the seat's own action, the facts told to it alone, and
    its extra knowledge of the record. Without, it has only these facts and this knowledge, of the last ply.
    """
    lines = []
    for ply, (seen, public) in enumerate(beside(memory, everybody, recalls), memory.first):
        own = seen.own if recalls else NOT_MINE
        text = _ply_text(game, own, secret(seen.told), public.record, seen.record)
        lines += [f"ply {ply}: {text}" if recalls else text] if text else []
    return "\n".join(lines)


def beside(memory: Memory, everybody: Memory, recalls: bool) -> Iterator[tuple[Seen, Seen]]:
    """The plies in a seat's memory, each paired with the same ply in the spectator's.

    Without `recalls` only the last ply.
    """
    in_progress = memory.first + memory.count > everybody.count
    public = everybody.begun().seen if in_progress else everybody.seen
    plies = memory.seen if recalls else memory.seen[-1:]
    return zip(plies, public[len(public) - len(plies) :], strict=True)


def secret(told: bytes) -> bytes:
    """The facts that not everybody was told."""
    rows = np.frombuffer(told, np.int16).reshape(-1, COLUMNS)
    return bytes(rows[rows[:, 1] != ALL].tobytes())


def log_shape(max_plies: int, recalls: bool, long: bool) -> tuple[int, int]:
    """The shape of a log: room for any single ply's facts; with recall for the newest `SHORT` entries or, if
    it is long, for several facts more per ply.
    """
    if recalls and not long:
        return SHORT, COLUMNS
    return CAPACITY + (FACTS_A_PLY * (max_plies + 1) if recalls else 0), COLUMNS


def write_log(told: Sequence[Seen], first: int, seat: int, players: int, out: Numbers) -> None:
    """Write the newest entries that fit into a log, oldest first. `told[i]` is ply `first + i`."""
    rows = [row for ply, one in enumerate(told, first) for row in entries(one, ply, seat, players)]
    if rows:
        out[: min(len(rows), len(out))] = rows[-len(out) :]


def write_own(one: Seen, out: Numbers) -> None:
    """Write the seat's own action to `out`, float32 [bits]: the bits of id + 1, lowest first. For another
    seat's action `out` stays as it is.
    """
    if one.own != NOT_MINE:
        out[:] = [(one.own + 1) >> bit & 1 for bit in range(out.size)]


@lru_cache(KEPT)
def observation(game: Game, seat: int, record: bytes) -> Numbers:
    """The observation of a blanked record: float32 [game.features], read-only."""
    out = game.steps.observe(record, seat)
    out.setflags(write=False)
    return out


@lru_cache(KEPT)
def _ply_text(game: Game, own: int, told: bytes, before: bytes, record: bytes) -> str:
    parts = [] if own == NOT_MINE else [f"{game.actions[own]} →"]
    for row in np.frombuffer(told, np.int16).reshape(-1, COLUMNS).tolist():
        numbers = ",".join(map(str, row[2:]))
        parts.append(f"{game.spec.fact(row, game.table).kind}({numbers})")
    return " ".join([*parts, _changed_fields(game, before, record)])


def _changed_fields(game: Game, before: bytes, record: bytes) -> str:
    dtype = dtype_of(game.spec.state)
    old = np.frombuffer(before or bytes(dtype.itemsize), dtype)[0]
    new = np.frombuffer(record, dtype)[0]
    changed = (name for name in dtype.names or () if old[name].tobytes() != new[name].tobytes())
    return " ".join(f"{name}={new[name].tolist()}".replace(" ", "") for name in changed)
