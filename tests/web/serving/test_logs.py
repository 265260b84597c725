"""The log: what a line holds, and that no secret is in it."""

from __future__ import annotations

import asyncio
import errno
import io
import json
import logging
import re
import sqlite3
from collections.abc import Iterator
from pathlib import Path
from socket import gaierror
from typing import Any

import httpx2
import pytest
from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import PlainTextResponse, Response
from starlette.routing import Mount, Route, WebSocketRoute
from starlette.testclient import TestClient
from starlette.websockets import WebSocket, WebSocketDisconnect

from quarterdeck.tables.tags import tag
from quarterdeck.web.serving.logs import RequestLog, write_log
from tests.servers import running

ID = "kz7wq3nmx4"
SWORDFISH = "swordfish@example.org"


async def answer(request: Request) -> Response:
    await asyncio.sleep(0.02)
    return PlainTextResponse("well", 202)


async def fail(request: Request) -> Response:
    try:
        raise KeyError(SWORDFISH)
    except KeyError as error:
        raise RuntimeError(f"the seed is {SWORDFISH}") from error


async def listen(socket: WebSocket) -> None:
    await socket.accept()
    await socket.send_text(SWORDFISH)
    await socket.close()


async def deny(socket: WebSocket) -> None:
    await socket.send_denial_response(PlainTextResponse("no such table", 404))


async def refuse(socket: WebSocket) -> None:
    await socket.close(1008)


def client() -> TestClient:
    routes = [
        Route("/", answer),
        Route("/table/{id}/replay", answer, name="replay", methods=["GET", "POST"]),
        Route("/fail", fail),
        Route("/healthz", lambda _request: PlainTextResponse("")),
        WebSocketRoute("/table/{id}/live", listen),
        WebSocketRoute("/table/{id}/closed", refuse),
        WebSocketRoute("/table/{id}/denied", deny),
        Mount("/api", routes=[Route("/seats/{token}", lambda _request: PlainTextResponse(""))]),
    ]
    return TestClient(RequestLog(Starlette(routes=routes)), raise_server_exceptions=False)


def lines(stream: io.StringIO) -> Iterator[dict[str, Any]]:
    for line in stream.getvalue().splitlines():
        yield json.loads(line)


def logged(*asked: str, level: str = "info") -> list[dict[str, Any]]:
    """What is logged, as JSON, of a request for each of these addresses."""
    stream = io.StringIO()
    with write_log("json", level, stream):
        for path in asked:
            client().get(path)
    return list(lines(stream))


def test_a_request_has_one_line_with_its_route_and_the_tag_of_its_table() -> None:
    (line,) = logged(f"/table/{ID}/replay?seat=2&token={SWORDFISH}")
    assert re.fullmatch(r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ", str(line.pop("time")))
    assert line["ms"] >= 19
    assert line.pop("message") == f"GET /table/{{id}}/replay {tag(ID)} 202 in {line.pop('ms'):.1f} ms"
    assert line == {
        "level": "info",
        "logger": "quarterdeck.web.serving.logs",
        "method": "GET",
        "route": "/table/{id}/replay",
        "table": tag(ID),
        "status": 202,
    }


def test_an_address_that_is_none_and_a_method_of_somebody_s_own_are_not_repeated() -> None:
    stream = io.StringIO()
    with write_log("json", "info", stream):
        client().get(f"/tabel/{ID}")
        client().request("SWORDFISH", f"/table/{ID}/replay")
    assert [(line["method"], line["route"], line["status"]) for line in lines(stream)] == [
        ("GET", "unknown", 404),
        ("?", "/table/{id}/replay", 405),
    ]
    assert ID not in stream.getvalue()
    assert "SWORDFISH" not in stream.getvalue()


def test_a_route_below_another_is_told_whole_and_without_its_parameters() -> None:
    (line,) = logged(f"/api/seats/{SWORDFISH}")
    assert line["route"] == "/api/seats/{token}"
    assert SWORDFISH not in json.dumps(line)


def test_sockets_have_a_line_when_they_close_and_what_goes_over_them_is_in_none() -> None:
    stream = io.StringIO()
    with write_log("json", "debug", stream):
        with client().websocket_connect(f"/table/{ID}/live?seat=1") as socket:
            assert socket.receive_text() == SWORDFISH
        for end in ("closed", "denied"):
            with pytest.raises(WebSocketDisconnect), client().websocket_connect(f"/table/{ID}/{end}"):
                pass
    told = [(line["method"], line["route"], line["table"], line["status"]) for line in lines(stream)]
    assert told == [
        ("WS", "/table/{id}/live", tag(ID), 101),
        ("WS", "/table/{id}/closed", tag(ID), 403),
        ("WS", "/table/{id}/denied", tag(ID), 404),
    ]


def test_checks_are_logged_for_debugging_only_and_nothing_is_by_default() -> None:
    assert logged("/healthz") == []
    assert [line["level"] for line in logged("/healthz", "/", level="debug")] == ["debug", "info"]
    assert logged("/", level="warning") == []


@pytest.mark.parametrize("form", ["text", "json"])
def test_a_fault_tells_its_place_and_not_its_words(form: str, monkeypatch: pytest.MonkeyPatch) -> None:
    def told() -> str:
        stream = io.StringIO()
        with write_log(form, "info", stream):
            try:
                raise RuntimeError(SWORDFISH) from KeyError(SWORDFISH)
            except RuntimeError:
                logging.getLogger("uvicorn.error").exception("It failed")
        return stream.getvalue()

    monkeypatch.delenv("QUARTERDECK_DEBUG", raising=False)
    assert "It failed" in told()
    assert "RuntimeError" in told()
    assert "KeyError" in told()
    assert "test_logs.py" in told()
    assert SWORDFISH not in told()
    monkeypatch.setenv("QUARTERDECK_DEBUG", "1")
    assert SWORDFISH in told()


def test_a_fault_of_the_disk_or_the_database_tells_its_code(monkeypatch: pytest.MonkeyPatch) -> None:
    def told(error: Exception) -> str:
        stream = io.StringIO()
        with write_log("text", "info", stream):
            try:
                raise error
            except Exception:
                logging.getLogger("quarterdeck").exception("It failed")
        return stream.getvalue()

    class AtPostgreSQL(Exception):
        sqlstate = "53100"

    full = sqlite3.OperationalError(SWORDFISH)
    full.sqlite_errorname = "SQLITE_FULL"
    monkeypatch.delenv("QUARTERDECK_DEBUG", raising=False)
    assert told(full).endswith("\nOperationalError (SQLITE_FULL)\n")
    assert told(AtPostgreSQL(SWORDFISH)).endswith("AtPostgreSQL (53100)\n")
    no_room = told(OSError(errno.ENOSPC, SWORDFISH, SWORDFISH))
    assert no_room.endswith("\nOSError (No space left on device)\n")
    assert told(gaierror(-2, SWORDFISH)).endswith("\ngaierror\n")
    assert SWORDFISH not in told(full) + no_room


def test_a_request_that_fails_is_logged_as_such() -> None:
    (line,) = logged("/fail")
    assert (line["route"], line["status"]) == ("/fail", 500)


def test_text_is_a_line_that_people_read() -> None:
    stream = io.StringIO()
    with write_log("text", "info", stream):
        client().get("/")
    line = r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ info quarterdeck\.web\.serving\.logs: GET / 202 in \d+\.\d ms\n"
    assert re.fullmatch(line, stream.getvalue())


def test_after_the_server_the_log_is_as_it_was() -> None:
    before = logging.getLogger("quarterdeck").level, list(logging.getLogger().handlers)
    with write_log("text", "debug", io.StringIO()):
        assert logging.getLogger("quarterdeck").level == logging.DEBUG
    assert (logging.getLogger("quarterdeck").level, list(logging.getLogger().handlers)) == before


@pytest.mark.parametrize("form", ["text", "json"])
def test_the_log_of_a_session_holds_no_secret(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, form: str
) -> None:
    monkeypatch.setenv("QUARTERDECK_LOG_FORMAT", form)
    monkeypatch.setenv("QUARTERDECK_LOG_LEVEL", "debug")
    monkeypatch.delenv("QUARTERDECK_DEBUG", raising=False)
    with running(tmp_path) as server:
        with httpx2.Client(base_url=server.address, timeout=20) as browser:
            found = re.search(r'name="csrf" value="([^"]+)"', browser.get("/").text)
            assert found
            csrf = found[1]
            form_of_it = {"csrf": csrf, "name0": "Swordfish", "kind1": "human"}
            table = browser.post("/tables", data=form_of_it).headers["location"]
            browser.get(f"{table}?hello=swordfish")
            browser.post(
                f"{table}/act", data={"csrf": csrf, "seat": "0", "version": "0", "action": "swordfish"}
            )
            browser.post(f"{table}/act", data={"csrf": "swordfish"}, headers={"referer": "swordfish"})
            browser.get(f"{table}/match.qd")
            browser.get(f"{table}/swordfish")
            (cookie,) = browser.cookies.jar
            key = {"connection": "upgrade", "upgrade": "websocket", "sec-websocket-version": "13"}
            key |= {"sec-websocket-key": "dGhlIHNhbXBsZSBub25jZQ==", "origin": server.address}
            with browser.stream("GET", f"{table}/live?seat=", headers=key) as socket:
                assert socket.status_code == 101
        with sqlite3.connect(tmp_path / "quarterdeck.sqlite3") as database:
            seeds = [seed for (seed,) in database.execute("SELECT seed FROM tables")]
        database.close()
        log = server.stop()
    id_ = table.rpartition("/")[2]
    assert log.count(tag(id_)) >= 5
    assert "/table/{id}/live" in log
    token = str(cookie.value).partition(".")[0]
    for secret in (id_, csrf, token, *seeds):
        assert len(secret) >= 8
        assert secret not in log
    assert "swordfish" not in log.lower()
