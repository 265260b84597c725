"""Levels differ in how long they think, and none for longer than people wait."""

from __future__ import annotations

import time
from itertools import pairwise

import pytest

import quarterdeck
from quarterdeck.bots import bot, levels
from quarterdeck.bots.levels import LONGEST, SIMULATIONS
from quarterdeck.bots.search import TreeSearch
from quarterdeck.bots.search.net import no_net
from quarterdeck.bots.search.weights import own_net
from quarterdeck.play import GAMES, View

each_game = pytest.mark.parametrize("name", list(GAMES))


def first_choice(name: str) -> View:
    """What the seat to act sees first."""
    position = quarterdeck.game(name).start(seed=1)
    return position.view(position.to_act[0])


def test_each_level_thinks_for_several_times_as_many_simulations() -> None:
    counts = list(SIMULATIONS.values())
    assert list(SIMULATIONS) == ["deckhand", "mate", "captain", "admiral"]
    assert all(more >= 4 * fewer for fewer, more in pairwise(counts))
    assert LONGEST <= 3


@each_game
def test_a_level_is_a_search_with_the_network_of_the_game(name: str) -> None:
    quarterdeck.game(name).warm()
    view = first_choice(name)
    search = TreeSearch("a", SIMULATIONS["mate"], net=own_net(name))
    assert bot("mate", "a").choose(view) == search.choose(view)
    assert search.consider(view) != TreeSearch("a", SIMULATIONS["mate"], net=no_net()).consider(view)


@pytest.mark.parametrize("compiled", [True, False])
def test_nobody_thinks_for_longer_than_is_allowed(monkeypatch: pytest.MonkeyPatch, compiled: bool) -> None:
    view = first_choice("mutiny")
    if compiled:
        quarterdeck.game("mutiny").warm()
        bot("deckhand").choose(view)
    else:
        monkeypatch.setattr("quarterdeck.kernel.jit.loaded", lambda: False)
    monkeypatch.setattr(levels, "SIMULATIONS", {"admiral": 1_000_000_000})
    monkeypatch.setattr(levels, "LONGEST", 0.3)
    began = time.monotonic()
    assert bot("admiral").choose(view) in view.legal()
    assert 0.3 <= time.monotonic() - began < 5
