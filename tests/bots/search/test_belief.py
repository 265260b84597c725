"""Beliefs weigh worlds by what the other seats would know in them, never by what the viewer can't know."""

from __future__ import annotations

import math
from typing import Any

import numpy as np
import pytest

import quarterdeck
from quarterdeck.bots.search import RolloutSearch
from quarterdeck.bots.search import belief as module
from quarterdeck.bots.search.belief import (
    CHOSEN,
    PROPOSAL,
    Belief,
    deal_likely,
    dealer_for,
    log_ratio,
    make_belief,
    no_belief,
)
from quarterdeck.kernel import jit
from quarterdeck.kernel.random import Dice
from quarterdeck.kernel.record import cell, to_bytes, zeros
from quarterdeck.kernel.verbs import determinize
from quarterdeck.play import GAMES, View
from quarterdeck.play.position import dice
from tests.bots.search.test_player import middle

each_game = pytest.mark.parametrize("name", list(GAMES))
UNITS = 5


def random_belief(name: str, scale: float = 0.5) -> Belief:
    """A belief that has learned nothing, but has opinions."""
    features, random = quarterdeck.game(name).features, np.random.default_rng(1)
    shapes = {
        "first": (features, UNITS),
        "first_bias": (UNITS,),
        "second": (UNITS, UNITS),
        "second_bias": (UNITS,),
        "out": (UNITS,),
    }
    return make_belief(**{field: random.normal(0, scale, shape) for field, shape in shapes.items()})


def rated(belief: Belief, view: View, world: quarterdeck.Position) -> float:
    """`log_ratio` of a world of this view."""
    assert view.seat is not None
    dealer = dealer_for(view, belief, 2)
    dealer.cells[PROPOSAL] = cell(world.state)[0]
    return log_ratio(dealer, view.seat, view.game.players)


def rolls(seed: str) -> Dice:
    """A source of deals."""
    made = zeros(Dice, 1)
    made[0] = dice(seed)
    source: Dice = made[0]
    return source


@each_game
def test_a_world_is_weighed_by_what_each_other_seat_would_know_in_it(name: str) -> None:
    view, belief = middle(name), random_belief(name)
    world = view.sample(seed=3)
    expected = 0.0
    for seat in range(view.game.players):
        if seat != view.seat:
            lower = np.maximum(world.view(seat).observation() @ belief.first + belief.first_bias, 0)
            expected += np.maximum(lower @ belief.second + belief.second_bias, 0) @ belief.out
    assert rated(belief, view, world) == pytest.approx(expected, abs=1e-4)
    assert abs(expected) > 0.1


def test_what_the_others_cannot_know_weighs_nothing() -> None:
    """At a table of two: deal again what the other one can't know, such as the viewer's own cards."""
    position = quarterdeck.game("cartagena", players=2).start(seed=2)
    seat = position.to_act[0]
    view, belief = position.view(seat), random_belief("cartagena")
    worlds = [position.view(1 - seat).sample(seed=seed) for seed in range(3)]
    assert len({to_bytes(world.state) for world in worlds}) == 3
    assert {rated(belief, view, world) for world in worlds} == {rated(belief, view, position)}


def test_a_proposal_is_taken_in_proportion_to_its_weight(monkeypatch: pytest.MonkeyPatch) -> None:
    """Here of one that weighs 3 and one that weighs 1, which are dealt by turns."""
    view = middle("cartagena")
    dealer, source = dealer_for(view, random_belief("cartagena"), 2), rolls("proportion")
    proposed = [0]

    def number(world: np.void, *_viewer_and_dice: object) -> None:
        proposed[0] += 1
        world["key"] = proposed[0] % 2

    monkeypatch.setattr(module, "determinize", number)
    monkeypatch.setattr(
        module, "log_ratio", lambda dealer, *_: math.log(3) * dealer.cells[PROPOSAL]["key"][0]
    )
    taken = []
    for _ in range(1_000):
        deal_likely(dealer, cell(view.state)[0], 0, 4, source)
        taken.append(int(dealer.cells[CHOSEN]["key"][0]))
    assert 0.7 < np.mean(taken) < 0.8


@pytest.mark.parametrize("proposals", [1, 8])
def test_without_a_belief_worlds_are_dealt_with_equal_chances(proposals: int) -> None:
    view = middle("meuterer")
    assert view.seat is not None
    belief = no_belief() if proposals > 1 else random_belief("meuterer")
    dealer, world = dealer_for(view, belief, proposals), cell(view.state)
    for source, deal in ((rolls("a"), True), (rolls("a"), False)):
        if deal:
            deal_likely(dealer, cell(view.state)[0], view.seat, 4, source)
        else:
            determinize(world[0], view.seat, source)
    assert dealer.cells[CHOSEN].tobytes() == world[0].tobytes()


def test_a_spectator_s_worlds_are_dealt_with_equal_chances() -> None:
    """A belief was never asked through a spectator's eyes."""
    position = quarterdeck.game("mutiny").start(seed=1)
    assert dealer_for(position.view(None), random_belief("mutiny"), 8).proposals == 1
    assert dealer_for(position.view(0), random_belief("mutiny"), 8).proposals == 8


@each_game
def test_beliefs_see_no_state(name: str) -> None:
    """What a seat believes, and does, is the same in every world that it can't tell from the true one."""
    quarterdeck.game(name).warm()
    view, belief = middle(name), random_belief(name)
    player = RolloutSearch(3, 40, belief=belief)
    found = player.consider(view)
    assert found != RolloutSearch(3, 40).consider(view)
    for seed in range(3):
        other = view.sample(seed=seed)
        assert player.consider(other.view(view.seat)) == found
        assert player.choose(other.view(view.seat)) == player.choose(view)


@each_game
def test_interpreted_and_compiled_beliefs_deal_alike(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    quarterdeck.game(name).warm()
    view, player = middle(name), RolloutSearch(3, 4, depth=3, belief=random_belief(name), proposals=3)
    compiled = player.consider(view)
    monkeypatch.setattr(jit, "loaded", lambda: False)
    assert player.consider(view) == compiled


def test_a_belief_of_another_game_is_refused() -> None:
    with pytest.raises(ValueError, match=r"“belief” is no belief of Meuterer: its “first” has the shape"):
        RolloutSearch(belief=random_belief("mutiny")).consider(middle("meuterer"))
    number: Any = 7
    with pytest.raises(ValueError, match=r"“belief” is a belief as `read_belief` gives it, not 7"):
        RolloutSearch(belief=number)
    with pytest.raises(ValueError, match=r"“proposals” is a whole number from 1 on, not 0"):
        RolloutSearch(proposals=0)
    nothing: Any = None
    with pytest.raises(ValueError, match=r"“proposals” is a whole number from 1 on, not None"):
        RolloutSearch(proposals=nothing)


def test_the_empty_belief_fits_every_game_and_changes_nothing() -> None:
    view = middle("cartagena")
    believing = RolloutSearch(simulations=8, belief=no_belief())
    assert believing.outlook(view) == RolloutSearch(simulations=8).outlook(view)
