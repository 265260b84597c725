"""Rules compiled in a process of low priority beside what goes on; nothing is left behind."""

from __future__ import annotations

import asyncio
import os
import subprocess
import sys
import threading
from pathlib import Path

import pytest

from quarterdeck.bots import warming
from quarterdeck.bots.warming import fill_cache
from quarterdeck.kernel import jit
from quarterdeck.own_process import memory
from quarterdeck.play import GAMES

ROOT = Path(__file__).parents[2]
BESIDE = """
import asyncio, sys
import quarterdeck
from quarterdeck.kernel import jit
from quarterdeck.bots import warming

compile_all, compiled = warming.compile_all, []

def note():
    compile_all()
    compiled.append("all")

warming.compile_all = note

async def main():
    assert await warming.fill_cache()
    loading, turns = asyncio.create_task(asyncio.to_thread(warming.take_over)), 0
    while not loading.done():
        position = quarterdeck.game("meuterer").start(seed=turns)
        position.play(position.to_act[0], position.legal()[0])
        assert not jit.loaded() or compiled, "told to be there before all of it was at hand"
        turns += 1
        await asyncio.sleep(0.001)
    await loading
    assert jit.loaded() and compiled and "numba" in sys.modules
    print(turns)

asyncio.run(main())
"""


def test_matches_go_on_interpreted_until_the_rules_are_compiled() -> None:
    environment = {name: value for name, value in os.environ.items() if name != "QUARTERDECK_INTERPRET"}
    done = subprocess.run(
        [sys.executable, "-W", "error", "-c", BESIDE],
        env=environment | {"PYTHONPATH": str(ROOT / "src")},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    assert int(done.stdout) > 10


def test_compiling_beside_what_goes_on_has_the_lowest_priority() -> None:
    group = Path("/proc/self/autogroup")
    lines = [
        "import os, pathlib",
        "from quarterdeck.own_process import lower_priority",
        "lower_priority()",
        f"group = pathlib.Path({str(group)!r})",
        "print(os.nice(0), group.read_text().split()[-1] if group.exists() else 19)",
    ]
    done = subprocess.run(
        [sys.executable, "-c", "\n".join(lines)],
        env=os.environ | {"PYTHONPATH": str(ROOT / "src")},
        capture_output=True,
        text=True,
        check=True,
        start_new_session=True,
    )
    assert done.stdout.split() == ["19", "19"]


def test_other_threads_interpret_while_one_compiles(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(jit, "_numba", object())
    seen = []
    with jit.aside():
        seen.append(jit.loaded())
        other = threading.Thread(target=lambda: seen.append(jit.loaded()))
        other.start()
        other.join()
    assert [*seen, jit.loaded()] == [True, False, True]


def _computer(monkeypatch: pytest.MonkeyPatch, cores: int, gigabytes: int) -> None:
    monkeypatch.setattr(warming, "cores", lambda: cores)
    monkeypatch.setattr(warming, "memory", lambda: gigabytes << 30)


def _program(folder: Path, text: str) -> str:
    path = folder / "python"
    path.write_text(f"#!/bin/sh\n{text}\n")
    path.chmod(0o755)
    return str(path)


def test_a_failure_to_compile_is_told(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("QUARTERDECK_INTERPRET", raising=False)
    monkeypatch.setattr(sys, "executable", _program(tmp_path, "exit 1"))
    assert not asyncio.run(fill_cache())


def test_a_server_that_stops_takes_the_compiler_with_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    started = tmp_path / "started"
    _computer(monkeypatch, 1, 1)
    monkeypatch.delenv("QUARTERDECK_INTERPRET", raising=False)
    monkeypatch.setattr(sys, "executable", _program(tmp_path, f"echo $$ > {started}; exec sleep 60"))

    async def stopped() -> None:
        filling = asyncio.create_task(fill_cache())
        while not (started.exists() and started.read_text().strip()):
            await asyncio.sleep(0.01)
        filling.cancel()
        with pytest.raises(asyncio.CancelledError):
            await filling

    asyncio.run(stopped())
    with pytest.raises(ProcessLookupError):
        os.kill(int(started.read_text()), 0)


@pytest.mark.skipif(sys.platform != "linux", reason="only Linux ends a process with its parent")
def test_the_compiler_ends_with_a_server_that_is_killed(tmp_path: Path) -> None:
    (tmp_path / "compiler.py").write_text(
        "import sys, time\n"
        "from quarterdeck.own_process import end_with_parent\n"
        "end_with_parent(int(sys.argv[1]))\n"
        "print('it runs', flush=True)\n"
        "time.sleep(30)\n"
        "print('it has outlived the server', flush=True)\n"
    )
    server = (
        "import os, subprocess, sys, time\n"
        "subprocess.Popen([sys.executable, sys.argv[1], str(os.getpid())])\n"
        "time.sleep(60)\n"
    )
    line = [sys.executable, "-c", server, str(tmp_path / "compiler.py")]
    with subprocess.Popen(line, stdout=subprocess.PIPE) as running:
        assert running.stdout is not None
        assert running.stdout.readline() == b"it runs\n"
        running.kill()
        # The compiler has the other end of this pipe.
        assert running.stdout.read() == b""


@pytest.mark.parametrize(("cores", "gigabytes", "together"), [(3, 64, 2), (8, 64, 3), (8, 5, 2)])
def test_each_game_is_compiled_by_itself_while_a_core_and_memory_stay_free(
    cores: int, gigabytes: int, together: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    # Each writes how many run when it begins, and fails unless as many as shall run together have begun.
    one = (
        f"cd {tmp_path}; touch $5.runs $5.began; ls *.runs | wc -l > $5.seen\n"
        f"for n in $(seq 200); do [ $(ls *.began | wc -l) -ge {together} ] && break; sleep 0.05; done\n"
        "rm $5.runs; [ $n -lt 200 ]"
    )
    monkeypatch.setattr(sys, "executable", _program(tmp_path, one))
    _computer(monkeypatch, cores, gigabytes)
    assert asyncio.run(fill_cache())
    seen = {path.stem: int(path.read_text()) for path in tmp_path.glob("*.seen")}
    assert set(seen) == set(GAMES)
    assert max(seen.values()) <= together


@pytest.mark.parametrize(("cores", "gigabytes"), [(1, 64), (2, 64), (8, 0)])
def test_with_little_room_one_process_compiles_all_games(
    cores: int, gigabytes: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sys, "executable", _program(tmp_path, f"shift 4; echo $* >> {tmp_path / 'games'}"))
    _computer(monkeypatch, cores, gigabytes)
    assert asyncio.run(fill_cache())
    assert (tmp_path / "games").read_text().splitlines() == [" ".join(GAMES)]


def test_what_fails_beside_another_is_compiled_again_alone(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    # Each fails at its first try.
    monkeypatch.setattr(
        sys, "executable", _program(tmp_path, f"cd {tmp_path}; mkdir $5 2>&1 || exit 0; exit 1")
    )
    _computer(monkeypatch, 8, 64)
    assert asyncio.run(fill_cache())
    assert {path.name for path in tmp_path.iterdir()} == {"python", *GAMES}


def test_the_memory_of_this_computer_is_known() -> None:
    assert memory() > 1 << 29


def test_the_compiler_knows_its_server(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "executable", _program(tmp_path, f'test "$4" = {os.getpid()}'))
    assert asyncio.run(fill_cache())


@pytest.mark.skipif(sys.platform != "linux", reason="only Linux ends a process with its parent")
def test_a_compiler_whose_server_has_gone_compiles_nothing(tmp_path: Path) -> None:
    line = [sys.executable, "-m", "quarterdeck.bots.warming", "0", "meuterer"]
    subprocess.run(line, env={**os.environ, "QUARTERDECK_CACHE": str(tmp_path)}, check=True, timeout=60)
    assert not list(tmp_path.iterdir())
