"""A bot that plays the network's policy as it is, flattened or sharpened."""

from __future__ import annotations

from collections import Counter
from typing import Any

import numpy as np
import pytest

from quarterdeck.bots.base import BotError
from quarterdeck.bots.network import NetworkPolicy
from quarterdeck.bots.search.net import no_net
from quarterdeck.bots.search.policy import policy_of
from quarterdeck.bots.search.weights import own_net
from quarterdeck.lab.exact import networked
from quarterdeck.play import GAMES
from tests.bots.views import first_choice


@pytest.mark.parametrize("sharpness", [0.5, 1.0, 4.0])
@pytest.mark.parametrize("name", list(GAMES))
def test_actions_are_drawn_from_the_policy_raised_to_a_power(name: str, sharpness: float) -> None:
    view = first_choice(name)
    shares = policy_of(view, own_net(name)) ** sharpness
    found = Counter(NetworkPolicy(seed, sharpness).choose(view) for seed in range(400))
    counts = np.array([found[action] for action in view.legal()])
    assert np.allclose(counts / 400, shares / shares.sum(), atol=0.1)
    assert counts.sum() == 400


def test_a_high_power_takes_the_best_action_and_never_rounds_all_of_them_to_nothing() -> None:
    view = first_choice("mutiny")
    policy = policy_of(view, own_net("mutiny"))
    assert policy.max() ** 1e9 == 0
    best = view.legal()[int(policy.argmax())]
    assert best != view.legal()[-1]
    assert {NetworkPolicy(seed, 1e9).choose(view) for seed in range(20)} == {best}


@pytest.mark.parametrize("sharpness", [-1, float("nan"), float("inf"), True, "1", None], ids=repr)
def test_an_impossible_power_is_refused_when_the_bot_is_made(sharpness: Any) -> None:
    with pytest.raises(BotError, match=r"^“sharpness” is a number from 0 on, not "):
        NetworkPolicy(0, sharpness)


def test_another_network_may_be_given_and_none_draws_at_random() -> None:
    view = first_choice("meuterer")
    found = {NetworkPolicy(seed, net=no_net()).choose(view) for seed in range(200)}
    assert found == set(view.legal())


@pytest.mark.parametrize("name", list(GAMES))
def test_a_network_is_of_the_game_that_is_played(name: str) -> None:
    view = first_choice(name)
    for other in GAMES:
        player = NetworkPolicy(net=own_net(other))
        if other == name:
            assert player.choose(view) in view.legal()
            continue
        with pytest.raises(ValueError, match=f"“net” is no network of {view.game.title}: its “first” has"):
            player.choose(view)
        with pytest.raises(ValueError, match=f"“net” is no network of {view.game.title}: its “first” has"):
            networked(own_net(other))(view)


def test_the_same_seed_and_view_give_the_same_action() -> None:
    view = first_choice("mutiny")
    assert len({NetworkPolicy("a").choose(view) for _ in range(5)}) == 1
