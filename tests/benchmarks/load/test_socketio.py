"""The packets of Socket.IO, as boardgame.io's server and its clients write them."""

from __future__ import annotations

import pytest

from benchmarks.load.socketio import Packet, connect, event, parse


def test_what_a_client_sends() -> None:
    assert connect("/voyage") == b"40/voyage,"
    assert event("/voyage", "sync", "m1", "0", None, 4) == b'42/voyage,["sync", "m1", "0", null, 4]'


@pytest.mark.parametrize(
    ("message", "packet"),
    [
        (b'0{"sid":"a","pingInterval":25000}', Packet("open", data={"sid": "a", "pingInterval": 25000})),
        (b"1", Packet("close")),
        (b"2", Packet("ping")),
        (b'40/voyage,{"sid":"b"}', Packet("connect", "/voyage", {"sid": "b"})),
        (b'40{"sid":"b"}', Packet("connect", "/", {"sid": "b"})),
        (b"41/voyage,", Packet("disconnect", "/voyage")),
        (b'42/voyage,["update","m,1",{"a":[1]}]', Packet("event", "/voyage", ["update", "m,1", {"a": [1]}])),
        ('42["chat","Käpt’n"]'.encode(), Packet("event", "/", ["chat", "Käpt’n"])),
        (
            b'44/nowhere,{"message":"Invalid namespace"}',
            Packet("error", "/nowhere", {"message": "Invalid namespace"}),
        ),
    ],
)
def test_what_a_server_sends(message: bytes, packet: Packet) -> None:
    assert parse(message) == packet


@pytest.mark.parametrize("message", [b"", b"6", b"4", b'43/voyage,["ack"]', b"hello", b"42/voyage,[1"])
def test_a_packet_that_is_not_known_is_no_packet(message: bytes) -> None:
    with pytest.raises(ValueError, match=r"unknown packet|Expecting"):
        parse(message)


def test_what_is_sent_can_be_read() -> None:
    assert parse(event("/voyage", "update", {"type": "show"}, 3)) == Packet(
        "event", "/voyage", ["update", {"type": "show"}, 3]
    )
