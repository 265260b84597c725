"""Threads that step lanes together: nothing is lost between them, and they go when the lanes go."""

from __future__ import annotations

import gc
import multiprocessing
import subprocess
import sys
import threading
import time
from typing import Any

import numpy as np
import pytest

from quarterdeck.errors import QuarterdeckError
from quarterdeck.kernel.jit import compiled
from quarterdeck.lab import vector
from quarterdeck.lab.lanes import Lanes, thread_pool
from quarterdeck.lab.lanes.atomic import Shared, add, pause, read, replace, swap
from tests.lab.lanes import settings

MANY = 4 * thread_pool.LANES_A_THREAD


def lanes(threads: int) -> Lanes:
    return vector("mutiny", MANY, seed=6, threads=threads, observations=False)


def same(mine: Lanes, its: Lanes) -> bool:
    pairs = zip(settings.rows(mine), settings.rows(its), strict=True)
    return all(one.tobytes() == other.tobytes() for one, other in pairs)


@compiled
def count_up(words: Shared, times: int) -> None:
    for _ in range(times):
        add(words, 0, 1, 1)
        # Else a compiler that knew of no other threads could add it all at once.
        pause()


@compiled
def claim(words: Shared, rounds: int, threads: int) -> int:
    """How many rounds this thread wins of those that one of so many threads can win."""
    won = 0
    for number in range(rounds):
        add(words, 0, 1, 1)
        while read(words, 0, 1) < threads * (number + 1):
            pause()
        won += replace(words, 0, 0, number, number + 1)
    return won


@compiled
def one_after_the_other(words: Shared) -> bool:
    good = swap(words, 1, 2, 5) == 0
    good &= add(words, 1, 2, 3) == 5
    good &= not replace(words, 1, 2, 5, 7)
    good &= replace(words, 1, 2, 8, 9)
    pause()
    return good and read(words, 1, 2) == 9


def at_once(work: Any, threads: int) -> None:
    started = [threading.Thread(target=work) for _ in range(threads)]
    for one in started:
        one.start()
    for one in started:
        one.join()


def test_no_addition_of_another_thread_is_lost() -> None:
    words = np.zeros((1, 2), np.int64)
    count_up(words, 1)
    at_once(lambda: count_up(words, 300_000), 4)
    assert words.tolist() == [[0, 1 + 4 * 300_000]]


def test_one_thread_of_several_replaces_a_number() -> None:
    words, won = np.zeros((1, 2), np.int64), []
    claim(words, 0, 1)
    words[:] = 0
    at_once(lambda: won.append(claim(words, 500, 2)), 2)
    assert sum(won) == 500


def test_interpreted_and_compiled_the_operations_are_the_same() -> None:
    for run in (one_after_the_other, one_after_the_other.interpreted):
        words = np.zeros((2, 3), np.int64)
        assert run(words)
        assert words.tolist() == [[0, 0, 0], [0, 0, 9]]


@pytest.mark.parametrize("rest", [0.0, 0.003])
def test_threads_are_found_awake_or_asleep(rest: float) -> None:
    one, several = lanes(1), lanes(4)
    for _ in range(60):
        settings.play(one, 1)
        settings.play(several, 1)
        time.sleep(rest)
        assert same(one, several)


def test_nobody_is_at_work_after_a_step_that_was_interrupted(monkeypatch: pytest.MonkeyPatch) -> None:
    several = lanes(4)
    settings.play(several, 1)
    time.sleep(0.05)

    def interrupted(*_work: Any) -> None:
        raise KeyboardInterrupt

    with monkeypatch.context() as patch:
        patch.setattr(several._threads, "_lead", interrupted)
        with pytest.raises(KeyboardInterrupt):
            several.step(several.sample())
    assert {*several._threads._numbers[1:, thread_pool.STATE].tolist()} <= {
        thread_pool.LOOKING,
        thread_pool.ASLEEP,
    }
    left = settings.rows(several)
    time.sleep(0.02)
    assert all((one == other).all() for one, other in zip(left, settings.rows(several), strict=True))


def test_a_thread_called_but_not_woken_is_woken_for_the_next_step(monkeypatch: pytest.MonkeyPatch) -> None:
    several = lanes(2)
    settings.play(several, 1)
    numbers = several._threads._numbers
    asleep(numbers)

    def interrupted(*_given: Any) -> None:
        raise KeyboardInterrupt

    with monkeypatch.context() as patch:
        patch.setattr(thread_pool, "wake", interrupted)
        with pytest.raises(KeyboardInterrupt):
            several.step(several.sample())
    assert numbers[1, thread_pool.STATE] == thread_pool.LOOKING
    settings.play(several, 1)
    asleep(numbers)
    assert not numbers[1, thread_pool.CALLED]


def asleep(numbers: Shared) -> None:
    """Wait until all threads are."""
    until = time.monotonic() + 20
    while (numbers[1:, thread_pool.STATE] != thread_pool.ASLEEP).any():
        assert time.monotonic() < until, "a thread does not fall asleep"
        time.sleep(0.001)


def test_the_caller_can_be_interrupted_once_the_other_threads_are_done(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    several = lanes(2)
    settings.play(several, 1)
    answers = [False, KeyboardInterrupt(), False, True]

    def ended(_numbers: Shared) -> bool:
        answer = answers.pop(0)
        if isinstance(answer, KeyboardInterrupt):
            raise answer
        return bool(answer)

    monkeypatch.setattr(several._threads, "_ended", ended)
    with pytest.raises(KeyboardInterrupt):
        several.step(several.sample())
    assert answers == []


def test_lanes_are_stepped_by_one_thread_at_a_time(monkeypatch: pytest.MonkeyPatch) -> None:
    env, refusals = vector("mutiny", 600, seed=1, players=2, threads=1), list[str]()
    lead = env._threads._lead

    def meanwhile(*work: Any) -> None:
        def other() -> None:
            try:
                env.step(env.sample())
            except QuarterdeckError as error:
                refusals.append(str(error))

        thread = threading.Thread(target=other)
        thread.start()
        thread.join()
        lead(*work)

    monkeypatch.setattr(env._threads, "_lead", meanwhile)
    env.step(env.sample())
    assert refusals == ["Another thread is stepping these lanes: give each thread its own."]
    monkeypatch.undo()
    env.step(env.sample())


def test_a_step_waits_for_whoever_is_at_work_still() -> None:
    numbers = thread_pool.roster(2)
    thread_pool.call(numbers, 0, 2)
    numbers[1, thread_pool.STATE] = thread_pool.AT_WORK
    numbers[1, thread_pool.NEXT] = 77
    call = threading.Thread(target=thread_pool.call, args=(numbers, 0, MANY))
    call.start()
    time.sleep(0.05)
    assert numbers[1, thread_pool.NEXT] == 77
    numbers[1, thread_pool.STATE] = thread_pool.LOOKING
    call.join(20)
    assert numbers[1, thread_pool.NEXT] == MANY // 2


def test_without_threads_to_spare_one_does_it_all(monkeypatch: pytest.MonkeyPatch) -> None:
    def none_to_spare(_self: threading.Thread) -> None:
        raise RuntimeError("can't start new thread")

    with monkeypatch.context() as patch:
        patch.setattr(threading.Thread, "start", none_to_spare)
        one, several = lanes(1), lanes(3)
    settings.play(one, 5)
    settings.play(several, 5)
    assert same(one, several)


def test_nobody_waits_for_a_thread_that_has_failed() -> None:
    numbers, bell = thread_pool.roster(2), threading.Lock()

    def fail() -> None:
        numbers[1, thread_pool.STATE] = thread_pool.AT_WORK
        raise ZeroDivisionError

    with pytest.raises(ZeroDivisionError):
        thread_pool.attend(numbers, 1, bell, fail)
    assert thread_pool.ended(numbers)


FIRST = """
import threading, quarterdeck

made = []

def make():
    made.append(quarterdeck.lab.vector("mutiny", 4, seed=1, threads=1).n)

threads = [threading.Thread(target=make) for _ in range(3)]
for one in threads:
    one.start()
for one in threads:
    one.join()
print(made)
"""


def test_several_threads_may_make_the_first_lanes_of_a_process_at_once() -> None:
    done = subprocess.run([sys.executable, "-c", FIRST], capture_output=True, text=True, check=True)
    assert (done.stdout, done.stderr) == ("[4, 4, 4]\n", "")


def test_threads_end_with_their_lanes() -> None:
    others = {*threading.enumerate()}
    several = lanes(4)
    settings.play(several, 3)
    assert len({*threading.enumerate()} - others) == 3
    several.reset()
    settings.play(several, 3)
    twin = several.copy()
    settings.play(twin, 3)
    del several, twin
    gc.collect()
    until = time.monotonic() + 20
    while (left := {*threading.enumerate()} - others) and time.monotonic() < until:
        time.sleep(0.01)
    assert not left


def test_a_forked_process_goes_on_with_threads_of_its_own() -> None:
    one, several = lanes(1), lanes(3)
    settings.play(several, 5)
    settings.play(one, 10)
    here, there = multiprocessing.get_context("fork").Pipe()

    def child() -> None:
        settings.play(several, 5)
        there.send((same(one, several), threading.active_count() >= 3))

    process = multiprocessing.get_context("fork").Process(target=child)
    process.start()
    assert here.poll(60), "the forked process stands still"
    assert here.recv() == (True, True)
    process.join()
