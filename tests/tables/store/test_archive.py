"""Finished tables, rematches and what may be published, as the store finds them on either database."""

from __future__ import annotations

from dataclasses import replace

import pytest
from sqlalchemy.exc import IntegrityError

from quarterdeck.tables.store import archive
from quarterdeck.tables.store.rows import Guest
from quarterdeck.tables.store.store import Store
from quarterdeck.tables.tags import tag
from tests.tables.stored import ids, keep_guest, move, row, summary, write


def test_finished_tables_come_newest_first_by_game_and_page(store: Store) -> None:
    for id_, game, state in [
        ("a", "meuterer", "over"),
        ("b", "mutiny", "over"),
        ("c", "meuterer", "running"),
        ("d", "meuterer", "over"),
        ("e", "meuterer", "closed"),
    ]:
        store.add(row(id_, game=game), summary(state))
    store.add(row("other", owner="ben"), summary("over", ("ben",)))
    assert ids(store.finished("ann", 9)) == ["d", "b", "a"]
    assert ids(store.finished("ann", 2)) == ["d", "b"]
    assert ids(store.finished("ann", 9, before="b")) == ["a"]
    assert ids(store.finished("ann", 9, "meuterer")) == ["d", "a"]
    assert ids(store.finished("ann", 9, "meuterer", "d")) == ["a"]
    assert store.finished("ann", 9, before="nowhere") == []


def test_a_seat_makes_a_finished_table_ones_own(store: Store) -> None:
    store.add(row(owner="ben"), summary("over", ("ann", "cleo")))
    assert [ids(store.finished(one, 9)) for one in ("ann", "ben", "cleo", "dan")] == [["table"]] * 3 + [[]]


def test_of_a_table_there_is_one_rematch(store: Store) -> None:
    store.add(row("first"), summary("over"))
    store.add(row("what if", parent="first", relation="branch"), summary())
    assert store.rematch("first") is None
    store.add(row("second", parent="first", relation="rematch"), summary("waiting"))
    with pytest.raises(IntegrityError):
        store.add(row("third", parent="first", relation="rematch"), summary("waiting"))
    assert store.rematch("first") == "second"
    store.add(row("next", parent="second", relation="rematch"), summary("waiting"))
    assert store.rematch("second") == "next"


def test_a_rematch_that_was_closed_makes_room_for_another(store: Store) -> None:
    store.add(row("second", parent="first", relation="rematch"), summary("waiting"))
    store.append([write("second", move(1), led_to=summary("closed"))])
    assert store.rematch("first") is None
    store.add(row("third", parent="first", relation="rematch"), summary("waiting"))
    assert store.rematch("first") == "third"


def public(store: Store, id_: str, state: str = "over", **changes: object) -> None:
    store.add(row(id_, **{"public": True, "setup": None, **changes}), summary(state))


def test_only_finished_public_tables_with_plain_deals_are_published(store: Store) -> None:
    public(store, "a")
    public(store, "private", public=False)
    public(store, "running", "running")
    public(store, "branch", prelude=[[0, "offer 1"]], relation="branch", parent="a")
    public(store, "set up", setup={"deal": [1]})
    public(store, "own cards", components={"islands": []})
    public(store, "b", parent="a", relation="rematch")
    store.append([write("b", move(1), move(2), led_to=summary("over"))])
    found = store.published()
    assert [stored.row.id for stored in found.tables] == ["a", "b"]
    assert found.tables[1] == store.table("b")
    assert found.after is None


def test_what_is_published_comes_in_pages(store: Store) -> None:
    for id_ in "abcde":
        public(store, id_)
    seen: list[list[str]] = []
    after: int | None = 0
    while after is not None:
        page = store.published(after, 2)
        seen.append([stored.row.id for stored in page.tables])
        after = page.after
    assert seen == [["a", "b"], ["c", "d"], ["e"]]


def test_a_damaged_table_is_left_out_and_the_others_come(
    store: Store, caplog: pytest.LogCaptureFixture
) -> None:
    public(store, "a")
    public(store, "damaged", kinds=["human"])
    public(store, "b")
    assert [stored.row.id for stored in store.published().tables] == ["a", "b"]
    assert f"Table {tag('damaged')} is damaged" in caplog.text


def test_who_has_agreed_is_as_they_said_last(store: Store) -> None:
    ann = Guest("ann", "Ann", None, True, [], 1, 1)
    for guest in (ann, replace(ann, owner="ben", publish=False)):
        keep_guest(store, guest)
    assert store.ask(archive.agreed, ["ann", "ben", "cleo"]) == {"ann"}
    keep_guest(store, replace(ann, publish=False))
    assert store.ask(archive.agreed, ["ann", "ben", "cleo"]) == frozenset()
    assert store.ask(archive.agreed, []) == frozenset()
