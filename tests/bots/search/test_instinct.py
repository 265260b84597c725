"""What the network would do at first sight is the same as what the compiled search hears from it."""

from __future__ import annotations

import numpy as np
import pytest

from quarterdeck.bots.search.instinct import instinct
from quarterdeck.bots.search.net import look, no_net, rate_actions
from quarterdeck.bots.search.weights import own_net
from quarterdeck.kernel.batch import no_ids
from quarterdeck.play import GAMES
from tests.bots.views import first_choice


@pytest.mark.parametrize("name", list(GAMES))
def test_instinct_is_what_the_search_hears_from_the_network(name: str) -> None:
    view, net = first_choice(name), own_net(name)
    lower, upper, prior = (np.zeros(units, np.float32) for units in (*net.second.shape, len(net.act)))
    ids, count = no_ids(), len(view.legal())
    ids[:count] = [action.id for action in view.legal()]
    look(net, view.observation(), lower, upper)
    rate_actions(net, upper, ids, count, prior)
    assert count > 1
    assert instinct(view, net) == pytest.approx(prior[:count], rel=1e-3)


def test_without_a_network_all_actions_look_the_same() -> None:
    view = first_choice("meuterer")
    count = len(view.legal())
    assert list(instinct(view, no_net())) == [1 / count] * count
