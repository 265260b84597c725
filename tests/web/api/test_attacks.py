"""Whatever a stranger, a rival or a broken program sends: one sentence, the right status, nothing changed."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from starlette.testclient import TestClient, WebSocketDenialResponse
from starlette.websockets import WebSocketDisconnect

from quarterdeck.settings import Settings
from quarterdeck.settings.values import Rate
from quarterdeck.tables.match.match import Match
from quarterdeck.tables.seats import HUMAN, VACANT
from quarterdeck.web.api import BASE
from quarterdeck.web.api.tokens import Tokens
from quarterdeck.web.limits import MOST_BYTES
from quarterdeck.web.serving.logs import RequestLog
from tests.tables.tables import ann_first, record
from tests.web.api.program import KEY, Program, error_of, program
from tests.web.desk import COOKIE

OTHER_KEY = "o" * 64
JSON_BODY = {"content-type": "application/json"}


@pytest.fixture
def match(ann: Program) -> Match:
    """A table at which Ann has seat 0, somebody else seat 1."""
    made = ann.enter(record(ann_first()), [HUMAN, VACANT, "random", "random"])
    assert ann.other().post(f"/tables/{made.id}/seats/1", {"name": "Ben"}).status_code == 201
    return made


def everything(id_: str, seat: int) -> list[tuple[str, str, Any]]:
    """All that takes a seat."""
    here = f"/tables/{id_}"
    return [
        ("POST", f"{here}/moves", {"seat": seat, "version": 1, "action": "offer 2"}),
        ("DELETE", f"{here}/seats/{seat}", None),
        ("POST", f"{here}/seats/{seat}/return", None),
        ("POST", f"{here}/seats/{seat}/plan", {"action": "offer 2"}),
        ("POST", f"{here}/seats/{seat}/back", None),
        ("POST", f"{here}/seats/{seat}/tokens", None),
        ("DELETE", f"{here}/seats/{seat}/tokens", None),
        ("GET", f"{here}/view?seat={seat}", None),
        ("GET", f"{here}/why?action=offer+2&seat={seat}", None),
        ("GET", f"{here}/replay?seat={seat}", None),
        ("GET", f"{here}/replay?seat=all", None),
        ("GET", f"{here}/events?seat={seat}", None),
        ("GET", f"{here}/match.qd", None),
    ]


def test_another_seat_s_token_opens_nothing(ann: Program, match: Match) -> None:
    before = (match.version, match.seats.copy())
    for seat in (1, 2):
        for method, path, body in everything(match.id, seat):
            answer = ann.ask(method, path, body)
            assert answer.status_code == 403, (method, path)
            error_of(answer)
    assert (match.version, match.seats) == before


def test_a_token_of_another_table_opens_nothing(ann: Program, match: Match) -> None:
    ben = ann.other()
    ben.make()
    before = match.version
    for method, path, body in everything(match.id, 0):
        assert ben.ask(method, path, body).status_code == 403, (method, path)
    assert match.version == before


def test_without_a_token_nothing_is_done_and_no_hand_is_seen(ann: Program, match: Match) -> None:
    before = match.version
    for method, path, body in everything(match.id, 0):
        answer = ann.other().ask(method, path, body)
        assert answer.status_code == (403 if method == "GET" else 401), (method, path)
        assert (answer.status_code == 401) == ("www-authenticate" in answer.headers)
    assert match.version == before


@pytest.mark.parametrize(
    "header",
    [
        "Bearer",
        "Bearer ",
        "Bearer guessed",
        "Bearer qd_guessed",
        "Basic YTpi",
        "Bearer " + "x" * 5000,
        pytest.param(f"Bearer {Tokens(OTHER_KEY).fresh()}", id="signed by another"),
        pytest.param(f"Bearer {Tokens(KEY).fresh()}x", id="one letter too long"),
        "Bearer \xff",
    ],
)
def test_a_token_that_is_none_of_ours_is_refused_everywhere(ann: Program, match: Match, header: str) -> None:
    stranger = ann.other()
    for method, path, body in [*everything(match.id, 0), ("POST", "/tables", {"game": "x", "seats": []})]:
        if path.endswith("match.qd"):
            continue
        answer = stranger.client.request(
            method, BASE + path, headers={b"authorization": header.encode("latin-1")}, json=body
        )
        assert answer.status_code == 401, (method, path)
        error_of(answer)


def test_a_browser_s_cookie_is_no_token_and_a_token_no_cookie(ann: Program, match: Match) -> None:
    ann.client.get("/")
    cookie = ann.client.cookies[COOKIE]
    for token in (cookie, cookie.rpartition(".")[0]):
        assert ann.other(token).get(f"/tables/{match.id}/view").status_code == 401
    browsing = {"cookie": f"{COOKIE}={ann.token}"}
    for path in (f"/tables/{match.id}/view", f"/tables/{match.id}"):
        answer = ann.other().ask("GET", path, **browsing)
        assert answer.json().get("seat") is None
        assert "set-cookie" not in answer.headers
    assert ann.other().ask("GET", f"/tables/{match.id}/view?seat=0", **browsing).status_code == 403


@pytest.mark.parametrize(
    "headers", [{"origin": "http://evil.example"}, {"origin": "null"}, {"sec-fetch-site": "cross-site"}]
)
def test_a_page_of_another_site_changes_nothing_and_hears_nothing(
    ann: Program, match: Match, headers: dict[str, str]
) -> None:
    answer = ann.ask("POST", f"/tables/{match.id}/moves", {"seat": 0}, **headers)
    assert answer.status_code == 403
    error_of(answer)
    asked = ann.ask("OPTIONS", f"/tables/{match.id}/moves", **headers)
    assert asked.status_code == 405
    assert not any(name.startswith("access-control") for name in asked.headers)
    with (
        pytest.raises(WebSocketDenialResponse) as denied,
        ann.client.websocket_connect(f"ws://localhost{BASE}/tables/{match.id}/socket", headers=headers),
    ):
        pass
    said = {"error": "This request came from another site, so it was not followed."}
    assert (denied.value.status_code, denied.value.json()) == (403, said)


def test_a_socket_that_comes_too_often_is_told_when_to_come_again(tmp_path: Path) -> None:
    with program(tmp_path, settings=Settings(limit_requests=Rate(1, 3600))) as ann:
        answers = [ann.get("/games") for _ in range(2)]
        assert [answer.status_code for answer in answers] == [200, 429]
        with pytest.raises(WebSocketDenialResponse) as denied, ann.listening("nowhere"):
            pass
        assert (denied.value.status_code, denied.value.json()) == (429, answers[1].json())
        assert int(denied.value.headers["retry-after"]) > 3000


@pytest.mark.parametrize("id_", ["nowhere", "%F0%9F%98%80", "%ff", "a'--", "..", "1" * 500])
def test_guessed_tables_are_not_found(ann: Program, id_: str) -> None:
    for path in ("", "/view", "/events", "/replay", "/match.qd", "/messages"):
        answer = ann.get(f"/tables/{id_}{path}")
        assert answer.status_code == 404, path
        error_of(answer)


def test_an_address_that_no_database_takes_is_refused(ann: Program) -> None:
    for path in ("/tables/x%00y", "/tables/x%00y/view", "/tables/nowhere/view?seat=%00"):
        answer = ann.get(path)
        assert answer.status_code == 400
        error_of(answer)


@pytest.mark.parametrize(
    "body",
    [
        b"",
        b"{",
        b"[]",
        b'"text"',
        b"null",
        b"[" * 10_000,
        b'{"seat":' * 1_000,
        b"\xff\xfe",
        b"9" * 6000,
        b'{"seat":' + b"9" * 6000 + b',"version":0,"action":"offer 2"}',
        b'{"seat":0,"version":1e400,"action":"offer 2"}',
        b'{"seat":NaN,"version":0,"action":"offer 2"}',
        b'{"seat":true,"version":0,"action":"offer 2"}',
        b'{"seat":-1,"version":0,"action":"offer 2"}',
        b'{"seat":0,"version":9999999999999999999999,"action":"offer 2"}',
        b'{"seat":0,"version":0,"action":["offer 2"]}',
        b'{"seat":0,"version":0,"action":"\\ud800"}',
        b'{"seat":0,"version":0,"action":"\\u0000"}',
        b'{"seat":0,"version":0,"action":"offer 2","\\ud800":1}',
        b'{"seat":0,"version":0}',
        b'{"seat":99,"version":0,"action":"offer 2"}',
    ],
)
def test_a_malformed_move_is_one_sentence(ann: Program, match: Match, body: bytes) -> None:
    before = match.version
    answer = ann.client.post(
        f"{BASE}/tables/{match.id}/moves", content=body, headers={**ann.headers, **JSON_BODY}
    )
    assert answer.status_code in (400, 403, 404, 422)
    sentence = error_of(answer)
    assert len(sentence) < 250
    assert match.version == before


def test_a_field_that_is_wrong_is_named(ann: Program, match: Match) -> None:
    for body, field in (({}, "seat"), ({"seat": 0, "version": "0", "action": ""}, "version")):
        assert f"“{field}”" in error_of(ann.post(f"/tables/{match.id}/moves", body))


def test_a_body_without_end_is_cut_off(ann: Program, match: Match) -> None:
    def drops() -> Iterator[bytes]:
        for _ in range(MOST_BYTES // 1000 + 1):
            yield b"x" * 1000

    for content in (drops(), b"x" * (MOST_BYTES + 1)):
        answer = ann.client.post(
            f"{BASE}/tables/{match.id}/moves", content=content, headers={**ann.headers, **JSON_BODY}
        )
        assert answer.status_code == 413
        error_of(answer)


def test_an_old_request_sent_again_changes_nothing(ann: Program, match: Match) -> None:
    first = {"seat": 0, "version": match.version, "action": "offer 2"}
    path = f"/tables/{match.id}/moves"
    made = ann.post(path, first)
    assert made.status_code == 200
    legal = ann.get(f"/tables/{match.id}/view").json()["legal"]
    if legal:
        ann.post(path, {**first, "version": match.version, "action": legal[0]["action"]})
    moves = match.ply
    assert ann.post(path, first).json() == made.json()
    assert ann.post(path, {**first, "action": "offer 1"}).status_code == 409
    assert match.ply == moves


@pytest.mark.parametrize(
    ("sent", "status"),
    [
        ("", 400),
        ("[]", 400),
        ("[" * 2000, 400),
        ('{"id":1,"seat":0}', 422),
        ('{"id":{},"seat":0,"version":1,"action":"offer 2"}', 422),
        ('{"id":"' + "x" * 200 + '","seat":0,"version":1,"action":"offer 2"}', 422),
        ('{"id":1,"seat":true,"version":1,"action":"offer 2"}', 422),
        ('{"id":1,"seat":0,"version":1.0,"action":"offer 2"}', 422),
        ('{"id":1,"seat":0,"version":99999999999999,"action":"offer 2"}', 422),
        ('{"id":1,"seat":0,"version":1,"action":7}', 422),
        ('{"id":1,"seat":0,"version":1,"action":"\\ud800"}', 400),
        ('{"id":1,"seat":0,"version":0,"action":"show wine"}', 422),
        ('{"id":1,"seat":1,"version":1,"action":"offer 2"}', 403),
        ('{"id":1,"seat":0,"version":9,"action":"offer 2"}', 409),
    ],
)
def test_a_socket_refuses_in_one_sentence_and_goes_on(
    ann: Program, match: Match, sent: str, status: int
) -> None:
    with ann.listening(match.id) as socket:
        socket.receive_text()
        socket.send_text(sent)
        answer = socket.receive_json()
        assert (answer["status"], answer["error"][-1]) == (status, ".")
        assert set(answer) <= {"id", "error", "status", "rule"}
        assert answer["id"] == (1 if sent.startswith('{"id":1,') and "ud800" not in sent else None)
        assert match.ply == 0
        socket.send_json({"id": "a", "seat": 0, "version": 1, "action": "offer 2"})
        told = [socket.receive_json(), socket.receive_json()]
        assert {"id": "a", "version": 2} in told


@pytest.mark.parametrize(
    ("token", "query", "status"),
    [
        ("guessed", "", 401),
        (None, "seat=0", 403),
        (None, "seat=all", 403),
        (None, "seat=x", 400),
        (None, "views=some", 422),
        (None, "after=x", 422),
        (None, "after=99", 422),
        (None, "after=" + "9" * 30, 422),
    ],
)
def test_a_socket_that_may_not_be_is_not_opened(
    ann: Program, match: Match, token: str | None, query: str, status: int
) -> None:
    with (
        pytest.raises(WebSocketDenialResponse) as denied,
        ann.other(token).listening(match.id, query),
    ):
        pass
    assert denied.value.status_code == status
    assert json.loads(denied.value.content)["error"].endswith(".")


def test_a_seat_that_is_taken_away_is_heard_no_more(ann: Program, match: Match) -> None:
    token = ann.post(f"/tables/{match.id}/seats/0/tokens").json()["token"]
    with ann.other(token).listening(match.id, "seat=0") as socket:
        assert socket.receive_json()["seat"] == 0
        ann.delete(f"/tables/{match.id}/seats/0/tokens")
        assert socket.receive_json() == {"error": "This token does not hold that seat.", "status": 403}
        with pytest.raises(WebSocketDisconnect):
            socket.receive_text()


def test_no_answer_holds_a_hash_a_seed_or_a_token(ann: Program) -> None:
    match = ann.match(ann.make()["table"])
    ann.post(f"/tables/{match.id}/fill", {})
    ann.post(f"/tables/{match.id}/messages", {"text": "Ahoy!"})
    secrets = [match.record.seed, *(holder for seat in match.seats for holder in seat.holders)]
    asked = ["", "/view", "/replay", "/messages", "/why?action=offer+2"]
    told = [ann.get(f"/tables/{match.id}{path}").text for path in asked]
    with ann.listening(match.id, "after=0&views=all") as socket:
        told.append(socket.receive_text())
    for text in told:
        assert text
        assert not any(secret in text for secret in [*secrets, str(ann.token)])


def test_a_defect_of_ours_tells_nothing(ann: Program, monkeypatch: pytest.MonkeyPatch) -> None:
    def broken(_state: str) -> None:
        raise ZeroDivisionError("a secret")

    monkeypatch.setattr(ann.room, "lobby", broken)
    answer = ann.get("/tables")
    assert answer.status_code == 500
    assert "secret" not in answer.text
    error_of(answer)


def test_the_log_of_requests_names_the_route_and_no_token(
    ann: Program, match: Match, caplog: pytest.LogCaptureFixture
) -> None:
    logged = RequestLog(ann.client.app)
    with caplog.at_level("INFO", "quarterdeck.web.serving.logs"):
        client = TestClient(logged, base_url="http://localhost")
        client.portal = ann.client.portal
        client.get(f"{BASE}/tables/{match.id}/view", headers=ann.headers)
    (line,) = [
        record.getMessage() for record in caplog.records if record.name == "quarterdeck.web.serving.logs"
    ]
    assert line.startswith("GET /api/v1/tables/{id}/view ")
    assert match.id not in line
    assert str(ann.token) not in line
