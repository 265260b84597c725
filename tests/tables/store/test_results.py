"""Results of finished matches in the database: booked once, replaced after further entries, forgotten."""

from __future__ import annotations

from typing import Any

import pytest
from sqlalchemy import Connection, update

from quarterdeck.tables.store import results, schema
from quarterdeck.tables.store.results import Booking, Person, Result, Swing, UnbookedTable
from quarterdeck.tables.store.rows import Guest
from quarterdeck.tables.store.store import Store
from quarterdeck.tables.tags import tag
from tests.tables.stored import forget, keep_guest, move, row, summary, write


def result(table: str = "one", holder: str = "ann", **changes: Any) -> Result:
    """A won game of Meuterer with three bots."""
    won = Result(
        holder=holder,
        table=table,
        seat=0,
        game="meuterer",
        players=4,
        options={"players": 4, "rules": "english"},
        opponents="bots",
        ended_at=1_700_000_000_001,
        how="played",
        place=1,
        winners=1,
        won=True,
        score=31,
        rated=False,
        sources={"islands": 20, "offers": 11},
        best=Swing(9, 5, "islands"),
        dearest=None,
    )
    return won._replace(**changes)


def over(store: Store, *tables: str) -> None:
    """Finished tables of one entry each."""
    for id_ in tables:
        store.add(row(id_), summary())
        store.append([write(id_, move(1), led_to=summary("over", scores=[4, 3, 2, 1]))])


def book(store: Store, table: str, version: int, *found: Result) -> None:
    store.change(results.book, UnbookedTable(table, version), Booking("meuterer", found))


def damage(db: Connection, table: str) -> None:
    query = update(schema.results).where(schema.results.c.table_id == table)
    db.execute(query.values(figures='{"sources": [1]}'))


def test_a_result_is_read_as_it_was_booked(store: Store) -> None:
    over(store, "one", "two", "three")
    lost = result("two", place=3, won=False, score=None, ended_at=5, dearest=Swing(4, -2, "offers"))
    book(store, "one", 1, result())
    book(store, "two", 1, lost)
    book(store, "three", 1, result("three", "ben"))
    # In the order in which the matches ended.
    assert store.ask(results.of_owner, "ann") == [lost, result()]
    assert store.ask(results.of_owner, "nobody") == []


def test_finished_tables_are_to_be_booked_once_and_again_after_further_entries(store: Store) -> None:
    store.add(row("running"), summary())
    over(store, "one", "two")
    assert store.ask(results.unbooked, 9) == [UnbookedTable("one", 1), UnbookedTable("two", 1)]
    assert store.ask(results.unbooked, 1) == [UnbookedTable("one", 1)]
    book(store, "one", 1, result())
    book(store, "two", 1)
    assert store.ask(results.unbooked, 9) == []
    store.append([write("one", move(2), led_to=summary("over"))])
    assert store.ask(results.unbooked, 9) == [UnbookedTable("one", 2)]
    book(store, "one", 2, result(score=32))
    assert store.ask(results.of_owner, "ann") == [result(score=32)]
    assert store.ask(results.unbooked, 9) == []


def test_two_servers_that_book_a_table_at_once_leave_one_result(store: Store) -> None:
    over(store, "one")
    book(store, "one", 1, result())
    book(store, "one", 1, result(score=99))
    assert store.ask(results.of_owner, "ann") == [result()]


def test_who_is_forgotten_has_no_results_and_gets_none_again(store: Store) -> None:
    over(store, "one")
    keep_guest(store, Guest("ann", "Ann", None, False, [], 1, 1))
    book(store, "one", 1, result(), result(holder="ben"))
    forget(store, "ann")
    assert store.ask(results.of_owner, "ann") == []
    store.append([write("one", move(2), led_to=summary("over"))])
    book(store, "one", 2, result(), result(holder="ben", score=7))
    assert store.ask(results.of_owner, "ann") == []
    assert store.ask(results.of_owner, "ben") == [result(holder="ben", score=7)]


def test_a_damaged_result_is_left_out(store: Store, caplog: pytest.LogCaptureFixture) -> None:
    over(store, "one", "two")
    book(store, "one", 1, result())
    book(store, "two", 1, result("two"))
    store.change(damage, "one")
    assert store.ask(results.of_owner, "ann") == [result("two")]
    assert f"A result of table {tag('one')} is damaged" in caplog.text


def test_people_are_told_by_the_number_of_their_games(store: Store) -> None:
    over(store, "one", "two")
    keep_guest(store, Guest("ann", "Ann", None, False, [], 1, 1))
    book(store, "one", 1, result(holder="ben"), result())
    book(store, "two", 1, result("two", won=False))
    assert store.ask(results.people) == [Person("ann", "Ann", 2, 1), Person("ben", "", 1, 1)]
