"""Who is at a table, as its pages show it beside the match: the seats with their clocks, and what can be done
about them.

All of it is public, and depends on nothing but the table's log and the seat from which it is looked at: what
everybody is shown is rendered once for all.
"""

from __future__ import annotations

from functools import lru_cache
from typing import Final, NamedTuple
from weakref import WeakKeyDictionary

from quarterdeck.tables.match import Match
from quarterdeck.tables.seats import HUMAN, VACANT, Seat
from quarterdeck.web import pages
from quarterdeck.web.paths import around
from quarterdeck.words import _

__all__ = ["REGION", "company_news", "company_page", "time_left"]

REGION: Final = "region_company"
# Less than this, in milliseconds, is little time: at a live clock, at a slow one.
LITTLE: Final = {"live": 15_000, "slow": 6 * 3_600_000}


class Chair(NamedTuple):
    """A seat: who has it, whether they are to act, and their time.

    `state` is "person", "away", "left" (to a bot), "bot" or "open". `until` is when the time of whoever is
    to act runs out, in milliseconds since 1970; `reserve` how much of it is reserve at most, and of all
    others what they have, in milliseconds. Both are None where no clock runs.
    """

    name: str
    state: str
    acting: bool
    until: int | None
    reserve: int | None


class Chairs(NamedTuple):
    """All seats of a table. `alone`: there is nobody to talk to."""

    clock: str
    alone: bool
    chairs: tuple[Chair, ...]


class Doors(NamedTuple):
    """What a browser can do about them: leave seat `leave`, if it has one, or take over one of `sit`, each
    with its name, under the name `own`.
    """

    table: str
    leave: int | None
    sit: tuple[tuple[int, str], ...]
    own: str


_kept: WeakKeyDictionary[Match, tuple[int, Chairs]] = WeakKeyDictionary()


def company_news(match: Match, me: int | None, owner: str, own: str = "") -> str:
    """The inside of the region for live updates, seen from seat `me` by who is known as `own`: its forms get
    their token from the page, running clocks their figures.
    """
    about = around()
    return _chairs_html(_chairs(match), about) + _doors_html(_doors(match, me, owner, own), about)


def company_page(match: Match, me: int | None, owner: str, csrf: str, now: int, own: str = "") -> str:
    """The inside of the region for a page: at `now`, in milliseconds since 1970, with a browser's token."""
    return _draw_chairs(_chairs(match), now) + _draw_doors(_doors(match, me, owner, own), csrf)


def _chairs(match: Match) -> Chairs:
    kept = _kept.get(match)
    if kept is None or kept[0] != match.number:
        at = match.entries[-1].at if match.entries else match.row.created * 1000
        chairs = tuple(_chair(match, number, seat, at) for number, seat in enumerate(match.seats))
        people = {seat.holders for seat in match.seats if seat.kind == HUMAN}
        alone = len(people) < 2 and not any(chair.state in ("left", "open") for chair in chairs)
        kept = _kept[match] = (match.number, Chairs(match.terms.clock, alone, chairs))
    return kept[1]


def _chair(match: Match, number: int, seat: Seat, at: int) -> Chair:
    acting = number in match.to_act
    until = reserve = None
    if seat.kind == HUMAN and not seat.away and match.running:
        left = match.clock.left(number, at)
        until = at + left if acting and left is not None else None
        reserve = match.clock.reserve(number, at) if match.terms.reserve else None
    return Chair(seat.name, _state(seat), acting, until, reserve)


def _state(seat: Seat) -> str:
    if seat.kind == VACANT:
        return "open"
    if seat.kind == HUMAN:
        return "away" if seat.away else "person"
    return "left" if seat.left else "bot"


def _doors(match: Match, me: int | None, owner: str, own: str) -> Doors:
    if match.over or match.closed or match.taught:
        return Doors(match.id, None, (), "")
    seen = match.looked_into(owner) or range(len(match.seats))
    left = tuple((number, match.seats[number].name) for number in seen if match.seats[number].left)
    if not left or match.held(owner):
        return Doors(match.id, me, (), "")
    return Doors(match.id, me, left, own)


@lru_cache(maxsize=2048)
def _chairs_html(shown: Chairs, _around: str) -> str:
    return _draw_chairs(shown, None)


@lru_cache(maxsize=2048)
def _doors_html(shown: Doors, _around: str) -> str:
    return _draw_doors(shown, "")


def _draw_chairs(shown: Chairs, now: int | None) -> str:
    context = {**shown._asdict(), "now": now, "words": time_left, "little": _little}
    return pages.render("company/chairs.html", context)


def _draw_doors(shown: Doors, csrf: str) -> str:
    return pages.render("company/doors.html", {**shown._asdict(), "csrf": csrf})


def _little(clock: str, left: int) -> bool:
    return left <= LITTLE[clock]


def time_left(left: int) -> str:
    """So many milliseconds in short: minutes and seconds, or hours, or days."""
    seconds = max(0, left) // 1000
    minutes, hours, days = seconds // 60, seconds // 3600, seconds // 86400
    if days > 1:
        return _("{days} d {hours} h").format(days=days, hours=hours - 24 * days)
    if hours:
        return _("{hours} h {minutes} min").format(hours=hours, minutes=minutes - 60 * hours)
    return f"{minutes}:{seconds - 60 * minutes:02}"
