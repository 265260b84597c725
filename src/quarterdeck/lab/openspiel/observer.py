"""What OpenSpiel shows a seat by default, all that it knows: observations, and information states."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

import numpy as np

from quarterdeck.lab.openspiel.seat_memory import (
    Memory,
    Numbers,
    log_shape,
    observation,
    present_text,
    write_log,
    write_own,
)
from quarterdeck.play import Game
from quarterdeck.play.checks import seat_number

if TYPE_CHECKING:
    from quarterdeck.lab.openspiel.states import OpenSpielState

NOBODY = -1


class Observer:
    """Fills `tensor`, whose parts by name are `dict`: `seat` (one-hot); `observation` (float32 [features])
    or, with perfect recall, `history` (float32 [max_plies + 1, 1 + bits + features]); `told` (float32
    [facts, 6]), the facts that the last ply told it or, with perfect recall, all of them.

    A row of `history` is what the deal (row 0) or a ply was to the seat: 1; its own action's id + 1 in bits,
    the lowest first, 0 for another seat's; its observation afterwards. Later rows are 0. Of an entry in
    `told` the first number is that of its row + 1 (without perfect recall 1); see `memory.write_log`.
    """

    def __init__(self, game: Game, max_plies: int, kind: Any) -> None:
        self.game = game
        self.recalls = bool(kind.perfect_recall)
        self.bits = game.spec.actions.bit_length()
        rows = {"history": (max_plies + 1, 1 + self.bits + game.features)}
        self.tensor, self.dict = parts(
            {
                "seat": (game.players,),
                **(rows if self.recalls else {"observation": (game.features,)}),
                "told": log_shape(max_plies, self.recalls),
            }
        )

    def set_from(self, state: OpenSpielState, player: int) -> None:
        """Fill the tensor with what this seat knows of the state; of a deal, as far as it has gone."""
        self.tensor.fill(0.0)
        # OpenSpiel asks for nobody's in order to learn the shape.
        seat = 0 if player == NOBODY else seat_number(player, self.game.players)
        self.dict["seat"][seat] = 1.0
        memory = state.line.known(seat, self.recalls)
        if self.recalls:
            self._recall(memory)
        else:
            now = memory.seen[-1]
            self.dict["observation"][:] = observation(self.game, seat, now.record)
            write_log([now.told], 0, seat, self.game.players, self.dict["told"])

    def _recall(self, memory: Memory) -> None:
        told = [one.told for one in memory.seen]
        write_log(told, memory.first, memory.seat, self.game.players, self.dict["told"])
        rows = self.dict["history"]
        for row, one in zip(rows[memory.first :], memory.seen, strict=False):
            row[0] = 1.0
            write_own(one, row[1 : 1 + self.bits])
            row[1 + self.bits :] = observation(self.game, memory.seat, one.record)

    def string_from(self, state: OpenSpielState, player: int) -> str:
        """What this seat knows of the state, as text that is equal exactly for what it can't tell apart."""
        memory = state.line.known(seat_number(player, self.game.players), self.recalls)
        if self.recalls:
            return memory.text(self.game)
        return f"seat {memory.seat} {present_text(self.game, memory.seen[-1])}"


def parts(shapes: Mapping[str, tuple[int, ...]]) -> tuple[Numbers, dict[str, Numbers]]:
    """A tensor of parts of these shapes, float32 of zeros, and the parts, which are views of it."""
    ends = np.cumsum([np.prod(shape) for shape in shapes.values()], dtype=int)
    tensor = np.zeros(ends[-1] if shapes else 0, np.float32)
    pieces = zip(shapes.items(), np.split(tensor, ends[:-1]), strict=False)
    return tensor, {name: piece.reshape(shape) for (name, shape), piece in pieces}
