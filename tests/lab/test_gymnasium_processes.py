"""The Gymnasium door for many matches as programs treat it: threads, copies, forks, interrupts.

Interpreted: `training/test_strength.py` compares this with compiled matches.
"""

from __future__ import annotations

import multiprocessing
import os
import pickle
import signal
import threading
import time
from collections.abc import Callable
from copy import copy, deepcopy
from typing import Any

import numpy as np
import pytest
from gymnasium.vector import AutoresetMode

from quarterdeck.lab.gymnasium.vector_environment import VectorEnvironment
from quarterdeck.play.game import deal_key
from tests.lab.vectors import NEXT, SAME, drawn, steps, tiny

pytestmark = pytest.mark.usefixtures("interpreted")


@pytest.fixture
def threaded(monkeypatch: pytest.MonkeyPatch) -> None:
    """Every lane pays for a thread of its own."""
    monkeypatch.setattr("quarterdeck.lab.gymnasium.vector_environment.LANES_A_THREAD", 1)
    monkeypatch.setattr("quarterdeck.lab.gymnasium.vector_environment.interpreted", lambda: False)


@pytest.mark.usefixtures("threaded")
def test_threads_change_nothing() -> None:
    played = []
    for threads in (1, 3):
        table = tiny(5, threads=threads)
        played.append([(seen.tobytes(), one[0].tolist()) for _before, seen, *one in steps(table, 12)])
        table.close()
    assert played[0] == played[1]


def pickled(table: VectorEnvironment) -> VectorEnvironment:
    again = pickle.loads(pickle.dumps(table))
    assert isinstance(again, VectorEnvironment)
    return again


def played_on(table: VectorEnvironment) -> list[object]:
    """All that is seen while a table plays on, beyond a reset without a seed."""
    chance = np.random.default_rng(7)
    rows: list[object] = [table.action_space.sample().tolist()]
    info = {"action_mask": table._mask_rows}
    for step in range(30):
        if step == 15:
            seen, info = table.reset()
            rows.append(seen.tobytes())
        seen, rewards, over, cut, info = table.step(drawn(info, chance))
        rows += [seen.tobytes(), rewards.tolist(), over.tolist(), cut.tolist(), info["action_mask"].tobytes()]
        rows += [info["seat"].tolist(), [table.seed_of(lane) for lane in range(table.num_envs)]]
    return rows


@pytest.mark.usefixtures("threaded")
@pytest.mark.parametrize("mode", [NEXT, SAME])
@pytest.mark.parametrize("copied", [copy, deepcopy, pickled])
def test_a_copy_plays_on_by_itself(
    copied: Callable[[VectorEnvironment], VectorEnvironment], mode: AutoresetMode
) -> None:
    settings = {"opponents": ["rule-of-thumb"], "autoreset_mode": mode, "max_plies": 9, "copy": False}
    table = tiny(4, threads=2, **settings)
    table.action_space.seed(3)
    rest = list(steps(table, 7))
    assert any(one[4].any() for one in rest)
    table.render_mode = "set by a caller"
    before = [one.tobytes() for one in table._tables()]
    twin = copied(table)
    assert [one.tobytes() for one in twin._tables()] == before
    told = played_on(twin)
    assert [one.tobytes() for one in table._tables()] == before
    assert played_on(table) == told
    assert twin.render_mode == table.render_mode
    table.close()
    closed = copied(table)
    assert closed.closed
    assert played_on(closed) == played_on(twin)
    twin.close()


@pytest.mark.usefixtures("threaded")
def test_a_forked_process_goes_on_with_threads_of_its_own() -> None:
    table = tiny(4, threads=2)
    list(steps(table, 3))
    here, there = multiprocessing.get_context("fork").Pipe()

    def child() -> None:
        there.send((played_on(table), threading.active_count() > 1))
        table.close()
        there.send("closed")

    process = multiprocessing.get_context("fork").Process(target=child)
    process.start()
    try:
        assert here.poll(60), "the forked process stands still"
        assert here.recv() == (played_on(table), True)
        assert here.poll(60), "the forked process does not close"
        assert here.recv() == "closed"
    finally:
        process.kill()
        process.join()
    table.close()


def interrupted(act: Callable[..., Any]) -> Callable[..., Any]:
    """The same, with Ctrl+C before it."""

    def interrupted_act(*given: Any) -> Any:
        os.kill(os.getpid(), signal.SIGINT)
        time.sleep(0.001)
        return act(*given)

    return interrupted_act


@pytest.mark.usefixtures("threaded")
@pytest.mark.parametrize("mode", [NEXT, SAME])
@pytest.mark.parametrize("threads", [1, 2])
def test_an_interrupt_waits_until_all_is_played(
    threads: int, mode: AutoresetMode, monkeypatch: pytest.MonkeyPatch
) -> None:
    table, other = (tiny(4, threads=threads, autoreset_mode=mode, max_plies=9) for _ in range(2))
    table.reset(seed=1)
    monkeypatch.setattr(table, "_play", interrupted(table._play))
    with pytest.raises(KeyboardInterrupt):
        table.reset(seed=2)
    other.reset(seed=2)
    ends = 0
    for _ in range(20):
        assert [one.tobytes() for one in table._tables()] == [one.tobytes() for one in other._tables()]
        assert table._is_over.tolist() == other._is_over.tolist()
        actions = other._mask_rows.argmax(1)
        with pytest.raises(KeyboardInterrupt):
            table.step(actions)
        _seen, _rewards, over, cut, _info = other.step(actions)
        ends += (over | cut).sum()
    assert ends > 4
    table.close()
    other.close()


def test_an_interrupt_between_two_deals_waits_for_all_of_them(monkeypatch: pytest.MonkeyPatch) -> None:
    table, other = tiny(4), tiny(4)
    with monkeypatch.context() as patch:
        patch.setattr("quarterdeck.lab.gymnasium.vector_environment.deal_key", interrupted(deal_key))
        with pytest.raises(KeyboardInterrupt):
            table.reset(seed=2)
        with pytest.raises(KeyboardInterrupt):
            table.reset()
    other.reset(seed=2)
    other.reset()
    assert [table.seed_of(lane) for lane in range(4)] == [other.seed_of(lane) for lane in range(4)]
    assert [one.tobytes() for one in table._tables()] == [one.tobytes() for one in other._tables()]
