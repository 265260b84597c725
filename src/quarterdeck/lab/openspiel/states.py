"""The games' states in OpenSpiel."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pyspiel

from quarterdeck.errors import QuarterdeckError
from quarterdeck.i18n import _
from quarterdeck.lab.env_common import numbered, play, win_shares
from quarterdeck.lab.openspiel.history import History
from quarterdeck.lab.openspiel.replay import NOBODY

CHANCE, TERMINAL = int(pyspiel.PlayerId.CHANCE), int(pyspiel.PlayerId.TERMINAL)


class OpenSpielState(pyspiel.State):
    """A node of a game tree: chance, a seat's decision or the end; `line` is its `History`."""

    def __init__(self, game: Any, line: History) -> None:
        super().__init__(game)
        self.line = line

    def __reduce__(self) -> tuple[Callable[[Any, str], OpenSpielState], tuple[Any, str]]:
        return load_state, (self.get_game(), self.serialize())

    def current_player(self) -> int:
        """The player to act: chance, a seat (the first of simultaneous ones), or the terminal player."""
        line = self.line
        if line.weights:
            return CHANCE
        return TERMINAL if line.seat == NOBODY else line.seat

    def is_chance_node(self) -> bool:
        """Whether a random draw is next."""
        return bool(self.line.weights)

    def is_terminal(self) -> bool:
        """Whether the match is over or truncated."""
        return not self.line.weights and self.line.seat == NOBODY

    def legal_actions(self, *player: int) -> list[int]:
        """The ids of the legal actions, ascending, of this player or of the one to act."""
        # Python programs get them from here without two changes of language.
        line = self.line
        if line.weights or (player and player[0] != line.seat):
            return list(super().legal_actions(*player))
        return line.legal.copy()

    def _legal_actions(self, player: int) -> list[int]:
        return self.line.legal if player == self.line.seat else []

    def chance_outcomes(self) -> list[tuple[int, float]]:
        """Each possible result of the next chance node, with its probability."""
        weights = self.line.weights
        total = sum(weights)
        return [(result, weight / total) for result, weight in enumerate(weights) if weight]

    def _apply_action(self, action: int) -> None:
        # OpenSpiel does not check actions: IllegalAction, and QuarterdeckError for an impossible chance
        # outcome.
        line = self.line
        if line.weights:
            if action not in range(len(line.weights)) or not line.weights[action]:
                sentence = _("This draw can't give {result}; it gives one of {possible}.")
                possible = ", ".join(str(number) for number, weight in enumerate(line.weights) if weight)
                raise QuarterdeckError(sentence.format(result=action, possible=possible))
            self.line = line.draw(action)
        elif self.is_terminal():
            raise QuarterdeckError(_("The game is over: nothing more is played."))
        elif action in line.legal:
            self.line = line.play(line.seat, action)
        else:
            play(line.position, line.seat, action)

    def _action_to_string(self, player: int, action: int) -> str:
        if player == pyspiel.PlayerId.CHANCE:
            return f"drawn {action}"
        return str(numbered(self.line.game, action))

    def returns(self) -> list[float]:
        """Each seat's net gain from a pot into which all have paid 1; 0 during the match, and without a
        winner.
        """
        seats = self.line.game.players
        shares = win_shares(self.line.position) if self.is_terminal() else []
        return [seats * share - 1.0 for share in shares] if any(shares) else [0.0] * seats

    def resample_from_infostate(
        self, player_id: int, probability_sampler: Callable[[], float]
    ) -> OpenSpielState:
        """A state that this seat can't distinguish, with unknowns sampled by numbers from
        `probability_sampler`. It has no history. Raises QuarterdeckError at chance nodes.
        """
        if self.line.weights:
            raise QuarterdeckError(_("A state can be resampled where a seat decides, not where chance does."))
        seed = "/".join(repr(float(probability_sampler())) for _number in range(4))
        return OpenSpielState(self.get_game(), self.line.resampled(player_id, seed))

    def __str__(self) -> str:
        page = str(self.line.position) if self.line.dealt else ""
        return "\n".join([" | ".join(self.line.moves), page])


def load_state(game: Any, text: str) -> OpenSpielState:
    """Unpickle a state from OpenSpiel's text."""
    loaded: OpenSpielState = game.deserialize_state(text)
    return loaded
