"""Two servers on PostgreSQL that change the same people at once: a merger, their settings, their ratings."""

from __future__ import annotations

import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace

from sqlalchemy import Connection, text

from quarterdeck.tables.ladder import Placing
from quarterdeck.tables.store import guests, ratings
from quarterdeck.tables.store.store import Store
from tests.tables.store.test_merging import ANN, BEN, known, merge
from tests.tables.stored import keep_guest


def waits(db: Connection) -> bool:
    """Whether some process waits for a row that another one has locked."""
    query = "SELECT 1 FROM pg_stat_activity WHERE wait_event_type = 'Lock' AND datname = current_database()"
    return db.execute(text(query)).first() is not None


def done_after(store: Store, first: Callable[[Connection], object], then: Callable[[], object]) -> None:
    """Do the second while another server is doing the first: it waits for its end."""
    with ThreadPoolExecutor(1) as pool:
        with store.database.writes.begin() as db:
            first(db)
            second = pool.submit(then)
            until = time.monotonic() + 4
            while not store.ask(waits) and time.monotonic() < until:
                time.sleep(0.01)
        second.result(30)


def test_what_somebody_changes_during_the_merger_is_kept(postgres_url: str) -> None:
    store = Store(postgres_url)
    for owner in (ANN, BEN):
        keep_guest(store, known(owner))

    def rename(db: Connection) -> None:
        guests.change_guest(db, ANN, lambda guest: guest and replace(guest, name="Anne"))

    done_after(store, rename, lambda: merge(store))
    found = store.guest(ANN)
    assert found is not None
    assert found.name == "Anne"
    store.close()


def test_a_match_that_is_rated_during_the_merger_counts(postgres_url: str) -> None:
    store = Store(postgres_url)
    for owner in (ANN, BEN):
        store.change(ratings.count, "meuterer", [Placing(owner, 1), Placing("cleo", 2)])
    won = [Placing(ANN, 1), Placing("cleo", 2)]
    done_after(store, lambda db: ratings.count(db, "meuterer", won), lambda: merge(store))
    assert store.ask(ratings.of_owner, ANN)["meuterer"].games == 3
    store.close()


def test_two_first_matches_that_are_rated_at_once_both_count(postgres_url: str) -> None:
    store = Store(postgres_url)
    won = [Placing(ANN, 1), Placing("bot:mate", 2)]
    done_after(
        store,
        lambda db: ratings.count(db, "meuterer", won),
        lambda: store.change(ratings.count, "meuterer", won),
    )
    assert store.ask(ratings.of_owner, ANN)["meuterer"].games == 2
    store.close()
