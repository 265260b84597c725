"""OpenSpiel games, with all chance in chance nodes. Needs the extra `openspiel`."""

from __future__ import annotations

from quarterdeck.lab.env_common import need

__all__ = ["register"]


def register() -> tuple[str, ...]:
    """Register the games with `pyspiel.load_game`; returns their names there.

    Example: `pyspiel.load_game("quarterdeck_meuterer(players=3,rules=french)")`. The parameters are the
    game's options; `table`, the path of a custom component table; `history`, "short" or "long" tensors with
    perfect recall; and `max_plies`, after which a match is truncated: it ends without a winner, so all
    returns are 0. Raises QuarterdeckError if OpenSpiel is not installed.
    """
    need("openspiel", "pyspiel")
    from quarterdeck.lab.openspiel.games import enter_all

    return enter_all()
