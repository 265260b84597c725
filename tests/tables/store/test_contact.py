"""Who was there last: kept as seats change hands, and nobody's move waits for it, or for the forgotten."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from concurrent.futures import Future, ThreadPoolExecutor

import pytest
from sqlalchemy import text

from quarterdeck.tables.entry import Entry
from quarterdeck.tables.store.store import Store
from tests.tables.stored import forget, move, row, summary, write

TABLES = ("b", "a")
HELD = ("ann", "ben", "cleo")
AT = 1_800_000_000_000


@pytest.fixture
def store(database_url: str) -> Iterator[Store]:
    yield from opened(database_url)


@pytest.fixture
def shared(postgres_url: str) -> Iterator[Store]:
    """A store on PostgreSQL, where several write at once."""
    yield from opened(postgres_url)


def opened(url: str) -> Iterator[Store]:
    """A store with two tables that Ann, Ben and Cleo hold; what comes last in order was written first."""
    made = Store(url)
    for id_ in TABLES:
        made.add(row(id_), summary(holders=("cleo",)))
        seat(made, id_, 1, *HELD)
    yield made
    made.close()


def seat(store: Store, id_: str, number: int, *holders: str) -> None:
    """Let these and nobody else hold the seat of a table."""
    sat = Entry(number, AT, "hand", 0, {"holder": holders[-1]})
    store.append([write(id_, sat, led_to=summary(holders=holders))])


def seen(store: Store, id_: str) -> dict[str, int | None]:
    with store.database.reads.connect() as db:
        found = db.execute(text("SELECT holder, seen FROM holders WHERE table_id = :id"), {"id": id_})
        return dict(map(tuple, found))


def test_who_was_there_is_still_known_when_others_come_and_go(store: Store) -> None:
    store.saw({("a", "ann"): AT, ("a", "ben"): AT + 1, ("b", "ann"): AT + 2, ("a", "nobody"): AT})
    assert seen(store, "a") == {"ann": AT, "ben": AT + 1, "cleo": None}
    seat(store, "a", 2, "ann", "dora")
    store.append([write("a", move(3), led_to=summary(holders=("ann", "dora")))])
    assert seen(store, "a") == {"ann": AT, "dora": None}
    assert seen(store, "b") == {"ann": AT + 2, "ben": None, "cleo": None}
    assert [one.id for one, _ in store.of_owner("dora", 9)] == ["a"]
    assert [one.id for one, _ in store.of_owner("ben", 9)] == ["b"]


def test_of_the_forgotten_it_is_not_known_when_they_were_there(store: Store) -> None:
    store.saw({(id_, holder): AT for id_ in TABLES for holder in ("ann", "ben")})
    forget(store, "ann")
    forget(store, "nobody")
    for id_ in TABLES:
        assert seen(store, id_) == {"ann": None, "ben": AT, "cleo": None}


def test_who_is_there_is_kept_without_waiting_for_a_row_that_is_being_written(shared: Store) -> None:
    with shared.database.writes.begin() as db:
        db.execute(text("SELECT 1 FROM holders WHERE holder = 'ben' FOR UPDATE"))
        shared.saw({("a", holder): AT for holder in HELD})
    assert seen(shared, "a") == {"ann": AT, "ben": None, "cleo": AT}
    shared.saw({("a", holder): AT + 1 for holder in HELD})
    assert set(seen(shared, "a").values()) == {AT + 1}


def test_a_seat_changes_hands_without_waiting_for_the_rows_of_who_stays(shared: Store) -> None:
    with shared.database.writes.begin() as db:
        db.execute(text("SELECT 1 FROM holders WHERE holder <> 'ben' FOR UPDATE"))
        seat(shared, "a", 2, "ann", "cleo", "dora")
    assert seen(shared, "a") == {"ann": None, "cleo": None, "dora": None}


def part(store: Store) -> None:
    """Let Cleo leave both tables in one commit."""
    left = Entry(2, AT, "leave", 0, {})
    store.append([write(id_, left, led_to=summary(holders=("ann", "ben"))) for id_ in TABLES])


@pytest.mark.parametrize("change", [part, lambda store: forget(store, "cleo")], ids=["leave", "forget"])
def test_rows_are_waited_for_in_the_same_order_everywhere(
    shared: Store, change: Callable[[Store], None]
) -> None:
    locked = text("SELECT 1 FROM holders WHERE holder = 'cleo' AND table_id = :id FOR UPDATE NOWAIT")
    with ThreadPoolExecutor(1) as pool:
        with shared.database.writes.begin() as db:
            db.execute(locked, {"id": "a"})
            done = pool.submit(change, shared)
            _until_one_waits(shared, done)
            # Whoever has the first waits for none that the other has already.
            db.execute(locked, {"id": "b"})
        done.result(60)


def _until_one_waits(store: Store, done: Future[None]) -> None:
    waiting = text("SELECT count(*) FROM pg_locks WHERE NOT granted")
    with store.database.reads.connect() as db:
        while not (db.execute(waiting).scalar_one() or done.done()):
            time.sleep(0.01)
