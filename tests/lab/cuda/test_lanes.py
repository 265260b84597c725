"""Steps of lanes: the code for a device, run on this processor, gives what the processor gives; and what a
person with a device runs to compare them says so.
"""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np
import pytest

import quarterdeck
from quarterdeck.errors import ActionTextError, GameOptionError, IllegalAction
from quarterdeck.kernel.random import Dice
from quarterdeck.kernel.record import zeros
from quarterdeck.lab import cuda
from quarterdeck.lab.cuda.arrays import fetched
from quarterdeck.lab.cuda.check import main
from quarterdeck.lab.lanes import Lanes
from tests.lab.cuda.processor import Elsewhere, in_place_of_a_device

# The game whose steps take the least time to compile; `python -m quarterdeck.lab.cuda check` takes all.
GAME = "mutiny"
LANES = 7


@pytest.fixture(autouse=True)
def device() -> Iterator[None]:
    with in_place_of_a_device():
        yield


def pair(information: int = 0, records: bool = False, observations: bool = True) -> tuple[Lanes, Lanes]:
    here, there = (
        quarterdeck.lab.vector(
            GAME,
            LANES,
            seed="pair",
            information=information,
            records=records,
            observations=observations,
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


@pytest.mark.parametrize("information", [0, 8])
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
    actions[4], actions[2] = here.sample()[4], 736
    with pytest.raises(IllegalAction, match=r"In lane 2, seat . can't play 736"):
        there.step(actions)
    with pytest.raises(ActionTextError, match=r"Actions are an array of 7 action ids.*float64 \(7,\)"):
        there.step(Elsewhere(actions.astype(np.float64)))
    assert_same(here, there)


def test_other_devices_are_refused() -> None:
    with pytest.raises(GameOptionError, match=r"device is “cpu” or “cuda”, not 'tpu'\."):
        quarterdeck.lab.vector(GAME, 1, device="tpu")


def test_the_comparison_sees_a_difference(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(cuda.target, "device", lambda: "a stand-in")
    monkeypatch.setattr("quarterdeck.lab.cuda.check.GAMES", (GAME,))
    small = ["check", "--games", "30", "--lanes", "3", "--steps", "40"]
    assert main(small) == 0
    assert "40 steps of 3 lanes, the same as here" in capsys.readouterr().out
    monkeypatch.setattr("quarterdeck.lab.cuda.play.dice", lambda seed: zeros(Dice, 1)[0])
    assert main(small) == 1
    assert "other scores on the device" in capsys.readouterr().out
