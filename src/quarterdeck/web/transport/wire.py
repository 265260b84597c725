"""Sending and receiving messages over WebSockets and streams."""

from __future__ import annotations

from contextlib import suppress

import orjson
from starlette.websockets import WebSocket, WebSocketDisconnect

__all__ = ["NoText", "as_json", "close", "receive", "send"]


class NoText(Exception):
    """Bytes came over a socket, which none of our pages sends and no program is to send."""


def as_json(value: object) -> str:
    """A value as compact JSON; non-ASCII characters are not escaped."""
    return orjson.dumps(value).decode()


async def receive(socket: WebSocket) -> str:
    """The next text from a socket. Raises WebSocketDisconnect; NoText if bytes came instead."""
    try:
        return await socket.receive_text()
    except KeyError:
        raise NoText from None
    except RuntimeError:
        # Another user of the socket has closed it, or has found it closed.
        raise WebSocketDisconnect(1006) from None


async def send(socket: WebSocket, text: str) -> None:
    """Send a text over a socket. Raises WebSocketDisconnect."""
    try:
        await socket.send({"type": "websocket.send", "text": text})
    except RuntimeError:
        raise WebSocketDisconnect(1006) from None


async def close(socket: WebSocket, code: int) -> None:
    """Close a socket, unless it is closed."""
    with suppress(WebSocketDisconnect, RuntimeError):
        await socket.close(code)
