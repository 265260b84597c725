"""Who is absent from a match: told by its clock, or by days without a sign.

A sign is whatever a player does at the table for all to see, and an open page of theirs.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final, NamedTuple

from quarterdeck.tables.match.match import Match
from quarterdeck.tables.seats import HUMAN

__all__ = ["DAY", "DAYS", "Present", "absent", "last_sign", "maker_is_absent", "silent"]

# After so many days without a sign somebody is absent, unless the host of the server has set another number.
DAYS: Final = 7
DAY: Final = 86_400_000


class Present(NamedTuple):
    """What tells who is there: when holders were last seen, in milliseconds since 1970, as far as known;
    after how many days without a sign somebody is absent.
    """

    seen: Mapping[str, int]
    days: int = DAYS


def last_sign(match: Match, seat: int, present: Present) -> int:
    """When the player of a seat last gave a sign, in milliseconds since 1970."""
    seen = (present.seen.get(holder, 0) for holder in match.seats[seat].holders)
    return max([match.agreement.signs[seat], *seen])


def silent(match: Match, seat: int, present: Present, at: int) -> bool:
    """Whether a person's seat has given no sign for days, or has let the clock move for it."""
    return seat in match.agreement.late or at - last_sign(match, seat, present) >= present.days * DAY


def absent(match: Match, seat: int, present: Present, at: int) -> bool:
    """Whether a seat may be given to a bot: the clock has moved for it and its player has done nothing since,
    or the match has waited for a move of it for days, without a sign of its player.
    """
    there = match.seats[seat]
    if there.kind != HUMAN or there.away or not match.running or match.taught:
        return False
    if seat in match.agreement.late:
        return True
    waits = match.agreement.waits[seat]
    return waits is not None and at - waits >= present.days * DAY and silent(match, seat, present, at)


def maker_is_absent(match: Match, present: Present, at: int) -> bool:
    """Whether whoever made the table has no seat there, or none that a person plays just now.

    Before the match begins a maker without a seat is there, too, with a page open, and for as many days after
    they have made the table as anybody is who gives no sign.
    """
    held = match.held(match.row.owner)
    if not (held or match.begun):
        seen = max(match.row.created * 1000, present.seen.get(match.row.owner, 0))
        return at - seen >= present.days * DAY
    return all(match.seats[seat].away or silent(match, seat, present, at) for seat in held)
