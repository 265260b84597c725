"""OpenSpiel's default observer: a seat's full information, as observation or information state."""

from __future__ import annotations

import math
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

import numpy as np

from quarterdeck.kernel.encode import Numbers
from quarterdeck.lab.openspiel.seat_memory import (
    DIGEST,
    NOT_MINE,
    Memory,
    log_shape,
    observation,
    present_text,
    write_digest,
    write_log,
    write_own,
)
from quarterdeck.play import Game
from quarterdeck.play.checks import seat_number

if TYPE_CHECKING:
    from quarterdeck.lab.openspiel.states import OpenSpielState

NOBODY = -1


class Tensor:
    """A float32 array `tensor`, and its parts as views of it: `dict`, by name, of these shapes."""

    def __init__(self, shapes: Mapping[str, tuple[int, ...]]) -> None:
        self._shapes = shapes
        self._set_tensor(np.zeros(sum(map(math.prod, shapes.values())), np.float32))

    def _set_tensor(self, tensor: Numbers) -> None:
        ends = np.cumsum([*map(math.prod, self._shapes.values())], dtype=int)
        pieces = zip(self._shapes.items(), np.split(tensor, ends[:-1]), strict=False)
        self.tensor = tensor
        self.dict = {name: piece.reshape(shape) for (name, shape), piece in pieces}

    def __getstate__(self) -> dict[str, Any]:
        return {name: value for name, value in vars(self).items() if name != "dict"}

    def __setstate__(self, state: dict[str, Any]) -> None:
        # A copy has a tensor of its own, with views of it.
        vars(self).update(state)
        self._set_tensor(self.tensor.copy())


class Observer(Tensor):
    """Fills `tensor` for a `kind` of information, a `pyspiel.IIGObservationType`. Its parts are in `dict`, by
    name:

    - `seat`: one-hot.
    - `observation`: float32 [features].
    - `told`: a log of facts, float32 [entries, 6], see `seat_memory.entries`. Without perfect recall it has
      the facts of the last ply. With perfect recall it has the newest of all facts and own actions.
    - `digest`, only with perfect recall: float32 [4], numbers from 0 to below 1 that differ where the
      information states differ.

    If the tensor with perfect recall is `long`, `history` (float32 [max_plies + 1, 1 + bits + features])
    takes the place of `observation` and `digest`, and `told` has room for several facts a ply, but no own
    actions. Row 0 of `history` describes the deal, each other row a ply, from the seat's perspective: a 1;
    the id + 1 of its own action in bits, the lowest first, or zeros for another seat's action; its
    observation afterwards. The rows after the last ply are 0.
    """

    def __init__(self, game: Game, max_plies: int, kind: Any, long: bool) -> None:
        self.game = game
        self.recalls, self.long = bool(kind.perfect_recall), long
        self.bits = game.spec.actions.bit_length()
        shapes: dict[str, tuple[int, ...]] = {"observation": (game.features,)}
        if self.recalls:
            rows: dict[str, tuple[int, ...]] = {"history": (max_plies + 1, 1 + self.bits + game.features)}
            shapes = rows if long else {**shapes, "digest": (DIGEST,)}
        log = log_shape(max_plies, self.recalls, long)
        super().__init__({"seat": (game.players,), **shapes, "told": log})

    def set_from(self, state: OpenSpielState, player: int) -> None:
        """Fill the tensor with this seat's information; during the deal, as far as it has gone."""
        self.tensor.fill(0.0)
        # OpenSpiel passes an invalid player to learn the shape.
        seat = 0 if player == NOBODY else seat_number(player, self.game.players)
        self.dict["seat"][seat] = 1.0
        if not self.recalls:
            last = state.line.seen(seat)
            self.dict["observation"][:] = observation(self.game, seat, last.record)
            write_log([last._replace(own=NOT_MINE)], 0, seat, self.game.players, self.dict["told"])
        elif self.long:
            self._write_history(state.line.known(seat))
        else:
            memory = state.line.known(seat)
            assert memory.last is not None
            self.dict["observation"][:] = observation(self.game, seat, memory.last.record)
            write_digest(memory.digest, self.dict["digest"])
            log = memory.log(self.game.players)
            self.dict["told"][: len(log)] = log

    def _write_history(self, memory: Memory) -> None:
        """Fill `told` and `history` of a long tensor with perfect recall."""
        plies = [ply._replace(own=NOT_MINE) for ply in memory.seen]
        write_log(plies, memory.first, memory.seat, self.game.players, self.dict["told"])
        rows = self.dict["history"]
        for row, ply in zip(rows[memory.first :], memory.seen, strict=False):
            row[0] = 1.0
            write_own(ply, row[1 : 1 + self.bits])
            row[1 + self.bits :] = observation(self.game, memory.seat, ply.record)

    def string_from(self, state: OpenSpielState, player: int) -> str:
        """This seat's information as text, equal exactly for indistinguishable states."""
        seat = seat_number(player, self.game.players)
        if self.recalls:
            return state.line.known(seat).text(self.game)
        return f"seat {seat} {present_text(self.game, state.line.seen(seat))}"
