"""The size that a request may have, and rate limits per time window, by guest and by network address.

The windows use a monotonic clock, so changes of the system time don't affect them.
"""

from __future__ import annotations

import ipaddress
import math
import time
from collections import Counter
from collections.abc import Callable, Iterable
from typing import Final, Literal

from starlette.requests import HTTPConnection
from starlette.types import Scope

from quarterdeck.i18n import _, ngettext
from quarterdeck.settings import Settings
from quarterdeck.settings.values import Rate
from quarterdeck.web.errors import Refused
from quarterdeck.web.paths import inner

__all__ = [
    "MOST_BYTES",
    "ConnectionLimit",
    "Kind",
    "Limits",
    "TooOften",
    "address_of",
    "counted",
    "most_bytes",
]

Kind = Literal[
    "create", "sit", "talk", "link", "move", "first_message", "coach", "open", "key", "invite", "puzzle"
]

# Of any request, and of one with a file. Handlers may want less of the file itself.
MOST_BYTES = 16 * 1024
MOST_WITH_FILE: Final = 512 * 1024
WITH_FILE: Final = ("/open", "/open/shared")
# Many guests may share an address: a household, a school. But dropping the cookie makes a new guest, so
# addresses have limits too.
GUESTS: Final = 10
SWEEP: Final = 60.0
# The bits of an IPv6 address that identify a network; its owner chooses the rest.
PREFIX: Final = 64
# Confirmation e-mails and first messages in chats, whose recipients may never have heard of us.
FIRST_MESSAGES: Final = Rate(5, 24 * 3600)
# Match files, each of which takes some time to check.
FILES: Final = Rate(60, 3600)
# Forms about who one is: passkeys, recovery codes, being forgotten. And invitations of friends.
KEYS: Final = Rate(40, 3600)
INVITATIONS: Final = Rate(40, 3600)
# Answers to puzzles: more than anybody gives who thinks about them.
PUZZLES: Final = Rate(240, 3600)


def most_bytes(scope: Scope) -> int:
    """The most bytes that the body of this request may have."""
    return MOST_WITH_FILE if inner(scope) in WITH_FILE else MOST_BYTES


class TooOften(Refused):
    """Something was done too often; `wait` is the seconds until it is allowed again."""

    def __init__(self, wait: int) -> None:
        words = ngettext(
            "That was too often: try again in {count} second.",
            "That was too often: try again in {count} seconds.",
            wait,
        )
        super().__init__(words.format(count=wait), 429, {"retry-after": str(wait)})


class Limits:
    """The limits of one server, from its settings. Each process counts separately."""

    def __init__(self, settings: Settings) -> None:
        self._windows = Windows()
        rates: dict[str, Rate | None] = {
            "create": settings.limit_tables,
            "sit": settings.limit_seats,
            "talk": settings.limit_talk,
            "link": settings.limit_links,
            "move": settings.limit_moves,
            "first_message": FIRST_MESSAGES,
            "coach": settings.limit_coach,
            "open": FILES,
            "key": KEYS,
            "invite": INVITATIONS,
            "puzzle": PUZZLES,
        }
        self._guest_rates = rates
        # Moves have no limit per address, since the number of tables is limited.
        shared = {kind: rate for kind, rate in rates.items() if kind != "move"}
        self._address_rates = {
            kind: rate and Rate(rate.times * GUESTS, rate.seconds) for kind, rate in shared.items()
        }
        self._requests = settings.limit_requests
        self._connection_limit = ConnectionLimit(settings.limit_connections, settings.proxies)

    def check(self, kind: Kind, guest: str | None, address: str) -> None:
        """Count one more action of a guest (the hash of a cookie or token), if known, and of an address.
        Raises TooOften.
        """
        if guest is not None:
            self._count_action(self._guest_rates[kind], kind, "guest", guest)
        elif kind == "move":
            return
        self._count_action(self._address_rates.get(kind), kind, "address", address)

    def first_message(self, guest: str, recipient: str, address: str) -> None:
        """Count one more first message to somebody, a mailbox or a channel, that a guest asks for from an
        address: nobody shall flood one recipient, nor many. Raises TooOften.
        """
        self.check("first_message", guest, address)
        self._count_action(FIRST_MESSAGES, "first_message", "recipient", recipient)

    def request(self, address: str) -> None:
        """Count one more request from an address. Raises TooOften."""
        self._count_action(self._requests, "request", address)

    def enter(self, host: str) -> Callable[[], None]:
        """Register a request or WebSocket from an address; returns a function to call at its end. Raises
        Refused.
        """
        leave = self._connection_limit.enter(host)
        if leave is None:
            words = _("There are too many connections from your network: close some of them first.")
            raise Refused(words, 429, {"retry-after": "10"})
        return leave

    def _count_action(self, rate: Rate | None, *key: str) -> None:
        if rate is not None and (wait := self._windows.hit(rate, *key)):
            raise TooOften(max(1, math.ceil(wait)))


class Windows:
    """Counts within fixed time windows. A key's window begins with its first hit, and is dropped some time
    after its end.
    """

    def __init__(self) -> None:
        self.kept: dict[tuple[str, ...], tuple[int, float]] = {}  # the hits, and when the window ends
        self._last_sweep = time.monotonic()

    def hit(self, rate: Rate, *key: str) -> float:
        """Count one more hit; returns 0 within the rate, else the seconds until the window ends."""
        now = time.monotonic()
        hits, until = self.kept.get(key, (0, 0.0))
        if until <= now:
            self._drop_ended(now)
            hits, until = 0, now + rate.seconds
        self.kept[key] = hits + 1, until
        return 0.0 if hits < rate.times else until - now

    def _drop_ended(self, now: float) -> None:
        if now < self._last_sweep + SWEEP:
            return
        self._last_sweep = now
        for key in [key for key, (_hits, until) in self.kept.items() if until <= now]:
            del self.kept[key]


class ConnectionLimit:
    """Limits each address to `most` concurrent connections or requests; None means no limit. The `proxies`
    (addresses and networks) are always admitted, since they act for many clients.
    """

    def __init__(self, most: int | None, proxies: Iterable[str]) -> None:
        self._most = most
        self._proxies = [ipaddress.ip_network(proxy) for proxy in proxies]
        self._connections: Counter[str] = Counter()

    def enter(self, host: str) -> Callable[[], None] | None:
        """Admit a connection from this address; returns a function to call once at its end, or None if the
        address has too many.
        """
        if self._most is None or not host or self._is_proxy(host):
            return _do_nothing
        address = counted(host)
        if self._connections[address] >= self._most:
            return None
        self._connections[address] += 1
        return lambda: self._release(address)

    def _release(self, address: str) -> None:
        self._connections[address] -= 1
        if not self._connections[address]:
            del self._connections[address]

    def _is_proxy(self, host: str) -> bool:
        """Whether an address is one of the proxies, which have no limit."""
        try:
            address = ipaddress.ip_address(host.partition("%")[0])
        except ValueError:
            return False
        address = getattr(address, "ipv4_mapped", None) or address
        return any(address in network for network in self._proxies)


def _do_nothing() -> None:
    pass


def address_of(connection: HTTPConnection) -> str:
    """The address under which a connection is limited; empty if its peer has none."""
    return counted(connection.client.host) if connection.client else ""


def counted(host: str) -> str:
    """The key under which an address is limited: for IPv6 its /64 network, since a household gets a whole
    one. Other texts are used as they are.
    """
    try:
        address = ipaddress.ip_address(host.partition("%")[0])
    except ValueError:
        return host
    if isinstance(address, ipaddress.IPv4Address):
        return str(address)
    if address.ipv4_mapped is not None:
        return str(address.ipv4_mapped)
    return str(ipaddress.ip_network((int(address), PREFIX), strict=False))
