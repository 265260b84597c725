"""The Gymnasium door: its own check for every game; seats, opponents, masks and illegal actions."""

from __future__ import annotations

import pickle
import subprocess
import sys
from copy import copy, deepcopy
from inspect import signature
from typing import Any

import gymnasium
import numpy as np
import pytest
from gymnasium.utils.env_checker import check_env

import quarterdeck.lab.gymnasium
from quarterdeck import (
    GAMES,
    Action,
    ActionTextError,
    Game,
    GameOptionError,
    IllegalAction,
    QuarterdeckError,
    SeatError,
    View,
)
from quarterdeck.bots.network import NetworkPolicy
from quarterdeck.bots.uniform import Uniform
from quarterdeck.lab import pettingzoo
from quarterdeck.lab.arena.match import BotFailure
from quarterdeck.lab.gymnasium import make, make_vec, register
from quarterdeck.lab.gymnasium.environment import Environment
from tests.conformance.settings import each_game, each_setting
from tests.failing import Cheats
from tests.lab.cut_short import check_each_line
from tests.lab.stalling import Staller


def finish(table: Environment, seed: int) -> tuple[float, list[list[float]], dict[str, Any]]:
    """Play a match at random: the reward in all, every observation, and the last info."""
    chooser = np.random.default_rng(seed)
    seen, info = table.reset(seed=seed)
    shown, total, over = [seen.tolist()], 0.0, False
    while not over:
        legal = np.flatnonzero(info["action_mask"])
        assert np.flatnonzero(table.action_masks()).tolist() == legal.tolist()
        seen, reward, over, _cut, info = table.step(chooser.choice(legal))
        shown.append(seen.tolist())
        total += reward
    return total, shown, info


@each_setting
def test_it_passes_the_check_of_the_library(game: Game) -> None:
    register()
    name = f"quarterdeck/{game.id.capitalize()}-v1"
    chosen: dict[str, Any] = {"opponents": "random", **game.options}
    check_env(gymnasium.make(name, **chosen).unwrapped)


@each_game
def test_no_option_of_a_game_has_a_name_that_a_door_takes_for_itself(name: str) -> None:
    doors = (make, make_vec, quarterdeck.lab.vector, pettingzoo.env)
    taken = {one for door in doors for one in signature(door).parameters}
    assert taken.isdisjoint(option.name for option in quarterdeck.GAMES[name].options)


@each_game
def test_the_reward_is_the_seats_share_of_the_win(name: str) -> None:
    table = make(name, opponents="random")
    total, _shown, info = finish(table, 3)
    assert table.position is not None
    won = table.position.winners
    assert total == (1 / len(won) if table.seat in won else 0.0)
    assert info["points"] == table.position.scores


def test_a_seed_decides_deal_seat_and_bots() -> None:
    tables = [make("meuterer", opponents=["random", "rule-of-thumb", "random"]) for _ in range(2)]
    assert finish(tables[0], 5)[:2] == finish(tables[1], 5)[:2]
    assert finish(tables[0], 6)[1] != finish(tables[1], 5)[1]


def test_a_seed_is_any_whole_number_from_0() -> None:
    table = make("meuterer", opponents="random")
    of_numpy: Any = np.int64(5)
    assert table.reset(seed=of_numpy)[0].tobytes() == table.reset(seed=5)[0].tobytes()
    wrong: list[Any] = [-1, 1.5, "x", True]
    for seed in wrong:
        with pytest.raises(GameOptionError, match=r"^seed is a whole number, 0 or more, not "):
            table.reset(seed=seed)


@pytest.mark.parametrize("limit", [1, 4, None])
def test_an_interrupt_leaves_a_match_as_it_was_or_as_it_is_then(limit: int | None) -> None:
    def act(table: Any) -> None:
        table.step(table._action_mask().argmax())

    table = make("mutiny", players=3, opponents="random", max_plies=limit)
    table.reset(seed=1)
    check_each_line(table, act, quarterdeck.lab.gymnasium)
    act(table)
    check_each_line(table, lambda one: one.reset(seed=2), quarterdeck.lab.gymnasium)


def test_a_copy_plays_on_by_itself() -> None:
    table, other = (make("mutiny", players=3, opponents="random") for _ in range(2))
    table.reset(seed=1)
    other.reset(seed=1)
    for twin in (copy(table), deepcopy(table), pickle.loads(pickle.dumps(table))):
        assert twin.position == table.position
        twin.reset()
    table.reset()
    other.reset()
    assert table.position == other.position


def test_the_seat_changes_from_match_to_match_unless_it_is_chosen() -> None:
    free, fixed = make("mutiny", players=3, opponents="random"), make("mutiny", players=3, seat=2)
    assert {free.reset(seed=seed)[1]["seat"] for seed in range(30)} == {0, 1, 2}
    assert {fixed.reset(seed=seed)[1]["seat"] for seed in range(5)} == {2}


def test_opponents_sit_clockwise_from_the_learner(monkeypatch: pytest.MonkeyPatch) -> None:
    table = make("meuterer", opponents=["random", "rule-of-thumb", "mate"], seat=2)
    table.reset(seed=1)
    kinds = {seat: type(bot).__name__ for seat, bot in table._bots.items()}
    assert kinds == {3: "Uniform", 0: "RuleOfThumb", 1: "Level"}


class First:
    """Takes the first legal action."""

    def choose(self, view: View) -> Action:
        return view.legal()[0]


@pytest.mark.parametrize("given", [First, f"{__name__}:First"])
def test_an_opponent_may_be_a_class_of_ones_own(given: type[First] | str) -> None:
    table = make("mutiny", players=3, seat=0, opponents=[given, "random"])
    table.reset(seed=1)
    assert [type(table._bots[seat]) for seat in (1, 2)] == [First, Uniform]
    seen, *_rest = table.step(np.int64(table.action_masks().argmax()))
    twin = pickle.loads(pickle.dumps(table))
    assert twin.step(np.int64(twin.action_masks().argmax()))[0].shape == seen.shape


def test_an_illegal_move_of_an_opponent_is_not_told_as_the_learners() -> None:
    table = make("mutiny", players=3, seat=0, opponents=Cheats, illegal="error")
    _seen, info = table.reset(seed=1)
    with pytest.raises(BotFailure, match=r"^The opponent Cheats made an illegal move, “"):
        table.step(info["action_mask"].argmax())


def test_an_opponent_may_be_a_networks_file() -> None:
    network = str(GAMES["cartagena"].network)
    table = make("cartagena", players=2, opponents=network, seat=0)
    table.reset(seed=1)
    assert isinstance(table._bots[1], NetworkPolicy)
    with pytest.raises(GameOptionError, match=r"^The network .* plays cartagena, not mutiny\.$"):
        make("mutiny", opponents=network)


def test_seats_that_decide_at_the_same_time_as_the_learner_play_after_it() -> None:
    table = make("mutiny", players=3, seat=2)
    table.reset(seed=1)
    assert table.position is not None
    assert table.position.to_act == (0, 1, 2)


@each_game
def test_an_illegal_action_loses_the_match_and_says_why(name: str) -> None:
    table = make(name)
    _seen, info = table.reset(seed=1)
    wrong = int(np.flatnonzero(info["action_mask"] == 0)[0])
    _seen, reward, over, cut, info = table.step(np.int64(wrong))
    assert (reward, over, cut) == (0.0, True, False)
    assert info["illegal"].startswith(f"Seat {table.seat} may play ")


def test_a_match_that_is_over_does_not_end_again() -> None:
    table = make("mutiny", table="tiny", opponents="random")
    _seen, info = table.reset(seed=0)
    over = False
    while not over:
        _seen, _reward, over, _cut, info = table.step(np.int64(np.flatnonzero(info["action_mask"])[0]))
    for action in (0, np.int64(1)):
        with pytest.raises(gymnasium.error.ResetNeeded, match="The match is over: reset"):
            table.step(np.int64(action))
    table.reset()
    table.step(np.int64(np.flatnonzero(table.action_masks())[0]))


def test_a_match_that_was_lost_does_not_go_on() -> None:
    table = make("mutiny", players=2, seat=0)
    table.reset(seed=0)
    table.step(np.int64(np.flatnonzero(~table.action_masks())[0]))
    legal = np.int64(np.flatnonzero(table.action_masks())[0])
    with pytest.raises(gymnasium.error.ResetNeeded):
        table.step(legal)
    table.reset()
    table.step(np.int64(np.flatnonzero(table.action_masks())[0]))


def test_an_illegal_action_raises_if_that_is_wanted_and_the_match_goes_on() -> None:
    table = make("meuterer", illegal="error", seat=0)
    table.reset(seed=1)
    before = table.position
    wrong = np.flatnonzero(~table.action_masks())[0]
    with pytest.raises(IllegalAction, match=r"^Seat 0 may play"):
        table.step(wrong)
    with pytest.raises(ActionTextError):
        table.step(np.int64(10_000))
    assert table.position is before


def test_the_registered_games_can_be_made_by_name_and_many_at_once() -> None:
    register()
    register()
    table = gymnasium.make("quarterdeck/Cartagena-v1", players=2, opponents="random")
    assert table.reset(seed=1)[0].shape == (312,)
    two: dict[str, Any] = {"num_envs": 2, "vectorization_mode": "sync"}
    lanes = gymnasium.make_vec("quarterdeck/Mutiny-v1", **two, players=2, opponents="random")
    _seen, info = lanes.reset(seed=1)
    assert info["action_mask"].shape == (2, 1645)
    lanes.close()


def test_gymnasium_makes_a_game_named_with_its_module() -> None:
    script = (
        "import gymnasium\n"
        "table = gymnasium.make('quarterdeck.lab.gymnasium:quarterdeck/Mutiny-v1', players=2)\n"
        "print(table.reset(seed=1)[0].shape)"
    )
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=True)
    assert done.stdout == f"({quarterdeck.game('mutiny').features},)\n"


@pytest.mark.parametrize("other", ["cartagena", quarterdeck.game("meuterer"), 3])
def test_a_registered_name_makes_no_other_game(other: object) -> None:
    with pytest.raises(GameOptionError, match=r"^quarterdeck/Mutiny-v1 is another game than"):
        gymnasium.make("quarterdeck/Mutiny-v1", game=other)
    same: Any = gymnasium.make("quarterdeck/Mutiny-v1", game=quarterdeck.game("mutiny", players=5))
    assert same.unwrapped.game.players == 5


@pytest.mark.parametrize("limit", [101, 102])
def test_a_match_without_an_end_is_truncated(limit: int) -> None:
    """At one of these limits it is the learner's turn, at the other the bot's."""
    table = make("mutiny", players=2, opponents=Staller, max_plies=limit)
    for seed in (1, 2):
        _seen, info = table.reset(seed=seed)
        over = cut = False
        while not (over or cut):
            _seen, reward, over, cut, info = table.step(np.int64(np.flatnonzero(info["action_mask"])[0]))
        assert (over, cut, reward, table.plies) == (False, True, 0.0, limit)
        assert info["action_mask"].all()
        assert table.position is not None
        assert info["points"] == table.position.scores
        with pytest.raises(gymnasium.error.ResetNeeded):
            table.step(np.int64(0))


@pytest.mark.parametrize("end", ["over", "truncated", "illegal"])
def test_every_action_can_be_drawn_from_the_mask_of_an_end(end: str) -> None:
    table = make("mutiny", opponents="random", table="tiny", max_plies=1 if end == "truncated" else None)
    _seen, info = table.reset(seed=0)
    over = cut = False
    while not (over or cut):
        wanted = 0 if end == "illegal" else 1
        action = np.flatnonzero(info["action_mask"] == wanted)[0]
        _seen, _reward, over, cut, info = table.step(np.int64(action))
    assert cut == (end == "truncated")
    assert info["action_mask"].all()
    assert table.action_masks().all()


def test_many_at_once_always_have_something_to_draw() -> None:
    two: dict[str, Any] = {"num_envs": 2, "vectorization_mode": "sync"}
    lanes = gymnasium.make_vec("quarterdeck/Mutiny-v1", **two, table="tiny", opponents="random")
    _seen, info = lanes.reset(seed=1)
    ends = 0
    for _ in range(60):
        assert info["action_mask"].any(axis=1).all()
        _seen, _reward, over, _cut, info = lanes.step(info["action_mask"].argmax(axis=1))
        ends += int(over.sum())
    assert ends > 2
    lanes.close()


def test_a_page_is_that_of_the_seat(capsys: pytest.CaptureFixture[str]) -> None:
    table = make("mutiny", players=2, render_mode="ansi", seat=1)
    table.reset(seed=1)
    assert table.position is not None
    assert table.render() == str(table.position.view(1))
    shown = make("mutiny", players=2, render_mode="human")
    shown.reset(seed=1)
    assert capsys.readouterr().out.startswith("Mutiny!, turn 1")
    assert make("mutiny").render() is None


@pytest.mark.parametrize(
    ("wrong", "kind", "sentence"),
    [
        ({"opponents": "nobody"}, GameOptionError, "There is no agent “nobody”: name one of rule-of-thumb"),
        ({"opponents": ["random"]}, GameOptionError, "with 4 players needs 3 opponents, not 1"),
        ({"opponents": [["random"]] * 3}, GameOptionError, "The agent list has no method choose"),
        ({"seat": 1.0}, SeatError, r"There is no seat 1\.0; seats are the numbers 0 to 3"),
        ({"opponents": None}, GameOptionError, "opponents is the name of a bot, or a list .*, not None"),
        ({"opponents": 3}, GameOptionError, "opponents is the name of a bot, or a list .*, not 3"),
        ({"opponents": 10**5000}, GameOptionError, "or a list .*, not one of thousands of digits"),
        ({"seat": 10**5000}, SeatError, "There is no seat one of thousands of digits"),
        ({"seat": True}, SeatError, "There is no seat True; seats are the numbers 0 to 3"),
        ({"seat": 4}, SeatError, "There is no seat 4; seats are the numbers 0 to 3"),
        ({"illegal": "warn"}, GameOptionError, "illegal can't be 'warn'; it is one of 'lose', 'error'"),
        ({"render_mode": "rgb_array"}, GameOptionError, "render_mode can't be 'rgb_array'"),
        ({"illegal": np.zeros(0)}, GameOptionError, "illegal can't be array"),
        ({"players": 9}, GameOptionError, "not “9”"),
    ],
)
def test_unknown_options_are_refused(
    wrong: dict[str, Any], kind: type[QuarterdeckError], sentence: str
) -> None:
    with pytest.raises(kind, match=sentence):
        make("meuterer", **wrong)


def test_a_step_before_the_deal_is_refused() -> None:
    with pytest.raises(gymnasium.error.ResetNeeded, match="it deals the match"):
        make("meuterer").step(np.int64(0))
