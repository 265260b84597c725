"""The games as OpenSpiel games, with all chance in chance nodes. Needs the extra `openspiel`."""

from __future__ import annotations

from quarterdeck.lab.env_common import need

__all__ = ["register"]


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
