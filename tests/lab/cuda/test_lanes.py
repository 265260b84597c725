"""Steps of lanes: the code for a device, run on this processor, gives what the processor gives; and what a
person with a device runs to compare them says so.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

import numpy as np
import pytest
from numpy.typing import DTypeLike, NDArray

import quarterdeck
from quarterdeck.errors import ActionTextError, GameOptionError, IllegalAction
from quarterdeck.lab import cuda
from quarterdeck.lab.cuda import kernels
from quarterdeck.lab.cuda.arrays import fetched
from quarterdeck.lab.cuda.check import main
from quarterdeck.lab.lanes import Lanes
from tests.lab.cuda.processor import (
    Elsewhere,
    Held,
    Processor,
    in_place_of_a_device,
    launched,
    library,
    machine_code,
    noted,
    spilled,
)

# Those whose kernel NVIDIA's compilers are tried on, too: the largest where nobody listens, and the smallest
# where somebody does. `python -m quarterdeck.lab.cuda check` takes all games.
GAME, HEARD = "cartagena", "mutiny"
OF = {0: GAME, 8: HEARD}
LANES = 7


@pytest.fixture(autouse=True)
def device() -> Iterator[None]:
    with in_place_of_a_device():
        yield


def pair(
    information: int = 0, records: bool = False, observations: bool = True, max_plies: int | None = None
) -> tuple[Lanes, Lanes]:
    here, there = (
        quarterdeck.lab.vector(
            OF[information],
            LANES,
            seed="pair",
            information=information,
            records=records,
            observations=observations,
            max_plies=max_plies,
            device=device,
        )
        for device in ("cpu", "cuda")
    )
    return here, there


def assert_same(here: Lanes, there: Lanes) -> None:
    for name in here.out._fields:
        mine, found = getattr(here.out, name), fetched(getattr(there.out, name))
        assert mine.dtype == found.dtype, name
        assert mine.tobytes() == found.tobytes(), name


@pytest.mark.parametrize("information", OF)
def test_every_step_gives_what_it_gives_on_the_processor(information: int) -> None:
    here, there = pair(information, records=True)
    for step in range(400):
        assert_same(here, there)
        actions, chosen = here.sample(), there.sample()
        assert (actions == fetched(chosen)).all()
        here.step(actions)
        there.step(chosen if step % 2 else actions)
    assert here.match(0) == there.match(0) > 1
    for lane in range(LANES):
        assert here.position(lane) == there.position(lane)
        assert str(here.record(lane)) == str(there.record(lane))
        assert str(here.record(lane, here.match(lane) - 1)) == str(there.record(lane, there.match(lane) - 1))


def test_matches_are_truncated_there_too() -> None:
    here, there = pair(observations=False, max_plies=25)
    cut = 0
    for _ in range(60):
        here.step(here.sample())
        there.step(there.sample())
        assert_same(here, there)
        cut += int(here.out.truncated.sum())
    assert cut == 2 * LANES


def test_a_copy_goes_on_by_itself_and_a_reset_begins_anew() -> None:
    here, there = pair(observations=False)
    for _ in range(5):
        here.step(here.sample())
        there.step(there.sample())
    twin = there.copy()
    there.step(there.sample())
    assert_same(here, twin)
    here.reset("other")
    twin.reset("other")
    assert_same(here, twin)


def test_a_lane_goes_on_from_a_position_that_was_placed() -> None:
    here, there = pair()
    position = quarterdeck.game(GAME).start(seed=9)
    here.place(3, position)
    there.place(3, position)
    assert_same(here, there)
    assert there.position(3) == position


@pytest.mark.parametrize("dtype", [np.int64, np.uint8, np.int32])
def test_actions_of_any_integer_dtype_are_taken_from_the_device(dtype: type) -> None:
    here, there = pair()
    actions = fetched(there.out.legal).argmax(axis=1)
    here.step(actions)
    there.step(Elsewhere(actions.astype(dtype)))
    assert_same(here, there)


def test_nothing_is_played_where_one_action_is_not_legal() -> None:
    here, there = pair()
    actions = here.sample().astype(np.int64)
    actions[4] = 2**40
    with pytest.raises(ActionTextError, match=r"In lane 4, seat . has no action"):
        there.step(Elsewhere(actions))
    with pytest.raises(ActionTextError, match=r"In lane 4, seat . has no action 1099511627776"):
        there.step(actions)
    actions[4], actions[2] = here.sample()[4], here.out.legal[2].argmin()
    with pytest.raises(IllegalAction, match=rf"In lane 2, seat . can't play {actions[2]}"):
        there.step(actions)
    with pytest.raises(ActionTextError, match=r"Actions are an array of 7 action ids.*float64 \(7,\)"):
        there.step(Elsewhere(actions.astype(np.float64)))
    assert_same(here, there)


class Full(Processor):
    """A device with memory for so many arrays more; for another it says what NVIDIA's driver says."""

    left = 10**9
    taken = 0

    def to_device(self, here: NDArray[Any]) -> Held:
        Full.taken += here.nbytes
        self.take()
        return super().to_device(here)

    def device_array(self, shape: int | tuple[int, ...], dtype: DTypeLike = np.float64) -> Held:
        self.take()
        return super().device_array(shape, dtype)

    def take(self, *_given: Any) -> None:
        Full.left -= 1
        if Full.left < 0:
            raise RuntimeError("Call to cuMemAlloc results in CUDA_ERROR_OUT_OF_MEMORY")


@pytest.fixture
def full(monkeypatch: pytest.MonkeyPatch) -> type[Full]:
    monkeypatch.setattr(cuda.target, "required", Full)
    monkeypatch.setattr(Full, "left", 10**9)
    return Full


NO_MEMORY = r"^There is no memory for 7 lanes; try fewer\.$"


def test_memory_that_runs_out_is_told_wherever_it_does(full: type[Full]) -> None:
    quarterdeck.lab.vector(HEARD, LANES, information=8, device="cuda")
    needed = 10**9 - full.left
    assert needed > 20
    for room in range(needed):
        full.left = room
        with pytest.raises(GameOptionError, match=NO_MEMORY):
            quarterdeck.lab.vector(HEARD, LANES, information=8, device="cuda")
    full.left = 10**9
    lanes = quarterdeck.lab.vector(GAME, LANES, device="cuda")
    full.left = 10**9
    lanes.copy()
    for room in range(10**9 - full.left):
        full.left = room
        with pytest.raises(GameOptionError, match=NO_MEMORY):
            lanes.copy()
    full.left = 2
    with pytest.raises(GameOptionError, match="The device has no memory left to play"):
        cuda.playouts(GAME, 3)


def test_memory_that_runs_out_at_a_launch_is_told(full: type[Full], monkeypatch: pytest.MonkeyPatch) -> None:
    full.left = 0
    monkeypatch.setattr(Full, "to_device", Processor.to_device)
    monkeypatch.setattr(kernels, "launch", lambda kernel, threads: Full().take)
    with pytest.raises(GameOptionError, match=NO_MEMORY):
        quarterdeck.lab.vector(GAME, LANES, device="cuda")


def test_lanes_without_memory_for_longer_matches_play_on_once_there_is_some(
    full: type[Full], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("quarterdeck.lab.lanes.buffers.PLIES", 4)
    here, there = pair(records=True, observations=False)
    for _ in range(3):
        here.step(here.sample())
        there.step(there.sample())
    actions, full.left = there.sample(), 0
    with pytest.raises(GameOptionError, match=NO_MEMORY):
        there.step(actions)
    with pytest.raises(GameOptionError, match=NO_MEMORY):
        there.step(here.sample())
    with pytest.raises(GameOptionError, match=NO_MEMORY):
        there.sample()
    full.left = 10**9
    here.step(here.sample())
    there.step(actions)
    assert_same(here, there)
    assert str(here.record(0)) == str(there.record(0))


def test_to_begin_anew_takes_no_memory_lane_by_lane(full: type[Full]) -> None:
    taken = []
    for n in (3, 3000):
        lanes = quarterdeck.lab.vector(GAME, n, device="cuda")
        before = full.taken
        lanes.reset()
        taken.append(full.taken - before)
    assert taken[0] == taken[1] > 0


def test_other_devices_are_refused() -> None:
    with pytest.raises(GameOptionError, match=r"device is “cpu” or “cuda”, not 'tpu'\."):
        quarterdeck.lab.vector(GAME, 1, device="tpu")


def test_the_comparison_of_lanes_sees_a_difference(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def of_another_seed(game: quarterdeck.Game, n: int, seed: str, **more: Any) -> Lanes:
        return quarterdeck.lab.vector(game, n, seed=seed + str(more.get("device")), **more)

    monkeypatch.setattr(cuda.target, "device", lambda: "a stand-in")
    monkeypatch.setattr("quarterdeck.lab.cuda.check.GAMES", (HEARD,))
    # Games are compared in test_games, where their kernel is compiled.
    monkeypatch.setattr("quarterdeck.lab.cuda.check.compare_games", lambda game, count: None)
    small = ["check", "--lanes", "3", "--steps", "40"]
    assert main(small) == 0
    assert "40 steps of 3 lanes, the same as here" in capsys.readouterr().out
    monkeypatch.setattr("quarterdeck.lab.cuda.check.vector", of_another_seed)
    assert main(small) == 1
    assert re.search(r"step 0: out\.\w+ differs", capsys.readouterr().out)


def test_a_comparison_that_breaks_off_says_so_in_a_line(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def fail(*_given: object) -> None:
        raise RuntimeError("CUDA_ERROR_LAUNCH_FAILED\nmore of it")

    monkeypatch.setattr(cuda.target, "device", lambda: "a stand-in")
    monkeypatch.setattr("quarterdeck.lab.cuda.check.playouts", fail)
    assert main(["check"]) == 1
    said = capsys.readouterr().out.splitlines()
    assert said == ["Device: a stand-in.", "The comparison broke off. RuntimeError: CUDA_ERROR_LAUNCH_FAILED"]


@pytest.mark.parametrize("information", OF)
def test_nvidias_compilers_find_registers_for_a_step(information: int) -> None:
    with in_place_of_a_device(noted):
        quarterdeck.lab.vector(OF[information], 2, information=information, device="cuda")
    _code, report = machine_code(*launched())
    assert spilled(report) == (0, 0)


@pytest.mark.parametrize("information", OF)
def test_facts_are_compiled_where_somebody_listens_alone(information: int) -> None:
    with in_place_of_a_device(noted):
        quarterdeck.lab.vector(OF[information], 2, information=information, device="cuda")
    assert ("hear_facts" in library(*launched()).get_llvm_str()) == bool(information)
