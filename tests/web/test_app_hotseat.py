"""Several people at one screen: behind the curtain there is nothing of anybody's hand."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from quarterdeck.tables.match.match import Match
from quarterdeck.tables.match.terms import Terms
from quarterdeck.tables.seats import HUMAN, SUBSTITUTE, VACANT
from tests.tables.tables import ann_first, kinds, record
from tests.web.desk import COOKIE, JSON, Desk, another, desk, error_of, words


def reveal(browser: Desk, match: Match, seat: int) -> int:
    return browser.post(
        f"/table/{match.id}/curtain", {"seat": seat, "version": match.version}, **JSON
    ).status_code


def test_the_curtain_hides_every_card_and_the_whole_table(ann: Desk) -> None:
    match = ann.table(humans=4)
    page = ann.get(f"/table/{match.id}").text
    assert "I am Ann: show my hand" in words(page)
    assert "data-table" not in page
    for mark in ('class="mini', 'class="card"', "data-good", 'name="action"', "region_"):
        assert mark not in page
    assert ann.get(f"/table/{match.id}/replay").headers["location"] == f"/table/{match.id}"


def test_the_curtain_is_the_same_whatever_the_hands(ann: Desk) -> None:
    match = ann.table(humans=4)
    before = ann.get(f"/table/{match.id}").content
    match.positions[-1] = match.record.position = match.position.view(None).sample("another deal")
    assert ann.get(f"/table/{match.id}").content == before


def test_whoever_is_handed_the_screen_sees_their_own_hand_and_no_other(ann: Desk) -> None:
    match = ann.table(humans=4)
    assert reveal(ann, match, 1) == 409
    assert reveal(ann, match, 0) == 200
    assert 'data-seat="0"' in ann.get(f"/table/{match.id}").text
    ann.act(match, 0, 0, "offer 1")
    ann.act(match, 0, 1, match.position.legal(0)[0].text)
    assert match.position.to_act == (1,)
    assert "data-table" not in ann.get(f"/table/{match.id}").text
    assert ann.get(f"/table/{match.id}/replay?seat=0").status_code == 303
    assert reveal(ann, match, 0) == 409
    assert reveal(ann, match, 1) == 200
    page = ann.get(f"/table/{match.id}").text
    assert '<main id="main" class="table" tabindex="-1"' in page
    assert f'data-table="{match.id}" data-seat="1"' in page


def test_nobody_acts_for_a_seat_behind_the_curtain(ann: Desk) -> None:
    match = ann.table(humans=4)
    assert ann.act(match, 0, 0, "offer 1", json=True).status_code == 409
    assert "data-table" not in ann.act(match, 0, 0, "offer 1").text
    assert match.version == 0


def test_another_browser_cannot_lift_the_curtain(ann: Desk) -> None:
    match = ann.table(humans=4)
    ben = another(ann)
    assert reveal(ben, match, 0) == 403
    assert match.opened == {}


def test_an_open_page_is_sent_behind_the_curtain(ann: Desk) -> None:
    match = ann.table(humans=4)
    reveal(ann, match, 0)
    ann.act(match, 0, 0, "offer 1")
    with ann.listening(match, "0", 1) as socket:
        ann.act(match, 0, 1, match.position.legal(0)[0].text)
        assert socket.receive_json() == {"go": f"/table/{match.id}"}


def test_after_a_restart_the_screen_is_with_whom_it_was(tmp_path: Path) -> None:
    with desk(tmp_path) as browser:
        match = browser.table(humans=4)
        reveal(browser, match, 0)
        cookie = str(browser.client.cookies[COOKIE])
    with desk(tmp_path) as browser:
        browser.client.cookies.clear()
        browser.client.cookies.set(COOKIE, cookie, domain="localhost.local")
        assert 'data-seat="0"' in browser.get(f"/table/{match.id}").text


def test_a_double_click_is_one_move_though_the_screen_is_handed_on(ann: Desk) -> None:
    match = ann.table(humans=4)
    reveal(ann, match, 0)
    ann.act(match, 0, 0, "offer 1")
    show = match.position.legal(0)[0].text
    clicks = [ann.act(match, 0, 1, show, json=True) for _ in range(2)]
    assert [click.json() for click in clicks] == [{"ok": True, "version": 2}] * 2
    assert ann.act(match, 0, 1, show).status_code == 303
    assert another(ann).act(match, 0, 1, show).status_code == 403
    other = next(action.text for action in match.positions[1].legal(0) if action.text != show)
    # Any other move gets the same answer, or it could be found out by trying which one was made.
    assert ann.act(match, 0, 1, other, json=True).json() == {"ok": True, "version": 2}
    assert ann.act(match, 1, 1, show, json=True).status_code == 409
    assert (match.number, match.version) == (3, 2)


# What is posted to a table, by what it means for a seat behind the curtain. A new door has to be put here.
FOR_A_SEAT: dict[str, dict[str, Any]] = {
    "act": {"version": 0, "action": "offer 1"},
    "plan": {"action": "offer 1"},
    "back": {},
    "revoke": {},
    "leave": {},
    "devices": {},
    "advice": {"version": 0},
}
SAYS = {"say"}
# Sits down at a free seat, or needs a match that has not begun or is over, where nothing is hidden.
NO_HIDDEN_SEAT = {"sit", "rename", "fill", "close", "rematch", "branch", "join/{ticket}", "invite", "decline"}
# The curtain itself; who is back lets a bot play no more; a lesson has one pupil; the coach of a replay, and
# of a match that is over.
# People who share a screen answer together what the table is asked.
DECIDED = {"curtain", "return", "lesson", "coach", "review", "ask", "agree", "refuse", "resume"}


def test_every_door_that_is_posted_to_is_known_here(ann: Desk) -> None:
    app: Any = ann.client.app
    while not hasattr(app, "routes"):
        app = app._app
    paths = {route.path for route in app.routes if "POST" in (getattr(route, "methods", None) or ())}
    table = "/table/{id}/"
    doors = {path.removeprefix(table) for path in paths if path.startswith(table)}
    assert doors == {*FOR_A_SEAT, *SAYS, *NO_HIDDEN_SEAT, *DECIDED}


@pytest.mark.parametrize("door", sorted(FOR_A_SEAT))
def test_no_door_opens_for_a_seat_behind_the_curtain(ann: Desk, door: str) -> None:
    match = ann.enter(record(ann_first()), kinds(4), Terms(take_back=True, coach=True))
    path = f"/table/{match.id}/{door}"
    hidden = ann.post(path, {"seat": 0, **FOR_A_SEAT[door]}, **JSON)
    assert (hidden.status_code, match.number) == (409, 0)
    assert "The screen is not with Ann now" in error_of(hidden)
    reveal(ann, match, 0)
    other = ann.post(path, {"seat": 1, **FOR_A_SEAT[door]}, **JSON)
    assert (other.status_code, match.number) == (409, 1)
    assert "The screen is not with" in error_of(other)


def test_what_is_planned_for_a_hidden_seat_is_not_played(ann: Desk) -> None:
    match = ann.table(humans=4)
    ann.post(f"/table/{match.id}/plan", {"seat": 0, "action": "offer 1"}, **JSON)
    assert (match.ply, match.seats[0].plan) == (0, "")
    reveal(ann, match, 0)
    planned = ann.post(f"/table/{match.id}/plan", {"seat": 0, "action": "offer 1"}, **JSON)
    assert (planned.status_code, match.ply) == (200, 1)


def test_a_move_is_not_taken_back_for_somebody_who_has_handed_the_screen_on(ann: Desk) -> None:
    match = ann.enter(record(ann_first()), kinds(4), Terms(take_back=True))
    reveal(ann, match, 0)
    ann.act(match, 0, 0, "offer 1")
    ann.act(match, 0, 1, match.position.legal(0)[0].text)
    assert match.position.to_act == (1,)
    reveal(ann, match, 1)
    answer = ann.post(f"/table/{match.id}/back", {"seat": 0}, **JSON)
    assert (answer.status_code, match.ply) == (409, 2)


def test_no_device_gets_a_seat_behind_the_curtain(ann: Desk) -> None:
    match = ann.table(humans=4)
    assert ann.get(f"/table/{match.id}/devices").status_code == 409
    assert ann.post(f"/table/{match.id}/devices", {"seat": 0}).status_code == 409
    reveal(ann, match, 0)
    page = ann.get(f"/table/{match.id}/devices").text
    assert ("The seat of Ann" in page, page.count('name="seat"')) == (True, 2)
    assert "/join/" in ann.post(f"/table/{match.id}/devices", {"seat": 0}).text


def test_a_link_made_before_the_match_begins_opens_no_seat_of_several(ann: Desk) -> None:
    match = ann.enter(record(ann_first()), [HUMAN, HUMAN, VACANT, SUBSTITUTE])
    assert ann.post(f"/table/{match.id}/devices", {"seat": 1}, **JSON).status_code == 409
    # Nothing is dealt yet: whoever shares the screen may get up.
    assert ann.post(f"/table/{match.id}/leave", {"seat": 1}, **JSON).status_code == 200
    assert ann.post(f"/table/{match.id}/devices", {"seat": 0}, **JSON).status_code == 200


def test_nobody_speaks_from_behind_the_curtain(ann: Desk) -> None:
    match = ann.table(humans=4)
    said = ann.post(f"/table/{match.id}/say", {"text": "It is me"}, **JSON)
    assert said.status_code == 409
    reveal(ann, match, 0)
    assert ann.post(f"/table/{match.id}/say", {"text": "It is me"}, **JSON).status_code == 200
    (message,) = ann.on_loop(ann.room.chat.at, match)
    assert (message.seat, message.name) == (0, "Ann")


def test_nobody_at_the_screen_is_told_to_be_watching_while_a_bot_is_to_act(ann: Desk) -> None:
    match = ann.enter(record(ann_first()), [SUBSTITUTE, HUMAN, HUMAN, SUBSTITUTE])
    assert "You are watching" not in words(ann.get(f"/table/{match.id}").text)
    assert "You are watching" in words(another(ann).get(f"/table/{match.id}").text)


def test_a_game_on_one_screen_is_not_set_up_as_a_rated_one(ann: Desk) -> None:
    form = {"game": "meuterer", "kind0": HUMAN, "kind1": HUMAN, "name0": "Ann", "name1": "Ben"}
    answer = ann.post("/tables", {**form, "rated": "on"})
    assert answer.status_code == 400
    assert "several people on one screen is not rated" in words(answer.text)
    # What was filled in is still there.
    assert 'value="Ben"' in answer.text
    assert ann.post("/tables", form).status_code == 303


def test_the_address_of_a_refused_form_leads_to_the_first_page(ann: Desk) -> None:
    assert ann.get("/tables").headers["location"] == "/"
