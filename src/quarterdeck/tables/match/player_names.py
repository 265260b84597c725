"""The names of players at a table: no two of them can be confused."""

from __future__ import annotations

from collections.abc import Sequence

from quarterdeck.errors import QuarterdeckError
from quarterdeck.i18n import _
from quarterdeck.play import check_new_name
from quarterdeck.tables.match.match import Match
from quarterdeck.tables.store.rows import REMATCH
from quarterdeck.text_safety import alike

__all__ = ["free_name", "name_for_bot"]


def free_name(draft: Match, seat: int, name: str) -> str:
    """A name for a seat that can't be confused with another player's at the table. Raises RecordError,
    QuarterdeckError.
    """
    chosen = check_new_name(name)
    others = [other for number, other in enumerate(draft.names) if number != seat]
    if any(alike(chosen, other) for other in others):
        raise QuarterdeckError(
            _("Somebody at this table has that name already, or one that looks like it: take another one.")
        )
    return chosen


def name_for_bot(draft: Match, seat: int, names: Sequence[str]) -> str:
    """The name for a bot that takes an open seat: the seat's own in `names`, or another one if somebody at
    the table has that. "" leaves the seat's name, which in a rematch is that of the missing player.
    """
    if draft.row.relation == REMATCH:
        return ""
    others = [other for number, other in enumerate(draft.names) if number != seat]
    free = [name for name in (*names[seat : seat + 1], *names) if not any(alike(name, one) for one in others)]
    return free[0] if free else ""
