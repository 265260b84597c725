"""The Gymnasium door for many matches: what each lane is told, and the three ways to begin the next match.

Interpreted: `training/test_strength.py` compares this with compiled matches.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any, cast

import gymnasium
import numpy as np
import pytest
from gymnasium.vector import AutoresetMode
from gymnasium.wrappers.vector import DictInfoToList, RecordEpisodeStatistics

import quarterdeck
from quarterdeck import ActionTextError, GameOptionError, IllegalAction, QuarterdeckError, SeatError
from quarterdeck.bots.search.weights import WeightsError, read_net, write_net
from quarterdeck.lab.compiled_bots.opponents import compiled_opponents
from quarterdeck.lab.compiled_bots.players import FIRST, HEURISTICS, RANDOM, SECOND
from quarterdeck.lab.gymnasium import make_vec
from quarterdeck.lab.gymnasium.vector_environment import VectorEnvironment
from quarterdeck.play import find
from tests.conformance.settings import each_game
from tests.lab.vectors import DISABLED, SAME, drawn, steps, tiny

pytestmark = pytest.mark.usefixtures("interpreted")


@each_game
def test_each_lane_is_told_what_its_seat_sees_may_do_and_wins(name: str) -> None:
    table = make_vec(name, 2, opponents=["random", "rule-of-thumb", "mate"], autoreset_mode=DISABLED)
    chance = np.random.default_rng(5)
    seen, info = table.reset(seed=5)
    over = np.zeros(2, bool)
    while not over.any():
        for lane, seat in enumerate(info["seat"]):
            view = table.position(lane).view(int(seat))
            assert seen[lane].tobytes() == view.observation().tobytes()
            legal = [action.id for action in view.legal()]
            assert np.flatnonzero(info["action_mask"][lane]).tolist() == legal
        seen, rewards, over, _cut, info = table.step(drawn(info, chance))
    for lane in np.flatnonzero(over).tolist():
        position, seat = table.position(lane), int(info["seat"][lane])
        assert seen[lane].tobytes() == position.view(seat).observation().tobytes()
        won = position.winners
        assert rewards[lane] == (1 / len(won) if seat in won else 0)
        assert tuple(info["points"][lane]) == position.scores
        assert info["_points"][lane]
        assert info["action_mask"][lane].all()
    assert not rewards[~over].any()


def test_a_lane_s_matches_are_those_of_its_seeds() -> None:
    table = make_vec("mutiny", 2, players=2, opponents="random", seat=0)
    table.reset(seed=8)
    assert (table.seed_of(1), table.position(1).to_act[0]) == ("8/1/0", 0)
    assert table.position(1) == quarterdeck.game("mutiny", players=2).start(seed="8/1/0")
    table.reset()
    assert table.seed_of(1) == "8/1/1"


def test_a_seed_decides_deals_seats_and_bots_whatever_the_number_of_lanes() -> None:
    played = [
        [(one[1][:2].tobytes(), one[2][:2].tolist(), one[5]["seat"][:2].tolist()) for one in steps(table, 30)]
        for table in (tiny(2), tiny(2), tiny(2, opponents=["rule-of-thumb"]))
    ]
    assert played[0] == played[1] != played[2]
    few, many = tiny(2), tiny(5)
    assert few.reset(seed=3)[0].tobytes() == many.reset(seed=3)[0][:2].tobytes()
    assert len({tuple(tiny(5).reset(seed=seed)[1]["seat"]) for seed in range(9)}) > 2


def test_a_match_is_the_same_whatever_was_played_in_its_lane_before() -> None:
    played = []
    for before in (0, 5):
        table = make_vec("mutiny", 2, players=2, opponents="random")
        _seen, info = table.reset(seed=8)
        for _ in range(before):
            _seen, _rewards, _over, _cut, info = table.step(info["action_mask"].argmax(1))
        _seen, info = table.reset()
        for _ in range(5):
            _seen, _rewards, _over, _cut, info = table.step(info["action_mask"].argmax(1))
        played.append([table.position(lane) for lane in range(2)])
    assert played[0] == played[1]


def test_seats_that_decide_at_the_same_time_as_the_learner_play_after_it() -> None:
    table = make_vec("mutiny", 1, players=3, seat=2)
    table.reset(seed=1)
    assert table.position(0).to_act == (0, 1, 2)


def test_lanes_without_a_seed_are_dealt_from_a_fresh_one() -> None:
    one, other = tiny(), tiny()
    one.reset()
    other.reset()
    assert one.seed != other.seed


def test_next_step_deals_when_a_match_has_ended_and_ignores_that_action() -> None:
    table = tiny()
    ended, dealt = np.zeros(3, bool), 0
    _seen, info = table.reset(seed=1)
    for _ in range(25):
        before = [table.seed_of(lane) for lane in range(3)]
        actions = info["action_mask"].argmax(1)
        _seen, rewards, over, cut, info = table.step(np.where(ended, 9999, actions))
        for lane in np.flatnonzero(ended).tolist():
            assert table.seed_of(lane) != before[lane]
            assert (rewards[lane], over[lane], cut[lane]) == (0, False, False)
            dealt += 1
        assert all(table.seed_of(lane) == before[lane] for lane in np.flatnonzero(~ended).tolist())
        ended = over | cut
    assert dealt > 2


def test_same_step_deals_at_once_and_keeps_what_was_seen_last() -> None:
    same, other = tiny(autoreset_mode=SAME), tiny(autoreset_mode=DISABLED)
    _seen, info = same.reset(seed=2)
    other.reset(seed=2)
    over, chance = np.zeros(3, bool), np.random.default_rng(1)
    while not over.any():
        actions = drawn(info, chance)
        seen, rewards, over, _cut, info = same.step(actions)
        last, shares, _over, _cut, final = other.step(actions)
    first, _info = other.reset(options={"reset_mask": over})
    assert (rewards.tolist(), seen.tobytes()) == (shares.tolist(), first.tobytes())
    assert info["_final_obs"].tolist() == info["_final_info"].tolist() == over.tolist()
    for lane in range(3):
        assert (info["final_obs"][lane] is not None) == over[lane]
        if over[lane]:
            assert info["final_obs"][lane].tobytes() == last[lane].tobytes()
            assert info["final_info"]["points"][lane].tolist() == final["points"][lane].tolist()
            assert info["final_info"]["action_mask"][lane].all()
    assert "points" not in info


def test_disabled_waits_for_a_mask_that_resets_these_lanes_alone() -> None:
    table = tiny(autoreset_mode=DISABLED)
    _seen, info = table.reset(seed=2)
    over, chance = np.zeros(3, bool), np.random.default_rng(1)
    while not over.any():
        seen, _rewards, over, _cut, info = table.step(drawn(info, chance))
    with pytest.raises(gymnasium.error.ResetNeeded, match=rf"^Match {over.argmax()} is over: deal its next"):
        table.step(info["action_mask"].argmax(1))
    assert not over.all()
    again, info = table.reset(options={"reset_mask": over})
    assert (again != seen).any(1).tolist() == over.tolist()
    assert [table.seed_of(lane)[-1] for lane in range(3)] == ["1" if one else "0" for one in over]
    table.step(info["action_mask"].argmax(1))


@pytest.mark.parametrize("illegal", ["lose", "error"])
def test_an_illegal_action_loses_its_match_or_is_refused_for_all(illegal: str) -> None:
    table = make_vec("meuterer", 3, illegal=illegal)
    seen, info = table.reset(seed=1)
    before = [table.position(lane) for lane in range(3)]
    actions = info["action_mask"].argmax(1)
    actions[1] = info["action_mask"][1].argmin()
    if illegal == "error":
        with pytest.raises(IllegalAction, match=r"^In match 1: Seat \d may play .*\(ME-\d+\)\.$"):
            table.step(actions)
        assert [table.position(lane) for lane in range(3)] == before
        return
    again, rewards, over, cut, info = table.step(actions)
    assert (over.tolist(), cut.sum(), rewards.sum()) == ([False, True, False], 0, 0)
    assert info["illegal"][1].startswith(f"Seat {info['seat'][1]} may play ")
    assert (info["_illegal"].tolist(), info["illegal"][0]) == ([False, True, False], None)
    assert (info["action_mask"][1].all(), "points" in info) == (True, False)
    assert again[1].tobytes() == seen[1].tobytes()
    assert table.position(1) == before[1]
    _seen, _rewards, over, _cut, _info = table.step(info["action_mask"].argmax(1))
    assert (over.sum(), table.seed_of(1), table.seed_of(0)) == (0, "1/1/1", "1/0/0")


@pytest.mark.parametrize(
    "wrong", [[0, 0], [0.0] * 3, "012", None, [0, 1, "x"], [0, [1, 2], 3], np.zeros((3, 1), int)]
)
def test_wrong_actions_are_refused(wrong: object) -> None:
    table = tiny()
    table.reset(seed=1)
    with pytest.raises(ActionTextError, match=r"^Actions are an array of 3 action ids"):
        table.step(wrong)


def test_an_unknown_action_is_refused_before_anything_is_played() -> None:
    table = tiny()
    _seen, info = table.reset(seed=1)
    before = [table.position(lane) for lane in range(3)]
    with pytest.raises(ActionTextError, match=r"^There is no action 9999"):
        table.step([*info["action_mask"].argmax(1)[:2].tolist(), 9999])
    assert [table.position(lane) for lane in range(3)] == before


def test_a_match_without_an_end_is_truncated_but_never_before_a_decision() -> None:
    table = make_vec("meuterer", 4, opponents="random", max_plies=1, autoreset_mode=SAME)
    _seen, info = table.reset(seed=1)
    assert all(seat in table.position(lane).to_act for lane, seat in enumerate(info["seat"]))
    assert len(set(info["seat"])) > 1
    _seen, rewards, over, cut, info = table.step(info["action_mask"].argmax(1))
    assert (over.sum(), cut.sum(), rewards.sum()) == (0, 4, 0)
    assert info["final_info"]["_points"].all()


def test_arrays_are_the_caller_s_own_unless_they_are_not_to_be_copied() -> None:
    for own in (True, False):
        table = tiny(copy=own)
        seen, info = table.reset(seed=1)
        assert info["action_mask"].flags.writeable == own
        after, *_rest, again = table.step(info["action_mask"].argmax(1))
        assert np.shares_memory(seen, after) == np.shares_memory(info["action_mask"], again["action_mask"])
        assert np.shares_memory(seen, after) != own


def test_the_registered_games_are_made_by_name_with_spaces_and_metadata() -> None:
    table = gymnasium.make_vec("quarterdeck/Meuterer-v1", num_envs=4, opponents="random", autoreset_mode=SAME)
    assert isinstance(table.unwrapped, VectorEnvironment)
    assert (table.num_envs, table.metadata["autoreset_mode"]) == (4, SAME)
    seen, info = table.reset(seed=1)
    assert table.observation_space.contains(seen)
    assert table.single_observation_space.shape == (quarterdeck.game("meuterer").features,)
    table.action_space.seed(1)
    assert table.action_space.contains(table.action_space.sample(mask=tuple(info["action_mask"])))
    table.close()
    assert table.closed
    with pytest.raises(GameOptionError, match=r"^quarterdeck/Meuterer-v1 is another game than"):
        gymnasium.make_vec("quarterdeck/Meuterer-v1", num_envs=2, game="mutiny")


@pytest.mark.parametrize("mode", AutoresetMode)
def test_wrappers_of_gymnasium_understand_it(mode: AutoresetMode) -> None:
    table = DictInfoToList(RecordEpisodeStatistics(tiny(2, autoreset_mode=mode)))
    infos = table.reset(seed=1)[1]
    over = np.zeros(2, bool)
    while not over.any():
        *_told, over, _cut, infos = table.step(np.array([one["action_mask"].argmax() for one in infos]))
    ended = infos[int(over.argmax())]
    assert ended["episode"]["l"] > 0
    assert len((ended["final_info"] if mode is SAME else ended)["points"]) == 2


def test_bots_sit_clockwise_from_the_learner() -> None:
    game = quarterdeck.game("meuterer")
    assert compiled_opponents(game, ["mate", "random", "deckhand"]).kinds == (SECOND, RANDOM, FIRST)
    assert compiled_opponents(game, ["mate", "random", "deckhand"]).sharpness == (0.15 / 1.4, 0.35 / 1.4)
    assert compiled_opponents(game, ["mate", "rule-of-thumb", "mate"]).kinds == (FIRST, HEURISTICS, FIRST)
    table = make_vec(game, 1, opponents=["mate", "random", "deckhand"], seat=2)
    table.reset(seed=1)
    assert table._matches.who[0, [3, 0, 1]].tolist() == [SECOND, RANDOM, FIRST]


@pytest.mark.parametrize(
    ("wrong", "kind", "sentence"),
    [
        ({"opponents": "captain"}, GameOptionError, "bots random, rule-of-thumb, .*, not 'captain'"),
        ({"opponents": "network"}, GameOptionError, "not 'network'. With vectorization_mode=\"async\" they"),
        ({"num_envs": 0}, GameOptionError, "num_envs is a whole number from 1"),
        ({"num_envs": 1 << 39}, GameOptionError, "There is no memory for 549755813888 lanes"),
        ({"autoreset_mode": "never"}, GameOptionError, "autoreset_mode is one of gymnasium.* not 'never'"),
        ({"copy": 1}, GameOptionError, "copy is True or False, not 1"),
        ({"threads": 0}, GameOptionError, "threads is a whole number, 1 or more, not 0"),
        ({"illegal": "warn"}, GameOptionError, "illegal can't be 'warn'"),
        ({"seat": 4}, SeatError, "There is no seat 4"),
        ({"max_plies": 0}, GameOptionError, "max_plies is a whole number from 1"),
    ],
)
def test_unknown_options_are_refused(
    wrong: dict[str, Any], kind: type[QuarterdeckError], sentence: str
) -> None:
    with pytest.raises(kind, match=sentence):
        make_vec("meuterer", **wrong)


def played(**options: Any) -> list[bytes]:
    """The observations of forty steps, always with the first legal action."""
    table = make_vec("cartagena", 3, players=3, seat=0, **options)
    seen, info = table.reset(seed=1)
    told = [seen.tobytes()]
    for _step in range(40):
        seen, _rewards, _ended, _truncated, info = table.step(info["action_mask"].argmax(axis=1))
        told.append(seen.tobytes())
    return told


def test_networks_play_by_their_files(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    own = str(find("cartagena").network)
    other, net = str(tmp_path / "other.npz"), read_net(own, "cartagena")
    write_net(other, net._replace(act=net.act * 0), "cartagena", {})
    assert played(opponents=other) != played(opponents=own)
    assert played(opponents=[own, other]) != played(opponents=[other, own])
    monkeypatch.setattr("quarterdeck.lab.compiled_bots.opponents.power", lambda *_: 1.0)
    assert played(opponents=["mate", other]) == played(opponents=[own, other])
    with pytest.raises(GameOptionError, match=r"have two bots with a network at most, not 3: deckhand, "):
        make_vec("cartagena", 3, players=4, opponents=["deckhand", own, other])
    with pytest.raises(WeightsError, match=r"for the game “cartagena”, not for meuterer"):
        make_vec("meuterer", 3, opponents=own)


@pytest.mark.parametrize("mask", [[True, True, True], np.zeros(3, bool), np.ones(2, bool), np.ones(3)])
def test_a_wrong_reset_mask_is_refused(mask: object) -> None:
    table = tiny()
    table.reset(seed=1)
    with pytest.raises(GameOptionError, match=r"reset_mask is a bool array of shape \(3,\) with"):
        table.reset(options={"reset_mask": mask})


def test_an_unknown_option_of_reset_is_refused_and_deals_nothing() -> None:
    table = tiny()
    table.reset(seed=1)
    seeds = [table.seed_of(lane) for lane in range(3)]
    with pytest.raises(GameOptionError, match="reset has no option 'mask': it has reset_mask"):
        table.reset(options={"mask": np.ones(3, bool)})
    with pytest.raises(GameOptionError, match="reset takes a mapping of options, such as reset_mask, not 5"):
        table.reset(options=cast(Any, 5))
    assert [table.seed_of(lane) for lane in range(3)] == seeds


def test_a_seed_and_a_mask_do_not_go_together_nor_does_a_mask_before_the_deal() -> None:
    table, mask = tiny(), np.ones(3, bool)
    with pytest.raises(gymnasium.error.ResetNeeded):
        table.reset(options={"reset_mask": mask})
    for ask in (lambda: table.step([0, 0, 0]), lambda: table.position(0), lambda: table.seed_of(0)):
        with pytest.raises(gymnasium.error.ResetNeeded):
            ask()
    with pytest.raises(GameOptionError, match="A seed begins all matches anew"):
        table.reset(seed=1, options={"reset_mask": mask})
    with pytest.raises(GameOptionError, match="seed is a whole number, 0 or more, not"):
        table.reset(seed=-1)
