"""A seat carried to another device: private links that serve once, and everybody else signed out."""

from __future__ import annotations

import re
import time

import pytest

from quarterdeck.tables.match.match import Match
from quarterdeck.tables.seats import HUMAN, SUBSTITUTE, VACANT
from quarterdeck.web.accounts.browser import TICKET_SECONDS, Keyring, Ticket
from tests.tables.tables import record
from tests.web.desk import JSON, Desk, another, error_of, words


def link(browser: Desk, match: Match, seat: int = 0) -> str:
    """The path of a fresh private link to a seat."""
    html = browser.post(f"/table/{match.id}/devices", {"seat": seat}).text
    found = re.search(r'id="link" readonly value="http://localhost(/table/[^"]+)"', html)
    assert found
    return found[1]


def test_a_private_link_brings_the_seat_to_another_browser(ann: Desk) -> None:
    match = ann.table()
    assert f'href="/table/{match.id}/devices"' in ann.get(f"/table/{match.id}").text
    path, phone = link(ann, match), another(ann)
    opened = phone.get(path)
    assert opened.status_code == 200
    assert "Play Ann’s seat here" in opened.text
    assert match.version == 0
    answer = phone.post(path, {})
    assert (answer.status_code, answer.headers["location"]) == (303, f"/table/{match.id}")
    for browser in (phone, ann):
        assert 'data-seat="0"' in browser.get(f"/table/{match.id}").text
    assert phone.act(match, 0, match.version, "offer 1").status_code == 303


def test_to_look_at_a_link_takes_nothing(ann: Desk) -> None:
    match = ann.table()
    path = link(ann, match)
    for _look in range(3):
        another(ann).get(path)
    assert match.version == 0
    assert another(ann).post(path, {}).status_code == 303


def test_a_link_serves_one_browser_and_that_one_as_often_as_it_likes(ann: Desk) -> None:
    match = ann.table()
    path, phone, thief = link(ann, match), another(ann), another(ann)
    for _click in range(2):
        assert phone.post(path, {}).status_code == 303
    assert phone.get(path).headers["location"] == f"/table/{match.id}"
    assert (match.number, match.version) == (1, 0)
    for answer in (thief.get(path), thief.post(path, {})):
        assert answer.status_code == 410
        assert "has been used already" in words(answer.text)
    assert match.seats_of(thief.owner) == ()


def test_signing_all_others_out_leaves_them_without_the_seat_and_the_links_void(ann: Desk) -> None:
    match = ann.table()
    phone, thief = another(ann), another(ann)
    phone.post(link(ann, match), {})
    used = link(ann, match)
    unused = link(ann, match)
    with phone.listening(match, "0", match.version) as socket:
        assert ann.post(f"/table/{match.id}/revoke", {"seat": 0}).status_code == 303
        assert socket.receive_json() == {"go": f"/table/{match.id}"}
    assert match.seats_of(phone.owner) == ()
    assert match.seats_of(ann.owner) == (0,)
    assert phone.act(match, 0, match.version, "offer 1", json=True).status_code == 403
    for path in (used, unused):
        assert thief.post(path, {}, **JSON).status_code == 410


def test_a_link_dies_by_signing_out_even_if_nobody_else_was_signed_in(ann: Desk) -> None:
    match = ann.table()
    path = link(ann, match)
    ann.post(f"/table/{match.id}/revoke", {"seat": 0})
    assert another(ann).post(path, {}, **JSON).status_code == 410


def test_a_used_link_does_not_come_to_life_again(ann: Desk) -> None:
    match = ann.table()
    path = link(ann, match)
    another(ann).post(path, {})
    ann.post(f"/table/{match.id}/revoke", {"seat": 0})
    assert match.seats[0].holders == (ann.owner,)
    assert another(ann).post(path, {}, **JSON).status_code == 410


def test_a_link_is_too_old_after_a_quarter_of_an_hour(ann: Desk, monkeypatch: pytest.MonkeyPatch) -> None:
    match = ann.table()
    path = link(ann, match)
    later = time.time() + TICKET_SECONDS + 2
    monkeypatch.setattr("itsdangerous.timed.time.time", lambda: later)
    answer = another(ann).post(path, {}, **JSON)
    assert answer.status_code == 410
    assert error_of(answer) == "This private link is older than 15 minutes: make a new one."
    assert match.version == 0


def test_a_link_that_was_not_made_here_opens_nothing(ann: Desk) -> None:
    match, other = ann.table(), ann.table()
    forged = Keyring("x" * 64).ticket(Ticket(match.id, 0, 0))
    elsewhere = link(ann, other).rpartition("/")[2]
    stranger = another(ann)
    for ticket in (forged, elsewhere, forged[:-1], "x", "%F0%9F%92%A3", "a" * 2000, ann.csrf):
        for answer in (
            stranger.get(f"/table/{match.id}/join/{ticket}", **JSON),
            stranger.post(f"/table/{match.id}/join/{ticket}", {}, **JSON),
        ):
            assert answer.status_code in (403, 429)
            assert error_of(answer).endswith(".")
    assert match.version == other.version == 0


def test_only_who_holds_a_seat_makes_links_to_it(ann: Desk) -> None:
    match = ann.enter(record(), [HUMAN, VACANT, SUBSTITUTE, SUBSTITUTE])
    ben = another(ann)
    assert ben.get(f"/table/{match.id}/devices", **JSON).status_code == 403
    for browser, seat in ((ben, 0), (ann, 1), (ann, 2), (ann, 9)):
        answer = browser.post(f"/table/{match.id}/devices", {"seat": seat}, **JSON)
        assert answer.status_code == 403
        assert "link" not in answer.json()
    assert ann.post(f"/table/{match.id}/devices", {"seat": "x"}, **JSON).status_code == 400
    assert "/devices" not in ben.get(f"/table/{match.id}").text


def test_links_and_doors_need_the_browsers_own_token(ann: Desk) -> None:
    match = ann.table()
    path, ben = link(ann, match), another(ann)
    form = {"csrf": ann.csrf, "seat": 0}
    assert ben.client.post(path, data=form, headers=JSON).status_code == 403
    assert ben.client.post(f"/table/{match.id}/devices", data=form, headers=JSON).status_code == 403
    assert match.version == 0


def test_whoever_makes_or_tries_too_many_links_is_told_to_wait(ann: Desk) -> None:
    match = ann.table()
    codes = [ann.post(f"/table/{match.id}/devices", {"seat": 0}, **JSON).status_code for _ in range(12)]
    assert codes == [200] * 10 + [429] * 2
    thief = another(ann)
    tried = {thief.get(f"/table/{match.id}/join/x", **JSON).status_code for _ in range(120)}
    assert tried == {403, 429}


def test_a_link_tells_nothing_of_who_holds_the_seat(ann: Desk) -> None:
    match = ann.table()
    path = link(ann, match)
    seen = another(ann).get(path).text
    assert ann.owner not in path + seen
    assert ann.csrf not in seen
    assert "data-good" not in seen
    assert path.rpartition("/")[2] not in ann.get(f"/table/{match.id}").text
