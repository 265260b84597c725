"""Levels differ in how long they think and how often they don't, and none for longer than people wait."""

from __future__ import annotations

import time
from itertools import pairwise

import pytest

import quarterdeck
from quarterdeck.bots import bot, bot_at_table, levels
from quarterdeck.bots.levels import FEWER, LONGEST, SKILLS, Skill
from quarterdeck.bots.network import NetworkPolicy
from quarterdeck.bots.search import TreeSearch
from quarterdeck.bots.search.net import no_net
from quarterdeck.bots.search.weights import own_net
from quarterdeck.play import GAMES, Action, View

each_game = pytest.mark.parametrize("name", list(GAMES))


def first_choice(name: str) -> View:
    """What the seat to act sees first."""
    position = quarterdeck.game(name).start(seed=1)
    return position.view(position.to_act[0])


def test_the_lower_levels_play_by_a_flattened_policy_and_the_higher_ones_search() -> None:
    assert list(SKILLS) == ["deckhand", "mate", "captain", "admiral"]
    deckhand, mate, captain, admiral = (skill.sharpness for skill in SKILLS.values())
    assert deckhand
    assert mate
    assert 0 < deckhand < mate < 1
    assert captain is None
    assert admiral is None
    assert all(more.simulations >= 4 * fewer.simulations for fewer, more in pairwise(SKILLS.values()))
    assert LONGEST <= 3


@each_game
def test_levels_play_by_the_network_of_the_game(name: str) -> None:
    view = first_choice(name)
    for level, skill in SKILLS.items():
        if skill.sharpness is not None:
            for seed in range(20):
                assert bot(level, seed).choose(view) == NetworkPolicy(seed, skill.sharpness).choose(view)


def test_without_a_network_they_search(monkeypatch: pytest.MonkeyPatch) -> None:
    view = first_choice("meuterer")
    monkeypatch.setattr(levels, "own_net", lambda _name: no_net())
    monkeypatch.setattr(levels, "SKILLS", {"mate": Skill(40, 0.5)})
    assert bot("mate", "a").choose(view) == TreeSearch("a", 40).choose(view)


@each_game
def test_an_admiral_is_a_search_with_the_network_of_the_game(
    name: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(levels, "SKILLS", {"admiral": Skill(40)})
    quarterdeck.game(name).warm()
    view = first_choice(name)
    search = TreeSearch("a", 40, net=own_net(name))
    assert bot("admiral", "a").choose(view) == search.choose(view)
    assert search.consider(view) != TreeSearch("a", 40, net=no_net()).consider(view)


@pytest.mark.parametrize("compiled", [True, False])
def test_nobody_thinks_for_longer_at_a_table_than_is_allowed(
    monkeypatch: pytest.MonkeyPatch, compiled: bool
) -> None:
    view = first_choice("mutiny")
    if compiled:
        quarterdeck.game("mutiny").warm()
        TreeSearch(simulations=2).choose(view)
    else:
        monkeypatch.setattr("quarterdeck.kernel.jit.loaded", lambda: False)
    monkeypatch.setattr(levels, "SKILLS", {"admiral": Skill(1_000_000_000)})
    monkeypatch.setattr("quarterdeck.bots.LONGEST", 0.3)
    began = time.monotonic()
    assert bot_at_table("admiral").choose(view) in view.legal()
    assert 0.3 <= time.monotonic() - began < 5


def test_elsewhere_no_clock_decides(monkeypatch: pytest.MonkeyPatch) -> None:
    view = first_choice("meuterer")
    asked: list[TreeSearch] = []

    def choose(search: TreeSearch, view: View) -> Action:
        asked.append(search)
        return view.legal()[0]

    monkeypatch.setattr(TreeSearch, "choose", choose)
    bot("admiral", 3).choose(view)
    bot_at_table("admiral", 3).choose(view)
    most, _sharpness, ahead = SKILLS["admiral"]
    some = most // FEWER
    assert asked == [TreeSearch(3, some, ahead=ahead), TreeSearch(3, some, LONGEST, ahead=ahead)]
    asked.clear()
    bot("admiral", 3).choose(first_choice("cartagena"))
    bot("captain", 3).choose(view)
    assert asked == [TreeSearch(3, most), TreeSearch(3, SKILLS["captain"].simulations)]
    assert bot_at_table("rule-of-thumb", 3) == bot("rule-of-thumb", 3)
