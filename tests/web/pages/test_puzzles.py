"""Puzzles in the browser: asked, answered once, explained; and nothing of them is hidden on a page."""

from __future__ import annotations

import re
from dataclasses import replace
from datetime import date
from html import unescape

import pytest

from quarterdeck.coach import collection
from quarterdeck.coach.collection import of_the_day, puzzles
from quarterdeck.coach.puzzle import Puzzle
from quarterdeck.play import Action
from quarterdeck.tables.store import puzzles as stored
from quarterdeck.web.pages import puzzling
from tests.web.desk import JSON, Desk, error_of, words

GAMES = ("meuterer", "cartagena", "mutiny")


def other(puzzle: Puzzle) -> Action:
    """A choice that is not the answer."""
    return next(one for one in puzzle.view.legal() if one != puzzle.answer)


def act(desk: Desk, puzzle: Puzzle, action: str, **headers: str) -> str:
    """Answer, and the page that follows."""
    answer = desk.post(f"/puzzles/{puzzle.name}/act", {"action": action}, **headers)
    assert answer.status_code == 303
    return words(desk.get(answer.headers["location"]).text)


@pytest.mark.parametrize("game", GAMES)
def test_the_list_has_every_puzzle_of_a_game(ann: Desk, game: str) -> None:
    page = ann.get(f"/puzzles?game={game}").text
    for puzzle in puzzles(game):
        assert f'href="/puzzles/{puzzle.name}"' in page
    assert f"0 of {len(puzzles(game))} solved" in page


@pytest.mark.parametrize("game", GAMES)
def test_every_puzzle_has_a_page_with_its_choices_and_without_its_solution(ann: Desk, game: str) -> None:
    for puzzle in puzzles(game)[::7]:
        page = ann.get(f"/puzzles/{puzzle.name}").text
        assert f'action="/puzzles/{puzzle.name}/act"' in page
        prompt = puzzle.view.prompt(puzzling.names_of(puzzle))
        task = "One choice is clearly best. Only your first answer counts."
        # Right above the choices, on windows of every size.
        before, _, choices = unescape(words(page)).partition(f"{prompt} {task} ")
        assert prompt not in before
        assert choices
        # And nowhere else: beside the board the task stood a second time.
        assert words(page).count("clearly best") == 1
        assert "Chances to win" not in page
        assert 'class="considered"' not in page


def test_a_right_answer_is_told_and_counts(ann: Desk) -> None:
    puzzle = puzzles("meuterer")[0]
    page = act(ann, puzzle, puzzle.answer.text)
    assert f"Right: {puzzle.answer.sentence(puzzling.names_of(puzzle))}" in page
    assert "Chances to win" in page
    # The bars are those of the chances, not of the coach's choice.
    assert "how often the coach" not in page
    listed = ann.get("/puzzles?game=meuterer").text
    assert f"1 of {len(puzzles('meuterer'))} solved" in listed
    assert "from 1 puzzle" in listed


def test_a_puzzle_of_the_list_is_named_by_its_number_first_and_its_parts_are_apart(ann: Desk) -> None:
    puzzle = puzzles("meuterer")[0]
    name = rf'href="/puzzles/{puzzle.name}" aria-label="(Puzzle \d+, \w+, \d players, rated [\d,]+)'
    assert re.search(name + '"', ann.get("/puzzles?game=meuterer").text)
    act(ann, puzzle, puzzle.answer.text)
    assert re.search(name + ', solved"', ann.get("/puzzles?game=meuterer").text)


def test_a_wrong_answer_is_told_with_the_best_one_and_the_rules(ann: Desk) -> None:
    puzzle = puzzles("mutiny")[0]
    page = ann.post(f"/puzzles/{puzzle.name}/act", {"action": other(puzzle).text})
    shown = ann.get(page.headers["location"]).text
    assert "Best is: " in shown
    for rule in puzzle.rules:
        assert f'href="/rules/mutiny#{rule}"' in shown


def test_the_title_tells_the_verdict_first_as_it_is_what_is_heard_when_the_page_comes(ann: Desk) -> None:
    puzzle = puzzles("meuterer")[0]
    address = f"/puzzles/{puzzle.name}"
    assert "<title>Puzzle: " in ann.get(address).text
    act(ann, puzzle, other(puzzle).text)
    assert "<title>Not “" in ann.get(address).text


def test_only_the_first_answer_counts(ann: Desk) -> None:
    puzzle = puzzles("meuterer")[0]
    act(ann, puzzle, other(puzzle).text)
    before = ann.on_loop(ann.room.ask, stored.ratings_of, ann.owner)
    page = act(ann, puzzle, puzzle.answer.text)
    assert "You have answered this puzzle before: only the first answer counts." in page
    assert "Best is: " in page
    assert ann.on_loop(ann.room.ask, stored.ratings_of, ann.owner) == before


def test_no_answer_counts_once_the_solution_was_shown(ann: Desk) -> None:
    puzzle = puzzles("cartagena")[0]
    answer = ann.post(f"/puzzles/{puzzle.name}/solution", {})
    assert "The solution: " in ann.get(answer.headers["location"]).text
    page = act(ann, puzzle, puzzle.answer.text)
    assert "The solution was shown before, so this answer does not count." in page
    assert ann.on_loop(ann.room.ask, stored.ratings_of, ann.owner) == {}
    told = ann.post(f"/puzzles/{puzzle.name}/act", {"action": puzzle.answer.text}, **JSON).json()
    assert told == {"ok": True, "solved": False, "counts": False}


def test_what_somebody_answers_is_nobody_elses(ann: Desk, ben: Desk) -> None:
    puzzle = puzzles("meuterer")[0]
    act(ann, puzzle, puzzle.answer.text)
    assert "Right: " not in ben.get(f"/puzzles/{puzzle.name}").text


def test_an_action_that_is_not_offered_cites_its_rule(ann: Desk) -> None:
    puzzle = puzzles("meuterer")[0]
    wrong = next(one for one in puzzle.game.actions if one not in puzzle.view.legal())
    rule, sentence = puzzle.view.why_not(wrong)
    answer = ann.post(f"/puzzles/{puzzle.name}/act", {"action": wrong.text}, **JSON)
    assert answer.status_code == 422
    assert sentence.rstrip(".") in error_of(answer)
    assert rule in error_of(answer)
    page = ann.post(f"/puzzles/{puzzle.name}/act", {"action": wrong.text})
    assert page.status_code == 422
    assert sentence.rstrip(".") in words(page.text)
    assert ann.on_loop(ann.room.ask, stored.answers_of, ann.owner) == []


@pytest.mark.parametrize("action", ["", "fly", "a" * 5000, "\0"])
def test_what_is_no_action_is_told_in_a_sentence(ann: Desk, action: str) -> None:
    answer = ann.post(f"/puzzles/{puzzles('meuterer')[0].name}/act", {"action": action}, **JSON)
    assert 400 <= answer.status_code < 500
    assert error_of(answer)
    assert ann.on_loop(ann.room.ask, stored.answers_of, ann.owner) == []


@pytest.mark.parametrize("name", ["meuterer-00000000", "chess-1", "meuterer", "x" * 300])
def test_an_unknown_puzzle_is_told_in_a_sentence(ann: Desk, name: str) -> None:
    for answer in (
        ann.get(f"/puzzles/{name}"),
        ann.get(f"/puzzles/{name}/things"),
        ann.post(f"/puzzles/{name}/act", {"action": "leave"}),
        ann.post(f"/puzzles/{name}/solution", {}),
    ):
        assert answer.status_code == 404
        assert "There is no puzzle" in words(answer.text)


def test_a_list_of_an_unknown_game_is_told_in_a_sentence(ann: Desk) -> None:
    answer = ann.get("/puzzles?game=chess")
    assert answer.status_code == 404
    assert "There are no puzzles of such a game here." in words(answer.text)


def test_too_many_answers_are_told_in_a_sentence(ann: Desk, monkeypatch: pytest.MonkeyPatch) -> None:
    puzzle = puzzles("meuterer")[0]
    answers = [
        ann.post(f"/puzzles/{puzzle.name}/act", {"action": puzzle.answer.text}, **JSON).status_code
        for _ in range(241)
    ]
    assert answers[-1] == 429
    assert 429 not in answers[:-1]


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("answered", [False, True])
def test_a_page_is_the_same_whatever_is_hidden(game: str, answered: bool) -> None:
    for puzzle in puzzles(game)[::9]:
        tried = [stored.FirstAnswer(puzzle.name, puzzle.answer.text, True)] if answered else []
        shown = puzzling.page(puzzle, 1000, tried, "token")
        for deal in range(3):
            dealt = replace(puzzle, view=puzzle.view.sample(deal).view(puzzle.seat))
            assert dealt.name == puzzle.name
            assert puzzling.page(dealt, 1000, tried, "token") == shown


def test_the_first_page_has_the_puzzle_of_the_day(ann: Desk, monkeypatch: pytest.MonkeyPatch) -> None:
    day = date(2026, 11, 29)
    monkeypatch.setattr(puzzling, "today", lambda: day)
    puzzle = of_the_day(day)
    assert puzzle is not None
    assert f'href="/puzzles/{puzzle.name}"' in ann.get("/").text
    act(ann, puzzle, puzzle.answer.text)
    assert "You have solved it." in words(ann.get("/").text)


def test_without_puzzles_the_first_page_goes_without(ann: Desk, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(collection, "_lines_by_name", lambda _game: {})
    page = ann.get("/")
    assert page.status_code == 200
    assert "The puzzle of the day" not in page.text


def test_ones_page_tells_of_answers_until_they_are_forgotten(ann: Desk) -> None:
    assert "Nothing yet." in words(ann.get("/me").text)
    puzzle = puzzles("meuterer")[0]
    act(ann, puzzle, puzzle.answer.text)
    assert "1 answer, and what rating they make" in words(ann.get("/me").text)
    ann.post("/me/forget", {})
    assert "Nothing yet." in words(ann.get("/me").text)
    assert "Right: " not in ann.get(f"/puzzles/{puzzle.name}").text
