"""Bytes that no page of ours would send: one sentence, no defect, nothing changed."""

from __future__ import annotations

import json
from typing import Any

import pytest
from markupsafe import escape
from starlette.websockets import WebSocketDisconnect

from quarterdeck.tables.match.match import Match
from quarterdeck.tables.seats import HUMAN, VACANT
from quarterdeck.web.api.tokens import Tokens
from quarterdeck.web.forms import MOST_SAID
from tests.tables.tables import record
from tests.web.desk import JSON, KEY, Desk, another, error_of

# Neither SQLite nor PostgreSQL keeps all of these as they came.
NO_TEXT = {"half a surrogate pair": "\ud83d", "NUL": "a\0b", "NUL alone": "\0"}
UNSEEN = {
    "right to left": "Ann \u202egro.live",
    "isolated": "\u2067Ann\u2069",
    "zero width": "A\u200bnn",
    "byte order": "\ufeffAnn",
    "escape": "Ann\x1b[2J",
    "bell": "Ann\x07",
    "no character": "Ann\uffff",
    "private": "Ann\ue000",
    "tag": "Ann\U000e0041",
    "joiner": "A\u200dnn",
    "filler": "\u3164",
}
EMOJI = ["\U0001f468\u200d\U0001f469\u200d\U0001f467", "\U0001f3f4\u200d\u2620\ufe0f", "\U0001f44d\U0001f3fd"]
MARKUP = [
    "<script>alert(1)</script>",
    "<img src=x onerror=alert(1)>",
    "</p><form action=//evil.example>",
    "\"'><b id=x>",
    "{{ 7 * 7 }}{% raw %}",
    "javascript:alert(1)",
    "%(seat)s {name}",
    "&lt;b&gt;",
]


@pytest.fixture
def waiting(ann: Desk) -> Match:
    """A table with open seats."""
    return ann.enter(record(), [HUMAN, VACANT, VACANT, "random"])


def send(browser: Desk, path: str, form: dict[str, Any]) -> Any:
    """A form as JSON, in which every letter can be spelt."""
    body = json.dumps({"csrf": browser.csrf, **form})
    headers = {"content-type": "application/json", **JSON}
    return browser.client.post(path, content=body, headers=headers)


def refused(answer: Any) -> str:
    assert answer.status_code in (400, 403, 404, 422), answer.text
    sentence = error_of(answer)
    assert sentence.endswith(".")
    return sentence


# -- text that no database holds


@pytest.mark.parametrize("text", NO_TEXT.values(), ids=list(NO_TEXT))
def test_what_no_database_holds_stays_outside_of_every_form(ann: Desk, waiting: Match, text: str) -> None:
    table = f"/table/{waiting.id}"
    forms: list[tuple[str, dict[str, object]]] = [
        ("/tables", {"game": "meuterer", "name0": text}),
        ("/tables", {"game": "meuterer", "kind1": text}),
        ("/tables", {"game": "meuterer", "rules": text}),
        ("/tables", {"game": text}),
        ("/tables", {"quick": text}),
        ("/tables", {"game": "meuterer", "clock": text}),
        ("/tables", {"game": "meuterer", text: "on"}),
        (f"{table}/sit", {"seat": 1, "name": text}),
        (f"{table}/rename", {"seat": 0, "name": text}),
        (f"{table}/say", {"text": text, "audience": "all"}),
        (f"{table}/say", {"text": "Ahoy", "audience": text}),
        (f"{table}/plan", {"seat": 0, "action": text}),
        (f"{table}/act", {"seat": 0, "version": 0, "action": text}),
        (f"{table}/fill", {"bot": text}),
    ]
    for path, form in forms:
        assert refused(send(ann, path, form)), (path, form)
    assert waiting.version == 0
    assert ann.on_loop(ann.room.listed, ann.owner)[0][0].id == waiting.id
    assert len(ann.on_loop(ann.room.listed, ann.owner)) == 1


@pytest.mark.parametrize("type_", ["application/x-www-form-urlencoded", "multipart/form-data; boundary=x"])
def test_nul_does_not_come_in_by_ordinary_forms_either(ann: Desk, waiting: Match, type_: str) -> None:
    fields = {"csrf": ann.csrf, "seat": "1", "name": "Be%00n"}
    if type_.startswith("multipart"):
        parts = [
            f'--x\r\nContent-Disposition: form-data; name="{n}"\r\n\r\n{v}\r\n' for n, v in fields.items()
        ]
        body = ("".join(parts) + "--x--\r\n").replace("%00", "\0")
    else:
        body = "&".join(f"{name}={value}" for name, value in fields.items())
    headers = {"content-type": type_, **JSON}
    refused(ann.client.post(f"/table/{waiting.id}/sit", content=body.encode(), headers=headers))
    assert waiting.version == 0


@pytest.mark.parametrize("text", NO_TEXT.values(), ids=list(NO_TEXT))
def test_what_no_database_holds_stays_outside_of_the_api(ann: Desk, text: str) -> None:
    def post(path: str, body: object, token: str = "") -> Any:
        headers = {
            "content-type": "application/json",
            **({"authorization": f"Bearer {token}"} if token else {}),
        }
        return ann.client.post(f"/api/v1{path}", content=json.dumps(body), headers=headers)

    chairs = [{"kind": "me", "name": "Ann"}, *[{"kind": "open"}] * 3]
    made = post("/tables", {"game": "meuterer", "seats": chairs}).json()
    table, token = f"/tables/{made['table']}", made["token"]
    bodies: list[tuple[str, dict[str, Any]]] = [
        ("/tables", {"game": text, "seats": chairs}),
        ("/tables", {"game": "meuterer", "seats": [{"kind": "me", "name": text}, *chairs[1:]]}),
        ("/tables", {"game": "meuterer", "seats": [{"kind": text}, *chairs[1:]]}),
        ("/tables", {"game": "meuterer", "seats": chairs, "options": {"rules": text}}),
        ("/tables", {"game": "meuterer", "seats": chairs, "options": {text: 1}}),
        ("/tables", {"game": "meuterer", "seats": chairs, "terms": {"clock": text}}),
        ("/tables", {"game": "meuterer", "seats": chairs, "terms": {text: 1}}),
        ("/tables", {"game": "meuterer", "seats": chairs, text: 1}),
        (f"{table}/seats/1", {"name": text}),
        (f"{table}/messages", {"text": text}),
        (f"{table}/messages", {"text": "Ahoy", "audience": text}),
        (f"{table}/moves", {"seat": 0, "version": 0, "action": text}),
        (f"{table}/seats/0/plan", {"action": text}),
        (f"{table}/fill", {"bot": text}),
    ]
    for path, body in bodies:
        assert refused(post(path, body, token)), (path, body)
    assert ann.client.get(f"/api/v1{table}").json()["version"] == 0


@pytest.mark.parametrize(
    "path",
    [
        "/table/%00",
        "/table/a%00b",
        "/table/a%00b/replay",
        "/table/zz/join/%00",
        "/rules/%00",
        "/static/%00",
        "/api/v1/tables/%00",
        "/?game=%00",
        "/lobby?before=a%00",
        "/api/v1/tables?state=%00",
    ],
)
def test_nul_in_an_address_is_one_sentence(ann: Desk, path: str) -> None:
    refused(ann.get(path, **JSON))


# -- names and talk that deceive


@pytest.mark.parametrize("text", UNSEEN.values(), ids=list(UNSEEN))
def test_what_can_not_be_seen_is_neither_a_name_nor_talk(ann: Desk, waiting: Match, text: str) -> None:
    table = f"/table/{waiting.id}"
    assert "printable" in refused(send(ann, f"{table}/say", {"text": text, "audience": "all"}))
    assert "printable" in refused(send(another(ann), f"{table}/sit", {"seat": 1, "name": text}))
    assert "printable" in refused(send(ann, "/tables", {"game": "meuterer", "name0": text}))
    assert waiting.version == 0


@pytest.mark.parametrize("text", EMOJI)
def test_emoji_of_several_characters_are_names_and_talk(ann: Desk, waiting: Match, text: str) -> None:
    ben, table = another(ann), f"/table/{waiting.id}"
    assert send(ben, f"{table}/sit", {"seat": 1, "name": text}).status_code == 200
    assert send(ben, f"{table}/say", {"text": f"Ahoy {text}", "audience": "all"}).status_code == 200
    assert waiting.names[1] == text
    taken = refused(send(another(ann), f"{table}/sit", {"seat": 1, "name": "Eve"}))
    assert taken == f"{text} has that seat: take one that is open."
    assert [said.text for said in ann.room.store.messages(waiting.id)] == [f"Ahoy {text}"]


def test_a_message_has_one_line_and_an_end(ann: Desk, waiting: Match) -> None:
    path = f"/table/{waiting.id}/say"
    assert send(ann, path, {"text": "one\n\n\ttwo\r\nthree\u2028four "}).status_code == 200
    (said,) = ann.room.store.messages(waiting.id)
    assert said.text == "one two three four"
    for text in ("", " \n ", "x" * (MOST_SAID + 1)):
        assert "printable" in refused(send(ann, path, {"text": text}))


@pytest.mark.parametrize("text", MARKUP)
def test_markup_in_talk_and_names_is_text(ann: Desk, waiting: Match, text: str) -> None:
    ben = another(ann)
    name = text[:40].strip()
    assert send(ben, f"/table/{waiting.id}/sit", {"seat": 1, "name": name}).status_code == 200
    waiting_room = ann.get(f"/table/{waiting.id}").text
    with ann.listening(waiting, "0", "0") as socket:
        socket.receive_json()
        send(ann, f"/table/{waiting.id}/fill", {})
        socket.receive_json()
    assert send(ben, f"/table/{waiting.id}/say", {"text": text, "audience": "all"}).status_code == 200
    page = ann.get(f"/table/{waiting.id}").text
    with ann.listening(waiting, "0", waiting.version) as socket:
        regions = json.dumps(socket.receive_json(), ensure_ascii=False)
    assert str(escape(name)) in waiting_room
    assert str(escape(text)) in page
    for source in (waiting_room, page, regions):
        assert str(escape(name)) == name or name not in source
        assert str(escape(text)) == text or text not in source


# -- bodies


@pytest.mark.parametrize(
    "body",
    [
        b"",
        b"null",
        b"[]",
        b"7",
        b'"csrf"',
        b"{",
        b"{}" * 2,
        b"[" * 8000,
        b'{"a":' * 2000 + b"1" + b"}" * 2000,
        b'{"csrf": ' + b"9" * 5000 + b"}",
        b'{"csrf": 1e999}',
        b'{"csrf": NaN}',
        b"\xff\xfe\x00",
        b'{"csrf": "\xc3\x28"}',
        b"\x00" * 100,
        b"\xef\xbb\xbf{}",
    ],
    ids=range(16),
)
def test_a_body_that_is_no_form_is_one_sentence(ann: Desk, waiting: Match, body: bytes) -> None:
    for path in ("/tables", *(f"/table/{waiting.id}/{name}" for name in ("act", "sit", "say", "back"))):
        for type_ in (
            "application/json",
            "application/x-www-form-urlencoded",
            "multipart/form-data; boundary=x",
        ):
            headers = {"content-type": type_, **JSON}
            refused(ann.client.post(path, content=body, headers=headers))
    assert waiting.version == 0


# -- messages over a socket


@pytest.mark.parametrize(
    "text",
    [
        "",
        "null",
        "[]",
        "7",
        '"act"',
        "{",
        "[" * 4000,
        '{"act":1}',
        '{"act":1,"seat":0}',
        '{"act":1,"seat":0,"version":0}',
        '{"act":1,"seat":[0],"version":0,"action":"offer 1"}',
        '{"act":1,"seat":true,"version":0,"action":"offer 1"}',
        '{"act":1,"seat":0.0,"version":0,"action":"offer 1"}',
        '{"act":1,"seat":null,"version":0,"action":"offer 1"}',
        '{"act":1,"seat":-1,"version":0,"action":"offer 1"}',
        '{"act":1,"seat":0,"version":1e9,"action":"offer 1"}',
        '{"act":1,"seat":0,"version":99999999999999999999,"action":"offer 1"}',
        '{"act":1,"seat":0,"version":0,"action":["offer 1"]}',
        '{"act":1,"seat":0,"version":0,"action":"offer 1\\u0000"}',
        '{"act":1,"seat":0,"version":0,"action":"\\ud800"}',
        '{"act":{"a":1},"seat":0,"version":0,"action":""}',
        '{"act":1,"seat":0,"version":0,"action":"' + "x" * 4000 + '"}',
        '{"act":1,"seat":' + "9" * 5000 + ',"version":0,"action":"offer 1"}',
    ],
    ids=range(23),
)
def test_a_message_that_is_no_move_is_answered_by_a_sentence(ann: Desk, text: str) -> None:
    match = ann.table()
    with ann.listening(match, "0", 0) as socket:
        socket.send_text(text)
        answer = socket.receive_json()
        assert answer["error"].endswith(".")
        assert answer["status"] in (400, 409, 422)
        socket.send_json({"act": 2, "seat": "0", "version": "0", "action": "offer 1"})
        told = [socket.receive_json(), socket.receive_json()]
        assert {"act": "2", "version": 1} in told


def move_and_listen(ann: Desk, path: str, headers: dict[str, str]) -> None:
    """Send a move over a socket, as a page and as a program, and listen until it ends."""
    with ann.client.websocket_connect(f"ws://localhost{path}", headers=headers) as socket:
        socket.send_json({"act": 1, "id": 1, "seat": 0, "version": 0, "action": "offer 2"})
        while True:
            socket.receive_json()


def test_a_defect_behind_a_socket_is_not_taken_for_bytes(ann: Desk, monkeypatch: pytest.MonkeyPatch) -> None:
    async def fail(*_values: object) -> int:
        raise KeyError("a bug")

    match = ann.table()
    token = Tokens(KEY).fresh()
    program = ann.on_loop(ann.room.create, Match.fresh(record(), [HUMAN] * 4, Tokens(KEY).owner(token)))
    page, api = f"/table/{match.id}/live?seat=0", f"/api/v1/tables/{program.id}/socket?seat=0"
    monkeypatch.setattr(ann.room, "execute", fail)
    for path, headers in ((page, dict[str, str]()), (api, {"authorization": f"Bearer {token}"})):
        with pytest.raises(KeyError, match="a bug"):
            move_and_listen(ann, path, headers)


@pytest.mark.parametrize("data", [b"", b'{"act":1}', b"\xff" * 100])
def test_bytes_instead_of_text_end_a_socket_and_no_other(ann: Desk, data: bytes) -> None:
    match = ann.table()
    with ann.listening(match, "0", 0) as other:
        with ann.listening(match, "0", 0) as socket:
            socket.send_bytes(data)
            with pytest.raises(WebSocketDisconnect):
                socket.receive_json()
        ann.act(match, 0, 0, "offer 1")
        assert other.receive_json()["version"] == 1
