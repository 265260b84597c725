"""Matches that measure a network."""

from __future__ import annotations

import pytest
import torch

import quarterdeck
from quarterdeck.bots.search.weights import own_net
from quarterdeck.lab.compiled_bots.matches import play_on
from quarterdeck.lab.gymnasium import make_vec
from quarterdeck.lab.training.model import Model
from quarterdeck.lab.training.strength import strength

GAME = "cartagena"


def test_networks_that_are_the_same_win_their_fair_share() -> None:
    net = own_net(GAME)
    won = strength(quarterdeck.game(GAME), net, 200, "same", other=net)
    assert won.low < 0.25 < won.high
    assert won.high - won.low < 0.1


def test_a_network_that_plays_at_random_loses_to_itself_as_trained() -> None:
    net = own_net(GAME)
    flat = strength(quarterdeck.game(GAME), net, 100, "flat", other=net, sharpness=(0.0, 1.0))
    sharp = strength(quarterdeck.game(GAME), net, 100, "flat", other=net, sharpness=(1.0, 0.0))
    assert flat.high < 0.25 < sharp.low


def test_a_network_that_has_learned_nothing_loses_to_the_game_s_own_and_to_rules_of_thumb() -> None:
    torch.manual_seed(1)
    ignorant = Model(GAME, quarterdeck.game(GAME).features, 8).net()
    assert strength(quarterdeck.game(GAME), ignorant, 50, "one", other=own_net(GAME)).high < 0.2
    assert strength(quarterdeck.game(GAME), ignorant, 50, "one").high < 0.2
    # The two networks have layers of different sizes, whichever comes first.
    assert strength(quarterdeck.game(GAME), own_net(GAME), 50, "one", other=ignorant).low > 0.5


def test_the_same_seed_gives_the_same_figure_and_interpreted_matches_are_the_compiled_ones(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    game, net = quarterdeck.game(GAME, players=2), own_net(GAME)
    found = strength(game, net, 3, "seed", sharpness=(2.0, 1.0))
    assert strength(game, net, 3, "seed", sharpness=(2.0, 1.0)) == found
    monkeypatch.setenv("QUARTERDECK_INTERPRET", "1")
    monkeypatch.setattr(play_on, "_compiled", None)
    assert strength(game, net, 3, "seed", sharpness=(2.0, 1.0)) == found


def test_compiled_matches_of_a_learner_among_bots_are_the_interpreted_ones(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Here, since this file has compiled them."""

    def played() -> list[bytes]:
        bots = ["random", "rule-of-thumb", "mate"]
        table = make_vec(GAME, 2, opponents=bots, max_plies=60, autoreset_mode="SameStep")
        _seen, info = table.reset(seed=1)
        told = []
        for _ in range(25):
            seen, rewards, over, cut, info = table.step(info["action_mask"].argmax(1))
            told += [one.tobytes() for one in (seen, rewards, over, cut, info["action_mask"])]
        assert table._match_numbers.sum() > 0
        return told

    compiled = played()
    monkeypatch.setenv("QUARTERDECK_INTERPRET", "1")
    monkeypatch.setattr(play_on, "_compiled", None)
    assert played() == compiled
