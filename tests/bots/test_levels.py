"""Levels differ in how long they think and how often they don't, and none for longer than people wait."""

from __future__ import annotations

import time
from itertools import pairwise

import pytest

import quarterdeck
from quarterdeck.bots import bot, bot_at_table, levels
from quarterdeck.bots.levels import LONGEST, SKILLS, Skill
from quarterdeck.bots.network import NetworkPolicy
from quarterdeck.bots.search import RolloutSearch, TreeSearch
from quarterdeck.bots.search.weights import own_net
from quarterdeck.play import GAMES, Action, View
from tests.bots.views import first_choice

each_game = pytest.mark.parametrize("name", list(GAMES))


def test_the_lower_levels_play_by_a_flattened_policy_and_the_higher_ones_search() -> None:
    assert list(SKILLS) == ["deckhand", "mate", "captain", "admiral"]
    deckhand, mate, captain, admiral = SKILLS.values()
    assert 0 < deckhand.sharpness < mate.sharpness < 1
    assert deckhand.rollouts == mate.rollouts == 0
    assert 0 < 10 * captain.rollouts <= admiral.rollouts
    assert captain.depth < admiral.depth
    assert all(more.simulations >= 4 * fewer.simulations for fewer, more in pairwise(SKILLS.values()))
    assert LONGEST <= 3


@each_game
def test_levels_play_by_the_network_of_the_game(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    view = first_choice(name)
    for level, skill in SKILLS.items():
        if not skill.rollouts:
            power = skill.sharpness / {"meuterer": 1.4, "cartagena": 1, "mutiny": 1.7}[name]
            for seed in range(20):
                assert bot(level, seed).choose(view) == NetworkPolicy(seed, power).choose(view)
    monkeypatch.setattr(levels, "SKILLS", {"admiral": Skill(1, rollouts=40, depth=3)})
    quarterdeck.game(name).warm()
    chosen = RolloutSearch("a", 40, depth=3, net=own_net(name)).choose(view)
    assert bot("admiral", "a").choose(view) == chosen


def test_without_a_network_they_search_a_tree(monkeypatch: pytest.MonkeyPatch) -> None:
    view = first_choice("meuterer")
    monkeypatch.setattr(levels, "has_net", lambda _name: False)
    monkeypatch.setattr(levels, "SKILLS", {"mate": Skill(40, 0.5), "captain": Skill(80, rollouts=1)})
    for level, simulations in (("mate", 40), ("captain", 80)):
        assert bot(level, "a").choose(view) == TreeSearch("a", simulations).choose(view)
        assert levels.Level(level).searches("meuterer")


@pytest.mark.parametrize("compiled", [True, False])
def test_nobody_thinks_for_longer_at_a_table_than_is_allowed(
    monkeypatch: pytest.MonkeyPatch, compiled: bool
) -> None:
    view = first_choice("mutiny")
    if compiled:
        quarterdeck.game("mutiny").warm()
        RolloutSearch(simulations=2).choose(view)
    else:
        monkeypatch.setattr("quarterdeck.kernel.jit.loaded", lambda: False)
    monkeypatch.setattr(levels, "SKILLS", {"admiral": Skill(1, rollouts=1_000_000_000)})
    monkeypatch.setattr("quarterdeck.bots.LONGEST", 0.3)
    began, spent = time.monotonic(), time.process_time()
    assert bot_at_table("admiral").choose(view) in view.legal()
    assert time.monotonic() - began >= 0.3
    # Processor time, so that a busy machine does not count.
    assert time.process_time() - spent < 5


def test_away_from_tables_no_clock_decides(monkeypatch: pytest.MonkeyPatch) -> None:
    view = first_choice("meuterer")
    asked: list[RolloutSearch] = []

    def choose(search: RolloutSearch, view: View) -> Action:
        asked.append(search)
        return view.legal()[0]

    monkeypatch.setattr(RolloutSearch, "choose", choose)
    for level in ("admiral", "captain"):
        bot(level, 3).choose(view)
        bot_at_table(level, 3).choose(view)
        skill = SKILLS[level]
        assert asked == [
            RolloutSearch("3", skill.rollouts, seconds, skill.depth) for seconds in (None, LONGEST)
        ]
        asked.clear()
    assert bot_at_table("rule-of-thumb", 3) == bot("rule-of-thumb", 3)
