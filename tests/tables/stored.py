"""Rows, summaries and entries for tests of the store, of no game in particular."""

from __future__ import annotations

from typing import Any

from sqlalchemy import select

from quarterdeck.kernel.spec import Json
from quarterdeck.tables.entry import Entry
from quarterdeck.tables.store.append import Write
from quarterdeck.tables.store.rows import Guest, SeatRow, Summary, TableRow
from quarterdeck.tables.store.schema import UNFINISHED, tables
from quarterdeck.tables.store.store import Listed, Store

STANDING: Json = {"over": False, "round": 1, "rounds": 8, "to_act": [0], "winners": []}
NAMES = ["Ann", "Ben", "Cleo", "Dörte"]


def row(id_: str = "table", **changes: Any) -> TableRow:
    """A table with Ann at its first seat and bots at the others."""
    fields: dict[str, Any] = {
        "id": id_,
        "game": "meuterer",
        "rules_version": 1,
        "options": {"players": 4, "rules": "english"},
        "components": None,
        "setup": {"deal": [1, 2]},
        "names": NAMES,
        "kinds": ["human", "random", "random", "random"],
        "seed": "seven",
        "owner": "ann",
        "created": 1_700_000_000,
        "public": False,
        "terms": {"clock": "none"},
        "parent": None,
        "relation": None,
        "prelude": [],
    }
    return TableRow(**{**fields, **changes})


def summary(
    state: str = "running",
    holders: tuple[str, ...] = ("ann",),
    wake_at: int | None = None,
    **standing: Any,
) -> Summary:
    """What is to be seen of such a table, with these holders of its first seat."""
    seats = [SeatRow(0, NAMES[0], "human", list(holders), False)]
    seats += [SeatRow(seat, NAMES[seat], "random", [], False) for seat in (1, 2, 3)]
    return Summary(state, {**STANDING, "over": state == "over", **standing}, seats, wake_at)


def forget(store: Store, owner: str) -> list[str]:
    """Forget a guest with all that they have said; returns the tables where they have said something."""
    return store.forget(owner, store.said_by(owner))


def move(number: int, action: str = "offer 2", seat: int = 0) -> Entry:
    """A move as the log has it."""
    return Entry(number, 1_700_000_000_000 + number, "move", seat, {"action": action, "by": "player"})


def write(id_: str, *entries: Entry, led_to: Summary | None = None) -> Write:
    """Entries of one table to append."""
    return Write(id_, entries, led_to or summary())


def keep_guest(store: Store, guest: Guest) -> None:
    """Put this in place of what is known of a guest."""
    store.change_guest(guest.owner, lambda _known: guest)


def ids(listed: list[tuple[TableRow, Summary]]) -> list[str]:
    """Which tables these are, in their order."""
    return [row.id for row, _summary in listed]


def unfinished(store: Store) -> Listed:
    """Every table whose match is not over, without damaged ones, oldest first."""
    return store._read_tables(select(tables).where(UNFINISHED).order_by(tables.c.ordinal))
