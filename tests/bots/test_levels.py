"""Levels differ in how long they think and how often they don't, and none for longer than people wait."""

from __future__ import annotations

import time
from collections import Counter
from itertools import pairwise

import pytest

import quarterdeck
from quarterdeck.bots import bot, bot_at_table, levels
from quarterdeck.bots.levels import FEWER, LONGEST, SKILLS, Skill
from quarterdeck.bots.search import TreeSearch
from quarterdeck.bots.search.instinct import instinct
from quarterdeck.bots.search.net import no_net
from quarterdeck.bots.search.weights import own_net
from quarterdeck.play import GAMES, Action, View

each_game = pytest.mark.parametrize("name", list(GAMES))


def first_choice(name: str) -> View:
    """What the seat to act sees first."""
    position = quarterdeck.game(name).start(seed=1)
    return position.view(position.to_act[0])


def test_each_level_thinks_several_times_as_long_as_the_one_below_it_and_slips_less_often() -> None:
    skills = list(SKILLS.values())
    assert list(SKILLS) == ["deckhand", "mate", "captain", "admiral"]
    assert all(more.simulations >= 4 * fewer.simulations for fewer, more in pairwise(skills))
    assert 1 > SKILLS["deckhand"].slips > SKILLS["mate"].slips > SKILLS["captain"].slips == 0
    assert SKILLS["admiral"].slips == 0
    assert SKILLS["admiral"].ahead > SKILLS["captain"].ahead
    assert LONGEST <= 3


@each_game
def test_a_level_is_a_search_with_the_network_of_the_game(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(levels, "SKILLS", {"captain": Skill(40, 0.0)})
    quarterdeck.game(name).warm()
    view = first_choice(name)
    search = TreeSearch("a", 40, net=own_net(name))
    assert bot("captain", "a").choose(view) == search.choose(view)
    assert search.consider(view) != TreeSearch("a", 40, net=no_net()).consider(view)


def test_a_level_slips_as_often_as_is_said(monkeypatch: pytest.MonkeyPatch) -> None:
    view = first_choice("meuterer")
    thought, slipped = view.legal()[:2]
    monkeypatch.setattr(levels, "SKILLS", {"mate": Skill(40, 0.3)})
    monkeypatch.setattr(levels, "slip", lambda view, chance: slipped)
    monkeypatch.setattr(TreeSearch, "choose", lambda self, view: thought)
    found = Counter(bot("mate", seed).choose(view) for seed in range(1000))
    assert set(found) == {thought, slipped}
    assert abs(found[slipped] - 300) < 4 * (1000 * 0.3 * 0.7) ** 0.5


@each_game
def test_slips_follow_a_feeling_for_the_game_a_little(name: str) -> None:
    view = first_choice(name)
    weights = instinct(view, own_net(name)) ** levels.FEELING
    found = Counter(levels.slip(view, (number + 0.5) / 2000) for number in range(2000))
    for action, weight in zip(view.legal(), weights, strict=True):
        assert abs(found[action] - 2000 * weight / weights.sum()) <= 1
    assert len({round(weight, 3) for weight in weights}) > 1


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
    monkeypatch.setattr(levels, "SKILLS", {"admiral": Skill(1_000_000_000, 0.0)})
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
    most, _slips, ahead = SKILLS["admiral"]
    some = most // FEWER
    assert asked == [TreeSearch(3, some, ahead=ahead), TreeSearch(3, some, LONGEST, ahead=ahead)]
    asked.clear()
    bot("admiral", 3).choose(first_choice("cartagena"))
    bot("captain", 3).choose(view)
    assert asked == [TreeSearch(3, most), TreeSearch(3, SKILLS["captain"].simulations)]
    assert bot_at_table("rule-of-thumb", 3) == bot("rule-of-thumb", 3)
