"""How long logbook, ladder and voyages of the day take with many guests: `python -m benchmarks.logbook`.

Fills an empty database, SQLite or the one of `--database URL`, with finished games, then asks for these
pages.
"""

from __future__ import annotations

import argparse
import statistics
import tempfile
import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from datetime import date, timedelta
from pathlib import Path
from typing import Any

from sqlalchemy import Connection, insert

from quarterdeck.tables.ladder import BOT, Placing
from quarterdeck.tables.store import daily, ratings, results
from quarterdeck.tables.store.results import Booking, Result, Swing, UnbookedTable
from quarterdeck.tables.store.rows import DAILY, Guest, Summary, TableRow, summary_values, table_values
from quarterdeck.tables.store.schema import tables
from quarterdeck.tables.store.store import Store
from quarterdeck.web.pages import ladder
from quarterdeck.web.pages.logbook import logbook

DAY = date(2026, 11, 1)
STANDING = {"over": True, "round": 8, "rounds": 8, "to_act": [], "winners": [0], "scores": [31, 20, 18, 9]}


def main() -> None:
    """Fill a database and print how long each page's figures take: the median and the most, in ms."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.logbook", description=__doc__)
    parser.add_argument("--games", type=int, default=10_000)
    parser.add_argument("--guests", type=int, default=1_000)
    parser.add_argument("--database", help="the URL of an empty database; by default a new SQLite file")
    options = parser.parse_args()
    with opened(options.database) as store:
        started_at = time.perf_counter()
        fill(store, options.games, options.guests)
        seconds = time.perf_counter() - started_at
        print(f"{options.games} games of {options.guests} guests, filled in {seconds:.0f} s")
        tell(
            "the logbook of the guest with the most games",
            lambda: logbook(store.ask(results.of_owner, "g0")),
        )
        tell("a logbook", lambda: logbook(store.ask(results.of_owner, f"g{options.guests - 1}")))
        tell("a day's standings", lambda: store.ask(daily.standings, "meuterer", DAY))
        tell("a month's table", lambda: store.ask(daily.totals, DAY, DAY + timedelta(days=30)))
        tell("the ladder", lambda: ladder.rungs("meuterer", store.ask(ratings.joined, "meuterer"), "g0"))


@contextmanager
def opened(url: str | None) -> Iterator[Store]:
    """The store to be filled, which is closed in the end."""
    with tempfile.TemporaryDirectory() as folder:
        store = Store(url or Path(folder) / "quarterdeck.sqlite3")
        try:
            yield store
        finally:
            store.close()


def fill(store: Store, games: int, guests: int) -> None:
    """Store the guests, all on the ladder, and their games. A tenth of the games are of the first guest; the
    others are voyages of the day.
    """
    for guest in range(guests):
        guest_row = Guest(f"g{guest}", f"Guest {guest}", None, False, [], 1, 1, ladder=True)
        _store_guest(store, guest_row)
    for number in range(games):
        if number % 10:
            day = DAY + timedelta(days=number // guests)
            row, booking = _finished_game(number, f"g{number % guests}", day)
        else:
            row, booking = _finished_game(number, "g0", None)
        stamps = {"version": 1, "touched": 1}
        values = {**table_values(row), **summary_values(Summary("over", STANDING, [], None)), **stamps}
        store.change(_insert_table, values)
        store.change(results.book, UnbookedTable(row.id, 1), booking)


def _store_guest(store: Store, guest: Guest) -> None:
    store.change_guest(guest.owner, lambda _known: guest)


def _insert_table(db: Connection, values: Mapping[str, Any]) -> None:
    db.execute(insert(tables), values)


def _finished_game(number: int, owner: str, day: date | None) -> tuple[TableRow, Booking]:
    """A game of a guest against bots, rated or the voyage of a day, and what it came to."""
    options = {"players": 4, "rules": "english", "pirates": "off"}
    kinds = ["human", "mate", "captain", "deckhand"]
    row = TableRow(
        f"t{number}", "meuterer", 1, options, None, None, ["Ann", *kinds[1:]], kinds, "s", owner, 1,
        False, {}, day.isoformat() if day else None, DAILY if day else None, [],
    )  # fmt: skip
    place = 1 + number % 4
    sources = {"islands": 12, "mutinies": 5, "cards": 8, "offers": -2}
    result = Result(
        owner, row.id, 0, "meuterer", 4, options, "bots", number, "played", place, 1, place == 1,
        31 - number % 7, True, sources, Swing(9, 5, "cards"), Swing(7, -2, "offers"),
    )  # fmt: skip
    bots = [Placing(f"{BOT}{kind}", 2 + at) for at, kind in enumerate(kinds[1:])]
    return row, Booking("meuterer", [result], [Placing(owner, place), *bots])


def tell(what: str, ask: Callable[[], object], times: int = 20) -> None:
    """Print how long a question takes."""
    times_taken = []
    for _time in range(times):
        started_at = time.perf_counter()
        ask()
        times_taken.append(1000 * (time.perf_counter() - started_at))
    print(f"{what}: {statistics.median(times_taken):.1f} ms, at most {max(times_taken):.1f} ms")


if __name__ == "__main__":
    main()
