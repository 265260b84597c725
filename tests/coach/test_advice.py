"""Advice is made of what its seat knows and of nothing else."""

from __future__ import annotations

import random
import time
from typing import Any

import numpy as np
import pytest

import quarterdeck
from quarterdeck import Position
from quarterdeck.bots.base import BotError
from quarterdeck.bots.search import Outlook, RolloutSearch
from quarterdeck.coach import advise, explained, strong
from quarterdeck.coach.player import Strong, with_budget_divided
from quarterdeck.errors import GameOptionError
from quarterdeck.play import GAMES, View

each_game = pytest.mark.parametrize("name", list(GAMES))
BRIEF = strong(60)


def walk(name: str, seed: int, every: int) -> list[Position]:
    """Some positions of a random game, not the last."""
    game, chooser, found = quarterdeck.game(name), random.Random(seed), []
    game.warm()
    position = game.start(seed=seed)
    while not position.over:
        found.append(position)
        position = position.play(position.to_act[0], chooser.choice(position.legal()))
    return found[::every]


@each_game
def test_every_legal_action_is_told_of_once_and_the_best_first(name: str) -> None:
    for position in walk(name, 1, 12):
        seat = position.to_act[-1]
        advice = advise(position.view(seat), BRIEF)
        shares = [one.share for one in advice.choices]
        assert {one.action for one in advice.choices} == set(position.legal(seat))
        assert len(advice.choices) == len(position.legal(seat))
        assert shares == sorted(shares, reverse=True)
        assert sum(shares) == pytest.approx(1)
        assert advice.best == advice.choices[0].action
        assert sum(advice.wins) + advice.nobody == pytest.approx(1)


@pytest.mark.parametrize("budget", [0, -1, 1.5, True, "60"], ids=repr)
def test_an_impossible_budget_is_refused_when_the_coach_is_made(budget: Any) -> None:
    with pytest.raises(ValueError, match="“simulations” is a whole number from 1 on, not "):
        strong(budget)


def test_a_budget_may_be_a_number_of_any_kind() -> None:
    number: Any = np.int64(60)
    assert strong(number) == BRIEF
    assert type(strong(number).simulations) is int


@pytest.mark.parametrize(("simulations", "left"), [(4, 4), (16, 16), (100, 16), (800, 100)])
def test_a_divided_budget_is_never_more_than_there_was(simulations: int, left: int) -> None:
    assert with_budget_divided(strong(simulations), 8) == strong(left)


def test_advice_is_on_a_view() -> None:
    position: Any = quarterdeck.game("meuterer").start(seed=1)
    with pytest.raises(GameOptionError, match=r"^A bot chooses from a seat's view"):
        advise(position)


def test_only_advice_on_a_view_is_explained() -> None:
    position: Any = quarterdeck.game("meuterer").start(seed=1)
    view = position.view(position.to_act[0])
    advice = advise(view, strong(16))
    with pytest.raises(GameOptionError, match="A bot chooses from a seat's view"):
        explained(advice, position)
    with pytest.raises(GameOptionError, match=r"^The coach explains what advise\(…\) gives, not "):
        explained(position, view)


@each_game
def test_what_a_seat_cannot_know_changes_no_figure_of_its_advice(name: str) -> None:
    others = 0
    for position in walk(name, 2, 11):
        seat = position.to_act[0]
        advice = advise(position.view(seat), BRIEF)
        for world in (position.view(seat).sample(seed) for seed in range(3)):
            others += world != position
            assert advise(world.view(seat), BRIEF) == advice
    assert others > 10


def test_a_seat_that_is_not_to_act_gets_no_advice() -> None:
    position = quarterdeck.game("meuterer").start(seed=1)
    idle = next(seat for seat in range(4) if seat not in position.to_act)
    for seat in (idle, None):
        with pytest.raises(BotError, match="has nothing to choose"):
            advise(position.view(seat), BRIEF)


def test_seconds_are_used_up_and_compiling_is_not_counted() -> None:
    position = walk("meuterer", 1, 1)[40]
    began = time.monotonic()
    few = advise(position.view(position.to_act[0]), strong(simulations=1, seconds=0.2))
    assert 0.2 <= time.monotonic() - began < 20
    assert sum(one.share for one in few.choices) == pytest.approx(1)
    # More than one simulation.
    assert 0 < few.choices[0].share < 1


@pytest.mark.parametrize(("player", "depth"), [(strong(seconds=0.1), 40), (strong(60), 16)])
def test_seconds_make_long_rollouts(player: Strong, depth: int, monkeypatch: pytest.MonkeyPatch) -> None:
    position, seen = quarterdeck.game("meuterer").start(seed=1), []
    outlook = RolloutSearch.outlook

    def note(search: RolloutSearch, view: View) -> Outlook:
        seen.append(search.depth)
        return outlook(search, view)

    monkeypatch.setattr(RolloutSearch, "outlook", note)
    advise(position.view(position.to_act[0]), player)
    assert seen == [depth]


def test_advice_as_plain_data_names_actions_by_their_texts() -> None:
    position = quarterdeck.game("meuterer").start(seed=1)
    advice = advise(position.view(position.to_act[0]), BRIEF)
    told = advice.to_json()
    assert [one["action"] for one in told["choices"]] == [one.action.text for one in advice.choices]
    assert told["choices"][0]["win"] == advice.choices[0].win
    assert (told["wins"], told["nobody"]) == (list(advice.wins), advice.nobody)
