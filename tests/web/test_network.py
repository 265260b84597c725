"""Letting the network in: a second listener of a server for this computer only, on its host's word alone."""

from __future__ import annotations

import asyncio
import re
import socket
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from typing import Any

import httpx2
import pytest
from starlette.testclient import TestClient
from websockets.exceptions import ConnectionClosed
from websockets.sync.client import connect
from websockets.typing import Origin

from quarterdeck.settings import Settings
from quarterdeck.web import network as module
from quarterdeck.web.network import own_address
from tests.servers import Server, csrf, running
from tests.web.desk import JSON, Desk, another, desk, error_of, words

# Addresses of this computer that no other can reach: the second one plays the network's.
THERE = "127.0.0.2"
# An address of no computer, where nothing listens.
NAME = "192.0.2.9"
IN_A_NETWORK = f"""
from quarterdeck.web import network
network.own_address = lambda: {THERE!r}
"""


@pytest.fixture
def server(tmp_path: Path) -> Iterator[Server]:
    with running(tmp_path, before=IN_A_NETWORK) as started:
        yield started


def reachable(address: str) -> bool:
    try:
        return httpx2.get(address, timeout=20).status_code == 200
    except httpx2.ConnectError:
        return False


def test_one_button_lets_the_network_in_and_one_stops_it(server: Server) -> None:
    port = httpx2.URL(server.address).port
    there = f"http://{THERE}:{port}"
    assert not reachable(f"{there}/")
    with httpx2.Client(base_url=server.address, timeout=20) as host:
        token = csrf(host)
        table = host.post("/tables", data={"csrf": token, "friends": "mutiny"}).headers["location"]
        page = host.get(table).text
        assert "Let my network in" in page
        assert f"can open this server at {THERE}" in words(page)
        back = {"csrf": token, "back": table.removeprefix("/table/")}
        assert host.post("/network", data={**back, "open": "on"}).headers["location"] == table
        page = host.get(table).text
        assert f'value="{there}{table}"' in page
        assert "Stop letting it in" in page
        with httpx2.Client(base_url=there, timeout=20) as friend:
            seen = friend.get(table)
            assert seen.status_code == 200
            sat = {"csrf": csrf(friend), "seat": "1", "name": "Ben"}
            assert friend.post(f"{table}/sit", data=sat).status_code == 303
            live = f"ws://{THERE}:{port}{table}/live?room=waiting&version="
            with connect(live, origin=Origin(there)) as socket_:
                host.post("/network", data={**back, "open": "off"})
                with suppress(ConnectionClosed):
                    for _news in range(3):
                        socket_.recv(timeout=10)
                assert socket_.close_code is not None
        assert not reachable(f"{there}/")
        assert "Ben" in host.get(table).text
        host.post("/network", data={**back, "open": "on"})
        # A stream that came that way ends, too, instead of going on for its minute.
        with httpx2.stream("GET", f"{there}/lists/lobby/live", timeout=20) as stream:
            beats = stream.iter_lines()
            next(beats)
            host.post("/network", data={**back, "open": "off"})
            with pytest.raises(httpx2.RemoteProtocolError):
                list(beats)


def test_a_taken_port_makes_it_take_another(server: Server) -> None:
    port = httpx2.URL(server.address).port
    assert port is not None
    with socket.create_server((THERE, port)), httpx2.Client(base_url=server.address, timeout=20) as host:
        host.post("/network", data={"csrf": csrf(host), "open": "on"})
        found = re.search(rf"http://{THERE}:(\d+)/", host.get("/network").text)
        assert found
        assert int(found[1]) != port
        assert reachable(found[0])


async def _listen(listening: socket.socket) -> module.Stop:
    """Stands for the process that serves."""

    async def stop() -> None:
        listening.close()

    return stop


@pytest.fixture
def ann(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Desk]:
    """A browser at this very computer, at a server that could let the network in."""
    monkeypatch.setattr(module, "own_address", lambda: NAME)
    monkeypatch.setattr(module, "_bind_socket", lambda _host, _port: socket.create_server(("127.0.0.1", 0)))
    begin = module.Network.__init__

    def begun(one: module.Network, settings: Any) -> None:
        begin(one, settings)
        one.listen = _listen

    monkeypatch.setattr(module.Network, "__init__", begun)
    with desk(tmp_path) as browser:
        yield at(browser, "127.0.0.1")


def at(first: Desk, client: str) -> Desk:
    """Another browser at the same server, from this address."""
    other = TestClient(
        first.client.app, base_url="http://localhost", follow_redirects=False, client=(client, 50000)
    )
    other.portal = first.client.portal
    return Desk(other, first.room)


def test_nobody_else_can_press_the_button(ann: Desk) -> None:
    guest = at(ann, "192.168.1.9")
    for browser, headers in (
        (guest, {}),
        (ann, {"x-forwarded-for": "8.8.8.8"}),
        (ann, {"forwarded": "for=8.8.8.8"}),
        (ann, {"via": "1.1 proxy"}),
    ):
        for wanted in ("on", "off"):
            answer = browser.post("/network", {"open": wanted}, **JSON, **headers)
            assert answer.status_code == 403
            assert "at the computer itself" in error_of(answer)
        assert "Let my network in" not in browser.get("/network", **headers).text
    assert ann.post("/network", {"open": "on", "csrf": guest.csrf}).status_code == 403
    assert ann.post("/network", {"open": "on"}, origin="http://evil.example").status_code == 403
    assert ann.client.get("/network", headers={"host": NAME}).status_code == 421
    assert ann.post("/network", {"open": "maybe"}, **JSON).status_code == 400
    assert "Let my network in" in ann.get("/network").text


def test_the_page_leads_back_to_the_table_and_nowhere_else(ann: Desk) -> None:
    for back, leads in (("abc", "/table/abc"), ("//evil.example", "/network"), ("", "/network")):
        answer = ann.post("/network", {"open": "on", "back": back})
        assert (answer.status_code, answer.headers["location"]) == (303, leads)
    page = ann.get("/network").text
    assert f"http://{NAME}:" in page
    assert 'class="qr"' in page
    assert ann.client.get("/", headers={"host": NAME}).status_code == 200
    ann.post("/network", {"open": "off"})
    assert ann.client.get("/", headers={"host": NAME}).status_code == 421


def test_without_a_network_the_page_says_how_else_friends_come(
    ann: Desk, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(module, "own_address", lambda: None)
    table = ann.post("/tables", {"friends": "mutiny"}).headers["location"]
    page = ann.get(table).text
    assert "Let my network in" not in page
    assert 'href="/network"' in page
    assert "quarterdeck --host 0.0.0.0" in ann.get("/network").text
    answer = ann.post("/network", {"open": "on"})
    assert answer.status_code == 400
    assert "this computer is not connected to one" in words(answer.text)


def test_a_server_that_all_can_reach_offers_nothing(tmp_path: Path) -> None:
    with desk(tmp_path, local=False) as browser:
        assert "Let my network in" not in at(browser, "127.0.0.1").get("/network").text


def test_this_computers_address_is_no_loopback() -> None:
    assert not (own_address() or "").startswith("127.")


def test_a_private_link_for_another_device_offers_it_too(ann: Desk) -> None:
    match = ann.table()
    page = ann.post(f"/table/{match.id}/devices", {"seat": 0}).text
    assert "Let my network in" in page
    assert f'name="back" value="{match.id}/devices"' in page
    assert another(ann).get("/network").status_code == 200


@pytest.mark.anyio
async def test_two_clicks_at_once_open_one_socket_which_one_click_closes(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(module, "own_address", lambda: THERE)
    network, listening = module.Network(Settings()), set[int]()

    async def listen(bound: socket.socket) -> module.Stop:
        await asyncio.sleep(0)
        listening.add(bound.fileno())

        async def stop() -> None:
            listening.discard(bound.fileno())
            bound.close()

        return stop

    network.listen = listen
    await asyncio.gather(network.open(), network.open())
    assert len(listening) == 1
    await asyncio.gather(network.close(), network.close())
    assert not listening


@pytest.mark.anyio
async def test_a_socket_at_which_nobody_can_serve_is_closed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "own_address", lambda: THERE)
    network, opened = module.Network(Settings()), list[socket.socket]()

    async def fails(listening: socket.socket) -> module.Stop:
        opened.append(listening)
        raise OSError("too many open files")

    network.listen = fails
    with pytest.raises(OSError, match="too many"):
        await network.open()
    assert opened[0].fileno() == -1


def test_a_port_that_somebody_listens_at_is_not_taken_from_them() -> None:
    with socket.create_server(("127.0.0.1", 0)) as other:
        port = other.getsockname()[1]
        with module._bind_socket("127.0.0.1", port) as found:
            assert found.getsockname()[1] != port
