"""Lets the network in: a server that serves this computer only begins to listen at this computer's address in
the local network, too.

The host lets it do so on a page, and it goes on until the host stops it or the server ends.
"""

from __future__ import annotations

import asyncio
import ipaddress
import logging
import socket
from collections.abc import Awaitable, Callable
from contextlib import suppress
from typing import Final

from starlette.requests import HTTPConnection

from quarterdeck.errors import QuarterdeckError
from quarterdeck.i18n import _
from quarterdeck.settings import Settings
from quarterdeck.web.accounts.browser import host_of, is_loopback, through_proxy

__all__ = ["Network", "Stop", "own_address"]

# An address for documentation, to which nothing is sent: the system only chooses the way there.
ELSEWHERE: Final = ("192.0.2.1", 9)

# Serves connections at a socket; returns a function that stops this and ends them.
Stop = Callable[[], Awaitable[None]]
Listen = Callable[[socket.socket], Awaitable[Stop]]

log = logging.getLogger(__name__)


def own_address() -> str | None:
    """This computer's IPv4 address in its network; None without a network."""
    with suppress(OSError), socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        probe.connect(ELSEWHERE)
        address = str(probe.getsockname()[0])
        if not ipaddress.ip_address(address).is_unspecified and not is_loopback(address):
            return address
    return None


class Network:
    """The second listener of a server. `host` is the address at which it listens, "" while it does not.

    `listen` and `port`, the port of the first listener, are set by the process that serves; without them
    there is nothing to open.
    """

    def __init__(self, settings: Settings) -> None:
        # Where a public address or a proxy is configured, there is another way in.
        self._only_here = is_loopback(settings.host) and settings.address is None and not settings.hosts
        # Of several processes only the one that is asked would listen.
        self._can_open = self._only_here and settings.processes == 1
        self._root = settings.root
        self.listen: Listen | None = None
        self.port = 0
        self.host = ""
        self._network_port = 0
        self._stop: Stop | None = None
        # Two clicks open one socket.
        self._changing = asyncio.Lock()

    @property
    def address(self) -> str:
        """The server's address for the network, without a trailing slash; "" while it is closed."""
        return f"http://{self.host}:{self._network_port}{self._root}" if self.host else ""

    def offered(self) -> str:
        """The address at which this server could listen for the network; "" if it can't."""
        return own_address() or "" if self._can_open and self.listen is not None else ""

    def from_host(self, connection: HTTPConnection) -> bool:
        """Whether a request comes from this very computer, and not through a proxy or the network."""
        client = connection.client.host if connection.client else ""
        here = is_loopback(client) and is_loopback(host_of(connection.headers))
        return here and not through_proxy(connection.headers)

    def surely_from_host(self, connection: HTTPConnection) -> bool:
        """Whether a request certainly comes from this computer: as by `from_host`, on a server where no proxy
        could hide where it comes from.
        """
        return self._only_here and self.from_host(connection)

    async def open(self) -> None:
        """Listen at this computer's address in the network, too, at the same port if it is free. Raises
        QuarterdeckError if that can't be done.
        """
        async with self._changing:
            if self.host:
                return
            host = self.offered()
            if not host or self.listen is None:
                raise QuarterdeckError(
                    _("This server can't let the network in: this computer is not connected to one.")
                )
            listening = _bind_socket(host, self.port)
            try:
                self._stop = await self.listen(listening)
            except BaseException:
                listening.close()
                raise
            self.host, self._network_port = host, listening.getsockname()[1]
            log.info("The network is let in at %s", self.address)

    async def close(self) -> None:
        """Stop listening there, and end the connections that came that way."""
        async with self._changing:
            stop, self._stop, self.host = self._stop, None, ""
            if stop is not None:
                await stop()
                log.info("The network is no longer let in")


def _bind_socket(host: str, port: int) -> socket.socket:
    """A socket at this address and port, or at another port if that is taken. Raises QuarterdeckError."""
    for try_port in (port, 0):
        listening = socket.socket(socket.AF_INET, socket.SOCK_STREAM)
        try:
            listening.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
            listening.bind((host, try_port))
            # Only this detects another listener on the port.
            listening.listen()
        except OSError:
            listening.close()
        else:
            return listening
    sentence = _("This server can't listen at {host}: the system does not let it.")
    raise QuarterdeckError(sentence.format(host=host))
