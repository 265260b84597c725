"""What OpenSpiel shows a seat by default, all that it knows: observations, and information states."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from quarterdeck.lab.openspiel.memory import Memory, observation, record_text, write_own
from quarterdeck.play import Game

if TYPE_CHECKING:
    from quarterdeck.lab.openspiel.states import State


class Observer:
    """Fills `tensor`, whose parts by name are `dict`: `seat` (one-hot) and `observation` (float32
    [features]) or, with perfect recall, `history` (float32 [plies + 1, 1 + bits + features]).

    A row of `history` is what the deal (row 0) or a ply was to the seat: 1; its own action's id + 1 in bits,
    the lowest first, 0 for another seat's; its observation afterwards. Later rows are 0.
    """

    def __init__(self, game: Game, most_plies: int, kind: Any) -> None:
        self.game = game
        self.recalls = bool(kind.perfect_recall)
        self.bits = game.spec.actions.bit_length()
        shape = (most_plies + 1, 1 + self.bits + game.features) if self.recalls else (game.features,)
        self.tensor = np.zeros(game.players + int(np.prod(shape)), np.float32)
        name = "history" if self.recalls else "observation"
        self.dict = {
            "seat": self.tensor[: game.players],
            name: self.tensor[game.players :].reshape(shape),
        }

    def set_from(self, state: State, player: int) -> None:
        """Fill the tensor with what this seat knows of the state; of a deal, as far as it has gone."""
        self.tensor.fill(0.0)
        seat = max(player, 0)  # OpenSpiel asks for nobody's in order to learn the shape
        self.dict["seat"][seat] = 1.0
        memory = state.line.memories[seat]
        if self.recalls:
            self._recall(memory)
        else:
            self.dict["observation"][:] = observation(self.game, seat, memory.seen[-1].record)

    def _recall(self, memory: Memory) -> None:
        rows = self.dict["history"]
        for row, one in zip(rows[memory.first :], memory.seen, strict=False):
            row[0] = 1.0
            write_own(one, row[1 : 1 + self.bits])
            row[1 + self.bits :] = observation(self.game, memory.seat, one.record)

    def string_from(self, state: State, player: int) -> str:
        """What this seat knows of the state, as text that is equal exactly for what it can't tell apart."""
        memory = state.line.memories[player]
        if self.recalls:
            return memory.text(self.game)
        known = record_text(self.game, memory.seen[-1].record)
        return f"seat {player} {known}"
