"""Lanes play what single positions play, whatever their number and that of the threads."""

from __future__ import annotations

import copy
import pickle
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

import quarterdeck
from quarterdeck import Game, Position
from quarterdeck.kernel.batch import MAX_LEGAL, slate
from quarterdeck.kernel.record import new
from quarterdeck.lab import vector
from quarterdeck.lab.lanes import Lanes, buffers, play, thread_pool
from tests.lab.lanes import settings
from tests.lab.lanes.settings import each_game

SIDE_BY_SIDE = 3
LONG = 420


def first_to_act(position: Position) -> int:
    return position.to_act[0]


def agree(env: Lanes, lane: int, position: Position, with_observation: bool) -> None:
    """What a lane gives is what this position says."""
    out, seat = env.out, first_to_act(position)
    assert out.seat[lane] == seat
    assert np.flatnonzero(out.legal[lane]).tolist() == [action.id for action in position.legal(seat)]
    if with_observation:
        assert env.position(lane) == position
        assert out.observation[lane].tobytes() == position.view(seat).observation().tobytes()


def same(mine: list[Any], its: list[Any]) -> bool:
    return all(one.tobytes() == other.tobytes() for one, other in zip(mine, its, strict=True))


def result(position: Position) -> list[float]:
    won = position.winners
    return [1 / len(won) if seat in won else 0.0 for seat in range(position.game.players)]


@each_game
def test_each_lane_plays_its_matches_as_single_positions_do(game: Game) -> None:
    env = vector(game, SIDE_BY_SIDE, seed="s")
    number = [0] * SIDE_BY_SIDE
    positions = [game.start(seed=f"s/{lane}/0") for lane in range(SIDE_BY_SIDE)]
    for ply in range(LONG):
        actions = env.sample()
        for lane, position in enumerate(positions):
            agree(env, lane, position, with_observation=ply % 7 == lane)
            positions[lane] = position.play(first_to_act(position), game.actions[actions[lane]])
        out = env.step(actions)
        for lane, position in enumerate(positions):
            assert out.ended[lane] == position.over
            if position.over:
                assert out.rewards[lane].tolist() == pytest.approx(result(position))
                assert out.scores[lane].tolist() == list(position.scores)
                number[lane] += 1
                assert env.match(lane) == number[lane]
                positions[lane] = game.start(seed=env.seed_of(lane))
                assert env.seed_of(lane) == f"s/{lane}/{number[lane]}"
                agree(env, lane, positions[lane], with_observation=True)
            else:
                assert not out.rewards[lane].any()
                assert not out.scores[lane].any()
    assert min(number) > 0


@pytest.mark.parametrize("name", ["meuterer", "cartagena", "mutiny"])
def test_threads_and_the_number_of_lanes_change_nothing(name: str) -> None:
    many, steps = 3 * thread_pool.LANES_A_THREAD + 7, 250
    wholes = [vector(name, many, seed=3, threads=threads, information=4) for threads in (1, 2, 3)]
    few = vector(name, 5, seed=3, threads=1, information=4)
    for env in (*wholes, few):
        settings.play(env, steps)
    first, *others = [settings.rows(env) for env in wholes]
    for other in others:
        assert same(first, other)
    for mine, its in zip(first, settings.rows(few), strict=True):
        assert mine[: len(its)].tobytes() == its.tobytes()
    assert [len(env._threads) for env in wholes] == [1, 2, 3]


@pytest.mark.parametrize("name", ["meuterer", "cartagena", "mutiny"])
def test_interpreted_and_compiled_lanes_give_the_same(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    def rows() -> list[Any]:
        env = vector(name, 2, seed=4, information=3, records=True, threads=1)
        settings.play(env, 12)
        # Close to an end, so that the next match is dealt, too.
        env.place(0, near_the_end(env.game))
        while not env.out.ended[0]:
            env.step(env.sample())
        return settings.rows(env)

    fast = rows()
    monkeypatch.setenv("QUARTERDECK_INTERPRET", "1")
    for entry in (thread_pool.lead, thread_pool.call, thread_pool.ended, play.first_illegal):
        monkeypatch.setattr(entry, "_compiled", None)
    assert same(fast, rows())


def near_the_end(game: Game) -> Position:
    """A position of a random match a few moves before its end."""
    env = vector(game, 1, seed=4, records=True, threads=1)
    while not env.out.ended[0]:
        env.step(env.sample())
    return list(env.record(0, 0).positions())[-4]


def test_random_actions_are_legal_and_all_come_up() -> None:
    env = vector("meuterer", 4000, seed=5, observations=False)
    counts = np.bincount(env.sample(), minlength=4)
    assert counts.sum() == 4000
    assert counts[:4].min() > 900
    for _ in range(30):
        actions = env.sample()
        assert env.out.legal[np.arange(4000), actions].all()
        assert actions.tolist() == env.sample().tolist()
        env.step(actions)


def test_a_reset_begins_anew_with_the_same_or_another_seed() -> None:
    env = vector("mutiny", 3, seed=1)
    first = settings.rows(env)
    settings.play(env, 300)
    env.reset()
    assert same(first, settings.rows(env))
    env.reset(seed=2)
    assert env.position(2) == quarterdeck.game("mutiny").start(seed="2/2/0")


def test_without_a_seed_there_is_a_fresh_one_which_gives_the_same_again() -> None:
    env = vector("mutiny", 2, seed=None)
    first = settings.rows(env)
    assert env.seed != vector("mutiny", 2, seed=None).seed
    assert same(first, settings.rows(vector("mutiny", 2, seed=env.seed)))
    env.reset()
    assert same(first, settings.rows(env))


def pickled(env: Lanes) -> Lanes:
    again = pickle.loads(pickle.dumps(env))
    assert isinstance(again, Lanes)
    return again


@pytest.mark.parametrize("copied", [Lanes.copy, copy.copy, copy.deepcopy, pickled])
def test_a_copy_plays_on_by_itself(copied: Callable[[Lanes], Lanes]) -> None:
    env = vector("cartagena", 3, seed=1, information=2, records=True)
    settings.play(env, 30)
    twin = copied(env)
    before = settings.rows(env)
    assert same(before, settings.rows(twin))
    settings.play(twin, 250)
    assert same(before, settings.rows(env))
    settings.play(env, 250)
    assert same(settings.rows(env), settings.rows(twin))
    assert env.record(1) == twin.record(1)


def test_outputs_that_were_not_requested_have_no_rows() -> None:
    env = vector("meuterer", 4, observations=False)
    assert env.out.observation.shape == (0, env.game.features)
    assert len(env.out.information) == len(env.out.digest) == 0
    assert env.nbytes < vector("meuterer", 4).nbytes < vector("meuterer", 4, information=9).nbytes
    settings.play(env, 200)


def test_writing_to_the_mask_makes_nothing_legal_and_a_reset_clears_it() -> None:
    env = vector("meuterer", 2, seed=1)
    first = settings.rows(env)
    env.out.legal[:] = True
    with pytest.raises(quarterdeck.IllegalAction):
        env.step(np.array([5, 700]))
    env.reset()
    assert same(first, settings.rows(env))


def test_a_move_has_room_in_sixteen_bits() -> None:
    for spec in quarterdeck.GAMES.values():
        assert spec.actions <= play.SEAT
        assert spec.most_players * play.SEAT <= 1 << 15


def test_as_many_actions_may_be_legal_as_there_is_room_for() -> None:
    """The last group of ids is filled up, and nothing is written beyond their array."""
    ids, flags, lane = slate()[0].ids, np.zeros((1, MAX_LEGAL), np.uint8), new(play.Lane)
    ids[:MAX_LEGAL] = range(MAX_LEGAL)
    play.show_legal(lane, ids, MAX_LEGAL, buffers.rows(flags)[0])
    assert flags.all()
    ids[:MAX_LEGAL] = 1
    play.show_legal(lane, ids, 1, buffers.rows(flags)[0])
    assert np.flatnonzero(flags).tolist() == [1]
