"""The waiting room: seats taken, left and raced for, names, the link, and everybody's page on the way."""

from __future__ import annotations

import asyncio
import re
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from markupsafe import escape

from quarterdeck.play import Record
from quarterdeck.settings import Settings
from quarterdeck.tables.entry import now
from quarterdeck.tables.match import commands
from quarterdeck.tables.match.match import Match
from quarterdeck.tables.seats import HUMAN, SUBSTITUTE, VACANT
from quarterdeck.tables.store.rows import REMATCH
from quarterdeck.web.boards import BOARDS
from quarterdeck.web.context import AppContext
from tests.tables.tables import record
from tests.web.desk import JSON, Desk, another, desk, error_of, words

HOSTILE = [
    '<script>alert("x")</script>',
    "</b><img src=x onerror=1>",
    "'; DROP TABLE tables; --",
    "{{ 7*7 }}",
]


def waiting(browser: Desk, made: Record | None = None) -> Match:
    """A table of this browser's with two open seats and a bot."""
    return browser.enter(made or record(), [HUMAN, VACANT, VACANT, SUBSTITUTE])


def sit(browser: Desk, match: Match, seat: int, name: str, **headers: str) -> Any:
    return browser.post(f"/table/{match.id}/sit", {"seat": seat, "name": name}, **headers)


def page(browser: Desk, match: Match) -> str:
    return browser.get(f"/table/{match.id}").text


def test_a_friend_opens_the_link_and_sits_down(ann: Desk) -> None:
    match = waiting(ann)
    assert "Waiting for 2 players" in words(page(ann, match))
    ben = another(ann)
    opened = page(ben, match)
    assert "data-waiting" in opened
    assert 'form="sit" name="seat" value="1"' in opened
    answer = sit(ben, match, 1, " Ben Gunn ")
    assert (answer.status_code, answer.headers["location"]) == (303, f"/table/{match.id}")
    assert match.names[1] == "Ben Gunn"
    assert "Waiting for 1 player" in words(page(ann, match))
    assert 'name="seat" value="2" data-key="take' not in page(ben, match)


def test_the_last_seat_taken_leads_every_open_page_to_the_table(ann: Desk) -> None:
    match = waiting(ann)
    ben, cleo, watcher = (another(ann) for _ in range(3))
    sit(ben, match, 1, "Ben")
    with room(ann, match) as first, room(ben, match) as second, room(watcher, match) as third:
        sit(cleo, match, 2, "Cleo")
        for socket in (first, second, third):
            assert socket.receive_json() == {"go": f"/table/{match.id}"}
    assert 'data-seat="1"' in page(ben, match)
    assert 'data-seat=""' in page(watcher, match)


def room(browser: Desk, match: Match, version: int | None = None) -> Any:
    seen = match.version if version is None else version
    return browser.client.websocket_connect(
        f"ws://localhost/table/{match.id}/live?room=waiting&version={seen}"
    )


def test_an_open_waiting_room_is_told_who_sits_down_and_no_more(ann: Desk) -> None:
    match = waiting(ann)
    ben = another(ann)
    with room(ann, match, version=99) as socket:
        # From here on it is known what the page shows.
        assert len(socket.receive_json()["regions"]) == 6
        sit(ben, match, 1, "Ben")
        news = socket.receive_json()
    assert set(news["regions"]) == {"region_status", "region_chairs"}
    assert "Ben" in words(news["regions"]["region_chairs"])
    assert news["title"] == "Waiting for 1 player"


def test_a_waiting_room_that_was_away_gets_what_it_missed(ann: Desk) -> None:
    match = waiting(ann)
    sit(another(ann), match, 1, "Ben")
    with room(ann, match, version=0) as socket:
        assert len(socket.receive_json()["regions"]) == 6
    with room(ann, match) as socket:
        ann.post(f"/table/{match.id}/close", {})
        assert "closed" in words(socket.receive_json()["regions"]["region_status"])


def test_a_page_of_the_table_is_led_to_the_waiting_room(ann: Desk) -> None:
    match = waiting(ann)
    with ann.listening(match, "0", 0) as socket:
        assert socket.receive_json() == {"go": f"/table/{match.id}"}


def test_two_race_for_a_seat_and_one_gets_it(ann: Desk) -> None:
    match = waiting(ann)

    async def race() -> list[Any]:
        run = (ann.room.execute(match, commands.sit(f"racer {n}", 1, f"Racer {n}")) for n in range(2))
        return await asyncio.gather(*run, return_exceptions=True)

    outcomes = ann.on_loop(race)
    assert outcomes[0] == 1
    assert str(outcomes[1]) == "Racer 0 has that seat: take one that is open."
    late = another(ann)
    answer = sit(late, match, 1, "Late")
    assert answer.status_code == 403
    assert "Racer 0 has that seat: take one that is open." in words(answer.text)
    assert 'value="Late"' in answer.text
    assert sit(late, match, 1, "Late", **JSON).status_code == 403
    assert match.version == 1


@pytest.mark.parametrize(
    ("seat", "name", "sentence", "status"),
    [
        (1, "aNN", "has that name already", 400),
        (1, "", "1 to 40 printable characters", 400),
        (1, "x" * 41, "1 to 40 printable characters", 400),
        (1, "a\u202eb", "1 to 40 printable characters", 400),
        (3, "Ben", "Dan has that seat", 403),
        (4, "Ben", "no such seat", 404),
        ("zero", "Ben", "has to be a whole number", 400),
    ],
)
def test_a_seat_that_cannot_be_taken_is_one_sentence(
    ann: Desk, seat: Any, name: str, sentence: str, status: int
) -> None:
    match = waiting(ann)
    ben = another(ann)
    shown = sit(ben, match, seat, name)
    told = sit(ben, match, seat, name, **JSON)
    assert (shown.status_code, told.status_code) == (status, status)
    assert sentence in error_of(told)
    assert "data-waiting" in shown.text
    assert match.version == 0


def test_nobody_has_two_seats(ann: Desk) -> None:
    match = waiting(ann)
    assert "You have a seat at this table already." in words(sit(ann, match, 1, "Anna").text)


@pytest.mark.parametrize("name", HOSTILE)
def test_a_hostile_name_is_only_a_name(ann: Desk, name: str) -> None:
    match = waiting(ann)
    ben = another(ann)
    assert sit(ben, match, 1, name).status_code == 303
    for html in (
        page(ann, match),
        page(ben, match),
        ben.get("/").text,
        ben.get(f"/table/{match.id}/devices").text,
    ):
        assert str(escape(name)) in html
        assert "<script>alert" not in html
        assert "<img" not in html


def test_a_guest_is_asked_for_a_name_once(ann: Desk) -> None:
    first, second = waiting(ann), waiting(ann)
    ben = another(ann)
    sit(ben, first, 1, "Ben Gunn")
    assert 'value="Ben Gunn"' in page(ben, second)
    assert 'name="name0" maxlength="40" autocomplete="off" value="Ben Gunn"' in ben.get("/").text
    assert "Ben Gunn" not in page(another(ann), second)
    made = ben.post("/tables", {"quick": "mutiny", "friends": "on"}, **JSON).json()["table"]
    assert ben.on_loop(ben.room.get, made).names[0] == "Ben Gunn"


def test_a_name_can_be_changed_until_the_match_begins(ann: Desk) -> None:
    match = waiting(ann)
    phone = another(ann)
    ann.on_loop(ann.room.execute, match, commands.hand(ann.owner, 0, phone.owner))
    ben = another(ann)
    sit(ben, match, 1, "Ben")
    form = {"seat": 0, "name": "Annabel"}
    assert ann.post(f"/table/{match.id}/rename", form).status_code == 303
    assert match.names[0] == "Annabel"
    assert match.seats_of(phone.owner) == match.seats_of(ann.owner) == (0,)
    taken = ann.post(f"/table/{match.id}/rename", {"seat": 0, "name": "BEN"})
    assert taken.status_code == 400
    assert match.seats_of(ann.owner) == (0,)
    assert ben.post(f"/table/{match.id}/rename", form, **JSON).status_code == 403
    ann.post(f"/table/{match.id}/fill", {})
    late = ann.post(f"/table/{match.id}/rename", {"seat": 0, "name": "Anna"}, **JSON)
    assert "names stay as they are" in error_of(late)
    assert match.names[0] == "Annabel"


def test_whoever_made_the_table_begins_or_closes_it_and_nobody_else(ann: Desk) -> None:
    match, other = waiting(ann), waiting(ann)
    ben = another(ann)
    for action in ("fill", "close"):
        assert f"/{action}" not in page(ben, match)
        assert f"/{action}" in page(ann, match)
        assert ben.post(f"/table/{match.id}/{action}", {}, **JSON).status_code == 403
    assert ann.post(f"/table/{match.id}/fill", {}).status_code == 303
    assert match.begun
    ann.post(f"/table/{other.id}/close", {})
    closed = page(ben, other)
    assert "This table is closed" in words(closed)
    assert "Take this seat" not in closed
    assert "ended" in error_of(sit(ben, other, 1, "Ben", **JSON))
    assert other.id not in ann.get("/").text


def test_a_seat_that_is_left_is_free_for_others(ann: Desk) -> None:
    match = waiting(ann)
    ben = another(ann)
    sit(ben, match, 1, "Ben")
    assert ann.post(f"/table/{match.id}/leave", {"seat": 1}, **JSON).status_code == 403
    ben.post(f"/table/{match.id}/leave", {"seat": 1})
    assert "Waiting for 2 players" in words(page(ben, match))
    assert sit(another(ann), match, 1, "Dora").status_code == 303


def test_no_card_and_no_move_before_the_match_has_begun(ann: Desk) -> None:
    match = waiting(ann)
    ben = another(ann)
    sit(ben, match, 1, "Ben")
    for browser, seat in ((ann, 0), (ben, 1)):
        assert "data-good" not in page(browser, match)
        for path in (f"/replay?seat={seat}", "/replay"):
            answer = browser.get(f"/table/{match.id}{path}")
            assert answer.status_code == 403
            assert "data-good" not in answer.text
        assert browser.act(match, seat, match.version, "offer 1", json=True).status_code == 403
        assert browser.act(match, seat, match.version, "offer 1").status_code == 403
    assert match.ply == 0


def test_what_was_dealt_changes_no_byte_of_a_waiting_room(ann: Desk) -> None:
    match = waiting(ann)
    before = [page(browser, match) for browser in (ann, ann)]
    assert before[0] == before[1]
    match.positions[-1] = match.record.position = match.position.view(None).sample("another deal")
    assert page(ann, match) == before[0]


def test_nobody_is_shown_who_holds_a_seat(ann: Desk) -> None:
    match = waiting(ann)
    ben = another(ann)
    sit(ben, match, 1, "Ben")
    pages = [page(browser, match) for browser in (ann, ben, another(ann))]
    pages += [ann.get(path).text for path in ("/", "/lobby", f"/table/{match.id}/devices")]
    for html in pages:
        assert not {owner for owner in (ann.owner, ben.owner) if owner in html}
        assert match.record.seed not in html
    assert ann.csrf not in pages[1]


def test_forms_of_the_waiting_room_need_the_browsers_own_token(ann: Desk) -> None:
    match = waiting(ann)
    ben = another(ann)
    for action in ("sit", "rename", "leave", "fill", "close"):
        form = {"csrf": ann.csrf, "seat": 1, "name": "Ben"}
        assert ben.client.post(f"/table/{match.id}/{action}", data=form, headers=JSON).status_code == 403
    assert match.version == 0


def test_the_link_stands_on_the_page_as_text_and_as_a_code(ann: Desk) -> None:
    match = waiting(ann)
    html = page(ann, match)
    assert f'value="http://localhost/table/{match.id}"' in html
    assert "This link works on this very computer only" in html
    assert '<svg viewBox="0 0' in html
    assert not re.search(r"<svg[^>]*style", html)


def test_the_link_begins_with_the_address_that_the_host_has_set(tmp_path: Path) -> None:
    with desk(tmp_path, settings=Settings(address="https://table.example.org")) as browser:
        match = waiting(browser)
        html = page(browser, match)
        assert f'value="https://table.example.org/table/{match.id}"' in html
        assert "This link works on this very computer only" not in html


def test_the_terms_and_the_commitment_are_told_beforehand(ann: Desk) -> None:
    form = {"kind1": "open", "clock": "live-30", "timeout": "seat", "take_back": "off", "public": "on"}
    made = ann.post("/tables", form, **JSON).json()["table"]
    match = ann.on_loop(ann.room.get, made)
    html = words(page(another(ann), match))
    assert match.terms.sentence() in html
    assert "The table is listed in the lobby." in html
    assert match.record.commitment in html


def test_a_friend_who_follows_a_link_is_known_again(ann: Desk) -> None:
    followed = {"sec-fetch-site": "cross-site", "sec-fetch-mode": "navigate", "sec-fetch-dest": "document"}
    match = waiting(ann)
    ann.client.cookies.clear()
    assert "set-cookie" in ann.get(f"/table/{match.id}", **followed).headers
    ann.client.cookies.clear()
    picture = {**followed, "sec-fetch-dest": "image", "sec-fetch-mode": "no-cors"}
    assert "set-cookie" not in ann.get(f"/table/{match.id}", **picture).headers


def test_the_match_begins_from_right_below_the_seats_for_its_maker_alone(ann: Desk) -> None:
    match = waiting(ann)
    mine = page(ann, match)
    seats, begin, link = (mine.index(part) for part in ('id="region_chairs"', "/fill", 'id="invite-title"'))
    assert seats < begin < link
    assert '<button class="button primary" data-key="fill">' in mine
    assert 'id="region_begin"></div>' in page(another(ann), match).replace("\n", "")


def test_only_whoever_made_the_table_is_offered_to_let_the_network_in(
    ann: Desk, monkeypatch: pytest.MonkeyPatch
) -> None:
    match = waiting(ann)
    offered = {"open": "", "offer": "192.0.2.7"}
    monkeypatch.setattr(AppContext, "network_for", lambda _app, _request: offered)
    assert '<button class="button" name="open" value="on">' in page(ann, match)
    # Even at the host's own computer.
    guest = another(ann)
    sit(guest, match, 1, "Ben")
    assert "Let my network in" not in page(guest, match)
    assert 'action="/network"' not in page(guest, match)


def test_bots_that_fill_the_seats_have_names_of_their_own_and_keep_them(ann: Desk) -> None:
    match, other = waiting(ann), waiting(ann)
    names = BOARDS[match.game.id].companions
    ann.post(f"/table/{match.id}/fill", {})
    assert match.names[1:3] == list(names[1:3])
    assert f"{names[2]} bot" in words(ann.get(f"/table/{match.id}").text)
    # A bot's name that somebody has gives way to the first that is free.
    sit(another(ann), other, 1, names[2])
    ann.post(f"/table/{other.id}/fill", {})
    assert other.names[1:3] == [names[2], names[0]]


def test_bots_that_fill_the_seats_of_a_rematch_keep_the_names_of_who_is_missing(ann: Desk) -> None:
    match = waiting(ann)
    named = list(match.names)
    match.row = replace(match.row, relation=REMATCH)
    commands.fill(ann.owner, SUBSTITUTE, BOARDS[match.game.id].companions)(match, now())
    assert list(match.names) == named
