"""Rollouts improve a network's policy, by what the seat can know alone."""

from __future__ import annotations

import numpy as np
import pytest

import quarterdeck
from quarterdeck.bots.network import NetworkPolicy
from quarterdeck.bots.search import RolloutSearch
from quarterdeck.bots.search import rollout_search as module
from quarterdeck.bots.search.net import no_net
from quarterdeck.bots.search.policy import policy_of
from quarterdeck.bots.search.rollout_search import EACH, NOISE, TEMPERATURE, Trials
from quarterdeck.bots.search.rollouts import WORLD, arrays_for, roll_out
from quarterdeck.bots.search.weights import own_net
from quarterdeck.errors import GameOptionError
from quarterdeck.play import GAMES
from tests.bots.search.test_player import middle, positions

each_game = pytest.mark.parametrize("name", list(GAMES))


@each_game
def test_each_action_is_tried_in_the_same_worlds_with_the_same_chances(name: str) -> None:
    """So the same action twice comes to the same."""
    view = middle(name)
    arrays, seats = arrays_for(view, own_net(name), "a"), view.game.players
    action = view.legal()[0].id
    sums = np.zeros((3, seats + 1))
    assert view.seat is not None
    roll_out(arrays, own_net(name), view.seat, np.array([action] * 3), 7, 9, sums)
    assert sums[0].tolist() == sums[1].tolist() == sums[2].tolist()
    assert sums[0].sum() == pytest.approx(7)


@each_game
def test_rollouts_go_as_deep_as_they_are_told(name: str) -> None:
    view = middle(name)
    assert view.seat is not None
    plies = []
    for depth in range(6):
        arrays, sums = arrays_for(view, own_net(name), "a"), np.zeros((1, view.game.players + 1))
        plies.append(
            roll_out(arrays, own_net(name), view.seat, np.array([view.legal()[0].id]), 1, depth, sums)
        )
    assert plies == sorted(plies)
    assert plies[0] >= 1
    assert plies[5] >= 6
    assert arrays.cells[WORLD] != arrays.cells[0]


@pytest.mark.parametrize(("simulations", "temperature"), [(16, NOISE / 8**0.5), (2_000, TEMPERATURE)])
def test_the_improved_policy_is_a_step_from_the_networks(simulations: int, temperature: float) -> None:
    """A step that is the smaller the fewer rollouts there are: here 8 and 1,000 for each of two actions."""
    view = middle("cartagena")
    trials = Trials(RolloutSearch(simulations=simulations), view)
    trials.try_all()
    assert trials.worlds.tolist() == [simulations // 2] * 2
    values = trials.sums[:, view.seat or 0] / trials.worlds
    step = np.log(trials.improved() / np.maximum(trials.policy, 1e-9)) - values / temperature
    assert step == pytest.approx(np.full(2, step[0]), abs=1e-6)


def test_halving_leaves_the_better_half_after_each_round() -> None:
    view = next(
        position.view(position.to_act[0])
        for position in positions(quarterdeck.game("meuterer"), 1, 1)
        if len(position.legal()) >= 5
    )
    trials = Trials(RolloutSearch(simulations=1_200), view)
    last = trials.halve()
    worlds = sorted(trials.worlds.tolist())
    assert len(set(worlds)) > 2
    assert worlds[-1] == worlds[-2]
    assert trials.worlds[last] == worlds[-1]
    assert sum(worlds) <= 1_200


def test_only_likely_actions_are_tried_where_there_are_many_or_few_rollouts() -> None:
    view = next(
        position.view(position.to_act[0])
        for position in positions(quarterdeck.game("meuterer"), 1, 1)
        if len(position.legal()) >= 5
    )
    trials = Trials(RolloutSearch(simulations=2 * EACH + 1), view)
    trials.try_all()
    assert set(np.flatnonzero(trials.worlds)) == set(np.argsort(-trials.policy)[:2])
    assert [one.win is None for one in trials.outlook().choices] == (trials.worlds == 0).tolist()


@pytest.mark.parametrize("luck", [0.0, 0.3, 0.6, 0.9])
def test_simultaneous_choices_are_drawn_from_the_improved_policy(
    luck: float, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Here where the network's policy is mixed, too."""
    net = own_net("mutiny")
    view = next(
        position.view(position.to_act[0])
        for position in positions(quarterdeck.game("mutiny"), 1, 1)
        if len(position.to_act) > 1 and policy_of(position.view(position.to_act[0]), net).max() < 0.9
    )
    monkeypatch.setattr(module, "chance", lambda *_about: luck)
    shares = np.cumsum([one.share for one in RolloutSearch(1, 400).consider(view)])
    assert RolloutSearch(1, 400).choose(view) == view.legal()[int((shares <= luck).sum())]


def test_a_network_is_of_the_game_that_is_played() -> None:
    with pytest.raises(ValueError, match=r"“net” is no network of Meuterer"):
        RolloutSearch(net=own_net("mutiny")).consider(middle("meuterer"))
    with pytest.raises(ValueError, match=r"“net” is no network of Meuterer"):
        RolloutSearch(net=no_net()).consider(middle("meuterer"))


def test_a_game_without_a_network_has_another_search(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "own_net", lambda _name: no_net())
    told = r"^Meuterer has no network: use TreeSearch, or give net=read_net\(FILE, 'meuterer'\)\.$"
    with pytest.raises(GameOptionError, match=told):
        RolloutSearch().consider(middle("meuterer"))
    with pytest.raises(GameOptionError, match=r"^“simulations” is a whole number from 1 on, not 0\.$"):
        RolloutSearch(simulations=0)


def test_the_search_beats_the_network_alone() -> None:
    """In Mutiny!, each from every seat in the same deals: fair is a quarter."""
    game = quarterdeck.game("mutiny")
    game.warm()
    won = 0.0
    for number in range(16):
        position = game.start(seed=number // 4)
        while not position.over:
            seat = position.to_act[0]
            player = RolloutSearch(number, 60, depth=10) if seat == number % 4 else NetworkPolicy(number)
            position = position.play(seat, player.choose(position.view(seat)))
        won += (number % 4 in position.winners) / max(len(position.winners), 1)
    assert won >= 5
