"""What everybody knows, and what single seats know beyond it, apart: OpenSpiel's factored observations.

Public is what a spectator knows: the record blanked for it, and the facts told to all. Private is what a
seat's own record holds beyond that, its own actions, and what only it was told (Kovařík et al. 2022,
https://doi.org/10.1016/j.artint.2021.103645). An observation's numbers are counted from a seat, which a
spectator has not; so these are the record's own.
"""

from __future__ import annotations

from functools import cache, lru_cache
from typing import TYPE_CHECKING, Any

import numpy as np
import pyspiel

from quarterdeck.kernel.record import dtype_of
from quarterdeck.lab.openspiel.memory import (
    KEPT,
    Memory,
    Numbers,
    beside,
    private_text,
    record_text,
    write_own,
)
from quarterdeck.play import Game

if TYPE_CHECKING:
    from quarterdeck.lab.openspiel.states import State

SECRETS = ("key", "counter")  # 0 in every blanked record


class Factored:
    """Fills `tensor`, whose parts by name are `dict`: `seat` (one-hot), with one seat's private information;
    `public` (float32 [numbers]); `private` (float32 [numbers], of all seats [seats, numbers]).

    The numbers are the record's, as `fields` has them, private ones less the public ones: 0 where the seat
    knows no more. With perfect recall there are [plies + 1, 1 + numbers] and [plies + 1, 1 + bits + numbers]:
    a row for the deal and for each ply has 1, the own action's id + 1 in bits as in `Observer`, the numbers.
    """

    def __init__(self, game: Game, most_plies: int, kind: Any) -> None:
        self.game = game
        self.recalls, self.public = bool(kind.perfect_recall), bool(kind.public_info)
        self.single = kind.private_info == pyspiel.PrivateInfoType.SINGLE_PLAYER
        self.all = kind.private_info == pyspiel.PrivateInfoType.ALL_PLAYERS
        bits = game.spec.actions.bit_length() if self.recalls else 0
        self.numbers = sum(part.stop - part.start for part, _shape in fields(game).values())
        rows, flag = ((most_plies + 1,), 1) if self.recalls else ((), 0)
        shapes: dict[str, tuple[int, ...]] = {"seat": (game.players,)} if self.single else {}
        if self.public:
            shapes["public"] = (*rows, flag + self.numbers)
        if self.single or self.all:
            whose = () if self.single else (game.players,)
            shapes["private"] = (*whose, *rows, flag + bits + self.numbers)
        ends = np.cumsum([np.prod(shape) for shape in shapes.values()], dtype=int)
        self.tensor = np.zeros(ends[-1] if shapes else 0, np.float32)
        pieces = zip(shapes.items(), np.split(self.tensor, ends[:-1]), strict=False)
        self.dict = {name: piece.reshape(shape) for (name, shape), piece in pieces}

    def set_from(self, state: State, player: int) -> None:
        """Fill the tensor with what is known of the state; of a deal, as far as it has gone."""
        self.tensor.fill(0.0)
        memories, everybody = state.line.memories, state.line.everybody
        if self.public:
            self._fill(self.dict["public"], everybody)
        if self.single:
            seat = max(player, 0)  # OpenSpiel asks for nobody's in order to learn the shape
            self.dict["seat"][seat] = 1.0
            self._fill(self.dict["private"], memories[seat], everybody)
        elif self.all:
            for out, memory in zip(self.dict["private"], memories, strict=True):
                self._fill(out, memory, everybody)

    def _fill(self, out: Numbers, memory: Memory, everybody: Memory | None = None) -> None:
        """What a memory has, less what everybody's has where that is given."""
        kept = memory.seen if self.recalls else memory.seen[-1:]
        rows = out[memory.first :] if self.recalls else out[np.newaxis]
        for row, one in zip(rows, kept, strict=False):
            row[row.size - self.numbers :] = numbers_of(self.game, one.record)
            if self.recalls:
                row[0] = 1.0
                write_own(one, row[1 : row.size - self.numbers])
        if everybody:
            for row, (_one, public) in zip(rows, beside(kept, everybody), strict=False):
                row[row.size - self.numbers :] -= numbers_of(self.game, public.record)

    def string_from(self, state: State, player: int) -> str:
        """What is known of the state, as text; of a seat that knows nothing beyond the public, none."""
        memories, everybody = state.line.memories, state.line.everybody
        parts = [self._public_text(everybody)] if self.public else []
        for memory in memories if self.all else (memories[player],) if self.single else ():
            text = private_text(self.game, memory, everybody, self.recalls)
            parts += [f"seat {memory.seat} beyond\n{text}"] if text else []
        return "\n".join(parts)

    def _public_text(self, everybody: Memory) -> str:
        if self.recalls:
            return everybody.text(self.game)
        return record_text(self.game, everybody.seen[-1].record)


@cache
def fields(game: Game) -> dict[str, tuple[slice, tuple[int, ...]]]:
    """Where each field of the record is among the numbers, and its shape."""
    found: dict[str, tuple[slice, tuple[int, ...]]] = {}
    at = 0
    dtype = dtype_of(game.spec.state)
    for name in dtype.names or ():
        if name not in SECRETS:
            shape = dtype[name].shape
            size = int(np.prod(shape, dtype=int))
            found[name] = slice(at, at + size), shape
            at += size
    return found


@lru_cache(KEPT)
def numbers_of(game: Game, record: bytes) -> Numbers:
    """The numbers of a blanked record: float32 [numbers], read-only."""
    known = np.frombuffer(record, dtype_of(game.spec.state))[0]
    out = np.concatenate([known[name].ravel() for name in fields(game)], dtype=np.float32)
    out.setflags(write=False)
    return out
