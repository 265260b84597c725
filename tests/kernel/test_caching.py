"""Compiled code on the disk: every signature in a file of its own, whoever else saves at the moment."""

from __future__ import annotations

import os
import subprocess
import sys
import threading
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import pytest

from quarterdeck.kernel import jit
from quarterdeck.kernel.caching import keep_apart

SECONDS = 60

# One process of two: an entry point that reaches a function which is cached by itself, as a verb is.
PROCESS = """
import sys
import numpy as np
import quarterdeck
from quarterdeck.kernel import jit
from quarterdeck.kernel.numba_overload import overload
from quarterdeck.kernel.record import cell

def score(s):
    return 0

def bind():
    def twice(s):
        return len(s) + len(s)
    overload(score, strict=False, jit_options={"cache": True})(lambda s: twice)

jit.when_loaded(bind)

@jit.compiled
def entry(s):
    return score(s)

states = [cell(quarterdeck.game(id_).start(seed=1).state) for id_ in sys.argv[1:]]
assert [entry(state) for state in states] == [2, 2]
stats = entry._compiled.stats
print(sum(stats.cache_hits.values()), sum(stats.cache_misses.values()))
"""


def doubled(x: int) -> int:
    return x + x


@pytest.fixture
def cache(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """An empty cache, for the test alone."""
    numba = jit.load()
    # Told anew for each function: afterwards it is what it was.
    monkeypatch.setitem(vars(numba.config), "CACHE_DIR", numba.config.CACHE_DIR)
    monkeypatch.setenv("QUARTERDECK_CACHE", str(tmp_path))
    return tmp_path


def file_of() -> Any:
    """What a process that compiles the function keeps its code with."""
    dispatcher: Any = jit._compile(doubled)
    return dispatcher._cache._cache_file


def test_what_two_processes_save_at_the_same_moment_is_each_found_again(
    cache: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    from numba.core.caching import IndexDataCacheFile as Numbas

    read, listed, done = threading.Barrier(2), threading.Event(), threading.Event()
    load_index: Any = Numbas._load_index
    save_index: Any = Numbas._save_index
    save_data: Any = Numbas._save_data
    first: list[threading.Thread] = []

    # Both read; the first lists its code, then the second lists and writes its own, then the first writes.
    def load(self: Any) -> Any:
        found = load_index(self)
        if not done.is_set():
            read.wait(SECONDS)
            if threading.current_thread() not in first:
                assert listed.wait(SECONDS)
        return found

    def list_(self: Any, names: dict[Any, str]) -> None:
        save_index(self, names)
        listed.set()

    def save(self: Any, name: str, code: Any) -> None:
        if threading.current_thread() in first:
            assert done.wait(SECONDS)
        save_data(self, name, code)
        done.set()

    def begin(file: Any) -> None:
        first.append(threading.current_thread())
        file.save(("meuterer",), "code of Meuterer")

    one, other = file_of(), file_of()
    with monkeypatch.context() as patch, ThreadPoolExecutor(2) as processes:
        patch.setattr(Numbas, "_load_index", load)
        patch.setattr(Numbas, "_save_index", list_)
        patch.setattr(Numbas, "_save_data", save)
        going = processes.submit(begin, one)
        processes.submit(other.save, ("mutiny",), "code of Mutiny").result(SECONDS)
        going.result(SECONDS)
    later = file_of()
    assert later.load(("meuterer",)) == "code of Meuterer"
    assert later.load(("mutiny",)) == "code of Mutiny"
    assert later.load(("cartagena",)) is None


def test_what_is_saved_again_or_was_lost_is_no_other_code(cache: Path) -> None:
    file = file_of()
    file.save(("meuterer",), "old")
    file.save(("mutiny",), "other")
    file.save(("meuterer",), "new")
    assert file_of().load(("meuterer",)) == "new"
    for code in cache.rglob("*.nbc"):
        code.unlink()
    assert file_of().load(("meuterer",)) is None
    file.save(("meuterer",), "again")
    assert file_of().load(("meuterer",)) == "again"
    assert file_of().load(("mutiny",)) is None


def test_a_function_that_numba_left_as_it_is_has_no_cache() -> None:
    assert keep_apart(doubled) is doubled


def test_code_of_other_sources_or_of_another_numba_is_not_taken(
    cache: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    import numba
    from numba.core.caching import UserProvidedCacheLocator

    file_of().save(("meuterer",), "code")
    with monkeypatch.context() as patch:
        patch.setattr(numba, "__version__", "0.0")
        assert file_of().load(("meuterer",)) is None
    with monkeypatch.context() as patch:
        patch.setattr(UserProvidedCacheLocator, "get_source_stamp", lambda self: b"edited")
        assert file_of().load(("meuterer",)) is None
    assert file_of().load(("meuterer",)) == "code"


def test_every_signature_of_what_is_compiled_has_a_file_that_the_next_process_finds(tmp_path: Path) -> None:
    source = tmp_path / "process.py"
    source.write_text(PROCESS)
    cache = tmp_path / "cache"
    known = {name: value for name, value in os.environ.items() if name != "QUARTERDECK_INTERPRET"}
    path = str(Path(jit.__file__).parents[2])

    def said(*games: str) -> str:
        done = subprocess.run(
            [sys.executable, source, *games],
            env=known | {"PYTHONPATH": path, "QUARTERDECK_CACHE": str(cache)},
            capture_output=True,
            text=True,
            check=False,
        )
        assert done.returncode == 0, done.stderr
        return done.stdout.strip()

    assert said("meuterer", "mutiny") == "0 2"
    files = sorted(file.name.split("-")[0] for file in cache.rglob("*.nbc"))
    assert files == ["process.bind.locals.twice"] * 2 + ["process.entry"] * 2
    # A second file of the same index would be a number that two processes may take at once.
    assert len(list(cache.rglob("*.nbi"))) == 4
    assert said("mutiny", "meuterer") == "2 0"
    assert len(list(cache.rglob("*.nbc"))) == 4
