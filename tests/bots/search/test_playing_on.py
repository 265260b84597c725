"""Choices are played on in the same worlds, and only those that the seat has."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

import quarterdeck
from quarterdeck import ActionTextError, GameOptionError, IllegalAction
from quarterdeck.bots.search.playing_on import played_on, world_seed
from tests.bots.views import first_choice

BRIEF = 3


def test_every_win_is_shared_out_and_texts_are_as_good_as_actions() -> None:
    view = first_choice("meuterer")
    choices = view.legal()[:2]
    rewards = played_on(view, choices, 2, 1, BRIEF)
    assert rewards.shape == (2, 2, 5)
    assert rewards.sum(2) == pytest.approx(np.ones((2, 2)))
    worlds: Any = np.int64(2)
    assert np.array_equal(played_on(view, [one.text for one in choices], worlds, "1", BRIEF), rewards)
    assert played_on(view, choices, 0, 1, BRIEF).shape == (0, 2, 5)


def test_a_seat_that_is_not_to_act_is_refused() -> None:
    position = quarterdeck.game("meuterer").start(seed=1)
    other = next(seat for seat in range(4) if seat not in position.to_act)
    for seat in (other, None):
        with pytest.raises(ValueError, match="nothing to choose"):
            played_on(position.view(seat), position.legal()[:1], 1, 1, BRIEF)


def test_an_action_that_the_seat_cannot_choose_is_refused_by_its_rule() -> None:
    view = first_choice("meuterer")
    with pytest.raises(IllegalAction, match=r"\(ME-\d+\)\.$") as caught:
        played_on(view, [view.legal()[0], view.game.action("leave")], 1, 1, BRIEF)
    assert (caught.value.seat, caught.value.action) == (view.seat, "leave")


def test_an_unknown_action_is_refused() -> None:
    view, other = first_choice("meuterer"), quarterdeck.game("mutiny")
    with pytest.raises(ActionTextError, match="bid 0"):
        played_on(view, [other.action("bid 0")], 1, 1, BRIEF)
    nothing: Any = None
    with pytest.raises(ActionTextError, match="An action is a text such as “offer 0”"):
        played_on(view, [nothing], 1, 1, BRIEF)


@pytest.mark.parametrize("worlds", [-1, 1.5, True, "2", None])
def test_a_wrong_number_of_worlds_is_refused_in_a_sentence(worlds: Any) -> None:
    view = first_choice("meuterer")
    with pytest.raises(GameOptionError, match=r"^worlds is a whole number, 0 or more, not "):
        played_on(view, view.legal()[:1], worlds, 1, BRIEF)
    with pytest.raises(GameOptionError, match=r"^depth is a whole number, 0 or more, not "):
        played_on(view, view.legal()[:1], 1, 1, worlds)


def test_a_wrong_seed_is_refused() -> None:
    nothing: Any = None
    with pytest.raises(GameOptionError, match=r"^A seed is a text, .* not None\.$"):
        world_seed(nothing, 0)
