"""Reserved ports: they stay a server's own while it is down, so connections reach this server or nothing."""

from __future__ import annotations

import socket
import sys
from collections.abc import Iterator
from contextlib import contextmanager

__all__ = ["HOST", "held"]

HOST = "127.0.0.1"


@contextmanager
def held() -> Iterator[int]:
    """Reserve a free port, which refuses connections until somebody listens there.

    Otherwise a port that was free a moment ago can be taken by another server, or by a client's own
    connection: the client may get the very port to which it connects.
    """
    with socket.socket() as bound:
        # On Linux, SO_REUSEADDR lets a second process listen on a port that is only bound; elsewhere nobody
        # can.
        bound.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        bound.bind((HOST, 0))
        port = bound.getsockname()[1]
        if not sys.platform.startswith("linux"):
            bound.close()
        yield port
