"""Regattas in the database: set up, entered, begun once, finished once."""

from __future__ import annotations

from typing import Any

import pytest
from sqlalchemy import Connection, update
from sqlalchemy.exc import IntegrityError

from quarterdeck.tables.errors import NotAllowed, NotFound, Outdated
from quarterdeck.tables.regatta import FEWEST, MOST, RoundResult
from quarterdeck.tables.store import forgetting, merging, regattas, schema
from quarterdeck.tables.store.regattas import Entrant, Regatta
from quarterdeck.tables.store.rows import DUPLICATE, REGATTA, TableState
from quarterdeck.tables.store.store import Store
from tests.tables.stored import row, summary


def regatta(**changes: Any) -> Regatta:
    fields: dict[str, Any] = {
        "id": "r1",
        "title": "Friday",
        "owner": "ann",
        "game": "meuterer",
        "options": {"players": 4},
        "terms": {"clock": "live"},
        "bot": "mate",
        "rounds": 2,
        "duplicate": True,
        "created": 1_790_000_000,
    }
    return Regatta(**{**fields, **changes})


@pytest.fixture
def friday(store: Store) -> Regatta:
    store.change(regattas.add, regatta())
    return regatta()


def test_what_was_agreed_is_found_again(store: Store, friday: Regatta) -> None:
    assert store.ask(regattas.find, "r1") == friday
    with pytest.raises(NotFound):
        store.ask(regattas.find, "r2")


def test_people_are_numbered_as_they_come(store: Store, friday: Regatta) -> None:
    for holder in ("ann", "ben", "cleo"):
        store.change(regattas.enter, "r1", holder, holder.capitalize())
    store.change(regattas.enter, "r1", "ben", "Benedikt")
    assert [one.name for one in store.ask(regattas.find, "r1").entrants] == ["Ann", "Ben", "Cleo"]
    store.change(regattas.drop, "r1", "ben")
    store.change(regattas.enter, "r1", "dan", "Dan")
    found = store.ask(regattas.find, "r1")
    assert found.entrants == (Entrant(0, "ann", "Ann"), Entrant(2, "cleo", "Cleo"), Entrant(3, "dan", "Dan"))
    assert found.entrant("dan") == Entrant(3, "dan", "Dan")
    assert found.entrant("ben") is None
    assert found.entrant(None) is None


def enter(store: Store, count: int) -> None:
    for number in range(count):
        store.change(regattas.enter, "r1", f"guest {number}", f"Guest {number}")


def test_a_round_begins_once_and_then_nobody_comes_or_goes(store: Store, friday: Regatta) -> None:
    enter(store, FEWEST - 1)
    with pytest.raises(NotAllowed, match="at least 3 people"):
        store.change(regattas.begin, "r1", 1)
    enter(store, FEWEST)
    for number in (1, 1, 3):
        store.change(regattas.begin, "r1", number)
    found = store.ask(regattas.find, "r1")
    assert (found.begun, found.between, found.over) == (1, False, False)
    # Whoever saw the page before it began is refused, too: who takes part decides who sits where.
    with pytest.raises(NotAllowed, match="nobody can join"):
        store.change(regattas.enter, "r1", "late", "Late")
    with pytest.raises(NotAllowed, match="leave your seat"):
        store.change(regattas.drop, "r1", "guest 0")
    assert store.ask(regattas.find, "r1").entrants == found.entrants


def test_at_most_so_many_take_part(store: Store, friday: Regatta) -> None:
    enter(store, MOST)
    with pytest.raises(NotAllowed, match="is full"):
        store.change(regattas.enter, "r1", "late", "Late")


def test_a_round_is_finished_once(store: Store, friday: Regatta) -> None:
    results = (RoundResult(0, 0, 1, 2, 31, 66.5), RoundResult(1, 1, 1, 0, None, 33.5))
    enter(store, FEWEST)
    store.change(regattas.begin, "r1", 1)
    store.change(regattas.finish, "r1", (results,))
    store.change(regattas.finish, "r1", ((RoundResult(0, 0, 0, 1, 1, 0),),))
    found = store.ask(regattas.find, "r1")
    assert found.results == (results,)
    assert (found.between, found.over) == (True, False)


def test_each_table_of_a_round_exists_once(store: Store, friday: Regatta) -> None:
    for relation, table in ((DUPLICATE, 0), (REGATTA, 10)):
        id_ = f"t{table}"
        store.add(row(id_, parent=f"r1/1/{table}", relation=relation), summary("over"))
        with pytest.raises(IntegrityError):
            store.add(row("other", parent=f"r1/1/{table}", relation=REGATTA), summary())
    store.add(row("next", parent="r1/2/0", relation=DUPLICATE), summary())
    # Neither another regatta's tables nor a rematch of that name are meant.
    store.add(row("theirs", parent="r11/1/1", relation=DUPLICATE), summary())
    store.add(row("rematch", parent="r1/1/2", relation="rematch"), summary())
    assert store.ask(regattas.tables_of, friday, (3, 1, 2)) == [
        {},
        {0: TableState("t0", "over"), 10: TableState("t10", "over")},
        {0: TableState("next", "running")},
    ]


def test_ones_regattas_come_newest_first(store: Store, friday: Regatta) -> None:
    store.change(regattas.add, regatta(id="r2", owner="ben", title="Sunday", created=1_790_000_001))
    store.change(regattas.enter, "r2", "ann", "Ann")
    sunday = ("r2", "Sunday", "meuterer", 1_790_000_001)
    assert store.ask(regattas.of_owner, "ann", 10) == [sunday, ("r1", "Friday", "meuterer", 1_790_000_000)]
    assert store.ask(regattas.of_owner, "ann", 1) == [sunday]
    assert store.ask(regattas.of_owner, "ben", 10) == [sunday]


def test_who_is_forgotten_leaves_what_has_not_begun_and_is_nameless_elsewhere(
    store: Store, friday: Regatta
) -> None:
    store.change(regattas.add, regatta(id="r2"))
    for id_ in ("r1", "r2"):
        store.change(regattas.enter, id_, "ben", "Ben")
    for holder in ("ann", "cleo"):
        store.change(regattas.enter, "r2", holder, holder)
    store.change(regattas.begin, "r2", 1)
    store.change(regattas.forget, "ben", "Guest")
    assert store.ask(regattas.find, "r1").entrants == ()
    assert store.ask(regattas.find, "r2").entrants[0] == Entrant(0, "ben", "Guest")


def test_a_place_that_nobody_has_any_more_keeps_no_name(store: Store) -> None:
    store.change(regattas.add, regatta(duplicate=False))
    for holder in ("ann", "ben", "cleo"):
        store.change(regattas.enter, "r1", holder, holder.capitalize())
    store.change(regattas.begin, "r1", 1)
    store.change(merging.merge, "ben", "ann", [], 1)
    store.change(forgetting.forget, "ann")
    assert [one.name for one in store.ask(regattas.find, "r1").entrants] == ["Guest", "Guest", "Cleo"]


def test_a_damaged_row_is_said(store: Store, friday: Regatta) -> None:
    for laps in ("[", "[[[1]]]", "3"):
        store.change(_spoil, laps)
        with pytest.raises(Outdated):
            store.ask(regattas.find, "r1")


def _spoil(db: Connection, laps: str) -> None:
    db.execute(update(schema.regattas).values(laps=laps))
