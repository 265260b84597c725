"""Who tries to play, or to look into, what is another's: nothing is changed and nothing told.

What strange bytes do is in `test_attacks_input`, and what floods do in `test_attacks_floods`.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor

import httpx2
import pytest
from starlette.testclient import WebSocketDenialResponse
from starlette.websockets import WebSocketDisconnect

from quarterdeck.tables.match import commands
from quarterdeck.tables.match.match import Match
from quarterdeck.tables.match.terms import Terms
from quarterdeck.tables.seats import HUMAN, VACANT
from quarterdeck.web.accounts.browser import Browser, Keyring
from tests.tables.tables import ann_first, record
from tests.web.desk import COOKIE, JSON, Desk, another, error_of

# Everything that is done for a seat.
FOR_A_SEAT = ("act", "back", "plan", "leave", "return", "revoke", "curtain", "devices", "rename")


@pytest.fixture
def match(ann: Desk, ben: Desk) -> Match:
    """Ann, whose turn it is, in seat 0, Ben in seat 1, bots in the others; all moves may be taken back."""
    terms = Terms(take_back=True)
    seats = [HUMAN, VACANT, "random", "random"]
    made = ann.on_loop(ann.room.create, Match.fresh(record(ann_first()), seats, ann.owner, terms))
    assert isinstance(made, Match)
    assert sit(ben, made).json() == {"ok": True, "version": 1}
    return made


def sit(browser: Desk, match: Match, seat: int = 1, name: str = "Benno") -> httpx2.Response:
    return browser.post(f"/table/{match.id}/sit", {"seat": seat, "name": name}, **JSON)


def move(seat: int = 0, version: int = 1, action: str = "offer 2") -> dict[str, object]:
    return {"seat": seat, "version": version, "action": action}


def at_once(*requests: Callable[[], httpx2.Response]) -> list[httpx2.Response]:
    with ThreadPoolExecutor(len(requests)) as threads:
        return list(threads.map(lambda request: request(), requests))


# -- another's seat


@pytest.mark.parametrize("path", FOR_A_SEAT)
def test_nobody_does_anything_for_a_seat_that_he_does_not_hold(
    ann: Desk, ben: Desk, match: Match, path: str
) -> None:
    before = match.version
    for stranger in (ben, another(ann)):
        answer = stranger.post(f"/table/{match.id}/{path}", {**move(), "name": "Bea"}, **JSON)
        assert answer.status_code == 403, answer.text
        assert error_of(answer).endswith(".")
    assert match.version == before
    assert match.seats_of(ann.owner) == (0,)


@pytest.mark.parametrize("path", ["fill", "close"])
def test_only_who_made_a_table_fills_or_closes_it(ann: Desk, ben: Desk, path: str) -> None:
    waiting = ann.enter(record(), [HUMAN, VACANT, VACANT, "random"])
    sit(ben, waiting)
    assert ben.post(f"/table/{waiting.id}/{path}", {}, **JSON).status_code == 403
    assert (waiting.version, waiting.begun, waiting.closed) == (1, False, False)


def test_a_socket_moves_for_its_own_seat_alone(ben: Desk, match: Match) -> None:
    with ben.listening(match, "1", 1) as socket:
        socket.send_json({"act": 1, **move()})
        assert socket.receive_json()["status"] == 403
    assert match.version == 1


def forged(cookie: str, wrong: str) -> str:
    """A cookie that is not ours, made of one that is."""
    token, _dot, signature = cookie.rpartition(".")
    others = Keyring("o" * 64).cookie(Browser(token, "", "", new=False, hash=""), secure=False)
    return {
        "unsigned": token,
        "token changed": f"{'b' if token[0] == 'a' else 'a'}{token[1:]}.{signature}",
        "signed by another": others.partition("=")[2].partition(";")[0],
        "signature cut": cookie[:-1],
        "empty": "",
    }[wrong]


@pytest.mark.parametrize(
    "wrong", ["unsigned", "token changed", "signed by another", "signature cut", "empty"]
)
def test_a_cookie_that_is_not_ours_is_nobody_s(ann: Desk, match: Match, wrong: str) -> None:
    assert 'name="action"' in ann.get(f"/table/{match.id}").text
    cookie = forged(str(ann.client.cookies[COOKIE]), wrong)
    ann.client.cookies.clear()
    page = ann.get(f"/table/{match.id}", cookie=f"{COOKIE}={cookie}")
    assert COOKIE in page.headers["set-cookie"]
    assert 'name="action"' not in page.text
    answer = ann.post(f"/table/{match.id}/act", move(), cookie=f"{COOKIE}={cookie}", **JSON)
    assert answer.status_code == 403
    assert match.version == 1


def test_without_a_cookie_no_form_is_followed(ann: Desk, match: Match) -> None:
    ann.client.cookies.clear()
    for path in ("act", "sit", "say", "leave"):
        assert ann.post(f"/table/{match.id}/{path}", {**move(), "text": "Ahoy"}, **JSON).status_code == 403
    assert match.version == 1


def test_a_cookie_of_another_server_is_not_looked_at(ann: Desk, match: Match) -> None:
    other = Keyring("o" * 64)
    value = str(ann.client.cookies[COOKIE])
    ann.client.cookies.clear()
    ann.client.cookies.set(other.cookie_name, value)
    assert 'name="action"' not in ann.get(f"/table/{match.id}").text


# -- ids


@pytest.mark.parametrize(
    "id_",
    ["a" * 10, "A" * 10, "1", "ä", "%c3%28", "a%20b", "'%20OR%201=1--", "a" * 3000, "example%2f..", "-1"],
)
def test_all_that_is_no_table_is_not_found_alike(ann: Desk, match: Match, id_: str) -> None:
    unknown = ann.get("/table/zzzzzzzzzz", **JSON)
    assert unknown.status_code == 404
    for path in ("", "/replay", "/match.qd", "/devices"):
        assert ann.get(f"/table/{id_}{path}", **JSON).status_code == 404
    answer = ann.post(f"/table/{id_}/act", move(), **JSON)
    assert answer.status_code == 404
    with (
        pytest.raises((WebSocketDisconnect, WebSocketDenialResponse)),
        ann.client.websocket_connect(f"ws://localhost/table/{id_}/live?seat=0"),
    ):
        pass


def test_a_table_that_is_not_public_is_in_no_list_of_others(ann: Desk, ben: Desk, match: Match) -> None:
    stranger = another(ann)
    for path in ("/", "/lobby", "/api/v1/tables?state=running"):
        assert match.id not in stranger.get(path).text


# -- what was sent once, sent again


def test_a_form_with_the_token_of_another_browser_is_refused(ann: Desk, ben: Desk, match: Match) -> None:
    answer = ann.post(f"/table/{match.id}/act", {**move(), "csrf": ben.csrf}, **JSON)
    assert answer.status_code == 403
    answer = ben.post(f"/table/{match.id}/act", {**move(), "csrf": ann.csrf}, **JSON)
    assert answer.status_code == 403
    assert match.version == 1


def test_the_same_move_again_is_one_move(ann: Desk, match: Match) -> None:
    for _ in range(3):
        assert ann.post(f"/table/{match.id}/act", move(), **JSON).json() == {"ok": True, "version": 2}
    assert (match.version, match.ply) == (2, 1)


def test_a_move_that_was_taken_back_does_not_come_back(ann: Desk, match: Match) -> None:
    ann.post(f"/table/{match.id}/act", move(), **JSON)
    assert ann.post(f"/table/{match.id}/back", {"seat": 0}, **JSON).json() == {"ok": True, "version": 3}
    ann.post(f"/table/{match.id}/act", move(), **JSON)
    with ann.listening(match, "0", 3) as socket:
        socket.send_json({"act": 1, **move()})
        socket.receive_json()
    other = ann.post(f"/table/{match.id}/act", move(action="offer 3"), **JSON)
    assert other.status_code == 409
    assert (match.version, match.ply) == (3, 0)


def test_a_seat_that_was_left_is_not_taken_again_by_an_old_form(ben: Desk, match: Match) -> None:
    ben.post(f"/table/{match.id}/leave", {"seat": 1}, **JSON)
    for path in ("act", "back", "return", "plan"):
        form = {"seat": 1, "version": 1, "action": "offer 2"}
        assert ben.post(f"/table/{match.id}/{path}", form, **JSON).status_code == 403
    assert match.version == 2


# -- another's stream


@pytest.mark.parametrize("seat", ["0", "2", "9", "-1", "all", "none", "x", "0 ", "00"])
def test_a_socket_shows_no_seat_but_its_own(ben: Desk, match: Match, seat: str) -> None:
    with ben.listening(match, seat, 0) as socket:
        assert socket.receive_json() == {"go": f"/table/{match.id}"}
        ben.on_loop(ben.room.submit, match, 0, 1, "offer 2")
        ben.on_loop(asyncio.sleep, 0.05)
        socket.send_json({"act": 7})
        # Nothing about the move has come before the answer.
        assert socket.receive_json()["act"] == "7"


@pytest.mark.parametrize("path", ["leave", "revoke"])
def test_who_has_lost_a_seat_gets_nothing_more_on_an_open_socket(
    ann: Desk, ben: Desk, match: Match, path: str
) -> None:
    phone = another(ben)
    ben.on_loop(ben.room.execute, match, commands.hand(ben.owner, 1, phone.owner))
    with phone.listening(match, "1", match.version) as socket:
        assert ben.post(f"/table/{match.id}/{path}", {"seat": 1}, **JSON).status_code == 200
        assert socket.receive_json() == {"go": f"/table/{match.id}"}
        ann.act(match, 0, match.version, "offer 2")
        ann.post(f"/table/{match.id}/say", {"text": "He is gone", "audience": "seats"})
        ann.on_loop(asyncio.sleep, 0.05)
        socket.send_json({"act": 1, **move(seat=1, version=match.version)})
        assert socket.receive_json()["status"] == 403


def test_what_is_said_to_the_seats_is_kept_from_others(ann: Desk, ben: Desk, match: Match) -> None:
    stranger = another(ann)
    with ben.listening(match, "1", 1) as seated, stranger.listening(match, "", 1) as watching:
        for text, audience in (("Only us", "seats"), ("All of you", "all")):
            ann.post(f"/table/{match.id}/say", {"text": text, "audience": audience})
        ann.on_loop(asyncio.sleep, 0.05)
        # First the players hear that somebody watches.
        assert set(seated.receive_json()["regions"]) == {"region_company"}
        heard = seated.receive_json()["talk"]
        assert "Only us" in str(heard)
        assert "Only us" not in str(watching.receive_json())
    page = stranger.get(f"/table/{match.id}").text
    assert "All of you" in page
    assert "Only us" not in page
    assert stranger.post(f"/table/{match.id}/say", {"text": "Me too"}, **JSON).status_code == 403


# -- races


def test_of_two_moves_at_once_one_is_made(ann: Desk, match: Match) -> None:
    answers = at_once(
        *(lambda n=n: ann.post(f"/table/{match.id}/act", move(action=f"offer {n}"), **JSON) for n in (1, 2))
    )
    assert sorted(answer.status_code for answer in answers) == [200, 409]
    assert (match.version, match.ply) == (2, 1)


def test_of_two_who_sit_down_at_once_one_has_the_seat(ann: Desk, ben: Desk) -> None:
    waiting = ann.enter(record(), [HUMAN, VACANT, VACANT, VACANT])
    cleo = another(ann)
    answers = at_once(lambda: sit(ben, waiting), lambda: sit(cleo, waiting, name="Clea"))
    assert sorted(answer.status_code for answer in answers) == [200, 403]
    assert sorted([waiting.seats_of(ben.owner), waiting.seats_of(cleo.owner)]) == [(), (1,)]


def test_nobody_takes_two_seats_at_once(ann: Desk, ben: Desk) -> None:
    waiting = ann.enter(record(), [HUMAN, VACANT, VACANT, VACANT])
    answers = at_once(lambda: sit(ben, waiting), lambda: sit(ben, waiting, 2, "Bea"))
    assert sorted(answer.status_code for answer in answers) == [200, 403]
    assert len(waiting.seats_of(ben.owner)) == 1


def test_of_two_take_backs_at_once_one_is_made(ann: Desk, match: Match) -> None:
    ann.post(f"/table/{match.id}/act", move(), **JSON)
    back = f"/table/{match.id}/back"
    answers = at_once(*(lambda: ann.post(back, {"seat": 0}, **JSON) for _ in range(2)))
    assert sorted(answer.status_code for answer in answers) == [200, 403]
    assert (match.version, match.ply) == (3, 0)


def test_who_is_signed_out_in_the_same_moment_makes_no_move(ann: Desk, match: Match) -> None:
    """Whether a seat is held counts when the move is made, not when it is asked for."""
    phone, before = another(ann), match.number
    ann.on_loop(ann.room.execute, match, commands.hand(ann.owner, 0, phone.owner))

    async def both() -> list[object]:
        signed_out = ann.room.execute(match, commands.revoke(ann.owner, 0))
        moved = ann.room.execute(match, commands.act(phone.owner, 0, match.version, "offer 2"))
        return list(await asyncio.gather(signed_out, moved, return_exceptions=True))

    revoked, refused = ann.on_loop(both)
    assert (revoked, match.number) == (match.version, before + 2)
    assert "You are watching this table" in str(refused)
    assert match.ply == 0
