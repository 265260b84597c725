"""What everybody knows, and what single seats know beyond it, apart: OpenSpiel's factored observations.

Public is what a spectator knows: the record blanked for it, and the facts told to all. Private is what a
seat's own record holds beyond that, its own actions, and what only it was told (Kovařík et al. 2022,
https://doi.org/10.1016/j.artint.2021.103645). An observation's numbers are counted from a seat, which a
spectator has not; so these are the record's own.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache, lru_cache
from typing import TYPE_CHECKING, Any

import numpy as np
import pyspiel

from quarterdeck.kernel.record import dtype_of
from quarterdeck.lab.openspiel.observer import NOBODY, parts
from quarterdeck.lab.openspiel.seat_memory import (
    KEPT,
    Memory,
    Numbers,
    beside,
    log_shape,
    present_text,
    private_text,
    secret,
    write_log,
    write_own,
)
from quarterdeck.play import Game
from quarterdeck.play.checks import seat_number

if TYPE_CHECKING:
    from quarterdeck.lab.openspiel.states import OpenSpielState

SECRETS = ("key", "counter")  # 0 in every blanked record


class Factored:
    """Fills `tensor`, whose parts by name are `dict`: `seat` (one-hot), with one seat's private information;
    `public` (float32 [numbers]); `private` (float32 [numbers], of all seats [seats, numbers]); and for each
    of the two `public_told` and `private_told` (float32 [facts, 6], of all seats [seats, facts, 6]).

    The numbers are the record's, as `fields` has them, private ones less the public ones: 0 where the seat
    knows no more. With perfect recall there are [max_plies + 1, 1 + numbers] and [max_plies + 1, 1 + bits +
    numbers]: a row for the deal and for each ply has 1, the own action's id + 1 in bits as in `Observer`, the
    numbers. Told are the facts that all, or only the seat, were told, as in `Observer`, but with seats' own
    numbers.
    """

    def __init__(self, game: Game, max_plies: int, kind: Any) -> None:
        self.game = game
        self.recalls, self.public = bool(kind.perfect_recall), bool(kind.public_info)
        self.single = kind.private_info == pyspiel.PrivateInfoType.SINGLE_PLAYER
        self.all = kind.private_info == pyspiel.PrivateInfoType.ALL_PLAYERS
        bits = game.spec.actions.bit_length() if self.recalls else 0
        self.numbers = sum(part.stop - part.start for part, _shape in fields(game).values())
        rows, flag = ((max_plies + 1,), 1) if self.recalls else ((), 0)
        told = log_shape(max_plies, self.recalls)
        shapes: dict[str, tuple[int, ...]] = {"seat": (game.players,)} if self.single else {}
        if self.public:
            shapes |= {"public": (*rows, flag + self.numbers), "public_told": told}
        if self.single or self.all:
            whose = () if self.single else (game.players,)
            numbers = (*whose, *rows, flag + bits + self.numbers)
            shapes |= {"private": numbers, "private_told": (*whose, *told)}
        self.tensor, self.dict = parts(shapes)

    def set_from(self, state: OpenSpielState, player: int) -> None:
        """Fill the tensor with what is known of the state; of a deal, as far as it has gone."""
        self.tensor.fill(0.0)
        everybody = state.line.everybody
        if self.public:
            self._fill(self.dict["public"], self.dict["public_told"], everybody)
        if self.single:
            # OpenSpiel asks for nobody's in order to learn the shape.
            seat = 0 if player == NOBODY else seat_number(player, self.game.players)
            self.dict["seat"][seat] = 1.0
            self._fill(
                self.dict["private"],
                self.dict["private_told"],
                state.line.known(seat, self.recalls),
                everybody,
            )
        elif self.all:
            private = zip(self.dict["private"], self.dict["private_told"], strict=True)
            for seat, (out, told) in enumerate(private):
                self._fill(out, told, state.line.known(seat, self.recalls), everybody)

    def _fill(self, out: Numbers, told: Numbers, memory: Memory, everybody: Memory | None = None) -> None:
        """What a memory has, less what everybody's has where that is given."""
        kept = memory.seen if self.recalls else memory.seen[-1:]
        first = memory.first if self.recalls else 0
        heard = [secret(one.told) if everybody else one.told for one in kept]
        write_log(heard, first, 0, self.game.players, told)
        rows = out[first:] if self.recalls else out[np.newaxis]
        for row, one in zip(rows, kept, strict=False):
            row[row.size - self.numbers :] = numbers_of(self.game, one.record)
            if self.recalls:
                row[0] = 1.0
                write_own(one, row[1 : row.size - self.numbers])
        if everybody:
            for row, (_one, public) in zip(rows, beside(memory, everybody, self.recalls), strict=False):
                row[row.size - self.numbers :] -= numbers_of(self.game, public.record)

    def string_from(self, state: OpenSpielState, player: int) -> str:
        """What is known of the state, as text; of a seat that knows nothing beyond the public, none."""
        everybody = state.line.everybody
        texts = [self._public_text(everybody)] if self.public else []
        seats: Sequence[int] = range(self.game.players) if self.all else ()
        if self.single:
            seats = (seat_number(player, self.game.players),)
        for seat in seats:
            text = private_text(self.game, state.line.known(seat, self.recalls), everybody, self.recalls)
            texts += [f"seat {seat} beyond\n{text}"] if text else []
        return "\n".join(texts)

    def _public_text(self, everybody: Memory) -> str:
        return everybody.text(self.game) if self.recalls else present_text(self.game, everybody.seen[-1])


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
