"""What can be wrong is told in one sentence, and then nothing has been played."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

import quarterdeck
from quarterdeck.errors import ActionTextError, GameOptionError, IllegalAction, RecordError
from quarterdeck.lab import vector
from quarterdeck.lab.lanes import Lanes
from tests.lab.lanes.settings import rows


@pytest.fixture(scope="module")
def env() -> Lanes:
    return vector("meuterer", 4, seed=1)


def refused(env: Lanes, actions: Any) -> Exception:
    before, positions = rows(env), [env.position(lane) for lane in range(env.n)]
    with pytest.raises(quarterdeck.QuarterdeckError) as caught:
        env.step(actions)
    assert all(a.tobytes() == b.tobytes() for a, b in zip(before, rows(env), strict=True))
    assert positions == [env.position(lane) for lane in range(env.n)]
    return caught.value


@pytest.mark.parametrize(
    ("actions", "what"),
    [
        (np.zeros(3, np.int64), "int64 (3,)"),
        (np.zeros((4, 1), np.int64), "int64 (4, 1)"),
        (np.zeros(4), "float64 (4,)"),
        (np.zeros(4, np.bool_), "bool (4,)"),
        (0, "int64 ()"),
        ([0, 1], "int64 (2,)"),
        ([[0], [1, 2]], "[[0], [1, 2]]"),
        ("offer 0", "<U7 ()"),
        (None, "object ()"),
    ],
)
def test_actions_of_another_shape_or_dtype_are_refused(env: Lanes, actions: Any, what: str) -> None:
    error = refused(env, actions)
    assert isinstance(error, ActionTextError)
    assert str(error) == f"Actions are an array of 4 action ids, integers of shape (4,), not {what}."


def test_an_illegal_action_names_the_lane_the_seat_and_what_is_legal(env: Lanes) -> None:
    actions = env.sample()
    actions[2] = 4
    error = refused(env, actions)
    assert isinstance(error, IllegalAction)
    seat = env.out.seat[2]
    assert str(error) == (
        f"In lane 2, seat {seat} can't play 4 “show ruby”; legal are 0 “offer 0”, 1 “offer 1”, 2 “offer 2”, "
        "3 “offer 3” (ME-30)."
    )
    assert (error.seat, error.action) == (seat, "show ruby")


@pytest.mark.parametrize("action", [-1, -2, 706, 1 << 20, 1 << 40])
def test_a_number_that_is_no_action(env: Lanes, action: int) -> None:
    actions = env.sample().astype(np.int64)
    actions[1] = actions[3] = action
    error = refused(env, actions)
    assert isinstance(error, ActionTextError)
    assert str(error).startswith(
        f"In lane 1, seat {env.out.seat[1]} has no action {action}; legal are 0 “offer"
    )


def test_a_long_list_of_what_is_legal_is_cut() -> None:
    env = vector("mutiny", 2, seed=1)
    error = refused(env, np.array([0, 736]))
    assert len(str(error)) < 400
    assert "more" in str(error)


@pytest.mark.parametrize("kind", [np.int8, np.int16, np.uint8, np.uint32, np.int64, np.uint64])
def test_integers_of_all_widths_are_actions(kind: Any) -> None:
    env, other = vector("mutiny", 3, seed=2), vector("mutiny", 3, seed=2)
    first = np.array([np.flatnonzero(row)[0] for row in env.out.legal])
    env.step(first.astype(kind))
    other.step(first.tolist())
    assert env.out.legal.tolist() == other.out.legal.tolist()


@pytest.mark.parametrize(
    ("wrong", "sentence"),
    [
        ({"n": 0}, "n is a whole number from 1 to 1099511627776, not 0."),
        ({"n": 2.5}, "n is a whole number from 1 to 1099511627776, not 2.5."),
        ({"n": True}, "n is a whole number from 1 to 1099511627776, not True."),
        ({"n": 1 << 62}, "n is a whole number from 1 to 1099511627776, not 4611686018427387904."),
        ({"n": 10**5000}, "n is a whole number from 1 to 1099511627776, not one of thousands of digits."),
        ({"threads": 0}, "threads is a whole number, 1 or more, not 0."),
        ({"threads": "two"}, "threads is a whole number, 1 or more, not 'two'."),
        ({"information": -1}, "information is a whole number from 0 to 4096, not -1."),
        ({"observations": "no"}, "observations is True or False, not 'no'."),
        ({"records": 1}, "records is True or False, not 1."),
        ({"seed": 1.5}, "A seed is a whole number or one line of at most 200 printable characters"),
        ({"seed": ""}, "A seed is a whole number or one line of at most 200 printable characters"),
        ({"seed": "a\nb"}, "A seed is a whole number or one line of at most 200 printable characters"),
        ({"seed": "x" * 201}, "A seed is a whole number or one line of at most 200 printable characters"),
        ({"seed": 10**5000}, "A seed is a whole number or one line of at most 200 printable characters"),
        ({"n": 1 << 40}, "There is no memory for 1099511627776 lanes; try fewer."),
        ({"device": np.zeros(0)}, "device is “cpu” or “cuda”, not array([], dtype=float64)."),
        ({"game": "chess"}, "There is no game “chess”"),
        ({"players": 7}, "In Meuterer “players” can be 3, 4, not “7”."),
        ({"game": quarterdeck.game("mutiny"), "players": 2}, "A game has its options already"),
    ],
)
def test_wrong_settings_are_refused_in_a_sentence(wrong: dict[str, Any], sentence: str) -> None:
    given: dict[str, Any] = {"game": "meuterer", "n": 2} | wrong
    with pytest.raises(GameOptionError) as caught:
        vector(given.pop("game"), given.pop("n"), **given)
    assert str(caught.value).startswith(sentence)


def test_a_lane_that_is_not_there_is_refused(env: Lanes) -> None:
    for ask in (env.position, env.match, env.seed_of, env.record):
        with pytest.raises(GameOptionError, match="lane is a whole number from 0 to 3, not 4"):
            ask(4)
    with pytest.raises(GameOptionError, match="match is a whole number from 0 to 18446744073709551615, not"):
        env.seed_of(0, -1)


def test_what_python_does_not_write_is_told_all_the_same(env: Lanes) -> None:
    endless: Any = 10**5000
    with pytest.raises(GameOptionError, match="not one of thousands of digits"):
        env.seed_of(0, endless)
    with pytest.raises(GameOptionError, match="one of thousands of digits is no position"):
        env.place(0, endless)
    kept = vector("meuterer", 1, records=True)
    with pytest.raises(RecordError, match="not of match one of thousands of digits"):
        kept.record(0, endless)
