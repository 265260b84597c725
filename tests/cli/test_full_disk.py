"""A disk that is full from the start, or can't be written: one sentence, and nothing that is half made."""

from __future__ import annotations

import errno
import os
import subprocess
import sys
from pathlib import Path

import pytest

from quarterdeck.tables.store.backup import backup
from quarterdeck.tables.store.folder import DataFolder
from quarterdeck.tables.store.store import Store
from tests.cli.command import Command
from tests.tables.stored import move, row, summary, write

# Python ignores the signal, so that writing more fails as on a disk that is full.
LIMITED = """
import resource, sys
resource.setrlimit(resource.RLIMIT_FSIZE, (int(sys.argv[1]),) * 2)
from quarterdeck.cli.main import main
sys.exit(main(sys.argv[2:]))
"""
SOURCE = Path(__file__).parents[2] / "src"


@pytest.fixture
def ship(tmp_path: Path) -> Path:
    """A data folder with a table of many moves, and its backup beside it."""
    folder = DataFolder(tmp_path / "ship")
    store = Store(folder.database())
    store.add(row("first"), summary())
    store.append([write("first", *(move(number, os.urandom(200).hex()) for number in range(1, 300)))])
    store.close()
    folder.close()
    backup(folder.path / "quarterdeck.sqlite3", tmp_path / "good.gz")
    return tmp_path


def limited(most: int, *arguments: object, cwd: Path) -> str:
    """Run a command that may write so many bytes to a file; it has to fail with this one sentence."""
    done = subprocess.run(
        [sys.executable, "-c", LIMITED, str(most), *map(str, arguments)],
        cwd=cwd,
        env={**os.environ, "PYTHONPATH": str(SOURCE), "PYTHONDONTWRITEBYTECODE": "1", "LANGUAGE": "en"},
        capture_output=True,
        text=True,
        check=False,
    )
    assert (done.returncode, done.stdout) == (1, ""), done
    assert done.stderr.count("\n") == 1, done
    return done.stderr


@pytest.mark.parametrize("most", [0, 20_000])
def test_a_server_that_can_write_nothing_says_so_and_starts_when_it_can(ship: Path, most: int) -> None:
    said = limited(most, "--no-browser", "--port", 0, "--data", "boat", cwd=ship)
    assert said.startswith(("The database boat", "The data folder boat"))
    # What is left is a folder like a new one.
    folder = DataFolder(ship / "boat")
    Store(folder.database()).close()
    folder.close()


@pytest.mark.parametrize("most", [2048, 150_000])
def test_a_restore_that_finds_no_room_restores_nothing(ship: Path, command: Command, most: int) -> None:
    limited(most, "restore", "good.gz", "--data", "boat", cwd=ship)
    assert command("restore", ship / "good.gz", "--data", ship / "boat").code == 0


def test_a_backup_and_an_export_that_find_no_room_leave_no_file(ship: Path) -> None:
    assert "can't be written" in limited(40_000, "backup", "new.gz", "--data", "ship", cwd=ship)
    assert not (ship / "new.gz").exists()


@pytest.mark.parametrize(
    "given",
    [
        ("--no-browser", "--port", 0, "--data", "ship"),
        ("restore", "good.gz", "--data", "ship"),
        ("backup", "new.gz", "--data", "ship"),
        ("export", "new.gz", "--data", "ship"),
    ],
)
def test_a_folder_that_cannot_be_written_is_one_sentence(
    ship: Path, command: Command, monkeypatch: pytest.MonkeyPatch, given: tuple[object, ...]
) -> None:
    begin = os.open

    def refuse(path: str, flags: int, mode: int = 0o777) -> int:
        if flags & (os.O_RDWR | os.O_WRONLY):
            raise OSError(errno.EROFS, os.strerror(errno.EROFS), path)
        return begin(path, flags, mode)

    monkeypatch.chdir(ship)
    monkeypatch.setattr(os, "open", refuse)
    outcome = command(*given)
    monkeypatch.undo()
    assert (outcome.code, outcome.out, outcome.err.count("\n")) == (1, "", 1)
    assert "Read-only file system" in outcome.err
    assert not (ship / "new.gz").exists()
