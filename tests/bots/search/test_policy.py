"""What the network would do at first sight is the same as what the compiled search hears from it."""

from __future__ import annotations

from random import Random

import numpy as np
import pytest
from numpy.typing import NDArray

import quarterdeck
from quarterdeck.bots.search.net import Net, activations, forward, make_net, no_net, policy_head, weights_of
from quarterdeck.bots.search.policy import policy_of
from quarterdeck.bots.search.weights import own_net
from quarterdeck.kernel.batch import no_ids
from quarterdeck.play import GAMES, View
from tests.bots.views import first_choice


@pytest.mark.parametrize("name", list(GAMES))
def test_the_policy_is_what_the_search_hears_from_the_network(name: str) -> None:
    view, net = first_choice(name), own_net(name)
    assert len(view.legal()) > 1
    assert policy_of(view, net) == pytest.approx(heard(view, net), rel=1e-3)


def heard(view: View, net: Net) -> NDArray[np.float32]:
    """The policy over the view's legal actions as the search computes it."""
    room, prior = activations(*net.first.shape), np.zeros(len(net.act), np.float32)
    ids, count = no_ids(), len(view.legal())
    ids[:count] = [action.id for action in view.legal()]
    room.seen[:] = view.observation()
    forward(net, room)
    policy_head(net, room.upper, view.state, view.seat or 0, ids, count, prior)
    return prior[:count]


def test_without_a_network_all_actions_look_the_same() -> None:
    view = first_choice("meuterer")
    count = len(view.legal())
    assert list(policy_of(view, no_net())) == [1 / count] * count


def favourite(name: str, text: str, *, canonical: bool = True) -> Net:
    """A network that takes this action wherever it may."""
    net = weights_of(own_net(name))
    plain = {field: np.zeros_like(weights) for field, weights in net.items()}
    plain["act_bias"][quarterdeck.game(name).action(text).id] = 20
    return make_net(**plain)._replace(canonical=canonical)


@pytest.fixture(scope="module")
def pick() -> View:
    """A tie that a lookout other than seat 0 breaks, and is among."""
    position, random = quarterdeck.game("mutiny", deals="closed").start(seed=1), Random(1)
    while True:
        seat = position.to_act[0]
        legal = [action.text for action in position.legal(seat)]
        if seat and len(legal) > 1 and f"pick {seat}" in legal:
            return position.view(seat)
        position = position.play(seat, random.choice(legal))


def test_a_network_picks_by_seats_counted_from_its_own(pick: View) -> None:
    shares = dict(zip(pick.legal(), policy_of(pick, favourite("mutiny", "pick 0")), strict=True))
    assert max(shares, key=shares.__getitem__).text == f"pick {pick.seat}"


def test_a_network_of_before_picks_by_number(pick: View) -> None:
    other = pick.legal()[0]
    net = favourite("mutiny", other.text, canonical=False)
    assert policy_of(pick, net)[0] > 0.99
    assert policy_of(pick, favourite("mutiny", other.text))[0] < 0.99


@pytest.mark.parametrize("canonical", [True, False])
def test_the_search_hears_the_same_of_any_seat(pick: View, canonical: bool) -> None:
    net = own_net("mutiny")._replace(canonical=canonical)
    assert policy_of(pick, net) == pytest.approx(heard(pick, net), rel=1e-3)
