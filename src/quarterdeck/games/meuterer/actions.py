"""Actions as text: small, language-neutral and exact both ways."""

from __future__ import annotations

from quarterdeck.games.meuterer.codes import (
    ACTIONS,
    CONFLICT,
    LEAVE,
    LOTS,
    OFFER,
    RETURN,
    SELL,
    SHOW,
    TAKE,
    lot_kind,
    lot_number,
)
from quarterdeck.games.meuterer.state import ROLES, Role
from quarterdeck.games.meuterer.table import GOODS
from quarterdeck.i18n import N_
from quarterdeck.kernel.action_text import ActionIds

ROLE_NAMES = tuple(role.name.lower().replace("_", "-") for role in Role)[:ROLES]


def text(action: int) -> str:
    """The text of an action id, `show wine` say."""
    if action < SHOW:
        return f"offer {action - OFFER}"
    if action < LEAVE:
        return f"show {GOODS[action - SHOW]}"
    if action == LEAVE:
        return "leave"
    if action < CONFLICT:
        return f"leave {ROLE_NAMES[action - TAKE]}"
    if action < SELL:
        return f"conflict {action - CONFLICT}"
    if action < RETURN:
        return f"sell {_lot((action - SELL) // LOTS)} / {_lot((action - SELL) % LOTS)}"
    return f"return {GOODS[action - RETURN]}"


def _lot(code: int) -> str:
    return f"{lot_number(code)} {GOODS[lot_kind(code)]}" if code else "-"


parse = ActionIds(
    text,
    ACTIONS,
    N_(
        "“{text}” is no action of Meuterer; actions read like “offer 2”, “show wine”, “leave”, "
        "“leave merchant”, “conflict 1”, “sell 2 wine / -” or “return salt”."
    ),
)
