"""Who is absent from a match, judged by the clock or by days without a sign of life.

A sign of life is a public action at the table, or an open page of it.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final, NamedTuple

from quarterdeck.tables.match.match import Match
from quarterdeck.tables.seats import HUMAN

__all__ = ["DAY", "DAYS", "Present", "absent", "last_sign", "maker_is_absent", "silent"]

# Default number of days without a sign after which a player is absent; the host may change it.
DAYS: Final = 7
DAY: Final = 86_400_000


class Present(NamedTuple):
    """Presence data: when each holder was last seen, in milliseconds since 1970, if known; and after how many
    days without a sign a player is absent.
    """

    seen: Mapping[str, int]
    days: int = DAYS


def last_sign(match: Match, seat: int, present: Present) -> int:
    """When a seat's player last gave a sign of life, in milliseconds since 1970."""
    seen = (present.seen.get(holder, 0) for holder in match.seats[seat].holders)
    return max([match.agreement.signs[seat], *seen])


def silent(match: Match, seat: int, present: Present, at: int) -> bool:
    """Whether a person's seat has given no sign of life for days, or has let the clock move for it."""
    return seat in match.agreement.late or at - last_sign(match, seat, present) >= present.days * DAY


def absent(match: Match, seat: int, present: Present, at: int) -> bool:
    """Whether a seat may be given to a bot: either the clock has moved for it and its player has not acted
    since, or the match has waited for its move for days without a sign of life.
    """
    occupant = match.seats[seat]
    if occupant.kind != HUMAN or occupant.away or not match.running or match.taught:
        return False
    if seat in match.agreement.late:
        return True
    waits = match.agreement.waits[seat]
    return waits is not None and at - waits >= present.days * DAY and silent(match, seat, present, at)


def maker_is_absent(match: Match, present: Present, at: int) -> bool:
    """Whether the table's maker has no seat there that a person plays now.

    Before the match begins, a maker without a seat also counts as present while a page is open, and for the
    usual number of days after creating the table.
    """
    held = match.seats_of(match.row.owner)
    if not (held or match.begun):
        seen = max(match.row.created * 1000, present.seen.get(match.row.owner, 0))
        return at - seen >= present.days * DAY
    return all(match.seats[seat].away or silent(match, seat, present, at) for seat in held)
