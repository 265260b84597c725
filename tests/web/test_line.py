"""A page's line: heartbeats, moves over its socket, and the same messages as a stream."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Callable, Coroutine
from typing import Any
from unittest.mock import Mock

import pytest
from sqlalchemy.exc import OperationalError
from starlette.testclient import WebSocketDenialResponse
from starlette.websockets import WebSocketDisconnect

from quarterdeck.tables.errors import StoreError
from quarterdeck.tables.match import commands
from quarterdeck.tables.match.match import Match
from quarterdeck.tables.seats import HUMAN, VACANT
from quarterdeck.web.handlers import live
from quarterdeck.web.rendering import assets
from quarterdeck.web.transport import heartbeat, updates
from quarterdeck.web.transport.heartbeat import BEAT
from tests.tables.tables import moves_of, record
from tests.web.desk import COOKIE, Desk, another
from tests.web.wires import Wire


def answer_to(socket: Any, act: str, version: int, action: str) -> dict[str, Any]:
    """What the table says to a move of Ann's; news that come in between are skipped."""
    socket.send_json({"act": act, "seat": "0", "version": str(version), "action": action})
    while (news := socket.receive_json()).get("act") != act:
        assert "act" not in news
    return dict(news)


def test_a_move_sent_again_is_answered_alike_and_made_once(ann: Desk) -> None:
    match = ann.table()
    with ann.listening(match, "0", 0) as socket:
        for act in "12":
            assert answer_to(socket, act, 0, "offer 2") == {"act": act, "version": 1}
    with ann.listening(match, "0", 1) as socket:
        assert answer_to(socket, "1", 0, "offer 2") == {"act": "1", "version": 1}
    assert ann.act(match, 0, 0, "offer 2", json=True).json() == {"ok": True, "version": 1}
    assert moves_of(ann.room.store, match.id) == [(0, "offer 2")]


@pytest.mark.parametrize(
    ("version", "action", "status"),
    [(0, "show wine", 422), (0, "fly", 400), (7, "offer 2", 409), (-1, "offer 2", 400)],
)
def test_a_refusal_has_the_status_that_it_has_over_http(
    ann: Desk, version: int, action: str, status: int
) -> None:
    match = ann.table()
    with ann.listening(match, "0", 0) as socket:
        refusal = answer_to(socket, "5", version, action)
    assert refusal["status"] == status
    assert refusal["error"] == ann.act(match, 0, version, action, json=True).json()["error"]
    assert match.version == 0


def test_a_move_that_cannot_be_stored_says_so_and_can_be_made_later(
    ann: Desk, monkeypatch: pytest.MonkeyPatch
) -> None:
    match = ann.table()

    def full(_writes: object) -> None:
        raise OperationalError("", {}, Exception("disk full"))

    with ann.listening(match, "0", 0) as socket:
        with monkeypatch.context() as patched:
            patched.setattr(ann.room.store, "append", full)
            refusal = answer_to(socket, "1", 0, "offer 2")
        assert (refusal["status"], "disk" in refusal["error"]) == (503, False)
        assert match.version == 0
        assert answer_to(socket, "2", 0, "offer 2") == {"act": "2", "version": 1}


def test_a_page_whose_table_cannot_be_read_is_sent_to_try_again(
    ann: Desk, monkeypatch: pytest.MonkeyPatch
) -> None:
    match = ann.table()

    async def lost(id_: str) -> Match:
        raise StoreError(f"{id_} can't be read")

    with ann.listening(match, "0", "") as socket:
        socket.receive_json()
        monkeypatch.setattr(ann.room, "get", lost)
        ann.on_loop(ann.room.chat.spoken, match.id)
        with pytest.raises(WebSocketDisconnect) as closed:
            socket.receive_json()
        assert closed.value.code == 1013


def test_a_page_whose_update_has_a_bug_is_cut_off_instead_of_standing_still(
    ann: Desk, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    match = ann.table()

    def broken(*_asked: object) -> None:
        raise AttributeError("a bug in a board")

    def beat_thrice(socket: Any) -> None:
        """Answered heartbeats alone would keep a page from noticing that nothing else comes."""
        for _ in range(3):
            socket.send_text(BEAT)
            socket.receive_text()

    with ann.listening(match, "0", "") as socket:
        socket.receive_json()
        monkeypatch.setattr(live.TableLine, "news", broken)
        ann.on_loop(ann.room.watchers.ring, match.id)
        with pytest.raises(WebSocketDisconnect) as closed:
            beat_thrice(socket)
        assert closed.value.code == 1011
    assert "a bug in a board" in caplog.text


def test_a_page_gets_no_socket_while_it_cannot_be_read_who_is_there(
    ann: Desk, monkeypatch: pytest.MonkeyPatch
) -> None:
    match = ann.table()

    async def lost(*_asked: object) -> None:
        raise StoreError("It can't be read.")

    monkeypatch.setattr(live, "present_at", lost)
    with pytest.raises(WebSocketDenialResponse) as denied, ann.listening(match, "0", 0):
        pass
    assert denied.value.status_code == 503


def test_a_socket_answers_heartbeats_and_moves_in_between(ann: Desk) -> None:
    match = ann.table()
    with ann.listening(match, "0", 0) as socket:
        socket.send_text(BEAT)
        assert socket.receive_text() == BEAT
        assert answer_to(socket, "1", 0, "offer 2")["version"] == 1
        socket.send_text(BEAT)
        assert BEAT in [socket.receive_text() for _ in range(2)]


def test_a_flood_of_heartbeats_is_answered_slowly(ann: Desk, monkeypatch: pytest.MonkeyPatch) -> None:
    pauses = []

    async def pause(seconds: float) -> None:
        pauses.append(seconds)

    async def beat(times: int) -> None:
        signs = heartbeat.Heartbeat()
        for _ in range(times):
            await signs.pace()

    # In this file alone: the server's own rounds go on.
    monkeypatch.setattr(heartbeat, "asyncio", Mock(wraps=asyncio, sleep=pause))
    ann.on_loop(beat, 1)
    assert pauses == []
    ann.on_loop(beat, 4)
    assert pauses == [heartbeat.PAUSE] * 3


def streamed(
    browser: Desk, target: str, test: Callable[[Wire], Coroutine[Any, Any, None]], socket: bool = False
) -> None:
    """Read a stream of a browser, or its socket, on its server's event loop."""

    async def run() -> None:
        headers = {"cookie": f"{COOKIE}={browser.client.cookies[COOKIE]}"}
        wire = Wire(browser.client.app, target, headers, socket)
        try:
            await test(wire)
        finally:
            await wire.close()

    browser.on_loop(run)


def test_a_page_that_is_gone_when_it_is_answered_is_no_fault(
    ann: Desk, monkeypatch: pytest.MonkeyPatch
) -> None:
    match = ann.table()

    async def test(wire: Wire) -> None:
        async def slowly(_beats: object) -> None:
            # Meanwhile the news of a move find out that nobody is there.
            await wire.missed.wait()

        monkeypatch.setattr(heartbeat.Heartbeat, "pace", slowly)
        wire.say({})
        await wire.until(BEAT)
        wire.lose()
        await ann.room.execute(match, commands.act(ann.owner, 0, 0, "offer 2"))
        await wire.answered()

    streamed(ann, f"/table/{match.id}/live?seat=0&version=0.0", test, socket=True)
    assert not ann.room.presence.present(match.id, ann.owner)


def news_in(answer: list[bytes]) -> list[dict[str, Any]]:
    """The messages of a stream."""
    lines = b"".join(one for one in answer if one.startswith(b"data: ")).decode().split("\n\n")
    return [json.loads(line.removeprefix("data: ")) for line in lines if line]


def test_a_stream_has_the_very_messages_of_a_socket(ann: Desk) -> None:
    match = ann.table()
    with ann.listening(match, "0", 0) as socket:

        async def test(wire: Wire) -> None:
            await wire.until(f"data: {BEAT}")
            head = b"".join(wire.take())
            assert b"content-type: text/event-stream" in head
            # Proxies are not to hold it back.
            assert b"x-accel-buffering: no" in head
            assert ann.room.presence.present(match.id, ann.owner)
            await ann.room.execute(match, commands.act(ann.owner, 0, 0, "offer 2"))
            await wire.until("version")
            assert news_in(wire.take()) == [await asyncio.to_thread(socket.receive_json)]

        streamed(ann, f"/table/{match.id}/live?seat=0&version=0.0", test)


def test_a_stream_beats(ann: Desk, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(updates, "BEATS", 0.01)
    match = ann.table()

    async def test(wire: Wire) -> None:
        for _beat in range(3):
            await wire.until(f"data: {BEAT}")
            wire.take()

    streamed(ann, f"/table/{match.id}/live?seat=0&version=0.0", test)


def test_a_stream_ends_after_a_while(ann: Desk, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(updates, "LASTS", 0.0)
    match = ann.table()

    async def test(wire: Wire) -> None:
        await wire.answered()
        assert news_in(wire.take()) == [{}]

    streamed(ann, f"/table/{match.id}/live?seat=0&version=0.0", test)
    assert not ann.room.presence.present(match.id, ann.owner)


@pytest.mark.parametrize(("version", "kind"), [("0.0", set()), ("none", {"version", "regions"})])
def test_a_stream_that_is_asked_for_once_ends_with_its_first_message(
    ann: Desk, monkeypatch: pytest.MonkeyPatch, version: str, kind: set[str]
) -> None:
    monkeypatch.setattr(updates, "BEATS", 0.01)
    match = ann.table()

    async def test(wire: Wire) -> None:
        await wire.answered()
        (news,) = news_in(wire.take())
        assert kind <= set(news)
        assert bool(news) == bool(kind)

    streamed(ann, f"/table/{match.id}/live?seat=0&version={version}&once=on", test)


def test_a_stream_that_is_asked_for_now_waits_for_nothing(ann: Desk, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(updates, "BEATS", 3600.0)
    match = ann.table()

    async def test(wire: Wire) -> None:
        await wire.answered()
        assert news_in(wire.take()) == [{}]

    streamed(ann, f"/table/{match.id}/live?seat=0&version=0.0&once=now", test)


@pytest.mark.parametrize(("build", "renewed"), [("older", [{"renewed": True}]), (assets.build(), [])])
def test_a_page_of_another_build_is_told_to_reload(
    ann: Desk, build: str, renewed: list[dict[str, Any]]
) -> None:
    match = ann.table()

    async def test(wire: Wire) -> None:
        await wire.answered()
        assert news_in(wire.take()) == [*renewed, {}]

    query = f"seat=0&version=0.0&build={build}"
    streamed(ann, f"/table/{match.id}/live?{query}&once=now", test)
    with ann.client.websocket_connect(f"ws://localhost/table/{match.id}/live?{query}") as socket:
        socket.send_text(BEAT)
        assert [socket.receive_json() for _ in range(len(renewed) + 1)] == [*renewed, {}]


def test_a_stream_of_a_waiting_room_leads_to_the_table(ann: Desk) -> None:
    match = ann.enter(record(), [HUMAN, VACANT, "random", "random"])

    async def test(wire: Wire) -> None:
        await wire.until(f"data: {BEAT}")
        await ann.room.execute(match, commands.sit("ben", 1, "Ben"))
        await wire.until(f"/table/{match.id}")

    streamed(ann, f"/table/{match.id}/live?room=waiting&version=0", test)


def test_a_stream_shows_a_browser_without_the_seat_nothing_of_it(ann: Desk) -> None:
    match = ann.table()

    async def test(wire: Wire) -> None:
        await wire.until("data: ")
        assert news_in(wire.take()) == [{"go": f"/table/{match.id}"}]

    streamed(another(ann), f"/table/{match.id}/live?seat=0&version=none", test)


def test_a_stream_ends_when_the_server_parts(ann: Desk) -> None:
    match = ann.table()

    async def test(wire: Wire) -> None:
        await wire.until(f"data: {BEAT}")
        ann.room.part()
        await wire.answered()

    streamed(ann, f"/table/{match.id}/live?seat=0&version=0.0", test)


def test_there_is_no_stream_of_a_table_that_does_not_exist(ann: Desk) -> None:
    assert ann.get("/table/nowhere/live").status_code == 404


@pytest.mark.parametrize(
    "does",
    [
        lambda ann, match: ann.get(f"/table/{match.id}"),
        lambda ann, match: ann.act(match, 0, 0, "offer 2"),
        lambda ann, match: ann.act(match, 0, 7, "offer 2"),
        lambda ann, match: ann.post(f"/table/{match.id}/say", {"text": "Ahoy", "audience": "all"}),
        lambda ann, match: ann.get(f"/table/{match.id}/things"),
    ],
    ids=["looks", "moves", "is refused", "talks", "reads"],
)
def test_whatever_a_player_does_without_a_socket_shows_that_they_are_there(
    ann: Desk, does: Callable[[Desk, Match], Any]
) -> None:
    match = ann.table()
    assert ann.room.presence.seen(match.at) == {}
    does(another(ann), match)
    assert ann.room.presence.seen(match.at) == {}
    does(ann, match)
    assert set(ann.room.presence.seen(match.at)) == {(match.id, ann.owner)}


def test_the_head_of_a_stream_waits_for_no_message(ann: Desk, monkeypatch: pytest.MonkeyPatch) -> None:
    match = ann.table()
    monkeypatch.setattr(updates, "_events", None)
    answer = ann.client.head(f"/table/{match.id}/live")
    assert (answer.status_code, answer.content) == (200, b"")
    assert answer.headers["content-type"].startswith("text/event-stream")
    assert ann.client.head("/table/nosuch/live").status_code == 404
