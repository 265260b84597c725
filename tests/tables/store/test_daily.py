"""Voyages of the day in the database: one for each player, and how all compare."""

from __future__ import annotations

from datetime import date, timedelta
from typing import Any

import pytest
from sqlalchemy.exc import IntegrityError

from quarterdeck.tables.daily import ends
from quarterdeck.tables.ladder import BOT
from quarterdeck.tables.store import daily, results
from quarterdeck.tables.store.daily import PointsTotal
from quarterdeck.tables.store.results import Booking, UnbookedTable
from quarterdeck.tables.store.rows import DAILY, Guest, TableState
from quarterdeck.tables.store.store import Store
from tests.tables.store.test_results import result
from tests.tables.stored import keep_guest, row, summary

DAY = date(2026, 11, 27)
BEFORE = DAY - timedelta(days=1)


def sail(store: Store, owner: str, day: date = DAY, game: str = "meuterer", **changes: Any) -> str:
    """A finished voyage with this result; returns its table."""
    id_ = f"{owner}{day}{game}".replace(":", "").replace("-", "")
    store.add(row(id_, owner=owner, parent=day.isoformat(), relation=DAILY, game=game), summary("over"))
    told = {"ended_at": ends(day) - 1_000, "game": game, **changes}
    store.change(results.book, UnbookedTable(id_, 0), Booking(game, [result(id_, owner, **told)]))
    return id_


def test_everybody_has_one_voyage_of_a_game_a_day(store: Store) -> None:
    table = sail(store, "ann")
    with pytest.raises(IntegrityError):
        store.add(row("second", owner="ann", parent=DAY.isoformat(), relation=DAILY), summary())
    assert store.ask(daily.begun, "ann", "meuterer", DAY) == TableState(table, "over")
    for other in (("ann", "mutiny", DAY), ("ann", "meuterer", BEFORE), ("ben", "meuterer", DAY)):
        assert store.ask(daily.begun, *other) is None
    sail(store, "ann", BEFORE)
    sail(store, "ann", game="mutiny")
    sail(store, "ben")
    # Nobody's other tables are meant.
    for id_ in ("a", "b"):
        store.add(row(id_, owner="ann", parent=DAY.isoformat(), relation=None), summary())


def test_points_say_how_many_fared_worse(store: Store) -> None:
    sail(store, "ann", place=1, score=31)
    sail(store, "ben", place=1, score=40)
    sail(store, "cleo", place=2, score=60)
    sail(store, "dan", place=2, score=60)
    sail(store, f"{BOT}mate", place=0, score=None)
    found = store.ask(daily.standings, "meuterer", DAY)
    assert [(one.holder, one.points) for one in found] == [
        ("ben", 100),
        ("ann", 75),
        ("cleo", 37.5),
        ("dan", 37.5),
        (f"{BOT}mate", 0),
    ]


def test_who_sails_alone_has_no_points(store: Store) -> None:
    sail(store, "ann")
    (own,) = store.ask(daily.standings, "meuterer", DAY)
    assert own.points is None
    assert store.ask(daily.totals, DAY, DAY) == [PointsTotal("ann", "", 0, 1)]


def test_what_ends_too_late_or_by_agreement_does_not_count(store: Store) -> None:
    sail(store, "ann", ended_at=ends(DAY))
    sail(store, "ben", how="abandoned", place=0)
    # Bots may take their time: nobody can tell them anything.
    sail(store, f"{BOT}mate", ended_at=ends(DAY) + 1)
    assert [one.holder for one in store.ask(daily.standings, "meuterer", DAY)] == [f"{BOT}mate"]


def test_a_game_that_a_voyages_guest_holds_elsewhere_is_not_the_voyage(store: Store) -> None:
    sail(store, "ann")
    table = sail(store, "ben")
    store.change(results.forget, "ben")
    assert [one.holder for one in store.ask(daily.standings, "meuterer", DAY)] == ["ann"]
    assert store.ask(daily.begun, "ben", "meuterer", DAY) == TableState(table, "over")


def test_days_and_games_are_ranked_apart_and_added_up(store: Store) -> None:
    for day in (BEFORE, DAY):
        sail(store, "ann", day, place=1)
        sail(store, "ben", day, place=2)
        sail(store, f"{BOT}mate", day, place=3)
    sail(store, "ben", game="mutiny", place=1)
    sail(store, f"{BOT}mate", game="mutiny", place=2)
    keep_guest(store, Guest("ann", "Ann", None, False, [], 1, 1, ladder=True))
    keep_guest(store, Guest("ben", "Ben", None, False, [], 1, 1))
    assert store.ask(daily.totals, BEFORE, DAY) == [
        PointsTotal("ann", "Ann", 200, 2),
        PointsTotal("ben", "", 200, 3),
    ]
    assert store.ask(daily.totals, DAY, DAY) == [
        PointsTotal("ben", "", 150, 2),
        PointsTotal("ann", "Ann", 100, 1),
    ]
    assert [one.name for one in store.ask(daily.standings, "meuterer", DAY)] == ["Ann", "", ""]


def test_bots_are_no_people(store: Store) -> None:
    sail(store, f"{BOT}mate")
    sail(store, "ann")
    assert [one.holder for one in store.ask(results.people)] == ["ann"]
