"""Answers to puzzles: only the first counts, for the person and for the puzzle."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor

import pytest

from quarterdeck.tables.ladder import NEW, Rating, puzzle_rating
from quarterdeck.tables.store import puzzles
from quarterdeck.tables.store.puzzles import FirstAnswer
from quarterdeck.tables.store.store import Store
from tests.tables.stored import forget

AT = 1_800_000_000_000
NAME = "meuterer-12345678"


def answer(
    store: Store, action: str, solved: bool, who: str = "ann", name: str = NAME
) -> tuple[FirstAnswer, bool]:
    tried = FirstAnswer(name, action, solved)
    return store.change(puzzles.answer, who, "meuterer", tried, AT, puzzle_rating(2))


def test_who_solves_a_puzzle_wins_points_from_it(store: Store) -> None:
    assert answer(store, "offer 2", True) == (FirstAnswer(NAME, "offer 2", True), True)
    mine, its = store.ask(puzzles.ratings_of, "ann")["meuterer"], store.ask(puzzles.rated, "meuterer")[NAME]
    assert mine.mu > NEW.mu
    assert its.mu < puzzle_rating(2).mu
    assert (mine.games, its.games) == (1, 1)


def test_who_fails_loses_points_to_it(store: Store) -> None:
    answer(store, "offer 1", False)
    assert store.ask(puzzles.ratings_of, "ann")["meuterer"].mu < NEW.mu
    assert store.ask(puzzles.rated, "meuterer")[NAME].mu > puzzle_rating(2).mu


@pytest.mark.parametrize("first", [("offer 1", False), ("", False)], ids=["answered", "shown"])
def test_nothing_counts_after_the_first_answer_or_the_solution(store: Store, first: tuple[str, bool]) -> None:
    answer(store, *first)
    before = store.ask(puzzles.ratings_of, "ann"), store.ask(puzzles.rated, "meuterer")
    assert answer(store, "offer 2", True) == (FirstAnswer(NAME, *first), False)
    assert answer(store, "", False) == (FirstAnswer(NAME, *first), False)
    assert (store.ask(puzzles.ratings_of, "ann"), store.ask(puzzles.rated, "meuterer")) == before
    assert store.ask(puzzles.answers_of, "ann") == [FirstAnswer(NAME, *first)]


def test_looking_at_a_solution_changes_no_rating(store: Store) -> None:
    answer(store, "", False)
    assert store.ask(puzzles.ratings_of, "ann") == {}
    assert store.ask(puzzles.rated, "meuterer") == {}


def test_many_answers_at_once_count_once_each(store: Store) -> None:
    people = [f"person {number}" for number in range(8)]
    with ThreadPoolExecutor(8) as threads:
        jobs = [threads.submit(answer, store, "offer 2", True, who) for who in people for _twice in range(2)]
        fresh = [job.result()[1] for job in jobs]
    assert fresh.count(True) == len(people)
    assert store.ask(puzzles.rated, "meuterer")[NAME].games == len(people)


def test_who_is_forgotten_leaves_no_answer_and_no_rating(store: Store) -> None:
    for who in ("ann", "ben"):
        answer(store, "offer 2", True, who)
    kept = store.ask(puzzles.rated, "meuterer")
    forget(store, "ann")
    assert store.ask(puzzles.answers_of, "ann") == []
    assert store.ask(puzzles.ratings_of, "ann") == {}
    # Others keep theirs, and the puzzle what it has learned.
    assert len(store.ask(puzzles.answers_of, "ben")) == 1
    assert store.ask(puzzles.rated, "meuterer") == kept


def test_a_rating_of_another_game_is_another_one(store: Store) -> None:
    answer(store, "offer 2", True)
    assert isinstance(store.ask(puzzles.ratings_of, "ann")["meuterer"], Rating)
    assert store.ask(puzzles.rated, "mutiny") == {}
