"""The company on a table's page: the seats with their clocks, and actions concerning them.

All of it is public. It depends only on the table's log, the viewer, and the date, which decides who is
absent; so the common part is rendered once for all.
"""

from __future__ import annotations

from functools import lru_cache
from typing import Any, Final, NamedTuple
from weakref import WeakKeyDictionary

from quarterdeck.i18n import _
from quarterdeck.kernel.spec import Json
from quarterdeck.tables.entry import now as moment
from quarterdeck.tables.match.absence import DAY, Present, absent, last_sign, maker_is_absent
from quarterdeck.tables.match.match import Match
from quarterdeck.tables.match.remarks import remark
from quarterdeck.tables.match.voting import askable, may_refuse
from quarterdeck.tables.seats import HUMAN, VACANT, Seat
from quarterdeck.tables.store.rows import Summary
from quarterdeck.web.paths import around
from quarterdeck.web.rendering import templates

__all__ = [
    "REGION",
    "OpenQuestion",
    "company_news",
    "company_page",
    "days_silent",
    "duration",
    "open_question",
    "time_for_turn",
]

REGION: Final = "region_company"
# Less than this counts as little time, in milliseconds: with a live clock, with a slow one.
LITTLE: Final = {"live": 15_000, "slow": 6 * 3_600_000}


class Chair(NamedTuple):
    """A seat: its player, whether it is to act, and its time.

    `state` is "person", "away", "left" (to a bot), "bot" or "open". For a seat to act, `until` is when its
    time runs out, in milliseconds since 1970, and `reserve` the most of it that comes from the reserve; for
    other seats `reserve` is the whole reserve, in milliseconds. Both are None without a running clock.
    `time_left`: the time left for a decision while the match is paused, in milliseconds.
    """

    name: str
    state: str
    acting: bool
    until: int | None
    reserve: int | None
    time_left: int | None


class SeatList(NamedTuple):
    """All seats of a table. `alone`: there is nobody to chat with."""

    clock: str
    alone: bool
    chairs: tuple[Chair, ...]


class OpenQuestion(NamedTuple):
    """The open question: its sentence, the names of those who have agreed and of those who have not answered,
    and its version. `mine`: whether the viewer has to answer; `own`: whether the viewer has asked or agreed;
    `refuses`: whether the viewer may refuse or withdraw it.
    """

    sentence: str
    agreed: tuple[str, ...]
    missing: tuple[str, ...]
    version: int
    mine: bool
    own: bool
    refuses: bool


class TableActions(NamedTuple):
    """The actions open to a browser at the table with this id.

    `leave`: the seat that it may leave. `sit`: the seats that it may take, with their names, under the name
    `own`. `question`: the open question. `absent`: the seats that may be given to a bot, each with its name
    and the days without a sign of life, 0 if the clock decided it; `votes`: whether this needs the others'
    consent. `asks`: the kinds of questions to all; `alone`: whether nobody else would be asked. `paused`:
    whether the match is paused and the viewer may resume it. `rated`: whether it counts for ratings.
    `sealed`: whether nobody else may come in.
    """

    table: str
    leave: int | None = None
    sit: tuple[tuple[int, str], ...] = ()
    own: str = ""
    question: OpenQuestion | None = None
    absent: tuple[tuple[int, str, int], ...] = ()
    votes: bool = False
    asks: tuple[str, ...] = ()
    alone: bool = False
    paused: bool = False
    rated: bool = False
    sealed: bool = False


class _CompanyViewer(NamedTuple):
    """The viewer: open seat, browser, name; presence data, and the time."""

    me: int | None
    owner: str
    own: str
    present: Present
    at: int


_cached_chairs: WeakKeyDictionary[Match, tuple[int, SeatList]] = WeakKeyDictionary()


def company_news(
    match: Match, me: int | None, owner: str, own: str = "", present: Present | None = None
) -> tuple[str, ...]:
    """The region's inner HTML for live updates, for seat `me` with the name `own`, in pieces that viewers
    share. The page itself fills in the forms' token and the running clocks. `present` is the presence data.
    """
    surroundings, viewer = around(), _CompanyViewer(me, owner, own, present or Present({}), moment())
    chairs, actions = _chairs(match), _actions(match, viewer)
    return _cached_chairs_html(chairs, surroundings), _cached_actions_html(actions, surroundings)


def company_page(
    match: Match,
    me: int | None,
    owner: str,
    csrf: str,
    now: int,
    own: str = "",
    present: Present | None = None,
) -> str:
    """The region's inner HTML for a page: at `now`, in milliseconds since 1970, with a browser's token."""
    viewer = _CompanyViewer(me, owner, own, present or Present({}), now)
    return _draw_chairs(_chairs(match), now) + _draw_actions(_actions(match, viewer), csrf)


def _chairs(match: Match) -> SeatList:
    """The seats of a table; drawn up once for each state of the match."""
    cached = _cached_chairs.get(match)
    if cached is None or cached[0] != match.number:
        at = match.moved_on_at
        chairs = tuple(_chair(match, number, seat, at) for number, seat in enumerate(match.seats))
        people = {seat.holders for seat in match.seats if seat.kind == HUMAN}
        alone = len(people) < 2 and not any(chair.state in ("left", "open") for chair in chairs)
        cached = _cached_chairs[match] = (match.number, SeatList(match.terms.clock, alone, chairs))
    return cached[1]


def _chair(match: Match, number: int, seat: Seat, at: int) -> Chair:
    acting = number in match.to_act
    until = reserve = stopped = None
    if seat.kind == HUMAN and not seat.away and (match.running or match.paused):
        time_left = match.clock.left(number, at)
        until = at + time_left if acting and time_left is not None else None
        stopped = time_left if match.paused and number in match.position.to_act else None
        reserve = match.clock.reserve(number, at) if match.terms.reserve else None
    return Chair(seat.name, _chair_state(seat), acting, until, reserve, stopped)


def _chair_state(seat: Seat) -> str:
    if seat.kind == VACANT:
        return "open"
    if seat.kind == HUMAN:
        return "away" if seat.away else "person"
    return "left" if seat.left else "bot"


def _actions(match: Match, viewer: _CompanyViewer) -> TableActions:
    if match.over or match.closed or match.taught:
        return TableActions(match.id)
    seen = match.looked_into(viewer.owner) or range(len(match.seats))
    own_seats = match.seats_of(viewer.owner)
    left_to_bots = tuple(
        (number, match.isolated_names[number]) for number in seen if match.seats[number].left
    )
    actions = TableActions(match.id, viewer.me)
    if left_to_bots and not own_seats:
        actions = TableActions(match.id, viewer.me, left_to_bots, viewer.own)
    if not match.begun:
        return actions
    questions = _questions(match, viewer.owner)
    paused, rated = match.paused and bool(own_seats), match.terms.rated
    actions = actions._replace(paused=paused, rated=rated, sealed=match.sealed)
    return actions._replace(**_absent_seats(match, viewer), **questions)


def _absent_seats(match: Match, viewer: _CompanyViewer) -> dict[str, Any]:
    """The absent seats that the viewer may give to a bot, directly or by a vote."""
    seats = [seat for seat in range(len(match.seats)) if absent(match, seat, viewer.present, viewer.at)]
    votes = not match.is_maker(viewer.owner)
    if votes and seats:
        may_ask = match.seats_of(viewer.owner) and maker_is_absent(match, viewer.present, viewer.at)
        seats = seats if may_ask and match.agreement.question is None else []
    return {
        "votes": votes,
        "absent": tuple(
            (seat, match.isolated_names[seat], days_silent(match, seat, viewer.present, viewer.at))
            for seat in seats
            if seat not in match.seats_of(viewer.owner)
        ),
    }


def days_silent(match: Match, seat: int, present: Present, at: int) -> int:
    """Days without a sign of life of a seat; 0 if the clock decided that it is absent."""
    return 0 if seat in match.agreement.late else (at - last_sign(match, seat, present)) // DAY


def _questions(match: Match, owner: str) -> dict[str, Any]:
    """The open question, or else the questions that the viewer may ask."""
    if (question := open_question(match, owner)) is not None:
        return {"question": question}
    held = set(match.seats_of(owner))
    playing = {seat for seat in match.humans if not match.seats[seat].away}
    return {"asks": tuple(askable(match)) if playing & held else (), "alone": playing <= held}


def open_question(match: Match, owner: str) -> OpenQuestion | None:
    """The open question of a table, if any, from this owner's perspective."""
    question, held = match.agreement.question, match.seats_of(owner)
    if question is None:
        return None
    entry, names = match.entries[question.number - 1], match.isolated_names
    return OpenQuestion(
        remark(entry, names),
        tuple(names[seat] for seat in question.asked if seat in question.agreed),
        tuple(names[seat] for seat in question.missing),
        match.version_at(question.number),
        mine=any(seat in held for seat in question.missing),
        own=any(seat in held for seat in question.agreed),
        refuses=may_refuse(match, owner),
    )


@lru_cache(maxsize=2048)
def _cached_chairs_html(chairs: SeatList, _around: str) -> str:
    return _draw_chairs(chairs, None)


@lru_cache(maxsize=2048)
def _cached_actions_html(actions: TableActions, _around: str) -> str:
    return _draw_actions(actions, "")


def _draw_chairs(chairs: SeatList, now: int | None) -> str:
    context = {**chairs._asdict(), "now": now, "words": duration, "little": _is_little}
    return templates.render("company/chairs.html", context)


def _draw_actions(actions: TableActions, csrf: str) -> str:
    return templates.render("company/actions.html", {**actions._asdict(), "csrf": csrf})


def _is_little(clock: str, time_left: int) -> bool:
    return time_left <= LITTLE[clock]


def time_for_turn(terms: Json, summary: Summary, owner: str) -> str:
    """How much time a holder has for the move that a game over days waits for, in words; "" in other games,
    and while a bot is to act as well.
    """
    if terms.get("clock") != "slow" or summary.wake_at is None or not summary.awaits(owner):
        return ""
    acting = [summary.seats[seat] for seat in summary.standing["to_act"]]
    time_left = summary.wake_at - moment()
    if time_left <= 0 or any(seat.kind != HUMAN or seat.away for seat in acting):
        return ""
    return duration(time_left)


def duration(milliseconds: int) -> str:
    """A duration in milliseconds as short text: minutes and seconds, or hours, or days. Rounded up, like in
    company.js, so that 3 days begin as "3 d 0 h".
    """
    seconds = -(-max(0, milliseconds) // 1000)
    minutes, hours = -(-seconds // 60), -(-seconds // 3600)
    if minutes >= 48 * 60:
        return _("{days} d {hours} h").format(days=hours // 24, hours=hours % 24)
    if seconds >= 3600:
        return _("{hours} h {minutes} min").format(hours=minutes // 60, minutes=minutes % 60)
    return f"{seconds // 60}:{seconds % 60:02}"
