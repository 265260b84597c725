"""Two guests made one: everything of the one is the other's, once, or nothing has happened."""

from __future__ import annotations

import math
from dataclasses import replace
from datetime import date
from typing import Any

import pytest
from sqlalchemy import select

from quarterdeck.tables import ladder
from quarterdeck.tables.daily import ends
from quarterdeck.tables.entry import TABLE, Entry
from quarterdeck.tables.errors import NotAllowed
from quarterdeck.tables.ladder import NEW, Placing, Rating
from quarterdeck.tables.store import (
    daily,
    export,
    friends,
    keys,
    merging,
    puzzles,
    ratings,
    regattas,
    results,
    schema,
)
from quarterdeck.tables.store.contact import NoticeKey
from quarterdeck.tables.store.merging import SignInAsPerson
from quarterdeck.tables.store.puzzles import FirstAnswer
from quarterdeck.tables.store.results import Booking, UnbookedTable
from quarterdeck.tables.store.rows import DAILY, Guest, SeatRow, Summary
from quarterdeck.tables.store.store import Conflict, Store
from tests.tables.store.test_regattas import regatta
from tests.tables.store.test_results import book, over, result
from tests.tables.stored import STANDING, forget, ids, keep_guest, move, row, write

AT = 1_800_000_000_000
ANN, BEN = "a" * 64, "b" * 64


def merge(store: Store, was: str = BEN, now: str = ANN) -> list[str]:
    """Make two guests one."""
    return store.change(merging.merge, was, now, store.ask(merging.touched, was), AT)


def seated(*holders: list[str], state: str = "running") -> Summary:
    """A table with these holders of its seats."""
    seats = [
        SeatRow(seat, f"Seat {seat}", "human" if who else "random", who, False)
        for seat, who in enumerate([*holders, *([[]] * (4 - len(holders)))])
    ]
    return Summary(state, {**STANDING, "over": state == "over"}, seats, None)


def holders(store: Store, table: str) -> list[list[str]]:
    return [seat.holders for seat in store.table(table).summary.seats]


def test_a_table_s_log_has_one_more_entry_and_its_seats_another_holder(store: Store) -> None:
    store.add(row("table", owner=BEN), seated([BEN]))
    store.append([write("table", move(1), led_to=seated([BEN]))])
    assert merge(store) == ["table"]
    stored = store.table("table")
    assert stored.entries[-1] == Entry(2, AT, "same", TABLE, {"was": BEN, "now": ANN})
    assert stored.row.owner == ANN
    assert holders(store, "table") == [[ANN], [], [], []]
    assert ids(store.of_owner(ANN, 9)) == ["table"]
    assert ids(store.of_owner(BEN, 9)) == []


def test_who_writes_at_the_same_moment_has_to_look_again(store: Store) -> None:
    store.add(row("table", owner=BEN), seated([BEN]))
    merge(store)
    with pytest.raises(Conflict):
        store.append([write("table", move(1), led_to=seated([BEN]))])
    assert holders(store, "table") == [[ANN], [], [], []]


def test_a_seat_that_both_hold_is_held_once(store: Store) -> None:
    store.add(row("table", owner=ANN), seated([BEN, ANN], [BEN]))
    merge(store)
    assert holders(store, "table") == [[ANN], [ANN], [], []]


def test_who_sits_against_each_other_stays_two_and_nothing_is_changed(store: Store) -> None:
    store.add(row("first", owner=BEN), seated([BEN]))
    store.add(row("second", owner=ANN), seated([ANN], [BEN]))
    with pytest.raises(NotAllowed, match="two hands"):
        merge(store)
    assert holders(store, "first") == [[BEN], [], [], []]
    assert store.table("first").entries == []
    assert store.ask(keys.person_by_browser) == {}


def test_a_finished_table_of_both_keeps_the_second_one_s_result(store: Store) -> None:
    over(store, "one", "two")
    book(store, "one", 1, result("one", ANN, seat=0), result("one", BEN, seat=1, won=False))
    book(store, "two", 1, result("two", BEN))
    merge(store)
    assert [(one.table, one.seat) for one in store.ask(results.of_owner, ANN)] == [("one", 0), ("two", 0)]
    assert store.ask(results.of_owner, BEN) == []


def test_what_was_booked_stays_booked(store: Store) -> None:
    store.add(row("table", owner=BEN), seated([BEN]))
    store.append([write("table", move(1), led_to=seated([BEN], state="over"))])
    book(store, "table", 1, result("table", BEN))
    merge(store)
    assert store.ask(results.unbooked, 9) == []
    assert [one.holder for one in store.ask(results.of_owner, ANN)] == [ANN]


def test_a_result_that_was_read_before_the_merger_is_read_again(store: Store) -> None:
    store.add(row("one", owner=BEN), seated([BEN]))
    store.append([write("one", move(1), led_to=seated([BEN], state="over"))])
    [read] = store.ask(results.unbooked, 9)
    before = Booking("meuterer", [result(holder=BEN)], [Placing(BEN, 1), Placing("bot:random", 2)])
    merge(store)
    store.change(results.book, read, before)
    # Nobody is Ben any more: what was read of him is nobody's result and nobody's rating.
    assert store.ask(results.of_owner, BEN) == []
    assert store.ask(ratings.of_owner, BEN) == {}
    assert store.ask(results.unbooked, 9) == [UnbookedTable("one", 2)]
    book(store, "one", 2, result(holder=ANN))
    assert store.ask(results.of_owner, ANN) == [result(holder=ANN)]


def test_a_table_that_was_left_knows_it_too(store: Store) -> None:
    store.add(row("table", kinds=["open"] * 4, owner="maker"), seated(state="waiting"))
    sat = Entry(1, AT - 9, "sit", 0, {"name": "Ben", "holder": BEN})
    left = Entry(2, AT - 8, "leave", 0, {})
    store.append([write("table", sat, led_to=seated([BEN], state="waiting"))])
    store.append([write("table", left, led_to=seated(state="waiting"))])
    assert merge(store) == ["table"]
    assert ids(store.of_owner(ANN, 9)) == []


@pytest.mark.parametrize("who", [ANN, BEN])
def test_what_either_has_said_is_forgotten_with_the_one(store: Store, who: str) -> None:
    store.add(row("table", owner="cleo", kinds=["human", "open", "random", "random"]), seated(["cleo"]))
    sat = Entry(1, AT - 9, "sit", 1, {"name": "Ben", "holder": who})
    store.append([write("table", sat, led_to=seated(["cleo"], [who]))])
    store.say("table", AT - 8, 1, "Ben", "before", "all")
    merge(store)
    store.say("table", AT + 9, 1, "Ann", "after", "all")
    store.say("table", AT + 9, 0, "Cleo", "of others", "all")
    forget(store, ANN)
    said = [message.text for message in store.messages("table")]
    # Who was no part of the table before is not in its log.
    assert said == ["", "", "of others"]


def test_the_export_asks_the_one_who_stays(store: Store) -> None:
    store.add(row("table", owner=BEN, public=True), seated([BEN]))
    store.append([write("table", move(1), led_to=seated([BEN], state="over"))])
    assert export.course(store.table("table")).players == {BEN}
    merge(store)
    assert export.course(store.table("table")).players == {ANN}


def known(owner: str, **changes: Any) -> Guest:
    made = Guest(owner, owner[:1], None, False, [], 1_000, 2_000)
    return replace(made, **changes)


def test_settings_of_the_second_one_stay_and_devices_are_added(store: Store) -> None:
    phone, laptop = {"endpoint": "https://p"}, {"endpoint": "https://l"}
    theirs = known(
        BEN, name="Ben", email="ben@x.org", push=[phone, laptop], created=5, since=7, code="b", publish=True
    )
    keep_guest(store, theirs)
    keep_guest(store, known(ANN, name="Ann", email="ann@x.org", push=[laptop], code="a", ladder=True))
    merge(store)
    assert store.guest(BEN) is None
    assert store.guest(ANN) == known(
        ANN,
        name="Ann",
        email="ann@x.org",
        push=[laptop, phone],
        created=5,
        code="a",
        ladder=True,
    )


def test_an_address_goes_over_with_the_code_of_its_letters_if_there_is_none(store: Store) -> None:
    keep_guest(store, known(BEN, email="ben@x.org", code="b"))
    keep_guest(store, known(ANN, code="a"))
    merge(store)
    found = store.guest(ANN)
    assert found is not None
    assert (found.email, found.code) == ("ben@x.org", "b")


@pytest.mark.parametrize(
    ("own", "merged"),
    [
        ({}, ("https://chat/ben", "@ben")),
        ({"webhook": "https://chat/ann"}, ("https://chat/ann", "")),
    ],
)
def test_a_webhook_goes_over_with_whom_it_mentions_if_there_is_none(
    store: Store, own: dict[str, str], merged: tuple[str, str]
) -> None:
    keep_guest(store, known(BEN, webhook="https://chat/ben", mention="@ben"))
    keep_guest(store, known(ANN, **own))
    assert store.ask(merging.belongings, BEN).more
    merge(store)
    found = store.guest(ANN)
    assert found is not None
    assert (found.webhook, found.mention) == merged


def test_a_guest_of_whom_nothing_was_known_gets_the_settings(store: Store) -> None:
    keep_guest(store, known(BEN, name="Ben", friends=True, since=7))
    merge(store)
    found = store.guest(ANN)
    assert found is not None
    # Whether friends may ask is the second one's to decide.
    assert (found.name, found.friends, found.since) == ("Ben", False, 7)


def test_ratings_become_one_and_others_go_over(store: Store) -> None:
    for _game in range(3):
        ranking = [Placing(ANN, 1), Placing("cleo", 2)]
        store.change(ratings.count, "meuterer", ranking)
        store.change(ratings.count, "meuterer", [Placing(BEN, 2), Placing("cleo", 1)])
    store.change(ratings.count, "mutiny", [Placing(BEN, 1), Placing("cleo", 2)])
    one, other = store.ask(ratings.of_owner, ANN), store.ask(ratings.of_owner, BEN)
    merge(store)
    made = store.ask(ratings.of_owner, ANN)
    assert store.ask(ratings.of_owner, BEN) == {}
    assert made["mutiny"] == other["mutiny"]
    wanted = ladder.united(one["meuterer"], other["meuterer"])
    assert made["meuterer"] == pytest.approx(wanted, abs=1e-6)
    assert made["meuterer"].games == 6
    assert other["meuterer"].mu < made["meuterer"].mu < one["meuterer"].mu
    assert made["meuterer"].sigma < min(one["meuterer"].sigma, other["meuterer"].sigma)


def test_what_is_thought_of_a_new_player_counts_once() -> None:
    # Who has played nothing says nothing, and the order says nothing either.
    played = Rating(31.0, 4.0, 9)
    assert ladder.united(played, NEW) == pytest.approx(played)
    other = Rating(22.0, 5.0, 4)
    assert ladder.united(played, other) == pytest.approx(ladder.united(other, played))
    once = ladder.united(NEW, NEW)
    assert (once.mu, once.sigma) == pytest.approx((NEW.mu, NEW.sigma))
    # As if all matches had been one after the other: the precision beyond a new player's adds up.
    beyond = [1 / one.sigma**2 - 1 / NEW.sigma**2 for one in (played, other, ladder.united(played, other))]
    assert math.isclose(beyond[2], beyond[0] + beyond[1])


def test_keys_and_notices_and_friends_go_over(store: Store) -> None:
    store.add(row("table", owner="cleo"), seated(["cleo"], state="waiting"))
    store.change(keys.add, keys.Passkey("key", BEN, "k", 0, "phone", 1))
    store.change(keys.new_code, BEN, "hash", 1)
    store.claim("table", NoticeKey(0, 1, False), [BEN], AT, 0)
    store.change(friends.hide, BEN, "eve")
    store.change(friends.hide, "eve", BEN)
    store.change(friends.hide, BEN, ANN)
    merge(store)
    assert [one.owner for one in store.ask(keys.of_owner, ANN)] == [ANN]
    # A code on paper is proof for whoever holds it, and of the first one alone.
    assert store.ask(keys.codes, ANN) == store.ask(keys.codes, BEN) == []
    assert store.claim("table", NoticeKey(0, 1, False), [ANN], AT + 1, 0).owners == []
    assert [one.holder for one in store.ask(friends.hidden_by, ANN)] == ["eve"]
    assert [one.holder for one in store.ask(friends.hidden_by, "eve")] == [ANN]


def test_a_browser_is_known_and_so_are_those_that_were_known_as_the_first_one(store: Store) -> None:
    store.change(keys.sign_in, "phone", BEN, 1, merged=False)
    store.change(keys.sign_in, ANN, BEN, 1, merged=False)
    merge(store)
    assert store.ask(keys.person_by_browser) == {BEN: ANN, "phone": ANN}
    with pytest.raises(NotAllowed, match="joined with another one"):
        merge(store, "cleo", BEN)
    with pytest.raises(NotAllowed, match="same person already"):
        merge(store, ANN, ANN)


def join(store: Store, once: str, code: str = "", apart: bool = False) -> list[str]:
    joining = SignInAsPerson(BEN, ANN, once, AT // 1000 + 900, code)
    return store.change(merging.join, joining, None if apart else [], AT)


def test_a_ticket_and_a_code_serve_once_and_only_together(store: Store) -> None:
    store.change(keys.new_code, ANN, "hash", 1)
    join(store, "one", "hash", apart=True)
    # Whoever is signed in signs out first: what they are known as is not theirs to give away.
    for apart in (True, False):
        with pytest.raises(NotAllowed, match="sign out first"):
            join(store, "two", apart=apart)
    store.change(keys.sign_out, ANN, BEN)
    with pytest.raises(NotAllowed, match="used before"):
        join(store, "two", "hash", apart=True)
    # That attempt has used up nothing.
    join(store, "two", apart=True)
    store.change(keys.sign_out, ANN, BEN)
    for once in ("one", "two"):
        with pytest.raises(NotAllowed, match="used already"):
            join(store, once)


def test_whatever_somebody_has_is_asked_about(store: Store) -> None:
    assert not store.ask(merging.belongings, BEN).any
    store.change(keys.new_code, BEN, "hash", 1)
    assert store.ask(merging.belongings, BEN).any
    store.change(puzzles.answer, "cleo", "meuterer", FirstAnswer("meuterer-1", "", False), 1, NEW)
    assert store.ask(merging.belongings, "cleo").any
    store.change(friends.hide, "dan", "eve")
    assert store.ask(merging.belongings, "dan").any
    store.change(regattas.add, regatta(owner="fay"))
    assert store.ask(merging.belongings, "fay").any


def test_what_is_too_old_anyway_is_not_kept(store: Store) -> None:
    store.change(keys.spend, "old", 10, 20)
    store.change(keys.spend, "new", 30, 40)
    with store.database.reads.connect() as db:
        assert list(db.execute(select(schema.spent.c.id)).scalars()) == ["new"]


def test_so_many_browsers_are_one_person_and_the_oldest_gives_way(store: Store) -> None:
    for number in range(keys.MOST_BROWSERS + 1):
        store.change(keys.sign_in, f"browser {number:02}", ANN, number, merged=False)
    known_as = store.ask(keys.person_by_browser)
    assert len(known_as) == keys.MOST_BROWSERS
    assert "browser 00" not in known_as
    assert store.ask(keys.others, ANN, "browser 01") == keys.MOST_BROWSERS - 1
    store.change(keys.sign_out, ANN, "browser 01", rest=True)
    assert store.ask(keys.person_by_browser) == {"browser 01": ANN}


def test_what_a_guest_has_is_counted(store: Store) -> None:
    assert not store.ask(merging.belongings, BEN).any
    keep_guest(store, known(BEN, name="Ben"))
    assert not store.ask(merging.belongings, BEN).any
    for state in ("waiting", "running", "over", "closed"):
        store.add(row(state, owner=BEN), seated([BEN], state=state))
    assert store.ask(merging.belongings, BEN) == ("Ben", 2, 1, False)
    store.change(keys.add, keys.Passkey("key", BEN, "k", 0, "phone", 1))
    assert store.ask(merging.belongings, BEN).more


def test_a_voyage_of_a_day_on_which_the_other_has_sailed_too_is_compared_no_longer(store: Store) -> None:
    for id_, owner, day in (
        ("first", ANN, "2026-11-27"),
        ("second", BEN, "2026-11-27"),
        ("third", BEN, "2026-11-26"),
    ):
        store.add(row(id_, owner=owner, parent=day, relation=DAILY), seated([owner], state="over"))
        ended_at = ends(date.fromisoformat(day)) - 1
        store.change(
            results.book, UnbookedTable(id_, 0), Booking("", [result(id_, owner, ended_at=ended_at)])
        )
    merge(store)
    for day, table in (("2026-11-27", "first"), ("2026-11-26", "third")):
        found = store.ask(daily.standings, "meuterer", date.fromisoformat(day))
        assert [(one.holder, one.table) for one in found] == [(ANN, table)]


def test_who_takes_part_in_a_regatta_does_so_as_the_other_one(store: Store) -> None:
    for id_ in ("r1", "r2", "r3"):
        store.change(regattas.add, regatta(id=id_, owner=BEN, duplicate=False))
        store.change(regattas.enter, id_, BEN, "Ben")
    for holder in (ANN, "cleo"):
        for id_ in ("r2", "r3"):
            store.change(regattas.enter, id_, holder, holder[:8])
    store.change(regattas.begin, "r3", 1)
    merge(store)
    first, second, third = (store.ask(regattas.find, id_) for id_ in ("r1", "r2", "r3"))
    assert [one.holder for one in first.entrants] == [ANN]
    assert first.owner == ANN
    # Nobody takes part twice: before the first round a place is free again, later a bot plays on.
    assert [one.holder for one in second.entrants] == [ANN, "cleo"]
    assert [one.holder for one in third.entrants] == [f"{regattas.GONE}{BEN}", ANN, "cleo"]


def test_who_plays_one_deal_at_two_tables_stays_two_until_the_round_is_over(store: Store) -> None:
    store.change(regattas.add, regatta())
    for holder in (ANN, BEN, "cleo"):
        store.change(regattas.enter, "r1", holder, holder[:8])
    store.change(regattas.begin, "r1", 1)
    with pytest.raises(NotAllowed, match="two hands"):
        merge(store)
    store.change(regattas.finish, "r1", ((),))
    merge(store)
