"""The turn of writers to one SQLite database: one of all processes at a time."""

from __future__ import annotations

import stat
import threading
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from concurrent.futures import TimeoutError as NotYet
from pathlib import Path

import pytest

from quarterdeck.tables.store.bus import OneWriter

fcntl = pytest.importorskip("fcntl")


@pytest.fixture
def writers(tmp_path: Path) -> Iterator[list[OneWriter]]:
    """Those of two processes."""
    made = [OneWriter(tmp_path / "quarterdeck.sqlite3") for _process in range(2)]
    yield made
    for one in made:
        one.close()


def taken(writer: OneWriter) -> bool:
    with writer:
        return True


def test_a_second_writer_waits_for_the_first(writers: list[OneWriter]) -> None:
    one, other = writers
    with ThreadPoolExecutor(1) as thread:
        with one:
            waiting = thread.submit(taken, other)
            with pytest.raises(NotYet):
                waiting.result(0.1)
        assert waiting.result(60)


def test_nobody_else_can_keep_the_turn(writers: list[OneWriter], tmp_path: Path) -> None:
    modes = {path.name: stat.S_IMODE(path.stat().st_mode) for path in tmp_path.iterdir()}
    assert modes == {"quarterdeck.sqlite3.turn": 0o600}


def test_a_turn_that_could_not_be_taken_is_not_kept(
    writers: list[OneWriter], monkeypatch: pytest.MonkeyPatch
) -> None:
    def fail(*_given: object) -> None:
        raise OSError("no locks available")

    with monkeypatch.context() as patched:
        patched.setattr(fcntl, "flock", fail)
        with pytest.raises(OSError, match="no locks"):
            taken(writers[0])
    next_one = threading.Thread(target=taken, args=(writers[0],), daemon=True)
    next_one.start()
    next_one.join(60)
    assert not next_one.is_alive()
