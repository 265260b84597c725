"""Socket.IO over a WebSocket: the packets that boardgame.io's clients exchange (Engine.IO 4, Socket.IO 5)."""

from __future__ import annotations

import json
from typing import Any, NamedTuple

__all__ = ["PATH", "Packet", "connect", "event", "parse"]

PATH = "/socket.io/?EIO=4&transport=websocket"

# Engine.IO's packet types, and within a MESSAGE, Socket.IO's.
OPEN, CLOSE, PING, PONG, MESSAGE = "01234"
CONNECT, DISCONNECT, EVENT, _ACK, CONNECT_ERROR = "01234"
KINDS = {CONNECT: "connect", DISCONNECT: "disconnect", EVENT: "event", CONNECT_ERROR: "error"}


class Packet(NamedTuple):
    """A received packet: "open", "ping", "close", or within a namespace "connect", "disconnect", "event" or
    "error".
    """

    kind: str
    namespace: str = "/"
    data: Any = None


def connect(namespace: str) -> bytes:
    """The packet that enters a namespace, such as "/game"."""
    return f"{MESSAGE}{CONNECT}{namespace},".encode()


def event(namespace: str, name: str, *values: Any) -> bytes:
    """The packet of an event."""
    return f"{MESSAGE}{EVENT}{namespace},{json.dumps([name, *values])}".encode()


def parse(message: bytes) -> Packet:
    """Parse a text message as a packet. Raises ValueError if it is of an unknown type."""
    text = message.decode()
    if text[:1] == OPEN:
        return Packet("open", data=json.loads(text[1:]))
    if text[:1] == PING:
        return Packet("ping")
    if text[:1] == CLOSE:
        return Packet("close")
    if text[:1] != MESSAGE or text[1:2] not in KINDS:
        raise ValueError(f"an unknown packet: {text[:40]}")
    namespace, rest = "/", text[2:]
    if rest[:1] == "/":
        namespace, _comma, rest = rest.partition(",")
    return Packet(KINDS[text[1:2]], namespace, json.loads(rest) if rest else None)
