"""The trainable network: what it says is what its network for the search says."""

from __future__ import annotations

import numpy as np
import pytest
import torch

import quarterdeck
from quarterdeck.bots.search.net import weights_of
from quarterdeck.lab.training import model as models
from quarterdeck.lab.training.model import Model, precision, words
from quarterdeck.play import GAMES

each_game = pytest.mark.parametrize("name", list(GAMES))


@each_game
def test_an_action_is_known_by_its_words_and_their_pairs(name: str) -> None:
    table = words(name)
    assert len(table) == GAMES[name].actions
    assert len({tuple(row) for row in table}) == len(table)


@each_game
def test_the_network_for_the_search_says_what_the_model_says(name: str) -> None:
    torch.manual_seed(1)
    model = Model(name, quarterdeck.game(name).features, 16)
    net, seen = model.net(), torch.rand(5, len(model.first.weight[0]))
    with torch.no_grad():
        (layer, win, _), table = model(seen), model.actions()
    lower = np.maximum(seen.numpy() @ net.first + net.first_bias, 0)
    upper = np.maximum(lower @ net.second + net.second_bias, 0)
    assert np.allclose(upper @ net.win.T + net.win_bias, win, atol=1e-4)
    assert np.allclose(upper, layer, atol=1e-4)
    assert np.allclose(upper @ net.act.T + net.act_bias, layer @ table[:, :-1].T + table[:, -1], atol=1e-4)


@each_game
def test_a_model_takes_over_a_network(name: str) -> None:
    features = quarterdeck.game(name).features
    torch.manual_seed(1)
    net = Model(name, features, 16).net()
    model = Model(name, features, 16)
    model.adopt(net)
    for name_of_weights, right in weights_of(net).items():
        assert np.allclose(getattr(model.net(), name_of_weights), right, atol=1e-5)


@pytest.mark.parametrize("faster", [torch.float32, torch.bfloat16])
def test_the_processor_gets_the_numbers_that_it_multiplies_faster(
    monkeypatch: pytest.MonkeyPatch, faster: torch.dtype
) -> None:
    monkeypatch.setattr(models, "_seconds_per_layer", lambda kind: 1.0 if kind == faster else 4.0)
    # Undecorated: other tests keep what was measured.
    assert precision.__wrapped__("cpu") == faster
    assert precision.__wrapped__("cuda") == torch.bfloat16
