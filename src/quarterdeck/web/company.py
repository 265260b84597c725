"""Who is at a table, as its pages show it beside the match: the seats with their clocks, and what can be done
about them.

All of it is public, and depends on nothing but the table's log, who looks at it, and the day, by which
somebody may be absent: what everybody is shown is rendered once for all.
"""

from __future__ import annotations

from functools import lru_cache
from typing import Any, Final, NamedTuple
from weakref import WeakKeyDictionary

from quarterdeck.i18n import _
from quarterdeck.tables.entry import now as moment
from quarterdeck.tables.match.absence import DAY, Present, absent, last_sign, maker_is_absent
from quarterdeck.tables.match.match import Match
from quarterdeck.tables.match.remarks import remark
from quarterdeck.tables.match.voting import askable, may_refuse
from quarterdeck.tables.seats import HUMAN, VACANT, Seat
from quarterdeck.web import pages
from quarterdeck.web.paths import around

__all__ = ["REGION", "Asked", "company_news", "company_page", "days_silent", "open_question", "time_left"]

REGION: Final = "region_company"
# Less than this, in milliseconds, is little time: at a live clock, at a slow one.
LITTLE: Final = {"live": 15_000, "slow": 6 * 3_600_000}


class Chair(NamedTuple):
    """A seat: who has it, whether they are to act, and their time.

    `state` is "person", "away", "left" (to a bot), "bot" or "open". `until` is when the time of whoever is
    to act runs out, in milliseconds since 1970; `reserve` how much of it is reserve at most, and of all
    others what they have, in milliseconds. Both are None where no clock runs. `left`: what there is for a
    decision while the match is paused.
    """

    name: str
    state: str
    acting: bool
    until: int | None
    reserve: int | None
    left: int | None


class Chairs(NamedTuple):
    """All seats of a table. `alone`: there is nobody to talk to."""

    clock: str
    alone: bool
    chairs: tuple[Chair, ...]


class Asked(NamedTuple):
    """The question that is open: its sentence, the names of those who have agreed and of those who are still
    to answer, and its version. `mine`: it waits for an answer of the reader; `own`: the reader has agreed, or
    asked it. `refuses`: the reader may refuse, or take it back.
    """

    sentence: str
    agreed: tuple[str, ...]
    missing: tuple[str, ...]
    version: int
    mine: bool
    own: bool
    refuses: bool


class Doors(NamedTuple):
    """What a browser can do about them: leave seat `leave`, if it has one, or take over one of `sit`, each
    with its name, under the name `own`. `absent` are the seats that may be given to a bot, each with its name
    and for how many days there was no sign, 0 where the clock told it; `votes`: it takes the others' consent.
    `asks` is what can be asked of all, `alone`: there is nobody else who would be asked. `paused`: the match
    stands still, and the reader may let it go on.
    """

    table: str
    leave: int | None = None
    sit: tuple[tuple[int, str], ...] = ()
    own: str = ""
    question: Asked | None = None
    absent: tuple[tuple[int, str, int], ...] = ()
    votes: bool = False
    asks: tuple[str, ...] = ()
    alone: bool = False
    paused: bool = False


class _Eyes(NamedTuple):
    """Who looks: the seat that is open, whose browser, how they are known; who is there, and when it is."""

    me: int | None
    owner: str
    own: str
    present: Present
    at: int


_kept: WeakKeyDictionary[Match, tuple[int, Chairs]] = WeakKeyDictionary()


def company_news(
    match: Match, me: int | None, owner: str, own: str = "", present: Present | None = None
) -> str:
    """The inside of the region for live updates, seen from seat `me` by who is known as `own`: its forms get
    their token from the page, running clocks their figures. `present` tells who is there.
    """
    about, eyes = around(), _Eyes(me, owner, own, present or Present({}), moment())
    return _chairs_html(_chairs(match), about) + _doors_html(_doors(match, eyes), about)


def company_page(
    match: Match,
    me: int | None,
    owner: str,
    csrf: str,
    now: int,
    own: str = "",
    present: Present | None = None,
) -> str:
    """The inside of the region for a page: at `now`, in milliseconds since 1970, with a browser's token."""
    eyes = _Eyes(me, owner, own, present or Present({}), now)
    return _draw_chairs(_chairs(match), now) + _draw_doors(_doors(match, eyes), csrf)


def _chairs(match: Match) -> Chairs:
    kept = _kept.get(match)
    if kept is None or kept[0] != match.number:
        at = match.moved_on_at
        chairs = tuple(_chair(match, number, seat, at) for number, seat in enumerate(match.seats))
        people = {seat.holders for seat in match.seats if seat.kind == HUMAN}
        alone = len(people) < 2 and not any(chair.state in ("left", "open") for chair in chairs)
        kept = _kept[match] = (match.number, Chairs(match.terms.clock, alone, chairs))
    return kept[1]


def _chair(match: Match, number: int, seat: Seat, at: int) -> Chair:
    acting = number in match.to_act
    until = reserve = stopped = None
    if seat.kind == HUMAN and not seat.away and (match.running or match.paused):
        left = match.clock.left(number, at)
        until = at + left if acting and left is not None else None
        stopped = left if match.paused and number in match.position.to_act else None
        reserve = match.clock.reserve(number, at) if match.terms.reserve else None
    return Chair(seat.name, _state(seat), acting, until, reserve, stopped)


def _state(seat: Seat) -> str:
    if seat.kind == VACANT:
        return "open"
    if seat.kind == HUMAN:
        return "away" if seat.away else "person"
    return "left" if seat.left else "bot"


def _doors(match: Match, eyes: _Eyes) -> Doors:
    if match.over or match.closed or match.taught:
        return Doors(match.id)
    seen, held = match.looked_into(eyes.owner) or range(len(match.seats)), match.held(eyes.owner)
    left = tuple((number, match.called[number]) for number in seen if match.seats[number].left)
    doors = Doors(match.id, eyes.me) if not left or held else Doors(match.id, eyes.me, left, eyes.own)
    if not match.begun:
        return doors
    asking = _asking(match, eyes.owner)
    return doors._replace(paused=match.paused and bool(held), **_absent(match, eyes), **asking)


def _absent(match: Match, eyes: _Eyes) -> dict[str, Any]:
    """The seats that the reader may give to a bot, or have given to one by a vote."""
    gone = [seat for seat in range(len(match.seats)) if absent(match, seat, eyes.present, eyes.at)]
    votes = not match.is_maker(eyes.owner)
    if votes and gone:
        here = match.held(eyes.owner) and maker_is_absent(match, eyes.present, eyes.at)
        gone = gone if here and match.agreement.question is None else []
    return {
        "votes": votes,
        "absent": tuple(
            (seat, match.called[seat], days_silent(match, seat, eyes.present, eyes.at))
            for seat in gone
            if seat not in match.held(eyes.owner)
        ),
    }


def days_silent(match: Match, seat: int, present: Present, at: int) -> int:
    """For how many days there was no sign of a seat; 0 where the clock tells that it is absent."""
    return 0 if seat in match.agreement.late else (at - last_sign(match, seat, present)) // DAY


def _asking(match: Match, owner: str) -> dict[str, Any]:
    """The question that is open, or what the reader may ask."""
    if (question := open_question(match, owner)) is not None:
        return {"question": question}
    held = set(match.held(owner))
    playing = {seat for seat in match.humans if not match.seats[seat].away}
    return {"asks": tuple(askable(match)) if playing & held else (), "alone": playing <= held}


def open_question(match: Match, owner: str) -> Asked | None:
    """The question that is open at a table, if any, as this owner reads it."""
    question, held = match.agreement.question, match.held(owner)
    if question is None:
        return None
    entry, names = match.entries[question.number - 1], match.called
    return Asked(
        remark(entry, names),
        tuple(names[seat] for seat in question.asked if seat in question.agreed),
        tuple(names[seat] for seat in question.missing),
        match.version_at(question.number),
        mine=any(seat in held for seat in question.missing),
        own=any(seat in held for seat in question.agreed),
        refuses=may_refuse(match, owner),
    )


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
    """So many milliseconds in short: minutes and seconds, or hours, or days. Rounded up, as company.js does
    it, so that a span begins as what it is called: 3 days as "3 d 0 h".
    """
    seconds = -(-max(0, left) // 1000)
    minutes, hours = -(-seconds // 60), -(-seconds // 3600)
    if minutes >= 48 * 60:
        return _("{days} d {hours} h").format(days=hours // 24, hours=hours % 24)
    if seconds >= 3600:
        return _("{hours} h {minutes} min").format(hours=minutes // 60, minutes=minutes % 60)
    return f"{seconds // 60}:{seconds % 60:02}"
