"""Requests to addresses that guests have named: only to public ones, only by https, and without following
redirects.
"""

from __future__ import annotations

import http.client
import ipaddress
import re
import socket
import ssl
import threading
import time
from collections.abc import Collection, Iterator, Mapping
from contextlib import contextmanager, suppress
from typing import Any, Final
from urllib.parse import urlsplit

from quarterdeck.tables.live.notifier import Undelivered

__all__ = ["GONE", "NotPublic", "connect", "is_https", "is_public", "post"]

# Seconds for everything from the connection to the answer, without the lookup of the name.
PATIENCE: Final = 20.0
LONGEST: Final = 1000
GONE: Final = (404, 410)
# NAT64's well-known prefix (RFC 6052) holds an IPv4 address.
NAT64: Final = ipaddress.IPv6Network("64:ff9b::/96")


class NotPublic(Undelivered):
    """The address is none on the Internet, so nothing is sent there."""

    def __init__(self) -> None:
        super().__init__("no public address", lasting=True)


def is_https(address: Any) -> bool:
    """Whether this is an https address that `post` can use: on the usual port, without a user name."""
    if not isinstance(address, str) or len(address) > LONGEST or not re.fullmatch(r"[!-~]+", address):
        return False
    try:
        parts = urlsplit(address)
        usual = parts.port in (None, 443)
    except ValueError:
        return False
    return parts.scheme == "https" and bool(parts.hostname) and usual and "@" not in parts.netloc


def post(
    address: str,
    headers: Mapping[str, str],
    body: bytes,
    patience: float | None = None,
    gone: Collection[int] = GONE,
) -> None:
    """Send a body to an https address, within `patience` seconds (PATIENCE) from the connection on. Raises
    NotPublic, and Undelivered: `gone` if nothing is there any more, as these status codes say, `lasting` if
    the service refuses this body.
    """
    parts = urlsplit(address)
    target = f"{parts.path or '/'}?{parts.query}" if parts.query else parts.path or "/"
    left = PATIENCE if patience is None else patience
    try:
        began = time.monotonic()
        connection = connect(parts.hostname or "", left)
        left = max(0.0, left - (time.monotonic() - began))
        try:
            with _deadline(connection.sock, left):
                connection.request("POST", target, body, dict(headers))
                status = connection.getresponse().status
        finally:
            connection.close()
    except (OSError, ValueError, http.client.HTTPException) as failed:
        raise Undelivered(f"the service can't be reached ({type(failed).__name__})") from None
    if status in gone:
        raise Undelivered(f"nothing is there any more ({status})", gone=True)
    if not 200 <= status < 300:
        raise Undelivered(f"the service refused it ({status})", 400 <= status < 500 and status != 429)


def is_public(address: str) -> bool:
    """Whether an IP address is public. Embedded IPv4 addresses are checked too, because NAT64 gateways and
    tunnels (6to4, Teredo) forward to them.
    """
    ip = ipaddress.ip_address(address)
    if isinstance(ip, ipaddress.IPv6Address):
        if ip in NAT64:
            return is_public(str(ipaddress.IPv4Address(int(ip) & 0xFFFF_FFFF)))
        # Python counts these as public. Other ranges with embedded addresses are reserved (mapped and
        # compatible ones, NAT64's prefixes for local use) or not global (Teredo).
        if ip.sixtofour or ip.is_site_local:
            return False
    return ip.is_global and not (ip.is_multicast or ip.is_reserved)


def connect(host: str, patience: float) -> http.client.HTTPConnection:
    """Open a TLS connection to a public address of this host, within `patience` seconds after the lookup.
    Raises NotPublic, OSError.
    """
    found = socket.getaddrinfo(host, 443, type=socket.SOCK_STREAM)
    addresses = [str(address[0]) for *_rest, address in found]
    if not all(is_public(address.partition("%")[0]) for address in addresses):
        raise NotPublic
    began = time.monotonic()
    connection = http.client.HTTPSConnection(host, timeout=patience)
    # Connect to the checked address: a second DNS lookup could give another one.
    plain = socket.create_connection((addresses[0], 443), patience)
    try:
        with _deadline(plain, max(0.0, patience - (time.monotonic() - began))):
            connection.sock = ssl.create_default_context().wrap_socket(plain, server_hostname=host)
    except BaseException:
        plain.close()
        raise
    return connection


@contextmanager
def _deadline(exchange: socket.socket, patience: float) -> Iterator[None]:
    """Shut a socket down if it is still in use after `patience` seconds: its own timeout begins anew with
    each byte that arrives. Raises TimeoutError.
    """
    # A copy, since the socket may be wrapped or closed meanwhile.
    copy = socket.fromfd(exchange.fileno(), exchange.family, exchange.type)
    over = threading.Event()

    def shut_down() -> None:
        over.set()
        with suppress(OSError):
            copy.shutdown(socket.SHUT_RDWR)

    timer = threading.Timer(patience, shut_down)
    timer.daemon = True
    timer.start()
    try:
        yield
    finally:
        timer.cancel()
        copy.close()
    if over.is_set():
        # An answer that was cut short may look like a whole one.
        raise TimeoutError
