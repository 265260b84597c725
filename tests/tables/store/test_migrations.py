"""Opening a database: made, brought up to date, or refused in one sentence."""

from __future__ import annotations

import json
import sqlite3
import sys
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest
from alembic.autogenerate import compare_metadata
from alembic.migration import MigrationContext
from alembic.script import ScriptDirectory
from sqlalchemy import text
from sqlalchemy.exc import DatabaseError

from quarterdeck.tables.entry import Entry
from quarterdeck.tables.errors import DataError, Outdated
from quarterdeck.tables.store.engine import connect, unusable
from quarterdeck.tables.store.migrate import config, upgrade
from quarterdeck.tables.store.rows import SeatRow
from quarterdeck.tables.store.schema import HEAD, metadata
from quarterdeck.tables.store.store import Store
from scripts.postgres import Cluster
from tests.tables.stored import STANDING, move, row, summary, unfinished, write

# As the first published program made it.
FIRST = """
CREATE TABLE tables (
    id TEXT PRIMARY KEY,
    game TEXT NOT NULL,
    rules_version INTEGER NOT NULL,
    options TEXT NOT NULL,
    components TEXT NOT NULL,
    setup TEXT NOT NULL,
    names TEXT NOT NULL,
    kinds TEXT NOT NULL,
    seed TEXT NOT NULL,
    owner TEXT NOT NULL,
    created INTEGER NOT NULL,
    standing TEXT NOT NULL,
    over INTEGER NOT NULL DEFAULT 0
) STRICT;
CREATE INDEX tables_by_owner ON tables (owner, created);
CREATE INDEX tables_unfinished ON tables (over) WHERE over = 0;
CREATE TABLE moves (
    table_id TEXT NOT NULL REFERENCES tables (id),
    ply INTEGER NOT NULL,
    seat INTEGER NOT NULL,
    action TEXT NOT NULL,
    PRIMARY KEY (table_id, ply)
) STRICT, WITHOUT ROWID;
PRAGMA user_version = 1;
"""


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "quarterdeck.sqlite3"


class First:
    """A database of the first published program."""

    def __init__(self, path: Path) -> None:
        self.db = sqlite3.connect(path, isolation_level=None)
        self.db.execute("PRAGMA journal_mode = WAL")
        self.db.executescript(FIRST)

    def add(
        self, id_: str, moves: tuple[tuple[int, str | bytes], ...] = (), over: bool = False, **changes: Any
    ) -> None:
        """Store a table and its moves, each a seat and an action."""
        same = row(id_)
        values: dict[str, Any] = {
            "id": id_,
            "game": same.game,
            "rules_version": 1,
            **{
                name: json.dumps(getattr(same, name))
                for name in ("options", "components", "setup", "names", "kinds")
            },
            "seed": same.seed,
            "owner": same.owner,
            "created": same.created,
            "standing": json.dumps({**STANDING, "over": over}),
            "over": int(over),
            **changes,
        }
        marks = ", ".join("CAST(? AS TEXT)" if isinstance(value, bytes) else "?" for value in values.values())
        self.db.execute(f"INSERT INTO tables ({', '.join(values)}) VALUES ({marks})", list(values.values()))
        for ply, (seat, action) in enumerate(moves, 1):
            self.db.execute("INSERT INTO moves VALUES (?, ?, ?, CAST(? AS TEXT))", (id_, ply, seat, action))


@pytest.fixture
def first(path: Path) -> Iterator[First]:
    made = First(path)
    with closing(made.db):
        yield made


def test_the_newest_revision_is_the_one_that_the_program_asks_for() -> None:
    assert ScriptDirectory.from_config(config()).get_heads() == [HEAD]


def test_migrations_lead_to_the_tables_that_the_program_knows(empty_url: str) -> None:
    Store(empty_url).close()
    engine = connect(empty_url)
    with engine.connect() as db:
        context = MigrationContext.configure(db, opts={"compare_type": True, "compare_server_default": True})
        assert compare_metadata(context, metadata) == []
    engine.dispose()


def test_tables_on_sqlite_are_strict_and_keyed_as_the_program_says(path: Path) -> None:
    Store(path).close()
    with closing(sqlite3.connect(path)) as db:
        listed = db.execute("PRAGMA table_list").fetchall()
    found = {name: (strict, not keyed) for _schema, name, _type, _columns, keyed, strict in listed}
    for table in metadata.tables.values():
        options = table.dialect_options["sqlite"]
        assert found[table.name] == (options["strict"], options["with_rowid"])


def test_matches_of_the_first_program_go_on(path: Path, first: First) -> None:
    first.add("running", moves=((0, "offer 2"), (1, "show “wine”")))
    first.add("waits for Ann", created=row().created + 1)
    first.add("done", moves=((3, "pass"),), over=True, owner="ben")
    first.db.execute(
        "UPDATE tables SET standing = ? WHERE id = 'running'", (json.dumps({**STANDING, "to_act": [2]}),)
    )
    store = Store(path)
    at = row().created * 1000
    found, seen, entries = store.table("running")
    assert found == row("running", terms={})
    assert entries == [
        Entry(1, at, "move", 0, {"action": "offer 2", "by": "player"}),
        Entry(2, at, "move", 1, {"action": "show “wine”", "by": "bot"}),
    ]
    assert (seen.state, seen.standing["to_act"], seen.wake_at) == ("running", [2], 0)
    assert seen.seats[:2] == [
        SeatRow(0, "Ann", "human", ["ann"], False),
        SeatRow(1, "Ben", "random", [], False),
    ]
    assert store.table("waits for Ann").summary.wake_at is None
    assert store.table("done").summary.state == "over"
    assert store.table("done").summary.wake_at is None
    assert [table.id for table, _summary in store.of_owner("ann", 9)] == ["waits for Ann", "running"]
    assert [table.id for table, _summary in store.of_owner("ben", 9)] == ["done"]
    assert store.claim_due(at, 1, 9) == ["running"]
    store.append([write("running", move(3))])
    store.close()
    again = Store(path)
    assert again.table("running").entries == [*entries, move(3)]
    again.close()


def test_when_tables_were_touched_is_told_by_their_logs(empty_url: str) -> None:
    engine = connect(empty_url)
    with engine.begin() as db:
        upgrade(db, "0005")
        values = "'{}', 'null', 'null', '[]', '[]', 'seven', 'ann', 1700000000, 1, '{}', '[]'"
        columns = (
            "id, version, state, standing, seats, game, rules_version, options, components, setup, names,"
            " kinds, seed, owner, created, public, terms, prelude"
        )
        for id_, version in (("fresh", 0), ("played", 2)):
            told = f"'{id_}', {version}, 'running', '{{}}', '[]', 'meuterer', 1, {values}"
            db.execute(text(f"INSERT INTO tables ({columns}) VALUES ({told})"))
        for number in (1, 2):
            at = 1_700_000_000_000 + number
            db.execute(text(f"INSERT INTO entries VALUES ('played', {number}, {at}, 'move', 0, '{{}}')"))
        upgrade(db, HEAD)
        found = {row.id: row.touched for row in db.execute(text("SELECT id, touched FROM tables"))}
    engine.dispose()
    assert found == {"fresh": 1_700_000_000_000, "played": 1_700_000_000_002}


def test_what_was_damaged_before_costs_its_own_table_alone(path: Path, first: First) -> None:
    damage: dict[str, Any] = {
        "names": b"{",
        "kinds": b'"human"',
        "standing": b"null",
        "seed": b"\xff",
        "options": b"[" * 100_000,
    }
    for column, value in damage.items():
        first.add(column, moves=((0, "offer 2"),), **{column: value})
    first.add("action", moves=((0, b"offer \xff"), (0, "show wine")))
    first.add("sound", moves=((0, "offer 2"),))
    store = Store(path)
    for id_ in (*damage, "action"):
        with pytest.raises(Outdated, match="damaged"):
            store.table(id_)
    assert [entry.data["action"] for entry in store.table("sound").entries] == ["offer 2"]
    assert [table.id for table, _summary in unfinished(store)] == ["action", "sound"]
    store.close()


def test_a_migration_that_fails_leaves_the_database_as_it_was(path: Path, first: First) -> None:
    first.add("running", moves=((0, "offer 2"),))
    first.db.execute("CREATE TABLE guests (name TEXT)")
    before = list(first.db.iterdump())
    with pytest.raises(DataError, match=r"guests already exists\): name another one\.$"):
        Store(path)
    assert list(first.db.iterdump()) == before


def test_the_first_program_refuses_what_this_one_has_migrated(path: Path, first: First) -> None:
    Store(path).close()
    (version,) = first.db.execute("PRAGMA user_version").fetchone()
    # It refuses whatever is above 1.
    assert version == 2


def test_processes_that_start_at_once_make_the_tables_once(empty_url: str) -> None:
    with ThreadPoolExecutor(4) as pool:
        stores = list(pool.map(Store, [empty_url] * 4))
    stores[0].add(row(), summary())
    assert [len(unfinished(store)) for store in stores] == [1] * 4
    for store in stores:
        store.close()


# -- refused


def change(url: str, statement: str) -> None:
    engine = connect(url)
    with engine.begin() as db:
        db.execute(text(statement))
    engine.dispose()


@pytest.mark.parametrize("missing", ["guests", "holders"])
def test_a_database_without_its_tables_is_refused_at_the_start(database_url: str, missing: str) -> None:
    Store(database_url).close()
    change(database_url, f"DROP TABLE {missing}")
    with pytest.raises(
        DataError, match=rf"^The database .* can't be used \(.*{missing}.*\): name another one\.$"
    ):
        Store(database_url)


def test_a_database_of_a_newer_program_is_left_alone(path: Path) -> None:
    Store(path).close()
    change(f"sqlite:///{path}", "UPDATE alembic_version SET version_num = '9999'")
    before = path.read_bytes()
    with pytest.raises(DataError, match=r"quarterdeck\.sqlite3 is of a newer Quarterdeck"):
        Store(path)
    assert path.read_bytes() == before


def test_a_newer_database_on_postgresql_is_left_alone(postgres_url: str) -> None:
    change(postgres_url, "UPDATE alembic_version SET version_num = '9999'")
    with pytest.raises(DataError, match="newer Quarterdeck"):
        Store(postgres_url)


def test_a_database_of_something_else_is_left_alone(path: Path) -> None:
    with closing(sqlite3.connect(path)) as db:
        db.execute("CREATE TABLE bookmarks (address TEXT)")
        db.execute("PRAGMA user_version = 77")
    with pytest.raises(DataError, match="newer Quarterdeck"):
        Store(path)
    with closing(sqlite3.connect(path)) as db:
        assert db.execute("SELECT name FROM sqlite_master").fetchall() == [("bookmarks",)]


def test_a_file_that_is_no_database_is_named(path: Path) -> None:
    path.write_text("This is a letter, not a database. " * 50)
    with pytest.raises(DataError, match=r"quarterdeck\.sqlite3 is damaged, or no database .* from a backup"):
        Store(path)


def test_a_database_whose_disk_is_full_is_not_to_be_replaced_by_another(tmp_path: Path) -> None:
    full = sqlite3.OperationalError("database or disk is full")
    full.sqlite_errorcode = sqlite3.SQLITE_FULL
    engine = connect(tmp_path / "quarterdeck.sqlite3")
    said = unusable(engine, DatabaseError("INSERT", {}, full))
    engine.dispose()
    assert str(said).endswith("can't be used (database or disk is full): make room on its disk.")


def test_a_database_that_does_not_answer_is_one_sentence_without_its_password(tmp_path: Path) -> None:
    with pytest.raises(
        DataError, match=r"^The database .*/games.* can't be used \(.*\): name another one\.$"
    ) as refused:
        Store(f"postgresql://ann:hunter2@/games?host={tmp_path}")
    assert "\n" not in str(refused.value)
    assert "hunter2" not in str(refused.value)


def test_a_database_whose_text_is_not_utf8_is_refused(postgres: Cluster) -> None:
    url = postgres.fresh("template0", ENCODING="'LATIN1'")
    with pytest.raises(DataError, match=r"keeps text as LATIN1: make one with the encoding UTF8\.$"):
        Store(url)


@pytest.mark.parametrize(
    "url",
    ["", "quarterdeck.sqlite3", "sqlite://", "mysql://ann:hunter2@host/games", "postgresql+asyncpg://host/games",
     "sqlite+aiosqlite:///games", "postgresql://ann:hunter2@host:port/games"],
)  # fmt: skip
def test_a_url_of_no_such_database_is_one_sentence(url: str) -> None:
    with pytest.raises(DataError, match=r"^A .*sqlite:///path.*\.$") as refused:
        Store(url)
    assert "hunter2" not in str(refused.value)


def test_without_its_driver_postgresql_is_one_sentence_with_the_command(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setitem(sys.modules, "psycopg", None)
    with pytest.raises(DataError) as refused:
        Store("postgresql://host/games")
    command = f"{sys.executable} -m pip install 'psycopg[binary]'"
    assert str(refused.value) == f"PostgreSQL needs a driver that is not installed: run {command}."
