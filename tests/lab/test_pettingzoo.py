"""The PettingZoo door: its own tests for every game, and that an agent sees what its seat knows."""

from __future__ import annotations

import pickle
import warnings
from copy import copy, deepcopy
from typing import Any, cast

import numpy as np
import pettingzoo.utils
import pytest
from pettingzoo import AECEnv

import quarterdeck.lab.pettingzoo
from quarterdeck import ActionTextError, Game, GameOptionError, IllegalAction, QuarterdeckError
from quarterdeck.lab.pettingzoo import env, parallel_env
from tests.conformance.settings import AT_ONCE, each_game, each_setting
from tests.lab.cut_short import check_each_line

with warnings.catch_warnings():
    # It imports a game of its own, if all that needs is there, in a way that it warns of.
    warnings.simplefilter("ignore", DeprecationWarning)
    from pettingzoo.test import api_test, parallel_api_test, seed_test


def finish(table: AECEnv, chooser: np.random.Generator) -> dict[str, float]:
    """Play at random to the end; returns what every agent has got in all."""
    total = dict.fromkeys(table.possible_agents, 0.0)
    for agent in table.agent_iter():
        seen, reward, over, _cut, _info = table.last()
        total[agent] += reward
        table.step(None if over else int(chooser.choice(np.flatnonzero(seen["action_mask"]))))
    return total


@each_setting
def test_it_passes_the_tests_of_the_library_without_a_warning(game: Game) -> None:
    api_test(env(game, masks="info"), num_cycles=1000)
    seed_test(lambda: env(game, masks="info"))


# PettingZoo says these of every environment with masks in its observations but its own, known by name.
@pytest.mark.filterwarnings("ignore:Observation space for each agent probably should be")
@pytest.mark.filterwarnings("ignore:Observation is not a NumPy array")
@each_game
def test_it_passes_the_tests_with_masks_in_observations_too(name: str) -> None:
    api_test(env(name), num_cycles=1000)
    seed_test(lambda: env(name))


@each_game
def test_the_parallel_one_passes_its_test_without_a_warning(name: str) -> None:
    parallel_api_test(parallel_env(name), num_cycles=400)


@each_game
def test_in_parallel_a_match_goes_as_it_does_in_turns(name: str) -> None:
    together, turns = parallel_env(name, masks="info"), env(name)
    seen, infos = together.reset(seed=3)
    turns.reset(seed=3)
    chooser = np.random.default_rng(3)
    rewards: dict[str, float] = {}
    at_once = 0
    while together.agents:
        acting = together.to_act
        at_once += len(acting) > 1
        actions = {one: int(chooser.choice(np.flatnonzero(infos[one]["action_mask"]))) for one in acting}
        for agent in acting:
            assert agent == turns.agent_selection
            shown, *_rest, info = turns.last()
            assert shown["action_mask"].tobytes() == infos[agent]["action_mask"].tobytes()
            assert info == {}
            # Later ones of those who act at once are shown in turns that others have chosen.
            if agent == acting[0]:
                assert shown["observation"].tobytes() == seen[agent].tobytes()
            turns.step(actions[agent])
        idle = {agent: 10**6 for agent in together.agents if agent not in acting}
        seen, rewards, over, cut, infos = together.step(actions | idle)
    assert together.position == turns.unwrapped.position
    assert rewards == turns.rewards
    assert (over, cut) == (dict.fromkeys(over, True), dict.fromkeys(cut, False))
    assert [infos[agent]["points"] for agent in rewards] == list(turns.unwrapped.position.scores)
    assert all(info["action_mask"].all() for info in infos.values())
    assert together.to_act == ()
    assert (at_once > 0) == (name in AT_ONCE)
    assert together.step({}) == ({}, {}, {}, {}, {})


def test_in_parallel_a_wrong_or_missing_action_of_any_seat_leaves_the_match_as_it_was() -> None:
    table = parallel_env("mutiny", players=3)
    seen, _infos = table.reset(seed=4)
    before = table.position
    actions = {agent: int(shown["action_mask"].argmax()) for agent, shown in seen.items()}
    assert before is not None
    assert before.to_act == (0, 1, 2)
    wrong = int(seen["seat_2"]["action_mask"].argmin())
    with pytest.raises(IllegalAction, match=r"^Seat 2 may play"):
        table.step(actions | {"seat_2": wrong})
    with pytest.raises(ActionTextError, match=r"^There is no action 9999"):
        table.step(actions | {"seat_1": 9999})
    with pytest.raises(
        ActionTextError, match=r"^There is no agent 'seat_9'; there are seat_0, seat_1, seat_2"
    ):
        table.step(actions | {"seat_9": 0})
    with pytest.raises(ActionTextError, match="“seat_0” is to act, but has no action"):
        table.step({"seat_1": 0, "seat_2": 0})
    nothing: Any
    for nothing in (None, 3, [0, 0, 0], "seat_0"):
        with pytest.raises(ActionTextError, match=r"^A step takes a mapping of agents to their actions"):
            table.step(nothing)
    assert table.position is before
    table.step(actions)
    assert table.plies == 3


def test_in_parallel_what_another_s_action_made_impossible_is_asked_again() -> None:
    table = parallel_env("mutiny", players=3)
    seen, _infos = table.reset(seed=4)
    position, plies = table.position, 0
    assert position is not None
    # No game of ours has such a case, so two seats of one position stand for it.
    for seat in (0, 0):
        action = int(seen["seat_0"]["action_mask"].argmax())
        position, plies = table._play_if_possible(position, plies, seat, action)
    assert (plies, position.to_act) == (1, (1, 2))


def test_in_parallel_a_match_without_an_end_is_truncated_for_all() -> None:
    table = parallel_env("mutiny", players=3, max_plies=2)
    seen, _infos = table.reset(seed=1)
    actions = {agent: int(shown["action_mask"].argmax()) for agent, shown in seen.items()}
    seen, rewards, over, cut, infos = table.step(actions)
    assert (table.plies, table.agents, any(rewards.values())) == (2, [], False)
    assert (over, cut) == (dict.fromkeys(actions, False), dict.fromkeys(actions, True))
    assert table.position is not None
    assert tuple(infos[agent]["points"] for agent in actions) == table.position.scores
    assert all(shown["action_mask"].all() for shown in seen.values())


def test_in_parallel_the_page_is_the_spectator_s(capsys: pytest.CaptureFixture[str]) -> None:
    table = parallel_env("meuterer", render_mode="ansi")
    with pytest.raises(QuarterdeckError, match=r"^Call reset\(\) before anything else"):
        table.render()
    table.reset(seed=1)
    assert table.position is not None
    assert table.render() == str(table.position.view(None))
    parallel_env("meuterer", render_mode="human").reset(seed=1)
    assert capsys.readouterr().out.startswith("Meuterer, round 1 of 8: Offer")
    assert parallel_env("meuterer").render() is None
    table.close()


@each_game
def test_rewards_are_shares_of_the_win_and_come_at_the_end(name: str) -> None:
    table = env(name)
    table.reset(seed=7)
    total = finish(table, np.random.default_rng(7))
    won = table.unwrapped.position.winners
    assert sum(total.values()) == pytest.approx(1.0 if won else 0.0)
    assert {agent for agent, reward in total.items() if reward} == {f"seat_{seat}" for seat in won}


@each_game
def test_an_agent_is_shown_the_same_wherever_its_seat_sees_the_same(name: str) -> None:
    table = env(name)
    table.reset(seed=2)
    chooser = np.random.default_rng(2)
    for _agent in zip(table.agent_iter(), range(60), strict=False):
        whole = table.unwrapped.position
        for seat, agent in enumerate(table.possible_agents):
            table.unwrapped.position = whole
            seen = table.observe(agent)
            table.unwrapped.position = whole.view(seat).sample(seed=1)
            assert table.observe(agent)["observation"].tobytes() == seen["observation"].tobytes()
            assert table.observe(agent)["action_mask"].tobytes() == seen["action_mask"].tobytes()
        table.unwrapped.position = whole
        table.step(int(chooser.choice(np.flatnonzero(table.last()[0]["action_mask"]))))


def test_seats_that_decide_at_the_same_time_do_not_see_each_others_choices() -> None:
    shown = []
    for bid in (0, 5):
        table = env("mutiny", players=3)
        table.reset(seed=4)
        legal = np.flatnonzero(table.last()[0]["action_mask"])
        table.step(int(legal[bid]))
        assert table.agent_selection == "seat_1"
        shown.append(table.last()[0]["observation"].tolist())
    assert shown[0] == shown[1]


@pytest.mark.parametrize("limit", [1, 4, None])
@pytest.mark.parametrize("parallel", [False, True])
def test_an_interrupt_leaves_a_match_as_it_was_or_as_it_is_then(parallel: bool, limit: int | None) -> None:
    def act(table: Any) -> None:
        acting = table.to_act if parallel else [table.agent_selection]
        actions = {agent: legal(table, agent) for agent in acting}
        table.step(actions if parallel else actions[acting[0]])

    def legal(table: Any, agent: str) -> int:
        return int(table.position.view(table.possible_agents.index(agent)).legal()[0].id)

    table = (parallel_env if parallel else env)("mutiny", players=3, max_plies=limit).unwrapped
    table.reset(seed=1)
    check_each_line(table, act, quarterdeck.lab.pettingzoo)
    act(table)
    check_each_line(table, lambda one: one.reset(seed=2), quarterdeck.lab.pettingzoo)
    if limit == 1 and not parallel:
        check_each_line(table, lambda one: one.step(None), quarterdeck.lab.pettingzoo, pettingzoo.utils)


@pytest.mark.parametrize("made", [env, parallel_env])
def test_a_copy_plays_on_by_itself(made: Any) -> None:
    table, other = made("mutiny", players=3).unwrapped, made("mutiny", players=3).unwrapped
    table.reset(seed=1)
    other.reset(seed=1)
    for twin in (copy(table), deepcopy(table), pickle.loads(pickle.dumps(table))):
        assert twin.position == table.position
        twin.reset()
        if made is env:
            twin.rewards["seat_0"] = 1.0
            assert table.rewards["seat_0"] == 0.0
    table.reset()
    other.reset()
    assert table.position == other.position


def test_a_seed_decides_this_match_and_the_following_ones() -> None:
    one, other = env("cartagena"), env("cartagena")
    one.reset(seed=5)
    other.reset(seed=5)
    one.reset()
    assert one.unwrapped.position != other.unwrapped.position
    other.reset()
    assert one.unwrapped.position == other.unwrapped.position


def test_a_match_without_an_end_is_truncated() -> None:
    table = env("mutiny", players=3, max_plies=60)
    table.reset(seed=1)
    rewards, ends = [], []
    for _agent in table.agent_iter(1000):
        seen, reward, over, cut, info = table.last()
        rewards.append(reward)
        ends += [(over, cut, seen["action_mask"].all(), info["points"])] if over or cut else []
        table.step(None if over or cut else int(seen["action_mask"].argmax()))
    points = table.unwrapped.position.scores
    assert ends == [(False, True, True, one) for one in points]
    assert not any(rewards)
    assert (table.unwrapped.plies, table.agents) == (60, [])
    table.reset(seed=1)
    assert not any(table.truncations.values())


def test_without_a_limit_of_ones_own_a_match_has_that_of_the_game() -> None:
    assert env("mutiny").unwrapped.max_plies == quarterdeck.game("mutiny").max_plies
    with pytest.raises(GameOptionError, match="max_plies is a whole number from 1 to 1000000000, not 0"):
        env("mutiny", max_plies=0)


def test_an_agent_with_nothing_to_decide_has_a_mask_of_all_1() -> None:
    table = env("meuterer", players=3)
    table.reset(seed=1)
    for agent in table.possible_agents:
        mask = table.observe(agent)["action_mask"]
        assert mask.all() == (agent != table.agent_selection)
        assert mask.any()
    finish(table, np.random.default_rng(0))
    assert table.unwrapped.observe("seat_0")["action_mask"].all()


def test_an_illegal_action_is_refused_and_the_match_goes_on() -> None:
    table = env("meuterer", players=3)
    table.reset(seed=1)
    before = table.unwrapped.position
    with pytest.raises(IllegalAction, match=r"^Seat \d may play 0 \(offer 0\), .* not 5 .*\(ME-\d+\)\.$"):
        table.step(5)
    assert table.unwrapped.position == before
    finish(table, np.random.default_rng(0))


def test_the_page_is_that_of_the_seat_that_acts_and_at_the_end_the_spectators() -> None:
    table = env("meuterer", render_mode="ansi")
    table.reset(seed=1)
    position = table.unwrapped.position
    (acting,) = position.to_act
    pages = [str(position.view(seat)) for seat in range(4)]
    assert table.render() == pages[acting] != pages[(acting + 1) % 4]
    finish(table, np.random.default_rng(0))
    assert table.render() == str(table.unwrapped.position.view(None))


def test_people_get_a_page_for_every_action(capsys: pytest.CaptureFixture[str]) -> None:
    table = env("meuterer", render_mode="human")
    table.reset(seed=1)
    assert capsys.readouterr().out.startswith("Meuterer, round 1 of 8: Offer")
    table.step(0)
    assert "Meuterer" in capsys.readouterr().out
    assert env("meuterer").unwrapped.render() is None


def test_an_unknown_agent_is_refused() -> None:
    there = env("meuterer", players=3)
    there.reset(seed=1)
    with pytest.raises(GameOptionError, match="no agent “seat_9”; there is seat_0, seat_1, seat_2"):
        there.observe("seat_9")
    for asked in (there.observation_space, there.action_space):
        with pytest.raises(GameOptionError, match="no agent “seat_9”; there is seat_0, seat_1, seat_2"):
            asked("seat_9")


def test_before_the_deal_nothing_is_seen_or_played() -> None:
    there = env("mutiny", render_mode="ansi").unwrapped
    for ask in (lambda: there.step(0), lambda: there.observe("seat_0"), there.render):
        with pytest.raises(QuarterdeckError, match=r"^Call reset\(\) before anything else"):
            ask()


def test_a_wrong_seed_is_refused() -> None:
    table = env("mutiny")
    for wrong in (-1, "x", True):
        with pytest.raises(GameOptionError, match="seed is a whole number, 0 or more, not"):
            table.reset(seed=cast(int, wrong))


def test_an_unknown_mode_is_refused() -> None:
    for make in (env, parallel_env):
        with pytest.raises(GameOptionError, match="masks is “observation” or “info”, not 'both'"):
            make("meuterer", masks="both")
    with pytest.raises(GameOptionError, match="There is no render mode 'rgb_array'; there are None, “ansi”"):
        env("meuterer", render_mode="rgb_array")
    with pytest.raises(GameOptionError, match="There is no render mode array"):
        env("meuterer", render_mode=cast(str, np.zeros(0)))
