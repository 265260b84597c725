"""Lessons as a browser meets them: begun from the first page, gone on with, answered, and learned."""

from __future__ import annotations

import asyncio
import re
from concurrent.futures import ThreadPoolExecutor
from html import unescape
from typing import Any

import pytest

from quarterdeck.lessons import COURSES
from quarterdeck.play import find
from quarterdeck.tables.match import commands, teaching
from quarterdeck.tables.match.match import Match
from tests.web.desk import JSON, Desk, another, error_of, words

TURN = COURSES["mutiny"][0]


def begin(browser: Desk, **form: str) -> Match:
    """The table to which a browser is sent."""
    answer = browser.post("/learn", form)
    assert answer.status_code == 303
    match = browser.on_loop(browser.room.get, answer.headers["location"].removeprefix("/table/"))
    assert isinstance(match, Match)
    return match


def turn(browser: Desk, match: Match, go: str = "on", json: bool = False) -> int:
    form = {"at": match.at, "go": go}
    return browser.post(f"/table/{match.id}/lesson", form, **(JSON if json else {})).status_code


def finish(browser: Desk, match: Match) -> None:
    """To the last step, whose page is not turned yet."""
    assert match.lesson is not None
    for at in range(match.at, len(match.lesson.items) - 1):
        item = match.lesson.items[at]
        if not item.actions:
            browser.on_loop(browser.room.execute, match, teaching.read_on(browser.owner, at))
        else:
            action = match.game.action(item.actions[0])
            browser.on_loop(
                browser.room.execute, match, commands.move(item.seat, match.version, action, "bot")
            )


def test_each_game_offers_its_lesson_beside_a_game_against_bots(ann: Desk) -> None:
    home = ann.get("/").text
    assert re.findall(r'name="game" value="(\w+)" [^>]*aria-label="Learn', home) == list(COURSES)
    assert "parts learned" not in home


def test_the_table_says_what_to_do_and_marks_it(ann: Desk) -> None:
    match = begin(ann, game="meuterer")
    first = ann.get(f"/table/{match.id}").text
    assert "step 1 of 9" in first
    assert "Ahoy! You are Bernhard, the Captain." in words(first)
    assert "data-advised" not in first
    assert turn(ann, match) == 303
    page = ann.get(f"/table/{match.id}").text
    assert "step 2 of 9" in page
    assert re.findall(r'value="([^"]*)"[^>]*data-advised', page) == ["offer 0"]
    assert 'href="/rules/meuterer#ME-20"' in page
    # Said to nobody else who looks at the table.
    assert "Ahoy" not in another(ann).get(f"/table/{match.id}").text


def test_another_move_is_answered_on_the_page_and_not_made(ann: Desk) -> None:
    match = begin(ann, game="meuterer")
    turn(ann, match)
    answer = ann.act(match, 0, match.version, "offer 2")
    assert answer.status_code == 409
    assert "Safer, that." in words(answer.text)
    assert "Safer, that." in error_of(ann.act(match, 0, match.version, "offer 2", json=True))
    assert match.ply == 0
    refused = ann.act(match, 0, match.version, "show wine")
    assert refused.status_code == 422
    assert "ME-30" in words(refused.text)


def test_a_step_back_and_anew(ann: Desk) -> None:
    match = begin(ann, game="mutiny")
    turn(ann, match)
    ann.act(match, 0, match.version, "bid 2 0")
    assert match.at == 2
    assert turn(ann, match, "back", json=True) == 200
    assert match.at == 1
    assert turn(ann, match, "anew") == 303
    assert match.at == 0
    assert turn(ann, match, "sideways") == 400


def test_a_lesson_begun_twice_at_once_is_one_table(ann: Desk, monkeypatch: pytest.MonkeyPatch) -> None:
    async def slowly(owner: str) -> Any:
        found = await lessons(owner)
        await asyncio.sleep(0.2)
        return found

    lessons = ann.room.lessons
    monkeypatch.setattr(ann.room, "lessons", slowly)
    with ThreadPoolExecutor(2) as both:
        answers = both.map(lambda _time: ann.post("/learn", {"game": "mutiny"}), range(2))
        assert len({answer.headers["location"] for answer in answers}) == 1
    assert len(ann.on_loop(lessons, ann.owner)) == 1


def test_a_lesson_that_goes_on_is_found_again_and_one_learned_is_told(ann: Desk) -> None:
    match = begin(ann, game="meuterer")
    assert begin(ann, game="meuterer") is match
    finish(ann, match)
    page = ann.get(f"/table/{match.id}").text
    assert 'name="lesson" value="meuterer-mutineer"' in page
    assert "Play on from here" in words(page)
    assert "1 of 4 parts learned" in words(ann.get("/").text)
    listed = words(ann.get("/learn/meuterer").text)
    assert listed.count("learned") == 1
    turn(ann, match)
    assert begin(ann, game="meuterer").lesson is COURSES["meuterer"][1]
    again = begin(ann, lesson="meuterer-captain")
    assert again is not match
    assert again.at == 0


def test_who_has_learned_all_of_a_game_chooses_what_to_see_again(ann: Desk) -> None:
    match = begin(ann, lesson=TURN.id)
    finish(ann, match)
    page = ann.get(f"/table/{match.id}").text
    assert 'name="quick" value="mutiny"' in page
    assert 'href="/rules/mutiny"' in page
    turn(ann, match)
    assert ann.post("/learn", {"game": "mutiny"}).headers["location"] == "/learn/mutiny"
    assert "You have learned Mutiny!" in words(ann.get("/").text)
    # Played on, it is a table like any other.
    assert f"/table/{match.id}" in ann.get("/").text


def test_without_script_the_page_comes_again_only_while_others_move(ann: Desk) -> None:
    match = begin(ann, game="meuterer")
    refresh = '<noscript><meta http-equiv="refresh"'
    assert refresh not in ann.get(f"/table/{match.id}").text
    turn(ann, match)
    ann.act(match, 0, match.version, "offer 0")
    ann.act(match, 0, match.version, "show conflict")
    page = ann.get(f"/table/{match.id}").text
    assert refresh in page
    assert "Keep an eye on the table" in words(page)


def test_what_went_away_with_a_step_back_is_taken_from_the_page(ann: Desk) -> None:
    lesson = COURSES["meuterer"][3]
    match = begin(ann, lesson=lesson.id)
    finish(ann, match)
    with ann.listening(match, str(lesson.seat), 0) as socket:
        assert "region_log_2" in socket.receive_json()["regions"]
        ann.on_loop(ann.room.execute, match, teaching.go_back(ann.owner, match.at))
        ann.on_loop(ann.room.execute, match, teaching.go_back(ann.owner, match.at))
        news = socket.receive_json()
        while news["version"] < match.version:
            news = socket.receive_json()
        assert news["regions"]["region_log_2"] == ""
        assert "step 8 of 10" in news["regions"]["region_guide"]


@pytest.mark.parametrize("path", ["/learn/chess"])
def test_there_is_no_lesson_in_other_games(ann: Desk, path: str) -> None:
    assert ann.get(path).status_code == 404
    assert ann.post("/learn", {"lesson": "chess"}).status_code == 404
    assert ann.post("/learn", {"game": "chess"}).status_code == 404


def test_nobody_else_turns_its_pages(ann: Desk, ben: Desk) -> None:
    match = begin(ann, game="meuterer")
    assert turn(ben, match) == 403
    assert match.at == 0


@pytest.mark.parametrize("game", COURSES)
def test_each_lesson_begins_with_the_aim_in_a_sentence_and_a_picture(ann: Desk, game: str) -> None:
    aim = find(game).glance.aim
    for part in COURSES[game]:
        table = ann.post("/learn", {"lesson": part.id}).headers["location"]
        page = ann.get(table).text
        assert f"How one wins: {aim}" in unescape(words(page)), part.id
        assert 'class="aim-picture"' in page
    course = ann.get(f"/learn/{game}").text
    assert aim in unescape(words(course))
    assert 'class="aim-picture"' in course


def test_the_aim_is_not_repeated_at_later_steps(ann: Desk) -> None:
    table = ann.post("/learn", {"game": "mutiny"}).headers["location"]
    ann.post(f"{table}/lesson", {"at": 0, "go": "on"})
    assert "How one wins" not in ann.get(table).text
    ann.post(f"{table}/lesson", {"at": 1, "go": "back"})
    assert "How one wins" in ann.get(table).text
