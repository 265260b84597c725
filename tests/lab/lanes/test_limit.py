"""A match of a lane that reaches the limit of plies is truncated, and told from one that is over."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

import quarterdeck
from quarterdeck import GameOptionError, Position
from quarterdeck.lab import vector
from tests.lab.lanes import settings
from tests.lab.stalling import nothing, stalled


def position_after(seed: str, plies: int) -> Position:
    position = quarterdeck.game("mutiny").start(seed=seed)
    for _ in range(plies):
        position = stalled(position)
    return position


def test_a_match_without_an_end_is_truncated_and_the_next_one_dealt() -> None:
    env = vector("mutiny", 2, seed="s", max_plies=30, records=True)
    for number in range(1, 4):
        for ply in range(1, 31):
            out = env.step(nothing(env))
            assert out.ended.tolist() == out.truncated.tolist() == [ply == 30] * 2
        assert not out.rewards.any()
        assert out.scores[1].tolist() == list(position_after(f"s/1/{number - 1}", 30).scores)
        assert env.match(1) == number
        assert env.position(1) == env.game.start(seed=f"s/1/{number}")
        before = env.record(1, number - 1)
        assert len(before.moves) == 30
        assert not before.position.over


def test_the_usual_limit_of_a_game_ends_what_has_no_end() -> None:
    env = vector("mutiny", 1, observations=False)
    steps = 1
    while not env.step(nothing(env)).ended[0]:
        steps += 1
    assert steps == quarterdeck.game("mutiny").max_plies
    assert env.out.truncated[0]


def test_a_match_that_is_over_at_the_limit_is_not_truncated() -> None:
    free = vector("mutiny", 1, seed=3, observations=False)
    plies = 1
    while not free.step(free.sample()).ended[0]:
        plies += 1
    for limit, cut in ((plies, False), (plies - 1, True)):
        env = vector("mutiny", 1, seed=3, observations=False, max_plies=limit)
        settings.play(env, limit)
        assert (env.out.ended[0], env.out.truncated[0]) == (True, cut)
        assert env.out.rewards.any() != cut


def test_plies_are_counted_from_a_position_that_was_placed() -> None:
    env = vector("mutiny", 1, max_plies=10)
    position = env.position(0)
    for _ in range(5):
        for _ply in range(9):
            assert not env.step(nothing(env)).ended[0]
        env.place(0, position)


def test_a_copy_has_the_same_limit() -> None:
    env = vector("mutiny", 2, max_plies=8)
    settings.play(env, 5)
    twin = env.copy()
    settings.play(twin, 3)
    assert twin.out.truncated.all()


@pytest.mark.parametrize("wrong", [0, -1, 2**40, "9", 1.5, True])
def test_a_wrong_limit_is_refused(wrong: Any) -> None:
    with pytest.raises(GameOptionError, match="max_plies is a whole number from 1 to 1000000000, not"):
        vector("mutiny", 1, max_plies=wrong)


def test_information_begins_anew_after_a_truncated_match() -> None:
    env = vector("mutiny", 2, seed=1, max_plies=25, information=8)
    fresh = vector("mutiny", 2, seed=1, information=8)
    assert not np.array_equal(env.step(nothing(env)).digest, fresh.out.digest)
    while not env.out.truncated[0]:
        env.step(nothing(env))
    assert env.out.information[0][-1] == 0.0
