"""Who is forgotten leaves nothing behind: no address, and no word of what they said."""

from __future__ import annotations

import time
from dataclasses import replace
from functools import partial
from pathlib import Path

import pytest

from quarterdeck.tables.entry import Entry
from quarterdeck.tables.store.rows import Guest, Message
from quarterdeck.tables.store.store import Store
from tests.tables.stored import forget, move, row, summary, write

AT = 1_800_000_000_000
ADDRESS = "ann.bonny.of.cork@example.org"
SECRET = "the treasure lies under the third palm"
ENDPOINT = "https://push.example.org/a-long-endpoint"


def guest(owner: str = "ann", email: str | None = ADDRESS) -> Guest:
    now = int(time.time())
    return Guest(owner, "Ann", email, False, [{"endpoint": ENDPOINT}], now, now, code=f"code of {owner}")


def table(store: Store, id_: str = "table") -> None:
    """A table that Ann has made, where she holds the first seat."""
    store.add(row(id_), summary())


def reseat(store: Store, number: int, kind: str, **data: str) -> None:
    """The next entry in the log of the table, about its first seat."""
    store.append([write("table", Entry(number, AT + 10 * number, kind, 0, data))])


def say(store: Store, at: int, text: str, seat: int = 0) -> None:
    store.say("table", AT + at, seat, "Ann", text, "all")


def words(store: Store) -> list[str]:
    return [message.text for message in store.messages("table")]


def test_what_somebody_said_is_taken_out_and_others_words_stay(store: Store) -> None:
    table(store)
    say(store, 1, SECRET)
    say(store, 2, "Never!", seat=1)
    forget(store, "ben")
    assert words(store) == [SECRET, "Never!"]
    assert forget(store, "ann") == ["table"]
    assert words(store) == ["", "Never!"]
    assert [message.removed for message in store.messages("table")] == [True, False]
    assert [message.number for message in store.messages("table")] == [1, 2]
    assert forget(store, "ann") == []


def test_the_log_tells_who_held_a_seat_when_something_was_said(store: Store) -> None:
    table(store)
    say(store, 5, "as who made the table")
    reseat(store, 1, "leave")
    say(store, 15, "of nobody")
    reseat(store, 2, "sit", name="Ben", holder="ben")
    say(store, 25, "as Ben")
    reseat(store, 3, "hand", holder="ben's phone")
    say(store, 35, "as Ben on one of two devices")
    reseat(store, 4, "revoke", holder="ben's phone")
    say(store, 45, "as Ben on his phone")
    forget(store, "ben")
    assert words(store) == ["as who made the table", "of nobody", "", "", "as Ben on his phone"]
    forget(store, "ben's phone")
    assert words(store)[-1] == ""
    forget(store, "ann")
    assert words(store) == ["", "of nobody", "", "", ""]


def test_a_damaged_log_keeps_nobody_from_being_forgotten(store: Store) -> None:
    table(store)
    store.append([write("table", move(1))])
    say(store, 1, SECRET)
    store.change_guest("ann", lambda _known: guest())
    with store.database.write() as db:
        db.exec_driver_sql("UPDATE entries SET kind = 'sit', data = '{'")
    forget(store, "ann")
    assert store.guest("ann") is None


def stored(path: Path) -> dict[str, bytes]:
    """The files of a SQLite database."""
    files = {file.name: file.read_bytes() for file in path.parent.glob(f"{path.name}*")}
    assert {path.name, f"{path.name}-wal", f"{path.name}-shm"} <= files.keys()
    return files


def kept(path: Path, *words: str) -> list[tuple[str, str]]:
    """Which of these words are in which of the files."""
    return [(name, word) for name, data in stored(path).items() for word in words if word.encode() in data]


def known_by(guest: Guest, _known: Guest | None) -> Guest:
    return guest


def test_no_file_of_the_database_keeps_what_was_forgotten(tmp_path: Path) -> None:
    path = tmp_path / "tables.sqlite3"
    store = Store(path)
    table(store)
    others = [f"{name}@example.org" for name in ("ben", "cleo", "dan")]
    for number, email in enumerate([ADDRESS, *others]):
        owner = "ann" if email == ADDRESS else email
        store.change_guest(owner, partial(known_by, guest(owner, email)))
        say(store, number, SECRET if email == ADDRESS else f"said by {email}", seat=number)
    assert kept(path, ADDRESS)
    assert kept(path, SECRET)
    forget(store, "ann")
    assert kept(path, ADDRESS, SECRET) == []
    assert store.guest("ben@example.org") is not None
    store.close()


def test_an_address_that_is_taken_out_is_gone_at_once(tmp_path: Path) -> None:
    path = tmp_path / "tables.sqlite3"
    store = Store(path)
    webhook = "https://chat.example.org/a-webhook-of-ann"
    store.change_guest("ann", lambda _known: replace(guest(), webhook=webhook))
    assert kept(path, ADDRESS, ENDPOINT, webhook)
    store.change_guest("ann", lambda known: known and replace(known, webhook=None))
    assert kept(path, webhook) == []
    store.change_guest("ann", lambda known: known and replace(known, email=None, push=[]))
    assert kept(path, ADDRESS, ENDPOINT) == []
    store.close()


def test_a_file_that_is_read_keeps_nobody_from_being_forgotten(
    tmp_path: Path, caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("quarterdeck.tables.store.engine.PATIENCE", 0.1)
    path = tmp_path / "tables.sqlite3"
    store = Store(path)
    table(store)
    store.change_guest("ann", lambda _known: guest())
    with store.database.snapshots.connect() as reader:
        assert reader.exec_driver_sql("SELECT count(*) FROM guests").scalar_one() == 1
        forget(store, "ann")
        assert "keeps what was deleted" in caplog.text
    forget(store, "ann")
    assert kept(path, ADDRESS) == []
    store.close()


def test_a_message_without_words_was_removed() -> None:
    message = Message(1, AT, 0, "Ann", "", "all", 1)
    assert message.removed
    assert not message._replace(text="Aye").removed
