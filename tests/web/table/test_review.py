"""The coach's review of a match that is over: asked for by its page, made once, and told to each seat."""

from __future__ import annotations

import time
from typing import Any

import pytest

from quarterdeck.tables.match.match import Match
from quarterdeck.web import coaching
from quarterdeck.workers import InProcess
from tests.web.coached import hurry, latest_coach, running
from tests.web.desk import JSON, Desk, error_of, words
from tests.web.table.test_finale import over


@pytest.fixture(autouse=True)
def quick_coach(monkeypatch: pytest.MonkeyPatch) -> None:
    hurry(monkeypatch)


def stored(ann: Desk) -> Match:
    """A whole match in which Ann has the first seat."""
    match = over("meuterer", 3, owner=ann.owner)
    ann.on_loop(ann.room.matches.show, match)
    return match


def ask(browser: Desk, match: Match) -> Any:
    """Ask for the review as a page does, and wait for it."""
    told = browser.post(f"/table/{match.id}/review", {}, **JSON)
    while told.json()["busy"]:
        time.sleep(0.1)
        told = browser.get(f"/table/{match.id}/review", **JSON)
    return told


def test_it_names_the_moments_and_each_seat_s_own_decisions(ann: Desk, ben: Desk) -> None:
    match = stored(ann)
    assert ann.get(f"/table/{match.id}/review", **JSON).json() == {"review": "", "busy": False, "again": 0}
    told = ask(ann, match).json()
    assert f"/table/{match.id}/replay?ply=" in told["review"]
    assert "The coach reckoned this" in told["review"]
    assert "Your costliest decision" in told["review"]
    page = ann.get(f"/table/{match.id}").text
    assert "The coach reckoned this" in page
    assert words(page).count("What decided it") == 1
    # It was made once, for whoever comes; who only watches has no decisions.
    watched = ask(ben, match).json()
    assert "What decided it" in watched["review"]
    assert "Your" not in watched["review"]


def test_while_a_match_goes_on_there_is_none(ann: Desk) -> None:
    match = running(ann)
    sentence = "The cards are laid open when the match is over."
    for answer in (
        ann.post(f"/table/{match.id}/review", {}, **JSON),
        ann.get(f"/table/{match.id}/review", **JSON),
    ):
        assert (answer.status_code, error_of(answer)) == (403, sentence)


def test_who_asks_without_a_form_of_ours_begins_nothing(ann: Desk) -> None:
    match = stored(ann)
    assert ann.post(f"/table/{match.id}/review", {"csrf": "x"}, **JSON).status_code == 403
    assert latest_coach().idle


def test_a_coach_that_is_not_ready_yet_is_asked_again(ann: Desk, monkeypatch: pytest.MonkeyPatch) -> None:
    match = stored(ann)
    monkeypatch.setattr("quarterdeck.kernel.jit.loaded", lambda: False)
    monkeypatch.setattr(InProcess, "preparing", True)
    told = ann.post(f"/table/{match.id}/review", {}, **JSON)
    assert (told.status_code, told.json()) == (200, {"review": "", "busy": False, "again": 30})
    monkeypatch.setattr(InProcess, "preparing", False)
    told = ann.post(f"/table/{match.id}/review", {}, **JSON)
    assert (told.status_code, told.json()) == (200, {"review": "", "busy": False, "again": 0})


def test_a_coach_with_other_things_to_do_is_asked_again(ann: Desk, monkeypatch: pytest.MonkeyPatch) -> None:
    match = stored(ann)
    monkeypatch.setattr(coaching.Coach, "idle", False)
    assert ann.post(f"/table/{match.id}/review", {}, **JSON).json()["again"] == 30
    assert latest_coach().run(match, "all") is None
