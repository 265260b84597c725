"""Who is to be told what of a match, and when."""

from __future__ import annotations

from collections.abc import Iterable

import pytest

from quarterdeck.play import Record
from quarterdeck.tables.match import commands, voting
from quarterdeck.tables.match.command import Command
from quarterdeck.tables.match.match import Match
from quarterdeck.tables.match.notices import SOON, STALE, WAIT, Notice, news
from quarterdeck.tables.match.terms import Terms
from quarterdeck.tables.seats import HUMAN, VACANT
from tests.tables.tables import OWNER, ann_first, in_a_duel, kinds, record

BEN = "ben's hash"
LIVE = Terms("live", per_move=30)
SLOW = Terms("slow", days=3)
SECOND = 1000
HOUR = 3600 * SECOND
DAY = 24 * HOUR
ABSENT: dict[str, int] = {}


def table(seats: list[str] | None = None, terms: Terms | None = None, made: Record | None = None) -> Match:
    """A match where Ann is the first to act, and the others of these kinds."""
    return Match.fresh(made or record(ann_first()), seats or kinds(1), OWNER, terms)


def after(match: Match, wanted: Iterable[Command], seconds: int = 10) -> int:
    """Execute these commands, so many seconds after each other; returns when the last one was."""
    at = match.row.created * SECOND
    for command in wanted:
        at += seconds * SECOND
        command(match, at)
    return at


@pytest.mark.parametrize("terms", [Terms(), SLOW])
def test_whoever_is_to_act_is_told_after_two_minutes(terms: Terms) -> None:
    match = table(terms=terms)
    began = match.row.created * SECOND
    assert news(match, ABSENT, began) == [Notice("turn", 0, 0, began, began + WAIT)]
    assert WAIT == 120 * SECOND


@pytest.mark.parametrize(("days", "before"), [(1, 6), (2, 12), (7, 12)])
def test_whoever_is_still_away_is_reminded_before_the_time_runs_out(days: int, before: int) -> None:
    match = table(terms=Terms("slow", days=days))
    began = match.row.created * SECOND
    at = began + days * DAY - before * HOUR
    assert [notice.kind for notice in news(match, ABSENT, at - 1)] == ["turn"]
    assert news(match, ABSENT, at) == [Notice("late", 0, 0, at, at)]
    # Whoever has just looked knows it.
    assert news(match, {OWNER: at - 60 * SECOND}, at)[0].due == at + 60 * SECOND
    assert [notice.kind for notice in news(match, {OWNER: at}, at + HOUR)] == ["turn"]


def test_nobody_is_told_of_a_turn_at_a_live_table() -> None:
    assert news(table(terms=LIVE), ABSENT, 0) == []


def test_the_two_minutes_begin_when_the_last_page_was_closed() -> None:
    match = table()
    began = match.row.created * SECOND
    (notice,) = news(match, {OWNER: began + 500 * SECOND, "nobody there": began + 900 * SECOND}, began)
    assert notice.due == began + 500 * SECOND + WAIT


def test_only_people_who_are_to_act_are_told() -> None:
    match = table(kinds(2))
    at = match.row.created * SECOND
    while match.to_act == (0,):
        at += SECOND
        commands.move(0, match.version, match.position.legal(0)[0])(match, at)
    told = [(notice.seat, notice.version, notice.at) for notice in news(match, ABSENT, at)]
    assert told == [(seat, match.version, at) for seat in match.to_act if seat == 1]
    assert news(table(["random"] * 4), ABSENT, 0) == []


def test_what_others_do_meanwhile_makes_no_new_turn() -> None:
    match = in_a_duel(humans=4)
    at, version = match.row.created * SECOND, match.version
    waiting, *others = match.to_act
    began = {notice.seat: notice.version for notice in news(match, ABSENT, at)}[waiting]
    for seat in others:
        commands.move(seat, match.version, match.position.legal(seat)[0])(match, at)
        if waiting in match.to_act:
            told = {notice.seat: notice.version for notice in news(match, ABSENT, at)}
            assert told[waiting] == began
    assert match.version > version


def test_a_move_taken_back_is_another_turn() -> None:
    match = table(kinds(4), made=record(ann_first()))
    after(match, [commands.move(0, 0, match.game.action("offer 1")), commands.take_back(OWNER, 0)])
    assert [(notice.seat, notice.version) for notice in news(match, ABSENT, 0)] == [(0, 2)]


def test_a_new_player_of_a_seat_has_a_turn_of_their_own() -> None:
    match = table([HUMAN, VACANT, "random", "random"])
    at = after(match, [commands.sit(BEN, 1, "Benno"), commands.leave(OWNER, 0)])
    assert news(match, {BEN: at}, at) == []
    at = after(match, [commands.sit("cleo", 0, "Clea")], seconds=500)
    (notice,) = news(match, {BEN: at}, at)
    assert (notice.seat, notice.version, notice.at) == (0, 3, at)


def test_at_a_table_that_has_begun_all_are_told_but_who_saw_it_begin() -> None:
    match = table([HUMAN, VACANT, VACANT, "random"], LIVE)
    at = after(match, [commands.sit(BEN, 1, "Benno")])
    assert news(match, ABSENT, at) == []
    at = after(match, [commands.sit("cleo", 2, "Clea")], seconds=20)
    told = {notice.seat: notice for notice in news(match, ABSENT, at)}
    assert told == {
        0: Notice("begun", 0, 2, at, at + SOON),
        1: Notice("begun", 1, 2, at, at + SOON),
    }
    assert [notice.seat for notice in news(match, {OWNER: at}, at)] == [1]


def test_whose_table_begins_with_their_turn_is_told_once() -> None:
    match = table([HUMAN, VACANT, "random", "random"])
    at = after(match, [commands.sit(BEN, 1, "Benno")])
    assert [(notice.kind, notice.seat) for notice in news(match, ABSENT, at)] == [("begun", 0)]
    (notice,) = news(match, {OWNER: at + SECOND}, at)
    assert (notice.kind, notice.version, notice.due) == ("turn", 1, at + SECOND + WAIT)


def test_who_has_filled_the_table_with_bots_knows_that_it_has_begun() -> None:
    match = table([HUMAN, VACANT, VACANT, "random"], LIVE)
    at = after(match, [commands.sit(BEN, 1, "Benno"), commands.fill(OWNER, "random")])
    assert [(notice.kind, notice.seat) for notice in news(match, ABSENT, at)] == [("begun", 1)]


def test_who_got_up_before_the_beginning_leaves_the_table_waiting() -> None:
    match = table([HUMAN, VACANT, VACANT, "random"])
    at = after(
        match, [commands.sit(BEN, 1, "Benno"), commands.leave(BEN, 1), commands.sit("cleo", 2, "Clea")]
    )
    assert news(match, ABSENT, at) == []


def test_who_has_lost_the_seat_to_a_bot_is_told_unless_there() -> None:
    match = table(kinds(2), Terms("live", per_move=30, timeout="seat"))
    at = after(match, [commands.away(0, 0)])
    assert news(match, ABSENT, at) == [Notice("lost", 0, 1, at, at + SOON)]
    assert news(match, {OWNER: at + 1}, at) == []
    after(match, [commands.come_back(OWNER, 0)])
    assert news(match, ABSENT, at) == []


def test_whoever_is_asked_something_is_told_unless_there() -> None:
    match = table([HUMAN, VACANT, "random", "random"])
    at = after(match, [commands.sit(BEN, 1, "Benno"), voting.ask(OWNER, "draw")])
    asked = Notice("asked", 1, match.number, at, at + WAIT)
    assert [notice for notice in news(match, {OWNER: at}, at) if notice.seat == 1] == [asked]
    assert asked not in news(match, {OWNER: at, BEN: at}, at)
    after(match, [voting.refuse(BEN, match.version)])
    assert "asked" not in {notice.kind for notice in news(match, ABSENT, at)}


def test_nothing_is_told_of_a_match_that_has_ended_or_was_broken_off() -> None:
    over = table(kinds(4))
    while not over.over:
        seat = over.to_act[0]
        commands.move(seat, over.version, over.position.legal(seat)[0])(over, 0)
    closed = table([HUMAN, VACANT, "random", "random"])
    at = after(closed, [commands.close(OWNER)])
    assert news(over, ABSENT, at) == []
    assert news(closed, ABSENT, at) == []


def test_what_is_old_is_no_news() -> None:
    match = table([HUMAN, VACANT, "random", "random"], LIVE)
    at = after(match, [commands.sit(BEN, 1, "Benno")])
    assert news(match, ABSENT, at + STALE["begun"] - 1)
    assert not news(match, ABSENT, at + STALE["begun"])


def test_who_has_moved_has_seen_that_the_table_began() -> None:
    match = table([HUMAN, VACANT, "random", "random"])
    at = after(match, [commands.sit(BEN, 1, "Benno")])
    assert [(notice.kind, notice.seat) for notice in news(match, ABSENT, at)] == [("begun", 0)]
    while 0 in match.to_act:
        commands.move(0, match.version, match.position.legal(0)[0])(match, at + SECOND)
    assert [notice for notice in news(match, ABSENT, at + SECOND) if notice.seat == 0] == []


def test_the_two_minutes_begin_with_what_a_player_has_done_without_a_page() -> None:
    match = table()
    at = match.row.created * SECOND
    commands.plan(OWNER, 0, "leave")(match, at + 50 * SECOND)
    (notice,) = news(match, ABSENT, at)
    assert (notice.version, notice.due) == (0, at + 50 * SECOND + WAIT)


def test_whoever_asks_or_answers_the_others_is_there() -> None:
    for answer in (voting.agree, voting.refuse):
        match = table([HUMAN, VACANT, "random", "random"])
        at = after(match, [commands.sit(BEN, 1, "Benno"), voting.ask(BEN, "draw"), answer(OWNER, 2)], 50)
        told = [notice for notice in news(match, ABSENT, at) if notice.seat == 0]
        # An end by agreement is no news; otherwise Ann's two minutes begin with her answer.
        assert [notice.due for notice in told] == ([] if match.over else [at + WAIT])
