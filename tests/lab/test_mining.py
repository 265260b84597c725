"""Mining puzzles, on a tiny budget: what is found is proven, explained, and the same each time."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import numpy as np
import pytest

from quarterdeck.coach.puzzle import Holding, Puzzle
from quarterdeck.errors import GameOptionError
from quarterdeck.lab import mining
from quarterdeck.lab.mining import FROM_A_MATCH, Effort, distinct, mined, varied
from quarterdeck.play import Game

# Little is spent, and little is asked.
SEED = "1"
TINY = Effort(glance=48, proof=480, worlds=40, gap=0.03, margin=0.0)


@pytest.fixture(scope="module")
def found() -> list[Puzzle]:
    """The puzzles of two matches."""
    game = Game("meuterer")
    game.warm()
    return [puzzle for _number, puzzle in mined(game, 2, SEED, TINY) if puzzle is not None]


def test_what_is_found_is_proven_and_explained(found: list[Puzzle]) -> None:
    assert found
    for puzzle in found:
        assert puzzle.proof.gap >= TINY.gap
        assert puzzle.proof.interval[0] >= TINY.margin
        assert (puzzle.proof.simulations, puzzle.proof.worlds) == (TINY.proof, TINY.worlds)
        assert next(iter(puzzle.chances)) == puzzle.answer.text
        assert puzzle.rules
        assert len(puzzle.view.legal()) >= mining.CHOICES
        assert Puzzle.loads("meuterer", puzzle.dumps()).view == puzzle.view


def test_the_same_seed_finds_the_same_and_match_after_match(found: list[Puzzle]) -> None:
    second = [one for _number, one in mined(Game("meuterer"), 1, SEED, TINY, first=1) if one is not None]
    assert [one.dumps() for one in second] == [one.dumps() for one in found[-len(second) :]]


def test_a_match_gives_few_puzzles_and_the_numbers_of_players_take_turns(found: list[Puzzle]) -> None:
    by_players = [one.game.players for one in found]
    assert by_players == sorted(by_players, reverse=True)
    assert max(by_players.count(players) for players in by_players) <= FROM_A_MATCH


def test_more_is_asked_of_a_gap_than_luck_gives() -> None:
    hopeless = replace(TINY, gap=1.01)
    assert [one for _number, one in mined(Game("meuterer"), 1, SEED, hopeless)] == [None]


def test_a_game_without_a_network_is_told_in_a_sentence(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(mining, "has_net", lambda _game: False)
    with pytest.raises(GameOptionError, match="Meuterer has no network"):
        next(mined(Game("meuterer"), 1))


def test_a_component_table_of_ones_own_is_refused_in_a_sentence() -> None:
    with pytest.raises(
        GameOptionError, match="the component table that comes with Meuterer, not with another"
    ):
        next(mined(Game("meuterer", table="tiny"), 1))


@pytest.mark.parametrize("number", [-1, 1.5, True, "2", None])
def test_a_wrong_number_of_matches_is_refused_in_a_sentence(number: Any) -> None:
    with pytest.raises(GameOptionError, match=r"^games is a whole number, 0 or more, not "):
        next(mined(Game("meuterer"), number))
    with pytest.raises(GameOptionError, match=r"^first is a whole number, 0 or more, not "):
        next(mined(Game("meuterer"), 1, first=number))


def test_a_games_id_is_refused_in_place_of_a_game() -> None:
    name: Any = "meuterer"
    with pytest.raises(GameOptionError, match=r"quarterdeck\.game\(…\) gives, not 'meuterer'"):
        next(mined(name, 1))


@pytest.mark.parametrize(
    ("field", "least"), [("glance", 1), ("proof", 1), ("worlds", 2), ("every", 1), ("level", 1)]
)
def test_an_effort_is_of_whole_numbers_and_an_interval_needs_two_worlds(field: str, least: int) -> None:
    wrong: Any
    for wrong in (least - 1, float(least), True, None):
        with pytest.raises(GameOptionError, match=f"^{field} is a whole number, {least} or more, not "):
            Effort(**{field: wrong})
    right: Any = np.int64(least)
    assert Effort(**{field: right}) == Effort(**{field: least})


@pytest.mark.parametrize("field", ["gap", "margin"])
def test_the_least_gap_and_margin_are_numbers_from_0_on(field: str) -> None:
    wrong: Any
    for wrong in (-0.1, float("nan"), float("inf"), True, "0.1", None):
        with pytest.raises(GameOptionError, match=f"^“{field}” is a number from 0 on, not "):
            Effort(**{field: wrong})
    right: Any = np.float32(0.5)
    assert getattr(Effort(**{field: right}), field) == 0.5


def test_the_most_varied_are_kept_once_each(found: list[Puzzle]) -> None:
    one = found[0]
    others = [replace(puzzle, theme=f"theme {at}") for at, puzzle in enumerate(found)]
    assert varied([one, one, one], 3) == [one]
    kept = varied(others, 2)
    assert len({puzzle.theme for puzzle in kept}) == min(2, len(found))
    assert varied(found, 0) == []


def test_holdings_that_say_the_same_or_the_opposite_are_told_once() -> None:
    one, opposite = Holding("side 1 diaz", 0.4, 0.2, 0.1), Holding("side 1 valverde", 0.6, 0.1, 0.2)
    other = Holding("combat 1 pink 3", 0.4, 0.3, 0.05)
    assert distinct([one, opposite, other, one]) == (one, other)
