"""Ports that stay a server's own while it is down: what is begun there next is really that server."""

from __future__ import annotations

import socket
import sys
from collections.abc import Iterator
from contextlib import contextmanager

__all__ = ["HOST", "held"]

HOST = "127.0.0.1"


@contextmanager
def held() -> Iterator[int]:
    """A port that the system gives to nobody else, and that refuses connections until somebody listens there.

    Without it a port that was free a moment ago can become another server's, or even that of a connection
    with itself: a client may get the very port to which it connects.
    """
    with socket.socket() as bound:
        # On Linux somebody who says so, too, may listen where a socket is only bound; elsewhere nobody may.
        bound.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        bound.bind((HOST, 0))
        port = bound.getsockname()[1]
        if not sys.platform.startswith("linux"):
            bound.close()
        yield port
