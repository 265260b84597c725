"""The games as OpenSpiel games, with all chance in chance nodes. Needs the extra `openspiel`."""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING

from quarterdeck.lab.env_common import need

if TYPE_CHECKING:
    from quarterdeck.lab.openspiel.games import OpenSpielGame
    from quarterdeck.lab.openspiel.states import OpenSpielState

__all__ = ["register"]


@cache
def register() -> tuple[str, ...]:
    """Make the games known to `pyspiel.load_game`; returns their names there.

    `pyspiel.load_game("quarterdeck_meuterer(players=3,rules=french)")` say: the parameters are the game's
    options, `table` (the path of a component table of one's own) and `max_plies`, after which a match that
    goes on is truncated: it ends, and as nobody has won, all returns are 0. QuarterdeckError if OpenSpiel is
    not installed.
    """
    need("openspiel", "pyspiel")
    from quarterdeck.lab.openspiel.games import enter_all

    return enter_all()


def load_game(text: str) -> OpenSpielGame:
    """The game that OpenSpiel writes as this text; what is pickled of a game, perhaps for another process."""
    register()
    import pyspiel

    loaded: OpenSpielGame = pyspiel.load_game(text)
    return loaded


def load_state(text: str) -> OpenSpielState:
    """The state that OpenSpiel writes, with its game, as this text; what is pickled of a state."""
    register()
    import pyspiel

    loaded: OpenSpielState = pyspiel.deserialize_game_and_state(text)[1]
    return loaded
