"""Lists of tables that are live: on the first page, in the lobby and among one's games."""

from __future__ import annotations

import re
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import pytest
from sqlalchemy.exc import OperationalError
from starlette.testclient import WebSocketDenialResponse
from starlette.websockets import WebSocketDisconnect

from quarterdeck.tables.live.bell import Bell
from quarterdeck.tables.match.match import Match
from quarterdeck.tables.seats import VACANT
from quarterdeck.tables.store import keys
from quarterdeck.web.pages import lists
from quarterdeck.web.transport.heartbeat import BEAT
from tests.tables.tables import record, until
from tests.web.desk import Desk, another, words
from tests.web.test_line import news_in, streamed
from tests.web.wires import Wire

OPEN = ["human", VACANT, VACANT, "random"]


@pytest.fixture(autouse=True)
def _at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(lists, "PAUSE", 0.0)
    monkeypatch.setattr(lists, "REFRESH", 3600.0)


def shown(page: str) -> str:
    found = re.search(r'data-shown="(\w+)"', page)
    assert found
    return found[1]


@contextmanager
def following(browser: Desk, page: str, path: str, more: str = "") -> Iterator[Any]:
    """The socket of a page that was just loaded, once the server has looked at its lists."""
    bells: set[Bell] = browser.room.watchers._lists
    before = set(bells)
    address = f"ws://localhost/lists/{page}/live?shown={shown(browser.get(path).text)}{more}"
    with browser.client.websocket_connect(address) as socket:
        browser.on_loop(until, lambda: any(bell.awaited for bell in bells - before))
        yield socket


def public(browser: Desk) -> Match:
    match = Match.fresh(record(), OPEN, browser.owner, public=True)
    browser.on_loop(browser.room.create, match)
    return match


def test_a_table_that_is_made_and_begins_shows_in_the_lobby_without_reloading(ann: Desk) -> None:
    ben = another(ann)
    with following(ben, "lobby", "/lobby") as socket:
        match = public(ann)
        news = socket.receive_json()
        assert set(news["regions"]) == {"region_waiting"}
        assert "Take a seat" in words(news["regions"]["region_waiting"])
        assert news["shown"] == shown(ben.get("/lobby").text)
        ben.post(f"/table/{match.id}/sit", {"seat": 1, "name": "Ben"})
        news = socket.receive_json()
        assert set(news["regions"]) == {"region_waiting"}
        assert "Back to your seat" in words(news["regions"]["region_waiting"])
        ann.post(f"/table/{match.id}/fill", {})
        while "Nobody is waiting" not in words(news["regions"].get("region_waiting", "")):
            news = socket.receive_json()
        assert f"/table/{match.id}" in news["regions"]["region_running"]


def test_the_first_page_hears_of_ones_turn_and_of_open_tables(ann: Desk) -> None:
    with following(ann, "home", "/") as socket:
        ann.table()
        news = socket.receive_json()
        assert set(news["regions"]) == {"region_calls", "region_own"}
        assert "Your turn" in words(news["regions"]["region_calls"])
        public(another(ann))
        assert "Take a seat" in words(socket.receive_json()["regions"]["region_open"])


def test_ones_games_are_live_and_keep_to_one_game(ann: Desk) -> None:
    with following(ann, "games", "/games?game=mutiny", "&game=mutiny") as socket:
        ann.table()
        made = ann.post("/tables", {"quick": "mutiny"}).headers["location"]
        news = socket.receive_json()
        assert re.findall(r'href="(/table/\w+)"', news["regions"]["region_under_way"]) == [made]


def test_what_has_not_changed_is_not_sent_and_heartbeats_are_answered(ann: Desk) -> None:
    with following(ann, "lobby", "/lobby") as socket:
        ann.table()
        ann.on_loop(until, lambda: all(bell.awaited for bell in ann.room.watchers._lists))
        socket.send_text(BEAT)
        assert socket.receive_text() == BEAT


def test_a_page_of_old_gets_its_lists_at_once(ann: Desk) -> None:
    with ann.client.websocket_connect("ws://localhost/lists/lobby/live?shown=old") as socket:
        assert set(socket.receive_json()["regions"]) == {"region_waiting", "region_running"}


def test_lists_come_as_server_sent_events_too(ann: Desk) -> None:
    since = shown(ann.get("/lobby").text)

    async def test(wire: Wire) -> None:
        await wire.until(f"data: {BEAT}")
        wire.take()
        await ann.room.create(Match.fresh(record(), OPEN, "ben", public=True))
        await wire.until("region_waiting")
        (news,) = [one for one in news_in(wire.take()) if one]
        assert "Take a seat" in words(news["regions"]["region_waiting"])

    streamed(ann, f"/lists/lobby/live?shown={since}", test)
    assert ann.client.head("/lists/lobby/live").status_code == 200


def test_there_are_no_other_lists(ann: Desk) -> None:
    assert ann.get("/lists/secrets/live").status_code == 404
    with pytest.raises(WebSocketDenialResponse) as denied:
        ann.client.websocket_connect("ws://localhost/lists/secrets/live").__enter__()
    assert denied.value.status_code == 404


@pytest.mark.parametrize("hostile", ["{}x", b"{}"])
def test_whoever_sends_anything_but_heartbeats_is_cut_off(ann: Desk, hostile: str | bytes) -> None:
    with following(ann, "lobby", "/lobby") as socket:
        socket.send({"type": "websocket.receive", "text" if isinstance(hostile, str) else "bytes": hostile})
        with pytest.raises(WebSocketDisconnect) as closed:
            socket.receive_text()
    assert closed.value.code in (1003, 1008)


def test_a_store_that_cannot_be_read_ends_the_line_and_the_page_tries_again(
    ann: Desk, monkeypatch: pytest.MonkeyPatch
) -> None:
    def lost(*_asked: object) -> None:
        raise OperationalError("", {}, Exception("gone"))

    with following(ann, "lobby", "/lobby") as socket:
        monkeypatch.setattr(ann.room.store, "lobby", lost)
        ann.on_loop(ann.room.watchers.ring, "any")
        with pytest.raises(WebSocketDisconnect) as closed:
            socket.receive_text()
        assert closed.value.code == 1013


def test_lists_are_looked_at_now_and_then_as_other_servers_do_not_tell_of_new_tables(
    ann: Desk, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(lists, "REFRESH", 0.01)
    with following(ann, "lobby", "/lobby") as socket:
        match = Match.fresh(record(), OPEN, "ben", public=True)
        ann.room.store.add(match.row, match.summary(None))
        assert match.id in socket.receive_json()["regions"]["region_waiting"]


def test_lists_tell_of_no_table_that_is_not_public(ann: Desk) -> None:
    ben = another(ann)
    with following(ben, "home", "/") as socket:
        secret = ann.table()
        ann.act(secret, 0, 0, "offer 2")
        match = public(ann)
        news = socket.receive_json()
        assert match.id in str(news)
        assert secret.id not in str(news)


def test_a_page_that_stays_open_after_signing_out_hears_no_more_of_the_person(ann: Desk) -> None:
    phone = another(ann)
    ann.on_loop(ann.room.change, keys.sign_in, phone.owner, ann.owner, 1, False)
    ann.on_loop(ann.room.people.read)
    with following(phone, "games", "/games") as socket:
        made = ann.table()
        assert made.id in socket.receive_text()
        ann.on_loop(ann.room.change, keys.sign_out, ann.owner, phone.owner)
        ann.on_loop(ann.room.people.read)
        ann.table()
        with pytest.raises(WebSocketDisconnect) as closed:
            socket.receive_text()
        assert closed.value.code == 1013
