"""What a damaged row may do: cost its own table, and no other and no list."""

from __future__ import annotations

import json
import sqlite3
from contextlib import closing
from pathlib import Path

import pytest
from sqlalchemy import text

from quarterdeck.tables.entry import Entry
from quarterdeck.tables.errors import Outdated
from quarterdeck.tables.store.rows import Guest
from quarterdeck.tables.store.store import Store
from quarterdeck.tables.tags import tag
from tests.tables.stored import keep_guest, move, row, summary, unfinished, write

SEATS = [{"seat": n, "name": "A", "kind": "open", "holders": [], "away": False} for n in range(4)]

DAMAGE = [
    ("options", b"{"),
    ("options", b"[]"),
    ("options", b'{"players": [4]}'),
    ("options", b"[" * 100_000),
    ("components", b"[]"),
    ("setup", b"7"),
    ("names", b"5"),
    ("names", b'["Ann", 2, 3, 4]'),
    ("names", b'["Ann"]'),
    ("names", b'["\\ud800", "Ben", "Cleo", "Dan"]'),
    ("names", b'["\xff", "Ben", "Cleo", "Dan"]'),
    ("kinds", b"[]"),
    ("kinds", b'"human"'),
    ("seed", b"\xff"),
    ("standing", b"{}"),
    ("standing", b"null"),
    ("standing", b'{"over": false, "to_act": [9], "winners": []}'),
    ("standing", b'{"over": false, "to_act": [0], "winners": "Ann"}'),
    ("standing", b'{"over": 0, "to_act": [0], "winners": []}'),
    ("terms", b"[]"),
    ("terms", b"live"),
    ("prelude", b"{}"),
    ("prelude", b'[[0, "offer 2"], [4, "offer 2"]]'),
    ("prelude", b"[[0]]"),
    ("seats", b"null"),
    ("seats", json.dumps(SEATS[:3]).encode()),
    ("seats", json.dumps(SEATS[::-1]).encode()),
    ("seats", json.dumps([{"seat": 0, "name": "A"}, *SEATS[1:]]).encode()),
    ("seats", json.dumps([{**SEATS[0], "holders": [7]}, *SEATS[1:]]).encode()),
    ("seats", json.dumps([{**SEATS[0], "away": "no"}, *SEATS[1:]]).encode()),
    ("seats", json.dumps([{**SEATS[0], "name": "\udcff"}, *SEATS[1:]]).encode()),
    ("state", b"asleep"),
    ("parent", b"\xff"),
    ("standing", b'{"over": false, "to_act": [0], "winners": [], "round": "one"}'),
]
# Of the right types, but nothing that the game knows.
UNKNOWN = [
    ("options", b'{"rules": "klingon"}'),
    ("options", b'{"table": "/etc/passwd"}'),
    ("options", b'{"name": 1}'),
    ("game", b"chess"),
]
LOG_DAMAGE = [
    ("data", b"{"),
    ("data", b"[]"),
    ("data", b'{"action": "offer \\udc00"}'),
    ("data", b'{"action": "offer \xff"}'),
    ("kind", b"\xff"),
]


def damage(path: Path, id_: str, column: str, value: bytes) -> None:
    """Put bytes into a column of a table's row, in the SQLite database of this folder."""
    with closing(sqlite3.connect(path / "quarterdeck.sqlite3", isolation_level=None)) as db:
        db.execute(f"UPDATE tables SET {column} = CAST(? AS TEXT) WHERE id = ?", (value, id_))


def with_two_tables(path: Path) -> Store:
    store = Store(path / "quarterdeck.sqlite3")
    for id_ in ("damaged", "sound"):
        store.add(row(id_, public=True), summary())
        store.append([write(id_, move(1), move(2))])
    return store


def check_only_one_is_lost(store: Store) -> None:
    with pytest.raises(Outdated, match=r"^What is stored of this table is damaged: .*\.$"):
        store.table("damaged")
    for listed in (store.of_owner("ann", 50), unfinished(store), store.public("running", 50)):
        assert [found.id for found, _summary in listed] == ["sound"]
    assert len(store.table("sound").entries) == 2


@pytest.mark.parametrize(("column", "value"), DAMAGE)
def test_a_damaged_table_is_one_sentence_and_left_out_of_lists(
    tmp_path: Path, caplog: pytest.LogCaptureFixture, column: str, value: bytes
) -> None:
    store = with_two_tables(tmp_path)
    damage(tmp_path, "damaged", column, value)
    check_only_one_is_lost(store)
    assert f"Table {tag('damaged')} is damaged" in caplog.text
    store.close()


def test_a_damaged_table_on_postgresql_is_left_out_too(postgres_url: str) -> None:
    store = Store(postgres_url)
    for id_ in ("damaged", "sound"):
        store.add(row(id_, public=True), summary())
        store.append([write(id_, move(1), move(2))])
    with store.database.writes.begin() as db:
        db.execute(text("UPDATE tables SET names = '{' WHERE id = 'damaged'"))
    check_only_one_is_lost(store)
    store.close()


@pytest.mark.parametrize(("column", "value"), LOG_DAMAGE)
def test_a_damaged_entry_costs_its_own_table(tmp_path: Path, column: str, value: bytes) -> None:
    store = with_two_tables(tmp_path)
    with closing(sqlite3.connect(tmp_path / "quarterdeck.sqlite3", isolation_level=None)) as db:
        at = "WHERE table_id = 'damaged' AND number = 2"
        db.execute(f"UPDATE entries SET {column} = CAST(? AS TEXT) {at}", (value,))
    with pytest.raises(Outdated, match="damaged"):
        store.table("damaged")
    found = store.since({"damaged": 1, "sound": 1})
    assert {id_: [entry.number for entry in logged] for id_, logged in found.items()} == {"sound": [2]}
    assert len(store.table("sound").entries) == 2
    store.close()


@pytest.mark.parametrize(
    "harm",
    [
        "DELETE FROM entries WHERE table_id = 'damaged' AND number = 1",
        "DELETE FROM entries WHERE table_id = 'damaged' AND number = 2",
        "UPDATE tables SET version = 1 WHERE id = 'damaged'",
        "UPDATE entries SET number = 7 WHERE table_id = 'damaged' AND number = 2",
    ],
)
def test_a_log_with_a_gap_is_no_match(tmp_path: Path, harm: str) -> None:
    store = with_two_tables(tmp_path)
    with closing(sqlite3.connect(tmp_path / "quarterdeck.sqlite3", isolation_level=None)) as db:
        db.execute(harm)
    with pytest.raises(Outdated, match="damaged"):
        store.table("damaged")
    assert len(store.table("sound").entries) == 2
    store.close()


def test_text_of_every_language_is_no_damage(tmp_path: Path) -> None:
    store = with_two_tables(tmp_path)
    said = Entry(3, 1, "sit", 1, {"name": "Зоя 🏴‍☠️ \\ud800", "holder": "zoë"})
    store.append([write("sound", said)])
    assert store.since({"sound": 2})["sound"] == [said]
    store.close()


def test_damaged_talk_and_guests_are_left_out(tmp_path: Path) -> None:
    store = with_two_tables(tmp_path)
    for words in ("one", "two", "three"):
        store.say("sound", 1, 0, "Ann", words, "all")
    for owner in ("ann", "ben", "cleo"):
        keep_guest(store, Guest(owner, owner, None, False, [], 1, 1))
    with closing(sqlite3.connect(tmp_path / "quarterdeck.sqlite3", isolation_level=None)) as db:
        db.execute("UPDATE messages SET text = CAST(? AS TEXT) WHERE number = 2", (b"\xff",))
        db.execute("UPDATE guests SET push = '{' WHERE owner = 'ann'")
        db.execute("UPDATE guests SET name = CAST(? AS TEXT) WHERE owner = 'ben'", (b"\xff",))
    assert [message.text for message in store.messages("sound")] == ["one", "three"]
    assert [store.guest(owner) is None for owner in ("ann", "ben", "cleo")] == [True, True, False]
    known = Guest("ann", "Annabel", None, False, [], 2, 2)
    assert store.change_guest("ann", lambda guest: guest or known) == known
    assert store.guest("ann") == known
    store.close()
