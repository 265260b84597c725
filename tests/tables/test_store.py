from __future__ import annotations

import sqlite3
import stat
from pathlib import Path

import pytest

from quarterdeck.play import Game, Record
from quarterdeck.tables.errors import DataError, NotFound
from quarterdeck.tables.folder import Folder
from quarterdeck.tables.match import Match
from quarterdeck.tables.store import SCHEMA_VERSION, Conflict, Store, Write

STANDING = {"over": False, "round": 1, "rounds": 8, "to_act": [0], "winners": []}


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "quarterdeck.sqlite3"


def fresh(owner: str = "ann") -> Match:
    record = Record(Game("meuterer"), seed="seven", names=["Ann", "Ben", "Cleo", "Dörte"])
    return Match.fresh(record, ["human", "random", "random", "random"], owner)


def test_a_table_comes_back_as_it_was_stored(path: Path) -> None:
    store = Store(path)
    row = fresh().row
    store.add(row)
    store.append([Write(row.id, 1, 0, "offer 2", STANDING), Write(row.id, 2, 0, "show wine", STANDING)])
    store.close()
    again = Store(path)
    assert again.table(row.id).names == ["Ann", "Ben", "Cleo", "Dörte"]
    assert again.table(row.id).seed == "seven"
    assert again.moves(row.id) == [(0, "offer 2"), (0, "show wine")]
    again.close()


def test_an_unknown_table_is_not_found(path: Path) -> None:
    store = Store(path)
    with pytest.raises(NotFound):
        store.table("nowhere")
    store.close()


def test_of_two_writers_of_one_ply_the_second_fails(path: Path) -> None:
    one, other = Store(path), Store(path)
    row = fresh().row
    one.add(row)
    one.append([Write(row.id, 1, 0, "offer 2", STANDING)])
    with pytest.raises(Conflict) as conflict:
        other.append([Write(row.id, 1, 0, "offer 3", STANDING)])
    assert conflict.value.table == row.id
    assert one.moves(row.id) == other.moves(row.id) == [(0, "offer 2")]
    one.close()
    other.close()


def test_moves_are_stored_all_or_none(path: Path) -> None:
    store = Store(path)
    here, there = fresh().row, fresh().row
    store.add(here)
    store.add(there)
    store.append([Write(there.id, 1, 0, "offer 0", STANDING)])
    with pytest.raises(Conflict):
        store.append([Write(here.id, 1, 0, "offer 1", STANDING), Write(there.id, 1, 0, "offer 1", STANDING)])
    assert store.moves(here.id) == []
    store.append([Write(here.id, 1, 0, "offer 1", STANDING)])
    assert store.moves(here.id) == [(0, "offer 1")]
    store.close()


def test_every_commit_is_flushed_to_the_disk(path: Path) -> None:
    store = Store(path)
    assert store._db.execute("PRAGMA synchronous").fetchone() == (2,)
    assert store._db.execute("PRAGMA journal_mode").fetchone() == ("wal",)
    store.close()


def test_an_owner_finds_the_newest_tables_first(path: Path) -> None:
    store = Store(path)
    rows = [fresh("ann").row, fresh("ben").row, fresh("ann").row]
    for row in rows:
        store.add(row)
    assert [row.id for row in store.of_owner("ann", 50)] == [rows[2].id, rows[0].id]
    assert [row.id for row in store.of_owner("ann", 1)] == [rows[2].id]
    store.append([Write(rows[0].id, 1, 0, "offer 0", {**STANDING, "over": True})])
    assert [row.id for row in store.unfinished()] == [rows[1].id, rows[2].id]
    store.close()


def test_finished_matches_never_push_an_unfinished_one_off_the_list(path: Path) -> None:
    store = Store(path)
    rows = [fresh().row for _ in range(4)]
    for row in rows:
        store.add(row)
    for row in rows[1:3]:
        store.append([Write(row.id, 1, 0, "offer 0", {**STANDING, "over": True})])
    assert [row.id for row in store.of_owner("ann", 3)] == [rows[3].id, rows[0].id, rows[2].id]
    store.close()


@pytest.mark.parametrize("missing", ["tables", "moves"])
def test_a_database_without_its_tables_is_refused_at_the_start(path: Path, missing: str) -> None:
    Store(path).close()
    with sqlite3.connect(path) as db:
        db.execute(f"DROP TABLE {missing}")
    db.close()
    with pytest.raises(DataError, match=rf"no such table: {missing}\): name another data folder\.$"):
        Store(path)


def test_a_damaged_key_is_one_sentence_that_quotes_nothing_of_it(tmp_path: Path) -> None:
    folder = Folder(tmp_path)
    (tmp_path / "key").write_bytes(b"\xfe" + b"a1" * 32)
    with pytest.raises(DataError, match=r"The key file .* is damaged\.") as damaged:
        folder.key()
    assert "fe" not in str(damaged.value).replace(str(tmp_path), "")
    assert (tmp_path / "key").read_bytes() == b"\xfe" + b"a1" * 32
    folder.close()


def test_a_database_of_a_newer_program_is_left_alone(path: Path) -> None:
    Store(path).close()
    with sqlite3.connect(path) as db:
        db.execute(f"PRAGMA user_version = {SCHEMA_VERSION + 1}")
    db.close()
    before = path.read_bytes()
    with pytest.raises(DataError, match="newer Quarterdeck"):
        Store(path)
    assert path.read_bytes() == before


def test_a_file_that_is_no_database_is_named(path: Path) -> None:
    path.write_text("This is a letter, not a database. " * 50)
    with pytest.raises(DataError, match=r"quarterdeck\.sqlite3"):
        Store(path)


def test_one_server_at_a_time_has_a_folder(tmp_path: Path) -> None:
    folder = Folder(tmp_path / "data")
    with pytest.raises(DataError, match="Another Quarterdeck"):
        Folder(tmp_path / "data")
    folder.close()
    Folder(tmp_path / "data").close()


def test_a_folder_that_cannot_be_made_is_one_sentence(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("in the way")
    with pytest.raises(DataError, match=r"can't be used .*: name another folder\.$"):
        Folder(tmp_path / "file" / "data")


def test_secrets_are_readable_by_their_owner_alone(tmp_path: Path) -> None:
    folder = Folder(tmp_path / "data")
    key = folder.key()
    assert len(key) == 64
    assert folder.key() == key
    assert stat.S_IMODE(folder.path.stat().st_mode) == 0o700
    for path in (folder.path / "key", folder.database()):
        assert stat.S_IMODE(path.stat().st_mode) == 0o600
    folder.close()
