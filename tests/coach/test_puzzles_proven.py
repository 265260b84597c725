"""Every puzzle's answer is proven again, with a seed that it has not seen."""

from __future__ import annotations

import math
from dataclasses import replace

import pytest

from quarterdeck.bots.search import RolloutSearch
from quarterdeck.bots.search.playing_on import played_on
from quarterdeck.coach.collection import puzzles
from quarterdeck.coach.puzzle import Puzzle
from quarterdeck.play import Game

FRESH = "a seed of the tests"
SIMULATIONS = 1_200
# Worlds that are played to the end at a time, and at most.
BATCH, MOST = 40, 480
# The answer is better if it is so by this many standard errors.
CLEAR = 2.0


def ahead(puzzle: Puzzle) -> bool:
    """Whether the answer is clearly better than the next best choice, played on in ever more worlds."""
    gaps: list[float] = []
    while len(gaps) < MOST:
        seed = f"{FRESH} {len(gaps)}"
        wins = played_on(puzzle.view, [puzzle.answer, puzzle.other], BATCH, seed)
        gaps += (wins[:, 0, puzzle.seat] - wins[:, 1, puzzle.seat]).tolist()
        mean = sum(gaps) / len(gaps)
        spread = math.sqrt(sum((gap - mean) ** 2 for gap in gaps) / (len(gaps) - 1) / len(gaps))
        if mean > CLEAR * spread and mean > 0:
            return True
    return False


def found(puzzle: Puzzle) -> str:
    """What a search takes."""
    return RolloutSearch(FRESH, SIMULATIONS).choose(puzzle.view).text


@pytest.mark.parametrize("game", ["meuterer", "cartagena", "mutiny"])
def test_every_answer_is_proven_again_with_a_fresh_seed(game: str) -> None:
    Game(game).warm()
    wrong = [one.name for one in puzzles(game) if not ahead(one) or found(one) != one.answer.text]
    assert wrong == []


def test_a_wrong_answer_is_not_proven() -> None:
    Game("meuterer").warm()
    puzzle = puzzles("meuterer")[0]
    swapped = dict.fromkeys([puzzle.other.text, puzzle.answer.text], 0.0)
    assert not ahead(replace(puzzle, answer=puzzle.other, chances=swapped))
