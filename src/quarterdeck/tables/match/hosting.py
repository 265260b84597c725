"""What the host of a server may do to any table, whoever made it."""

from __future__ import annotations

from typing import Final

from quarterdeck.i18n import _
from quarterdeck.tables.entry import TABLE
from quarterdeck.tables.errors import NotAllowed
from quarterdeck.tables.match.agreement import ABANDONED
from quarterdeck.tables.match.match import Match

__all__ = ["HOST", "ended_by_host", "may_stop", "stop"]

# Who ended a match, in an entry's `by`.
HOST: Final = "host"


def ended_by_host(match: Match) -> bool:
    """Whether the host has ended the match, and neither its rules nor its players."""
    number = match.agreement.ended_at
    return number > 0 and match.entries[number - 1].data.get("by") == HOST


def may_stop(match: Match) -> bool:
    """Whether the host may end a match or close a table: lessons and examples concern nobody else, and the
    other tables of a regatta would wait for the result.
    """
    fixed = match.taught is not None or match.shown or match.regatta is not None
    return not (fixed or match.over or match.closed)


def stop(draft: Match, at: int) -> int:
    """Command of the host: end a match without a result, or close a table at which it has not begun. Raises
    NotAllowed.
    """
    if draft.over or draft.closed:
        return draft.version
    if not may_stop(draft):
        raise NotAllowed(_("Lessons, examples and tables of a regatta can't be ended."))
    if draft.begun:
        draft.add("end", TABLE, at, how=ABANDONED, by=HOST)
    else:
        draft.add("close", TABLE, at)
    return draft.version
