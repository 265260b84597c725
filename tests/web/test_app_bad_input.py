"""Whatever a person, a stale page or a stranger sends: one sentence, the right status, nothing changed."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path

import pytest
from markupsafe import escape
from starlette.websockets import WebSocketDisconnect

from quarterdeck.tables.errors import StoreError
from quarterdeck.tables.match.match import Match
from quarterdeck.tables.store.rows import Message
from quarterdeck.web.forms import MOST_SAID
from quarterdeck.web.limits import MOST_BYTES
from tests.web.desk import JSON, Desk, another, desk, error_of, words


def test_a_stale_page_changes_nothing(ann: Desk) -> None:
    match = ann.table()
    ann.act(match, 0, 0, "offer 2")
    answer = ann.act(match, 0, 0, "offer 3", json=True)
    assert (answer.status_code, error_of(answer)) == (
        409,
        "This page was out of date: the table has moved on. Look again, then choose.",
    )
    page = ann.act(match, 0, 0, "offer 3")
    assert page.status_code == 409
    assert "This page was out of date" in page.text
    assert match.version == 1


def test_a_double_click_is_one_move(ann: Desk) -> None:
    match = ann.table()
    for _ in range(2):
        assert ann.act(match, 0, 0, "offer 2").status_code == 303
        assert ann.act(match, 0, 0, "offer 2", json=True).json() == {"ok": True, "version": 1}
    assert match.version == 1


@pytest.mark.parametrize(("text", "status"), [("x" * (MOST_SAID + 1), 400), ("<b>Ahoy", 503)])
def test_a_refused_message_stays_in_its_field(
    ann: Desk, monkeypatch: pytest.MonkeyPatch, text: str, status: int
) -> None:
    match = ann.table()

    async def fails(*_values: object) -> Message:
        raise StoreError("Your message was not sent.")

    monkeypatch.setattr(ann.room.chat, "say", fails)
    answer = ann.post(f"/table/{match.id}/say", {"text": text, "audience": "seats"})
    assert answer.status_code == status
    assert f'id="say-text" name="text" value="{escape(text)}"' in answer.text
    assert '<option value="seats" selected>' in answer.text
    assert '<details class="talk" id="talk" open' in answer.text
    assert '<details class="talk" id="talk" data' in ann.get(f"/table/{match.id}").text


@pytest.mark.parametrize("path", ["/table/nowhere", "/table/nowhere/replay", "/table/nowhere/match.qd"])
def test_an_unknown_table_is_not_found(ann: Desk, path: str) -> None:
    assert ann.get(path).status_code == 404
    assert "no such table" in error_of(ann.get(path, **JSON))


def test_no_move_and_no_socket_at_an_unknown_table(ann: Desk) -> None:
    answer = ann.post("/table/nowhere/act", {"seat": 0, "version": 0, "action": "offer 1"}, **JSON)
    assert answer.status_code == 404
    with (
        pytest.raises(WebSocketDisconnect),
        ann.client.websocket_connect("ws://localhost/table/nowhere/live"),
    ):
        pass


def test_an_illegal_move_cites_its_rule(ann: Desk) -> None:
    match = ann.table()
    for action in ("show wine", "leave mutineer", "conflict 1", "return salt"):
        answer = ann.act(match, 0, 0, action, json=True)
        assert answer.status_code == 422
        assert "(ME-" in error_of(answer)
        page = ann.act(match, 0, 0, action)
        assert page.status_code == 422
        assert error_of(answer) in words(page.text).replace("&#39;", "'")
    assert match.version == 0


def test_a_move_out_of_turn_is_illegal(ann: Desk) -> None:
    match = ann.table()
    ann.act(match, 0, 0, "offer 1")
    ann.act(match, 0, 1, match.position.legal(0)[0].text)
    answer = ann.act(match, 0, 2, "leave", json=True)
    assert answer.status_code == 422
    assert match.version == 2


@pytest.mark.parametrize(
    "form",
    [
        {},
        {"seat": "0", "version": "0"},
        {"seat": "0", "action": "offer 1"},
        {"version": "0", "action": "offer 1"},
        {"seat": "zero", "version": "0", "action": "offer 1"},
        {"seat": "0", "version": "-1", "action": "offer 1"},
        {"seat": "0", "version": "1e9", "action": "offer 1"},
        {"seat": "0", "version": "9999999999999999999999", "action": "offer 1"},
        {"seat": "²", "version": "0", "action": "offer 1"},
        {"seat": "0", "version": "0", "action": "fly to the moon"},
        {"seat": "0", "version": "0", "action": "\x00\ud83d".encode("utf-8", "replace").decode()},
    ],
)
def test_a_malformed_form_is_one_sentence(ann: Desk, form: dict[str, str]) -> None:
    match = ann.table()
    answer = ann.post(f"/table/{match.id}/act", form, **JSON)
    assert answer.status_code == 400
    assert error_of(answer).endswith(".")
    assert ann.post(f"/table/{match.id}/act", form).status_code == 400
    assert match.version == 0


@pytest.mark.parametrize(
    ("type_", "body"),
    [
        ("multipart/form-data", b"no boundary"),
        ("multipart/form-data; boundary=x", b"--x\r\nnothing like a form"),
        ("application/json", b"{"),
        ("application/json", b"[1, 2]"),
        ("application/json", b"\xff\xfe"),
        ("text/plain", b"csrf=1"),
        ("application/x-www-form-urlencoded", b"&".join(b"a%d=1" % n for n in range(2000))),
    ],
)
def test_a_body_that_is_no_form_is_refused(ann: Desk, type_: str, body: bytes) -> None:
    match = ann.table()
    for path in ("/tables", f"/table/{match.id}/act", f"/table/{match.id}/curtain"):
        answer = ann.client.post(path, content=body, headers={"content-type": type_, **JSON})
        assert answer.status_code in (400, 403)
        assert error_of(answer)


@pytest.mark.parametrize("field", ["csrf", "action", "seat", "version", "name0", "quick", "rules", "\ud800"])
def test_half_a_surrogate_pair_is_one_sentence(ann: Desk, field: str) -> None:
    match = ann.table()
    form = {"csrf": ann.csrf, "seat": "0", "version": "0", "action": "offer 1", field: "\ud800"}
    for path in ("/tables", f"/table/{match.id}/act", f"/table/{match.id}/curtain"):
        answer = ann.client.post(
            path, content=json.dumps(form), headers={"content-type": "application/json", **JSON}
        )
        assert answer.status_code in (400, 403)
        assert error_of(answer).endswith(".")
    assert match.version == 0


def test_a_file_in_a_form_is_refused(ann: Desk) -> None:
    answer = ann.client.post("/tables", files={"quick": ("x", b"1")}, data={"csrf": ann.csrf}, headers=JSON)
    assert answer.status_code == 400


@pytest.mark.parametrize(
    "form",
    [
        {"rules": "klingon"},
        {"pirates": "maybe"},
        {"players": "2"},
        {"players": "4.0"},
        {"kind1": "rule-of-nose"},
        {"name0": "x" * 41},
        {"name0": "a\nb"},
        {"name1": "Ann", "name0": "ann"},
        {"game": "chess"},
        {"quick": "chess"},
    ],
)
def test_a_table_that_cannot_be_set_is_one_sentence(ann: Desk, form: dict[str, str]) -> None:
    page = ann.post("/tables", form)
    answer = ann.post("/tables", form, **JSON)
    assert page.status_code == answer.status_code == 400
    sentence = error_of(answer)
    assert sentence.endswith(".")
    assert "Traceback" not in page.text
    assert 'role="alert"' in page.text
    assert "None yet" in ann.get("/").text


def test_a_form_without_the_token_of_this_browser_is_refused(ann: Desk) -> None:
    match = ann.table()
    ben = another(ann)
    for csrf in ("", "guessed", ben.csrf, "ä"):
        for path in ("/tables", f"/table/{match.id}/act", f"/table/{match.id}/curtain"):
            form = {"csrf": csrf, "quick": "meuterer", "seat": 0, "version": 0, "action": "offer 1"}
            assert ann.client.post(path, data=form, headers=JSON).status_code == 403
    ann.client.cookies.clear()
    assert ann.client.post("/tables", data={"quick": "meuterer", "csrf": ben.csrf}).status_code == 403
    assert match.version == 0


@pytest.mark.parametrize(
    "headers",
    [
        {"origin": "http://evil.example"},
        {"origin": "http://localhost.evil.example"},
        {"origin": "null"},
        {"sec-fetch-site": "cross-site"},
        {"sec-fetch-site": "same-site"},
    ],
)
def test_another_site_can_neither_send_forms_nor_listen(ann: Desk, headers: dict[str, str]) -> None:
    match = ann.table()
    form = {"seat": 0, "version": 0, "action": "offer 1"}
    assert ann.post(f"/table/{match.id}/act", form, **headers).status_code == 403
    assert match.version == 0
    with (
        pytest.raises(WebSocketDisconnect),
        ann.client.websocket_connect(
            f"ws://localhost/table/{match.id}/live?seat=0&version=0", headers=headers
        ),
    ):
        pass


def test_our_own_origin_is_let_in(ann: Desk) -> None:
    match = ann.table()
    form = {"seat": 0, "version": 0, "action": "offer 1"}
    assert ann.post(f"/table/{match.id}/act", form, origin="http://localhost").status_code == 303


@pytest.mark.parametrize(
    "host", ["evil.example", "evil.example:80", "127.0.0.1.evil.example", "", "[", "10.0.0.1"]
)
def test_a_name_of_the_internet_does_not_mean_this_computer(ann: Desk, host: str) -> None:
    ann.client.cookies.clear()
    answer = ann.get("/", host=host)
    assert answer.status_code == 421
    assert "set-cookie" not in answer.headers


@pytest.mark.parametrize("host", ["localhost", "localhost:8754", "127.0.0.1:1", "[::1]:8754"])
def test_this_computer_has_several_names(ann: Desk, host: str) -> None:
    assert ann.get("/", host=host).status_code == 200


def test_a_server_for_others_answers_to_its_name(tmp_path: Path) -> None:
    with desk(tmp_path, local=False) as browser:
        assert browser.get("/", host="ship.example").status_code == 200


def test_too_much_is_too_much(ann: Desk) -> None:
    match = ann.table()
    for path in ("/tables", f"/table/{match.id}/act"):
        answer = ann.post(path, {"action": "x" * MOST_BYTES}, **JSON)
        assert answer.status_code == 413
        assert error_of(answer)

    def drops() -> Iterator[bytes]:
        for _ in range(MOST_BYTES // 1000 + 1):
            yield b"x" * 1000

    assert ann.client.post("/tables", content=drops()).status_code == 413
    assert ann.get("/", **{"content-length": "many"}).status_code == 413


@pytest.mark.parametrize(
    "path", ["/nowhere", "/static/nothing.css", "/static/", "/rules/chess", "/static/%2e%2e/app.py"]
)
def test_unknown_addresses_are_not_found(ann: Desk, path: str) -> None:
    assert ann.get(path).status_code == 404
    assert error_of(ann.get(path, **JSON)).endswith(".")


def test_the_wrong_method_is_not_allowed(ann: Desk) -> None:
    match = ann.table()
    assert ann.get(f"/table/{match.id}/act").status_code == 405
    assert ann.post("/healthz", {}).status_code == 405
    assert error_of(ann.get(f"/table/{match.id}/act", **JSON))


@pytest.mark.parametrize(
    ("query", "status"),
    [
        ("ply=x", 400),
        ("ply=-1", 400),
        ("ply=99", 404),
        ("seat=x", 400),
        ("seat=9", 404),
        ("seat=1", 403),
        ("seat=all", 403),
        ("ply=&seat=", 400),
    ],
)
def test_a_replay_of_what_there_is_not_or_may_not_be_seen(ann: Desk, query: str, status: int) -> None:
    match = ann.table()
    answer = ann.get(f"/table/{match.id}/replay?{query}", **JSON)
    assert answer.status_code == status
    assert error_of(answer).endswith(".")


def test_the_match_file_is_a_secret_while_the_match_goes_on(ann: Desk) -> None:
    match = ann.table()
    answer = ann.get(f"/table/{match.id}/match.qd")
    assert answer.status_code == 403
    assert match.record.seed not in words(answer.text)


def foreign_eyes(match: Match) -> list[str]:
    return [f"/table/{match.id}", f"/table/{match.id}/replay", f"/table/{match.id}/replay?seat=none"]


def test_another_browser_can_neither_act_nor_look_into_hands(ann: Desk) -> None:
    match = ann.table()
    ben = another(ann)
    for seat in range(5):
        answer = ben.act(match, seat, 0, "offer 1", json=True)
        assert answer.status_code == 403
        assert ben.get(f"/table/{match.id}/replay?seat={seat}").status_code == (403 if seat < 4 else 404)
    assert ben.get(f"/table/{match.id}/replay?seat=all").status_code == 403
    assert match.version == 0
    for path in foreign_eyes(match):
        page = ben.get(path).text
        assert 'class="mini" data-vt' not in page
        assert 'name="action"' not in page


def test_another_browser_is_not_told_whether_a_move_was_made(ann: Desk) -> None:
    match = ann.table()
    ann.act(match, 0, 0, "offer 2")
    ben = another(ann)
    made, other = (ben.act(match, 0, 0, offer, json=True) for offer in ("offer 2", "offer 3"))
    assert made.status_code == other.status_code == 403
    assert made.content == other.content


def test_a_defect_of_ours_is_no_traceback(ann: Desk, monkeypatch: pytest.MonkeyPatch) -> None:
    def broken(_owner: str) -> None:
        raise ZeroDivisionError("a secret")

    monkeypatch.setattr(ann.room, "listed", broken)
    answer = ann.get("/")
    assert answer.status_code == 500
    assert "Traceback" not in answer.text
    assert "secret" not in words(answer.text)
    assert "Something went wrong" in error_of(ann.get("/", **JSON))


def test_a_form_may_name_its_type_in_any_case(ann: Desk) -> None:
    match = ann.table()
    form = {"csrf": ann.csrf, "seat": 0, "version": 0, "action": "offer 2"}
    headers = {"content-type": "Application/JSON", **JSON}
    answer = ann.client.post(f"/table/{match.id}/act", content=json.dumps(form), headers=headers)
    assert answer.json() == {"ok": True, "version": 1}
