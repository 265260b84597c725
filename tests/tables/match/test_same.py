"""Two holders that turn out to be one person: what the one held, saw and was asked, the other does."""

from __future__ import annotations

import pytest

from quarterdeck.tables.entry import TABLE
from quarterdeck.tables.errors import NotAllowed
from quarterdeck.tables.match import commands, voting
from quarterdeck.tables.match.agreement import BARRED
from quarterdeck.tables.match.match import Match
from quarterdeck.tables.seats import VACANT
from quarterdeck.tables.store.rows import StoredTable
from tests.tables.tables import OWNER, kinds, record

BEN, CLEO = "ben's hash", "cleo's hash"


def unite(match: Match, was: str, now: str) -> None:
    match.add("same", TABLE, 0, was=was, now=now)


def opened(seats: list[str] | None = None) -> Match:
    return Match.fresh(record(), seats or kinds(2), OWNER)


def test_seats_and_the_table_itself_change_hands_and_nothing_else_does() -> None:
    match = opened()
    commands.hand(OWNER, 1, BEN)(match, 0)
    before, version = match.position, match.version
    unite(match, OWNER, BEN)
    assert [seat.holders for seat in match.seats[:2]] == [(BEN,), (BEN,)]
    assert match.is_maker(BEN)
    assert not match.is_maker(OWNER)
    assert (match.position, match.version, match.own(0)) == (before, version, 0)
    # A replay leads to the same seats, though the row names the one who is left.
    again = Match.stored(StoredTable(match.row, match.summary(), match.entries))
    assert again.seats == match.seats


def test_a_draft_that_is_dropped_changes_nothing() -> None:
    match = opened()
    unite(match.draft(), OWNER, BEN)
    assert match.is_maker(OWNER)
    assert match.seats_of(OWNER) == (0, 1)


def test_the_seat_that_was_open_on_a_shared_screen_stays_open() -> None:
    match = opened()
    seat = match.to_act[0]
    commands.show(OWNER, seat)(match, 0)
    unite(match, OWNER, BEN)
    assert match.standpoint(BEN).seat == seat


def test_who_has_seen_a_hand_sits_down_only_there() -> None:
    match = opened()
    commands.leave(OWNER, 1)(match, 0)
    unite(match, OWNER, BEN)
    assert match.looked_into(BEN) == (0, 1)
    assert match.looked_into(OWNER) == ()
    with pytest.raises(NotAllowed):
        commands.sit(BEN, 2, "Ben")(match, 0)


def test_who_was_asked_to_leave_stays_away() -> None:
    match = opened(["human", VACANT, VACANT, "random"])
    commands.sit(BEN, 1, "Ben")(match, 0)
    voting.dismiss(OWNER, 1)(match, 0)
    at = match.entries[-1].at
    unite(match, BEN, CLEO)
    assert match.agreement.is_barred(CLEO, at)
    with pytest.raises(NotAllowed):
        commands.sit(CLEO, 2, "Cleo")(match, at)


def test_who_was_asked_to_leave_twice_stays_away_from_the_later_time_on() -> None:
    match = opened(["human", VACANT, VACANT, "random"])
    first = match.row.created * 1000
    later = first + BARRED // 2
    for holder, at in ((BEN, first), (CLEO, later)):
        commands.sit(holder, 1, "Ben")(match, at)
        voting.dismiss(OWNER, 1)(match, at)
    unite(match, BEN, CLEO)
    assert match.agreement.is_barred(CLEO, later + BARRED - 1)
