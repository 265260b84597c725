from __future__ import annotations

import socket
import sys

import pytest

from benchmarks.ports import HOST, held

pytestmark = pytest.mark.skipif(not sys.platform.startswith("linux"), reason="Ports are held on Linux alone.")


def test_a_held_port_refuses_connections_and_gives_servers_their_turn() -> None:
    with held() as port:
        for _life in range(2):
            with pytest.raises(ConnectionRefusedError):
                socket.create_connection((HOST, port))
            with socket.create_server((HOST, port)), socket.create_connection((HOST, port)):
                pass


def test_a_held_port_is_nobody_elses_and_no_client_meets_itself_there() -> None:
    # Were the port free, this client would be connected with itself.
    with held() as port, pytest.raises(OSError, match="Address already in use"):
        socket.create_connection((HOST, port), source_address=(HOST, port))
