"""OpenSpiel's factored observations: public information, and what each seat knows beyond it.

Public information is a spectator's: the record blanked for it, and the facts told to all. Private information
is what a seat's own record adds, its own actions, and the facts told to it alone (Kovařík et al. 2022,
https://doi.org/10.1016/j.artint.2021.103645). The numbers are the record's, because observations are relative
to a seat, and spectators have none.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache, lru_cache
from typing import TYPE_CHECKING, Any

import numpy as np
import pyspiel

from quarterdeck.kernel.encode import Numbers
from quarterdeck.kernel.record import dtype_of
from quarterdeck.lab.openspiel.observer import NOBODY, Tensor
from quarterdeck.lab.openspiel.seat_memory import (
    DIGEST,
    KEPT,
    NOT_MINE,
    Memory,
    beside,
    hashed,
    log_shape,
    present_text,
    private_text,
    secret,
    write_digest,
    write_log,
    write_own,
)
from quarterdeck.play import Game
from quarterdeck.play.checks import seat_number
from quarterdeck.play.position import SPECTATOR

if TYPE_CHECKING:
    from quarterdeck.lab.openspiel.states import OpenSpielState

SECRETS = ("key", "counter")  # 0 in every blanked record


class Factored(Tensor):
    """Fills `tensor` for a `kind` of information, a `pyspiel.IIGObservationType`. Its parts are in `dict`, by
    name; private information is of one seat, or of all:

    - `seat`: one-hot, the seat that the private information is of, if it is of one.
    - `public`: float32 [numbers]; `private`: float32 [numbers], of all seats [seats, numbers].
    - `public_told` and `private_told`: logs of facts, float32 [entries, 6], of all seats [seats, entries, 6].
    - `public_digest` and `private_digest`, only with perfect recall: float32 [4], of all seats [seats, 4].

    The numbers are the record's, laid out as in `fields`. Private numbers are differences from the public
    ones: 0 where the seat knows no more. Public logs have the facts that all were told, private logs those
    that the seat alone was told and, beside a digest, its own actions. Entries are those of `Observer`, but
    name seats by their numbers.

    If the tensor with perfect recall is `long`, it has no digests. Instead `public` and `private` have a row
    for the deal and for each ply: [max_plies + 1, 1 + numbers] and [max_plies + 1, 1 + bits + numbers]. A row
    is a 1, in `private` the id + 1 of the own action in bits as in `Observer`, and the numbers.
    """

    def __init__(self, game: Game, max_plies: int, kind: Any, long: bool) -> None:
        self.game = game
        self.recalls, self.public = bool(kind.perfect_recall), bool(kind.public_info)
        self.rows, self.digests = self.recalls and long, self.recalls and not long
        self.single = kind.private_info == pyspiel.PrivateInfoType.SINGLE_PLAYER
        self.all = kind.private_info == pyspiel.PrivateInfoType.ALL_PLAYERS
        bits = game.spec.actions.bit_length() if self.rows else 0
        self.numbers = sum(part.stop - part.start for part, _shape in fields(game).values())
        rows, flag = ((max_plies + 1,), 1) if self.rows else ((), 0)
        log = log_shape(max_plies, self.recalls, long)
        shapes: dict[str, tuple[int, ...]] = {"seat": (game.players,)} if self.single else {}
        if self.public:
            shapes |= {"public": (*rows, flag + self.numbers), "public_told": log}
            shapes |= {"public_digest": (DIGEST,)} if self.digests else {}
        if self.single or self.all:
            seats = () if self.single else (game.players,)
            numbers = (*seats, *rows, flag + bits + self.numbers)
            shapes |= {"private": numbers, "private_told": (*seats, *log)}
            shapes |= {"private_digest": (*seats, DIGEST)} if self.digests else {}
        super().__init__(shapes)

    def set_from(self, state: OpenSpielState, player: int) -> None:
        """Fill the tensor with a state's information; during the deal, as far as it has gone."""
        self.tensor.fill(0.0)
        everybody = state.line.known(SPECTATOR)
        if self.public:
            self._write_memory("public", (), everybody)
            if self.digests:
                write_digest(everybody.digest, self.dict["public_digest"])
        # OpenSpiel passes an invalid player to learn the shape.
        own_seat = 0 if player == NOBODY or self.all else seat_number(player, self.game.players)
        if self.single:
            self.dict["seat"][own_seat] = 1.0
        for seat in range(self.game.players) if self.all else [own_seat] if self.single else []:
            at = (seat,) if self.all else ()
            self._write_memory("private", at, state.line.known(seat, self.recalls), everybody)
            if self.digests:
                digest = hashed(self._private_text(state, seat, everybody).encode())
                write_digest(digest, self.dict["private_digest"][at])

    def _write_memory(
        self, name: str, index: tuple[int, ...], memory: Memory, everybody: Memory | None = None
    ) -> None:
        """Write a memory, minus everybody's if that is given, to a part's rows at an index."""
        out, log = self.dict[name][index], self.dict[f"{name}_told"][index]
        seen = memory.seen
        plies, first = (seen, memory.first) if self.recalls else (seen[-1:], 0)
        told_plies = [
            ply._replace(
                own=ply.own if self.digests else NOT_MINE, told=secret(ply.told) if everybody else ply.told
            )
            for ply in plies
        ]
        write_log(told_plies, first, 0, self.game.players, log)
        if not self.rows:
            plies = seen[-1:]
        rows = out[first:] if self.rows else out[np.newaxis]
        for row, ply in zip(rows, plies, strict=False):
            row[row.size - self.numbers :] = numbers_of(self.game, ply.record)
            if self.rows:
                row[0] = 1.0
                write_own(ply, row[1 : row.size - self.numbers])
        if everybody:
            for row, (_one, public) in zip(rows, beside(memory, everybody, self.rows), strict=False):
                row[row.size - self.numbers :] -= numbers_of(self.game, public.record)

    def string_from(self, state: OpenSpielState, player: int) -> str:
        """A state's information as text; empty for a seat that knows nothing beyond the public."""
        everybody = state.line.known(SPECTATOR)
        texts = [self._public_text(everybody)] if self.public else []
        seats: Sequence[int] = range(self.game.players) if self.all else ()
        if self.single:
            seats = (seat_number(player, self.game.players),)
        for seat in seats:
            text = self._private_text(state, seat, everybody)
            texts += [f"seat {seat} beyond\n{text}"] if text else []
        return "\n".join(texts)

    def _private_text(self, state: OpenSpielState, seat: int, everybody: Memory) -> str:
        return private_text(self.game, state.line.known(seat, self.recalls), everybody, self.recalls)

    def _public_text(self, everybody: Memory) -> str:
        return everybody.text(self.game) if self.recalls else present_text(self.game, everybody.seen[-1])


@cache
def fields(game: Game) -> dict[str, tuple[slice, tuple[int, ...]]]:
    """The position and shape of each field of the record among the numbers."""
    layout: dict[str, tuple[slice, tuple[int, ...]]] = {}
    at = 0
    dtype = dtype_of(game.spec.state)
    for name in dtype.names or ():
        if name not in SECRETS:
            shape = dtype[name].shape
            size = int(np.prod(shape, dtype=int))
            layout[name] = slice(at, at + size), shape
            at += size
    return layout


@lru_cache(KEPT)
def numbers_of(game: Game, record: bytes) -> Numbers:
    """The numbers of a blanked record: float32 [numbers], read-only."""
    state = np.frombuffer(record, dtype_of(game.spec.state))[0]
    out = np.concatenate([state[name].ravel() for name in fields(game)], dtype=np.float32)
    out.setflags(write=False)
    return out
