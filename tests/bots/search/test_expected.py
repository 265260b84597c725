"""What others do in a simulation: searched for, or drawn from what sensible players do."""

from __future__ import annotations

import pytest

import quarterdeck
from quarterdeck.bots.search.net import no_net
from quarterdeck.bots.search.player import AVERAGING, EXPLORATION, parameters, workspace
from quarterdeck.bots.search.simulate import Parameters, search
from quarterdeck.bots.search.tree import grow
from quarterdeck.bots.search.weights import own_net
from quarterdeck.play import GAMES, View
from tests.bots.views import first_choice


def seats_in_tree(view: View, how: Parameters) -> set[int]:
    """Whose information sets the last simulations of a search went through."""
    game, seat = view.game, view.seat or 0
    tree, space = grow(400), workspace(view.state, game.players, game.features, own_net(game.id), "seed")
    found = set()
    for _ in range(150):
        space.path[:] = -1
        search(tree, space, own_net(game.id), how, seat, game.players, 1)
        found |= set(space.path[:, 2].tolist()) - {-1}
    return found


@pytest.mark.parametrize(("name", "taught"), [*((name, True) for name in GAMES), ("mutiny", False)])
def test_modelled_choices_of_others_are_not_searched(name: str, taught: bool) -> None:
    view = first_choice(name, seed=3)
    assert seats_in_tree(view, Parameters(EXPLORATION, AVERAGING, 1.0, taught)) == {view.seat}
    assert len(seats_in_tree(view, Parameters(EXPLORATION, AVERAGING, 0.0, taught))) > 1


def test_a_seats_search_models_the_others_and_a_spectators_models_nobody() -> None:
    assert parameters(first_choice("meuterer", seed=3), no_net()).modelled > 0
    assert parameters(first_choice("cartagena", seed=3), own_net("cartagena")).modelled > 0
    spectator = quarterdeck.game("meuterer").start(seed=3).view(None)
    assert parameters(spectator, own_net("meuterer")).modelled == 0


def test_rules_of_thumb_say_what_is_expected_in_every_game() -> None:
    assert all(parameters(first_choice(name, seed=3), own_net(name)).by_heuristics for name in GAMES)
