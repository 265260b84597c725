"""Beyond the tree a simulation plays on as sensible players would, and only then asks the network."""

from __future__ import annotations

import pytest

import quarterdeck
from quarterdeck.bots.search import TreeSearch
from quarterdeck.bots.search.player import parameters, workspace
from quarterdeck.bots.search.simulate import Parameters, Workspace, search
from quarterdeck.bots.search.tree import grow
from quarterdeck.bots.search.weights import own_net
from quarterdeck.play import GAMES, View

each_game = pytest.mark.parametrize("name", list(GAMES))


def opening(name: str) -> View:
    """What the seat to act sees of a fresh match."""
    quarterdeck.game(name).warm()
    position = quarterdeck.game(name).start(seed=6)
    return position.view(position.to_act[0])


def first(view: View, ahead: int, seed: str = "seed") -> tuple[int, Workspace]:
    """The moves of a search's first simulation, which knows no information set yet; and its workspace."""
    game, net = view.game, own_net(view.game.id)
    tree, space = grow(2), workspace(view.state, game.players, game.features, net, seed)
    return search(tree, space, net, parameters(view, net, ahead), view.seat or 0, game.players, 1), space


@each_game
def test_so_many_choices_are_played_before_the_network_is_asked(name: str) -> None:
    view = opening(name)
    assert first(view, 0)[0] == 0
    moves = [first(view, ahead)[0] for ahead in range(12)]
    assert all(made >= ahead for ahead, made in enumerate(moves))
    assert moves == sorted(moves)
    assert moves[11] > moves[3]


@each_game
def test_nobody_is_asked_where_the_match_is_over_before(name: str) -> None:
    """Then who has won is known, in whole parts; nothing that a network would say."""
    view = opening(name)
    for number in range(5):
        reward = first(view, 1_000_000, str(number))[1].reward
        won = [part for part in reward.tolist() if part]
        assert sum(won) == pytest.approx(1)
        assert set(won) == {1 / len(won)}
    assert 0 < first(view, 3)[1].reward.max() < 1


def test_a_search_plays_on_as_far_as_it_is_told() -> None:
    view = opening("mutiny")
    assert parameters(view, own_net("mutiny")) == Parameters(*parameters(view, own_net("mutiny"), 7)[:-1], 0)
    shallow, deep = (TreeSearch("a", 30, ahead=one) for one in (0, 7))
    assert shallow.consider(view) != deep.consider(view)
