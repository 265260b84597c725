"""Puzzles for programs: listed, seen, answered once."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest

from quarterdeck.coach.collection import puzzles
from quarterdeck.web.api import puzzles as api
from tests.web.api.program import Program, error_of, program


@pytest.fixture
def ann(tmp_path: Path) -> Iterator[Program]:
    with program(tmp_path) as one:
        yield one


def test_a_program_lists_sees_and_answers(ann: Program) -> None:
    listed = ann.get("/puzzles?game=cartagena").json()["puzzles"]
    assert [one["puzzle"] for one in listed] == [one.name for one in puzzles("cartagena")]
    puzzle = puzzles("cartagena")[0]
    seen = ann.get(f"/puzzle?puzzle={puzzle.name}").json()
    assert [one["action"] for one in seen["legal"]] == [one.text for one in puzzle.view.legal()]
    assert seen["view"] == puzzle.view.to_json()
    assert "answer" not in seen
    told = ann.post("/puzzle", {"puzzle": puzzle.name, "action": puzzle.answer.text}).json()
    assert (told["solved"], told["counts"], told["note"]) == (True, True, "")
    assert told["answer"] == puzzle.answer.text
    assert told["reasons"]
    # The new token knows its answers again.
    ann.token = told["token"]
    assert ann.get("/puzzles?game=cartagena").json()["puzzles"][0]["state"] == "solved"


def test_only_the_first_answer_of_a_token_counts(ann: Program) -> None:
    puzzle = puzzles("meuterer")[0]
    shown = ann.post("/puzzle", {"puzzle": puzzle.name, "action": None}).json()
    assert (shown["solved"], shown["counts"], shown["note"]) == (False, False, "")
    ann.token = shown["token"]
    again = ann.post("/puzzle", {"puzzle": puzzle.name, "action": puzzle.answer.text}).json()
    assert (again["solved"], again["counts"], again["token"]) == (False, False, None)
    assert again["note"] == "The solution was shown before, so this answer does not count."


def test_who_forgets_the_action_is_not_shown_the_solution(ann: Program) -> None:
    puzzle = puzzles("meuterer")[0]
    ann.token = ann.make()["token"]
    for body, said in (
        ({}, "“action” is wrong: it is missing."),
        ({"action": ""}, "“action” is wrong: its length has to be 1 or more."),
    ):
        answer = ann.post("/puzzle", {"puzzle": puzzle.name, **body})
        assert (answer.status_code, error_of(answer)) == (422, said)
    assert ann.get("/puzzles?game=meuterer").json()["puzzles"][0]["state"] == ""


def test_mistakes_are_told_in_sentences(ann: Program) -> None:
    assert ann.get("/puzzle?puzzle=meuterer-00000000").status_code == 404
    assert ann.get("/puzzles?game=chess").status_code == 404
    puzzle = puzzles("meuterer")[0]
    wrong = next(one for one in puzzle.game.actions if one not in puzzle.view.legal())
    refused = ann.post("/puzzle", {"puzzle": puzzle.name, "action": wrong.text})
    assert refused.status_code == 422
    assert refused.json()["rule"] == puzzle.view.why_not(wrong)[0]
    assert ann.post("/puzzle", {"puzzle": "meuterer-00000000", "action": "leave"}).status_code == 404


@pytest.mark.parametrize("game", ["meuterer", "cartagena", "mutiny"])
def test_a_program_is_told_the_same_whatever_is_hidden(
    ann: Program, game: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    puzzle = puzzles(game)[-1]
    body = {"puzzle": puzzle.name, "action": puzzle.other.text}
    before = ann.get(f"/puzzle?puzzle={puzzle.name}").content, _without_token(ann, body)
    dealt = replace(puzzle, view=puzzle.view.sample("again").view(puzzle.seat))
    monkeypatch.setattr(api, "wanted_puzzle", lambda _name: dealt)
    assert (ann.get(f"/puzzle?puzzle={puzzle.name}").content, _without_token(ann, body)) == before


def _without_token(ann: Program, body: object) -> dict[str, object]:
    told: dict[str, object] = ann.post("/puzzle", body).json()
    return {**told, "token": None}
