from __future__ import annotations

import os
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

import pytest

from quarterdeck.lab.interrupts import Ended, ending, undisturbed

INT, TERM, HUP, KILL = signal.SIGINT, signal.SIGTERM, signal.SIGHUP, signal.SIGKILL


def test_an_interruption_waits_until_it_breaks_nothing() -> None:
    done: list[str] = []

    def work() -> None:
        with undisturbed():
            signal.raise_signal(INT)
            # Other threads hear it, too, and the main one answers.
            os.kill(os.getpid(), INT)
            time.sleep(0.05)
            done.append("all of it")
        done.append("and what follows")

    with pytest.raises(KeyboardInterrupt):
        work()
    assert done == ["all of it"]
    assert signal.getsignal(INT) is signal.default_int_handler
    assert INT not in signal.pthread_sigmask(signal.SIG_BLOCK, [])


def test_an_interruption_of_what_fails_is_not_lost() -> None:
    def fail() -> None:
        with undisturbed():
            os.kill(os.getpid(), INT)
            raise ValueError

    with pytest.raises(KeyboardInterrupt):
        fail()


@pytest.fixture
def told() -> Iterator[list[str]]:
    """What is told by SIGUSR1, while SIGALRM is a time limit."""
    told: list[str] = []

    def late(_number: int, _frame: object) -> None:
        raise TimeoutError

    handlers = {signal.SIGALRM: late, signal.SIGUSR1: lambda *_: told.append("told")}
    before = {number: signal.signal(number, handler) for number, handler in handlers.items()}
    yield told
    for number, handler in before.items():
        signal.signal(number, handler)


def test_a_time_limit_waits_too_and_no_signal_is_lost(told: list[str]) -> None:
    def work() -> None:
        with undisturbed():
            for _ in range(2):
                signal.raise_signal(signal.SIGALRM)
                signal.raise_signal(signal.SIGUSR1)
            told.append("all of it")

    with pytest.raises(TimeoutError):
        work()
    assert told == ["all of it", "told"]


@pytest.mark.parametrize("name", ["pthread_sigmask", "signal"])
def test_an_interruption_on_the_way_in_leaves_no_trace(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    act = getattr(signal, name)

    def interrupted(*given: object) -> object:
        done = act(*given)
        if given[-1] not in (signal.default_int_handler, ()) and not come:
            come.append(given)
            raise KeyboardInterrupt
        return done

    come: list[object] = []
    monkeypatch.setattr(signal, name, interrupted)
    with pytest.raises(KeyboardInterrupt), undisturbed():
        pass
    assert len(come) == 1
    assert signal.getsignal(INT) is signal.default_int_handler
    assert not {INT, HUP} & set(signal.pthread_sigmask(signal.SIG_BLOCK, ()))


def test_threads_that_answer_to_no_signal_leave_them_alone() -> None:
    def inside() -> None:
        with undisturbed(), ending():
            seen.append(signal.getsignal(INT))
            seen.append(signal.getsignal(TERM))

    seen: list[object] = []
    before = [signal.getsignal(INT), signal.getsignal(TERM)]
    thread = threading.Thread(target=inside)
    thread.start()
    thread.join()
    assert seen == before


@pytest.fixture
def by_default() -> Iterator[None]:
    """Signals as a process has them when it begins."""
    before = {one: signal.signal(one, signal.SIG_DFL) for one in (TERM, HUP)}
    yield
    for one, answer in before.items():
        signal.signal(one, answer)


@pytest.mark.usefixtures("by_default")
@pytest.mark.parametrize("number", [TERM, HUP])
def test_being_told_to_end_is_an_interruption_with_a_number(number: signal.Signals) -> None:
    with pytest.raises(Ended) as raised, ending():
        signal.raise_signal(number)
    assert raised.value.number == number
    assert signal.getsignal(number) is signal.SIG_DFL
    with pytest.raises(KeyboardInterrupt) as plain, ending():
        signal.raise_signal(INT)
    assert not isinstance(plain.value, Ended)


@pytest.mark.usefixtures("by_default")
def test_what_goes_wrong_on_the_way_out_does_not_hide_why() -> None:
    def gone() -> None:
        try:
            signal.raise_signal(HUP)
        finally:
            raise OSError(5, "Input/output error")

    with pytest.raises(Ended), ending():
        gone()


@pytest.mark.usefixtures("by_default")
def test_what_is_ignored_stays_ignored() -> None:
    signal.signal(HUP, signal.SIG_IGN)
    with ending():
        signal.raise_signal(HUP)


@contextmanager
def at_work(folder: Path) -> Iterator[tuple[subprocess.Popen[str], list[int]]]:
    """A process whose two workers are at their games, as the first of its group; and their numbers."""
    order = [sys.executable, "-m", "tests.lab.forever", str(folder)]
    first = subprocess.Popen(order, stderr=subprocess.PIPE, text=True, start_new_session=True)
    try:
        until = time.monotonic() + 60
        while len(list(folder.iterdir())) < 2:
            assert first.poll() is None
            assert time.monotonic() < until
            time.sleep(0.05)
        yield first, [int(one.name) for one in folder.iterdir()]
    finally:
        for one in (first.pid, *(int(one.name) for one in folder.iterdir())):
            with suppress(ProcessLookupError):
                if alive(one):
                    os.kill(one, KILL)
        first.communicate()


def alive(process: int) -> bool:
    stat = Path(f"/proc/{process}/stat")
    # It may end between any two of these.
    with suppress(ProcessLookupError, FileNotFoundError):
        os.kill(process, 0)
        # One that has ended may wait for somebody to ask how; not every system tells.
        return not Path("/proc/self/stat").exists() or stat.read_text().rpartition(")")[2].split()[0] != "Z"
    return False


def all_gone(processes: list[int]) -> bool:
    until = time.monotonic() + 20
    while any(map(alive, processes)):
        if time.monotonic() > until:
            return False
        time.sleep(0.05)
    return True


@pytest.mark.parametrize(("signals", "code"), [([INT] * 4, 130), ([TERM, INT, TERM], 143), ([HUP, HUP], 129)])
def test_whoever_is_impatient_leaves_no_process_at_work(
    tmp_path: Path, signals: list[signal.Signals], code: int
) -> None:
    with at_work(tmp_path) as (first, workers):
        for one in signals:
            # As a terminal does it for Ctrl+C: all processes are told.
            os.killpg(first.pid, one) if one in (INT, HUP) else first.send_signal(one)
            time.sleep(0.1)
        _nothing, errors = first.communicate(timeout=20)
        assert (first.returncode, errors) == (code, "")
        assert all_gone(workers)


def test_a_process_that_is_killed_takes_its_workers_with_it(
    tmp_path_factory: pytest.TempPathFactory, monkeypatch: pytest.MonkeyPatch
) -> None:
    there = tmp_path_factory.mktemp("temporary")
    monkeypatch.setenv("TMPDIR", str(there))
    with at_work(tmp_path_factory.mktemp("workers")) as (first, workers):
        assert len(list(there.glob("quarterdeck-*"))) == 1
        first.kill()
        assert all_gone(workers)
    assert list(there.glob("quarterdeck-*")) == []
