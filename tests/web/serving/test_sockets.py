"""Frames: the bytes that the library would send, the same for all who get a text, and at the pace of each."""

from __future__ import annotations

import asyncio
import socket as sockets
from collections.abc import Awaitable, Callable
from typing import Any

import pytest
import uvicorn
from uvicorn.protocols.utils import ClientDisconnected
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from uvicorn.server import ServerState

from quarterdeck.web.serving.sockets import UNCONFIRMED, Socket, notice_dead_peers

WANTED = (
    b"GET / HTTP/1.1\r\nhost: localhost\r\nupgrade: websocket\r\nconnection: Upgrade\r\n"
    b"sec-websocket-version: 13\r\nsec-websocket-key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n"
)
GOODBYE = bytes([0x88, 0x80, 0, 0, 0, 0])


class Wire(asyncio.Transport):
    """Keeps what is written."""

    def __init__(self) -> None:
        super().__init__()
        self.written: list[bytes] = []

    def write(self, data: Any) -> None:
        self.written.append(data)

    def is_closing(self) -> bool:
        return False

    def close(self) -> None:
        pass

    def abort(self) -> None:
        self.written.append(b"aborted")

    def pause_reading(self) -> None:
        pass

    def resume_reading(self) -> None:
        pass


async def opened(kind: type[WebSocketsSansIOProtocol] = Socket) -> tuple[WebSocketsSansIOProtocol, Wire]:
    """A socket that an application has accepted, and its wire since then."""
    accepted = asyncio.Event()

    async def app(_scope: Any, receive: Any, send: Any) -> None:
        await receive()
        await send({"type": "websocket.accept"})
        accepted.set()
        await asyncio.Event().wait()

    config = uvicorn.Config(app, ws=kind, ws_per_message_deflate=False, log_config=None)
    config.load()
    made, wire = kind(config, ServerState(), {}), Wire()
    made.connection_made(wire)
    made.data_received(WANTED)
    await accepted.wait()
    wire.written.clear()
    return made, wire


def tell(socket: WebSocketsSansIOProtocol, text: str) -> Awaitable[None]:
    return socket.send({"type": "websocket.send", "text": text, "bytes": None})


def on_loop(test: Callable[[], Awaitable[None]]) -> None:
    async def run() -> None:
        await test()
        for task in asyncio.all_tasks() - {asyncio.current_task()}:
            task.cancel()

    asyncio.run(run())


@pytest.mark.parametrize("text", ["", "Ahoy!", "å" * 62 + "b", "a" * 126, "å€🏴" * 9000], ids=len)
def test_a_text_goes_out_as_the_library_would_write_it(text: str) -> None:
    async def test() -> None:
        ours, wire = await opened()
        theirs, other = await opened(WebSocketsSansIOProtocol)
        for socket in (ours, theirs):
            await tell(socket, text)
        assert b"".join(wire.written) == b"".join(other.written) != b""

    on_loop(test)


def test_all_who_get_the_same_text_get_the_same_frame() -> None:
    async def test() -> None:
        wires = []
        for letters in ("To ", "all"), ("To", " all"):
            socket, wire = await opened()
            await tell(socket, "".join(letters))
            wires.append(wire)
        assert wires[0].written[0] is wires[1].written[0]

    on_loop(test)


def test_who_takes_nothing_is_sent_nothing_more_until_it_does() -> None:
    async def test() -> None:
        socket, wire = await opened()
        await tell(socket, "first")
        socket.pause_writing()
        second = asyncio.ensure_future(tell(socket, "second"))
        await asyncio.sleep(0)
        assert (len(wire.written), second.done()) == (1, False)
        socket.resume_writing()
        await second
        assert len(wire.written) == 2
        socket.pause_writing()
        third = asyncio.ensure_future(tell(socket, "third"))
        await asyncio.sleep(0)
        socket.connection_lost(None)
        with pytest.raises(ClientDisconnected):
            await third
        assert len(wire.written) == 2

    on_loop(test)


def test_nothing_is_said_after_a_goodbye() -> None:
    async def test() -> None:
        socket, wire = await opened()
        socket.data_received(GOODBYE)
        said = [*wire.written]
        with pytest.raises(ClientDisconnected):
            await tell(socket, "more")
        assert wire.written == said

    on_loop(test)


def test_a_peer_that_answers_no_ping_is_hung_up_on_at_once() -> None:
    async def test() -> None:
        socket, wire = await opened()
        socket.send_keepalive_ping()
        socket.keepalive_timeout()
        # What waits for it would otherwise keep the socket open, and its player present.
        assert wire.written[-1] == b"aborted"

    on_loop(test)


def test_a_connection_whose_peer_confirms_nothing_ends() -> None:
    with sockets.create_server(("127.0.0.1", 0)) as listening:
        notice_dead_peers(listening)
        with sockets.create_connection(listening.getsockname()):
            accepted, _address = listening.accept()
            with accepted:
                limit = accepted.getsockopt(sockets.IPPROTO_TCP, sockets.TCP_USER_TIMEOUT)
    assert limit == UNCONFIRMED


def test_a_text_that_cannot_be_read_closes_the_socket_and_fills_no_log(
    caplog: pytest.LogCaptureFixture,
) -> None:
    async def test() -> None:
        socket, wire = await opened()
        socket.data_received(bytes([0x81, 0x82, 0, 0, 0, 0]) + b"\xff\xfe")
        assert b"".join(wire.written) == bytes([0x88, 2]) + (1007).to_bytes(2)
        assert caplog.records == []

    asyncio.run(test())
