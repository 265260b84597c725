"""The data folder: one server at a time, and its secrets readable by its owner alone."""

from __future__ import annotations

import errno
import os
import secrets
import stat
import threading
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from pathlib import Path

import pytest

from quarterdeck.tables.errors import DataError
from quarterdeck.tables.store.folder import DataFolder, locked_database
from quarterdeck.tables.store.store import Store
from tests.tables.stored import row, summary


@pytest.mark.parametrize("held", [b"\xfe" + b"a1" * 32, b"a1" * 15, b"a1 " * 30, b"\0" * 65])
def test_a_damaged_key_is_one_sentence_that_quotes_nothing_of_it(tmp_path: Path, held: bytes) -> None:
    folder = DataFolder(tmp_path / "ship")
    (tmp_path / "ship/key").write_bytes(held)
    with pytest.raises(DataError, match=r"The key file .* is damaged\.") as damaged:
        folder.key()
    said = str(damaged.value).replace(str(tmp_path), "")
    assert "fe" not in said
    assert "a1" not in said
    assert (tmp_path / "ship/key").read_bytes() == held
    folder.close()


def test_a_key_of_ones_own_is_kept_and_an_empty_file_gets_one(tmp_path: Path) -> None:
    folder = DataFolder(tmp_path)
    (tmp_path / "key").write_text("Tide-and-time-wait-for-no-sailor-of-theirs\n")
    assert folder.key() == "Tide-and-time-wait-for-no-sailor-of-theirs"
    (tmp_path / "key").write_text("\n")
    made = folder.key()
    assert (tmp_path / "key").read_text() == f"{made}\n"
    assert len(made) == 64
    folder.close()


@pytest.mark.parametrize("held", [None, b"", b" \n"])
def test_a_database_that_has_lost_its_key_gets_no_other(tmp_path: Path, held: bytes | None) -> None:
    folder = DataFolder(tmp_path)
    database = folder.database()
    key = folder.key(database)
    store = Store(database)
    # Nobody has sat down yet: the key may still be made.
    (tmp_path / "key").write_text("")
    assert folder.key(database) != key
    store.add(row(), summary())
    store.close()
    kept = folder.key(database)
    if held is None:
        (tmp_path / "key").unlink()
    else:
        (tmp_path / "key").write_bytes(held)
    with pytest.raises(DataError, match=r"holds tables, but the key file .* is missing or empty\."):
        folder.key(database)
    assert not (tmp_path / "key").read_bytes().strip()
    (tmp_path / "key").write_text(kept)
    assert folder.key(database) == kept
    folder.close()


def test_one_server_at_a_time_has_a_folder(tmp_path: Path) -> None:
    folder = DataFolder(tmp_path / "data")
    with pytest.raises(DataError, match="Another Quarterdeck"):
        DataFolder(tmp_path / "data")
    folder.close()
    DataFolder(tmp_path / "data").close()


def test_servers_that_begin_at_the_same_moment_share_one_key(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    both_make_one, made = threading.Barrier(2, timeout=0.3), secrets.token_hex

    def slowly(size: int) -> str:
        # The other one comes as far only if nothing keeps it from making a key of its own.
        with suppress(threading.BrokenBarrierError):
            both_make_one.wait()
        return made(size)

    monkeypatch.setattr("quarterdeck.tables.store.folder.secrets.token_hex", slowly)
    folders = [DataFolder(tmp_path, shared=True) for _ in range(2)]
    with ThreadPoolExecutor(2) as servers:
        one, other = servers.map(DataFolder.key, folders)
    assert one == other
    for folder in folders:
        assert folder.key() == one
        folder.close()


def test_one_server_at_a_time_has_a_sqlite_database_wherever_it_lies(tmp_path: Path) -> None:
    url = f"sqlite:///{tmp_path / 'tables.sqlite3'}"
    with locked_database(url):
        for same in (url, tmp_path / "tables.sqlite3"):
            with (
                pytest.raises(DataError, match=r"using the database .*tables\.sqlite3: stop it"),
                locked_database(same),
            ):
                pass
        with locked_database(tmp_path / "other.sqlite3"), locked_database("postgresql://localhost/table"):
            pass
    with locked_database(url):
        pass
    with (
        pytest.raises(DataError, match=r"can't be used .*: name another one\.$"),
        locked_database(tmp_path / "no" / "db"),
    ):
        pass


def test_a_folder_that_cannot_be_made_is_one_sentence(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("in the way")
    for path in (tmp_path / "file" / "data", tmp_path / "file"):
        with pytest.raises(DataError, match=r"can't be used \(Not a directory\): name another folder\.$"):
            DataFolder(path)


def test_a_file_of_somebody_else_is_named(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    folder = DataFolder(tmp_path)

    def refuse(path: Path, *_more: object) -> int:
        raise PermissionError(errno.EACCES, os.strerror(errno.EACCES), str(path))

    monkeypatch.setattr(os, "open", refuse)
    for use, name in ((folder.key, "key"), (folder.database, "quarterdeck.sqlite3")):
        with pytest.raises(DataError, match=rf"The file .*/{name} can't be used \(Permission denied\)"):
            use()
    monkeypatch.undo()
    folder.close()


def test_secrets_are_readable_by_their_owner_alone(tmp_path: Path) -> None:
    folder = DataFolder(tmp_path / "data")
    key = folder.key()
    assert len(key) == 64
    assert folder.key() == key
    store = Store(folder.database())
    store.add(row(), summary())
    assert stat.S_IMODE(folder.path.stat().st_mode) == 0o700
    kept = {path.name: stat.S_IMODE(path.stat().st_mode) for path in folder.path.iterdir()}
    assert kept.keys() >= {"key", "quarterdeck.sqlite3", "quarterdeck.sqlite3-wal"}
    assert {name: mode for name, mode in kept.items() if mode != 0o600} == {}
    store.close()
    folder.close()
