"""Backups: everything of a database, at one moment, for any other one."""

from __future__ import annotations

import gzip
import json
import sqlite3
import stat
from collections.abc import Callable
from contextlib import closing
from pathlib import Path

import pytest

from quarterdeck.kernel.spec import Json
from quarterdeck.tables.entry import TABLE, Entry
from quarterdeck.tables.errors import DataError, Outdated
from quarterdeck.tables.ladder import Placing, puzzle_rating
from quarterdeck.tables.store import friends, keys, puzzles, ratings, regattas
from quarterdeck.tables.store.backup import backup, restore
from quarterdeck.tables.store.engine import connect
from quarterdeck.tables.store.migrate import revision
from quarterdeck.tables.store.puzzles import FirstAnswer
from quarterdeck.tables.store.rows import Guest
from quarterdeck.tables.store.schema import HEAD, invitations
from quarterdeck.tables.store.store import Store
from scripts.postgres import Cluster
from tests.tables.store.test_migrations import First
from tests.tables.store.test_regattas import regatta
from tests.tables.stored import keep_guest, move, row, summary, unfinished, write


@pytest.fixture
def file(tmp_path: Path) -> Path:
    return tmp_path / "monday.backup"


_INVITED = {"table_id": "first", "owner": "zoë", "sender": "ann", "at": 1, "declined": 0}


def fill(store: Store) -> None:
    """Something of everything."""
    for id_ in ("first", "second"):
        store.add(
            row(id_, public=True, parent=f"before {id_}", relation="rematch"),
            summary(wake_at=1_800_000_000_000),
        )
    for number in range(1, 2500, 500):
        store.append([write("first", *(move(n, f"“move” {n}") for n in range(number, number + 500)))])
    sat = Entry(1, 1, "sit", 0, {"name": "Зоя 🏴‍☠️", "holder": "zoë"})
    store.append([write("second", sat, led_to=summary("over", ("ann", "zoë")))])
    store.say("first", 1, TABLE, "", "Zoë sat down.\n\tReally.", "all")
    store.change(ratings.count, "meuterer", [Placing("ann", 1), Placing("zoë", 2)])
    tried = FirstAnswer("meuterer-1", "offer 2", True)
    store.change(puzzles.answer, "ann", "meuterer", tried, 1_800_000_000_000, puzzle_rating(2))
    keep_guest(
        store, Guest("ann", "Ann", "ann@example.org", True, [{"endpoint": "https://push.example"}], 1, 2)
    )
    store.change(keys.add, keys.Passkey("id", "ann", "key", 5, "📱", 1, 2))
    store.change(keys.new_code, "ann", "hash", 3)
    store.change(regattas.add, regatta())
    store.change(regattas.enter, "r1", "zoë", "Zoë")
    store.change(keys.sign_in, "phone", "ann", 4, merged=True)
    store.change(keys.spend, "once", 5, 1 << 40)
    store.change(friends.hide, "ann", "eve")
    store.change(lambda db: db.execute(invitations.insert().values(_INVITED)))


def everything(store: Store) -> list[object]:
    return [
        *(store.table(id_) for id_ in ("first", "second")),
        store.messages("first"),
        store.guest("ann"),
        store.ask(ratings.of_owner, "zoë"),
        store.ask(puzzles.answers_of, "ann"),
        store.ask(puzzles.ratings_of, "ann"),
        store.ask(puzzles.rated, "meuterer"),
        store.of_owner("ann", 9),
        store.of_owner("zoë", 9),
        store.ask(keys.of_owner, "ann"),
        store.ask(keys.codes, "ann"),
        store.ask(keys.person_by_browser),
        store.ask(friends.hidden_by, "ann"),
        store.ask(friends.asked_to, "first"),
    ]


def lines(file: Path) -> list[bytes]:
    return gzip.decompress(file.read_bytes()).splitlines(keepends=True)


def test_a_backup_moves_everything_to_any_other_database(
    database_url: str, empty_url: str, file: Path
) -> None:
    store = Store(database_url)
    fill(store)
    before = everything(store)
    assert backup(database_url, file) == (2, 2501, frozenset())
    store.close()
    assert restore(file, empty_url) == (2, 2501, frozenset())
    restored = Store(empty_url)
    assert everything(restored) == before
    # The database goes on where the other one was: in the log, in the talk, and in the order of tables.
    restored.append([write("first", move(2501))])
    assert restored.say("first", 2, 0, "Ann", "Where are we?", "all").number == 2
    restored.add(row("third"), summary())
    assert [found.id for found, _summary in restored.of_owner("ann", 9)] == ["third", "first", "second"]
    restored.close()


def test_the_same_data_make_the_same_backup_wherever_they_lie(
    tmp_path: Path, postgres_url: str, file: Path
) -> None:
    store = Store(postgres_url)
    fill(store)
    store.close()
    backup(postgres_url, file)
    restore(file, tmp_path / "restored.sqlite3")
    backup(tmp_path / "restored.sqlite3", tmp_path / "tuesday.backup")
    assert (tmp_path / "tuesday.backup").read_bytes() == file.read_bytes()


def test_a_backup_is_of_one_moment_and_holds_nobody_up(
    database_url: str, file: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    store = Store(database_url)
    fill(store)

    rows = []

    def portable(row: Json) -> bool:
        # Somebody moves while the first rows are written.
        rows.append(row)
        if len(rows) <= 3:
            store.append([write("second", move(len(rows) + 1))])
        return True

    monkeypatch.setattr("quarterdeck.tables.store.backup._is_portable", portable)
    backup(database_url, file)
    assert len(store.since({"second": 0})["second"]) == 4
    store.close()
    read = [json.loads(line) for line in lines(file)]
    assert [one["tables"]["version"] for one in read if "tables" in one] == [2500, 1]
    assert sum("entries" in one for one in read) == 2501


def test_a_backup_is_for_its_owner_alone(database_url: str, file: Path) -> None:
    Store(database_url).close()
    backup(database_url, file)
    assert stat.S_IMODE(file.stat().st_mode) == 0o600


def test_a_restored_sqlite_database_is_for_its_owner_alone(tmp_path: Path, file: Path) -> None:
    Store(tmp_path / "one.sqlite3").close()
    backup(tmp_path / "one.sqlite3", file)
    restore(file, tmp_path / "other.sqlite3")
    assert stat.S_IMODE((tmp_path / "other.sqlite3").stat().st_mode) == 0o600


def test_a_backup_of_the_first_program_is_brought_up_to_date(
    tmp_path: Path, empty_url: str, file: Path
) -> None:
    first = First(tmp_path / "first.sqlite3")
    with closing(first.db):
        first.add("first", moves=((0, "offer 2"), (1, "show “wine”")))
        assert backup(tmp_path / "first.sqlite3", file) == (1, 2, frozenset())
        assert first.db.execute("PRAGMA user_version").fetchone() == (1,)
    assert restore(file, empty_url) == (1, 2, frozenset())
    engine = connect(empty_url)
    with engine.connect() as db:
        assert revision(db) == HEAD
    engine.dispose()
    store = Store(empty_url)
    assert [entry.data["by"] for entry in store.table("first").entries] == ["player", "bot"]
    store.close()


def test_what_is_no_text_is_left_out_and_named(
    tmp_path: Path, file: Path, caplog: pytest.LogCaptureFixture
) -> None:
    path = tmp_path / "quarterdeck.sqlite3"
    store = Store(path)
    for id_ in ("lost", "gap", "broken", "sound"):
        store.add(row(id_), summary())
        store.append([write(id_, move(1), move(2))])
    with closing(sqlite3.connect(path, isolation_level=None)) as db:
        db.execute("UPDATE tables SET seed = CAST(? AS TEXT) WHERE id = 'lost'", (b"\xff",))
        db.execute("UPDATE tables SET names = '{' WHERE id = 'broken'")
        db.execute(
            "UPDATE entries SET data = CAST(? AS TEXT) WHERE table_id = 'gap' AND number = 2", (b"\xff",)
        )
    assert backup(path, file) == (3, 5, frozenset({"lost", "gap"}))
    assert "'lost'" in caplog.text
    restore(file, tmp_path / "restored.sqlite3")
    restored = Store(tmp_path / "restored.sqlite3")
    assert restored.table("sound") == store.table("sound")
    for id_ in ("gap", "broken"):
        with pytest.raises(Outdated):
            restored.table(id_)
    assert [found.id for found, _summary in unfinished(restored)] == ["gap", "sound"]
    store.close()
    restored.close()


# -- refused


def test_a_database_that_is_not_empty_is_left_alone(database_url: str, file: Path) -> None:
    store = Store(database_url)
    fill(store)
    before = everything(store)
    backup(database_url, file)
    with pytest.raises(DataError, match=r"^The database .* is not empty: restore into a new one\.$"):
        restore(file, database_url)
    assert everything(store) == before
    store.close()


def harmed(file: Path, how: str) -> None:
    whole, packed = lines(file), file.read_bytes()
    header = json.loads(whole[0])
    harm: dict[str, Callable[[], bytes]] = {
        "cut in the middle": lambda: packed[: len(packed) // 2],
        "cut at the end": lambda: packed[:-9],
        "a byte is wrong": lambda: packed[:-9] + bytes([packed[-9] ^ 1]) + packed[-8:],
        "a byte within is wrong": lambda: packed[:200] + bytes([packed[200] ^ 255]) + packed[201:],
        "the last line is missing": lambda: gzip.compress(b"".join(whole[:-1])),
        "a row is missing": lambda: gzip.compress(b"".join(whole[:3] + whole[4:])),
        "a row is changed": lambda: gzip.compress(b"".join(whole).replace(b"offer 2", b"offer 3")),
        "something follows": lambda: gzip.compress(b"".join([*whole, whole[1]])),
        "a line is no JSON": lambda: gzip.compress(b"".join([*whole[:2], b"{\n", *whole[2:]])),
        "a line is no row": lambda: gzip.compress(b"".join([*whole[:2], b"{}\n", *whole[2:]])),
        "newer format": lambda: gzip.compress(json.dumps({**header, "format": 2}).encode()),
        "newer schema": lambda: gzip.compress(json.dumps({**header, "schema": "9999"}).encode()),
        "another file": lambda: gzip.compress(b'{"match": "meuterer"}\n'),
        "no gzip": lambda: b"".join(whole),
        "empty": lambda: b"",
    }  # fmt: skip
    file.write_bytes(harm[how]())


@pytest.mark.parametrize(
    ("how", "sentence"),
    [
        *(
            (how, "The backup {path} is damaged or cut short: nothing was restored.")
            for how in (
                "cut in the middle", "cut at the end", "a byte is wrong", "a byte within is wrong",
                "the last line is missing", "a row is missing", "a row is changed", "something follows",
                "a line is no JSON", "a line is no row", "no gzip",
            )
        ),
        ("newer format", "The backup {path} is of a newer Quarterdeck: update this one."),
        ("newer schema", "The backup {path} is of a newer Quarterdeck: update this one."),
        ("another file", "The file {path} is no backup of a Quarterdeck."),
        ("empty", "The backup {path} is damaged or cut short: nothing was restored."),
    ],
)  # fmt: skip
def test_a_file_that_is_no_whole_backup_restores_nothing(
    tmp_path: Path, file: Path, how: str, sentence: str
) -> None:
    store = Store(tmp_path / "quarterdeck.sqlite3")
    store.add(row(), summary())
    store.append([write("table", *(move(number) for number in range(1, 200)))])
    store.close()
    backup(tmp_path / "quarterdeck.sqlite3", file)
    check_harm(file, how, sentence, f"sqlite:///{tmp_path / 'restored.sqlite3'}")


def test_a_damaged_backup_restores_nothing_on_postgresql(
    tmp_path: Path, file: Path, postgres: Cluster
) -> None:
    store = Store(tmp_path / "quarterdeck.sqlite3")
    fill(store)
    store.close()
    backup(tmp_path / "quarterdeck.sqlite3", file)
    sentence = "The backup {path} is damaged or cut short: nothing was restored."
    check_harm(file, "the last line is missing", sentence, postgres.fresh())


def check_harm(file: Path, how: str, sentence: str, url: str) -> None:
    """Restoring the harmed file is refused, and leaves the database as empty as the whole one needs it."""
    whole = file.read_bytes()
    harmed(file, how)
    with pytest.raises(DataError) as refused:
        restore(file, url)
    assert str(refused.value) == sentence.format(path=file)
    file.write_bytes(whole)
    assert restore(file, url).tables > 0


def test_a_backup_never_replaces_a_file(database_url: str, file: Path) -> None:
    Store(database_url).close()
    file.write_text("Sunday")
    with pytest.raises(
        DataError, match=r"^There is a file .*monday\.backup already: name one that does not exist\.$"
    ):
        backup(database_url, file)
    assert file.read_text() == "Sunday"


def test_no_file_is_left_of_a_backup_that_failed(
    tmp_path: Path, file: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    Store(tmp_path / "quarterdeck.sqlite3").close()

    def full(_descriptor: int) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr("os.fsync", full)
    with pytest.raises(
        DataError, match=r"can't be written \(No space left on device\): name another file\.$"
    ):
        backup(tmp_path / "quarterdeck.sqlite3", file)
    assert not file.exists()
    assert [path.name for path in tmp_path.iterdir() if path.name.startswith(".")] == []


def test_a_backup_does_not_replace_a_file_that_came_meanwhile(
    tmp_path: Path, file: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    Store(tmp_path / "quarterdeck.sqlite3").close()
    monkeypatch.setattr("os.fsync", lambda _descriptor: file.write_text("Sunday"))
    with pytest.raises(DataError, match=r"^There is a file "):
        backup(tmp_path / "quarterdeck.sqlite3", file)
    assert file.read_text() == "Sunday"


def test_there_is_no_backup_of_what_is_not_there(tmp_path: Path, file: Path, postgres: Cluster) -> None:
    missing = tmp_path / "missing.sqlite3"
    with pytest.raises(DataError, match=r"missing\.sqlite3 can't be used \(No such file or directory\)"):
        backup(missing, file)
    assert not missing.exists()
    newer = tmp_path / "newer.sqlite3"
    Store(newer).close()
    with closing(sqlite3.connect(newer)) as db:
        db.execute("UPDATE alembic_version SET version_num = '9999'")
        db.commit()
    with pytest.raises(DataError, match=r"newer\.sqlite3 is of a newer Quarterdeck"):
        backup(newer, file)
    with pytest.raises(DataError, match="holds no tables of this Quarterdeck"):
        backup(postgres.fresh(), file)
    assert not file.exists()
    with pytest.raises(
        DataError, match=r"^The backup .*monday\.backup can't be read \(No such file or directory\)\.$"
    ):
        restore(file, tmp_path / "restored.sqlite3")
