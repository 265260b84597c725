"""The end of a match that goes on and on among bots: nobody waits for it, and every move takes room."""

from __future__ import annotations

from typing import Final

from quarterdeck.tables.entry import TABLE
from quarterdeck.tables.match.agreement import ABANDONED
from quarterdeck.tables.match.match import Match

__all__ = ["LIMIT", "end_if_endless"]

# What has ended a match, in an entry's `by`.
LIMIT: Final = "limit"
# Who has made a move that a person wanted, in an entry's `by`.
_WANTED: Final = frozenset({"player", "plan"})


def end_if_endless(draft: Match, at: int) -> None:
    """End a match without a result once bots and clocks have made as many moves in a row as programs play in
    a match elsewhere, `max_plies`.
    """
    limit = draft.game.max_plies
    if draft.over or draft.ply < limit:
        return
    row = 0
    for entry in reversed(draft.entries):
        if entry.kind == "move":
            if entry.data["by"] in _WANTED:
                return
            row += 1
            if row == limit:
                draft.add("end", TABLE, at, how=ABANDONED, by=LIMIT)
                return
