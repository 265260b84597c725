"""How often somebody may do something: within a span of time, by guest and by network address.

Spans are measured by a clock that nobody can set: neither a correction of the computer's time nor summer time
makes a wait longer.
"""

from __future__ import annotations

import ipaddress
import math
import time
from collections import Counter
from collections.abc import Callable, Iterable
from typing import Final, Literal

from limits import RateLimitItem, RateLimitItemPerSecond
from limits.storage import Storage
from limits.strategies import FixedWindowRateLimiter
from starlette.requests import HTTPConnection

from quarterdeck.i18n import _, ngettext
from quarterdeck.settings import Settings
from quarterdeck.settings.values import Rate
from quarterdeck.web.answers import Refused

__all__ = ["Crowd", "Kind", "Limits", "TooOften", "address_of", "counted"]

Kind = Literal["create", "sit", "talk", "link", "move", "letter", "coach"]

# Many guests may share an address: a household, a school. Guests are made by leaving the cookie at home, so
# that an address can't do just anything either.
GUESTS: Final = 10
SWEEP: Final = 60.0
# The bits of an IPv6 address that name a network; the others its owner chooses.
PREFIX: Final = 64
# Letters that ask the owner of an e-mail address, who may never have heard of us.
LETTERS: Final = Rate(5, 24 * 3600)


class TooOften(Refused):
    """Something was done too often, and can be done again after this wait in seconds."""

    def __init__(self, wait: int) -> None:
        words = ngettext(
            "That was too often: try again in {count} second.",
            "That was too often: try again in {count} seconds.",
            wait,
        )
        super().__init__(words.format(count=wait), 429, {"retry-after": str(wait)})


class Limits:
    """The limits of one server, as its settings have them. Each process counts for itself."""

    def __init__(self, settings: Settings) -> None:
        self._counts = _Counts()
        self._strategy = FixedWindowRateLimiter(self._counts)
        rates: dict[str, Rate | None] = {
            "create": settings.limit_tables,
            "sit": settings.limit_seats,
            "talk": settings.limit_talk,
            "link": settings.limit_links,
            "move": settings.limit_moves,
            "letter": LETTERS,
            "coach": settings.limit_coach,
        }
        self._guest = {kind: _item(rate) for kind, rate in rates.items()}
        # Moves are worth their while: they are made at tables, of which there is a limit.
        shared = {kind: rate for kind, rate in rates.items() if kind != "move"}
        self._address = {kind: _item(rate, GUESTS) for kind, rate in shared.items()}
        self._requests = _item(settings.limit_requests)
        self._crowd = Crowd(settings.limit_connections, settings.proxies)

    def check(self, kind: Kind, guest: str | None, address: str) -> None:
        """Count one more: for a guest (the hash of a cookie or token), if known, and for an address.
        TooOften.
        """
        if guest is not None:
            self._hit(self._guest[kind], kind, guest)
        elif kind == "move":
            return
        self._hit(self._address.get(kind), kind, address)

    def request(self, address: str) -> None:
        """Count one more request of an address. TooOften."""
        self._hit(self._requests, "request", address)

    def enter(self, host: str) -> Callable[[], None]:
        """Begin a request, or a socket, of a network address: what to call when it has ended. Refused."""
        leave = self._crowd.enter(host)
        if leave is None:
            words = _("There are too many connections from your network: close some of them first.")
            raise Refused(words, 429, {"retry-after": "10"})
        return leave

    def _hit(self, item: RateLimitItem | None, *key: str) -> None:
        if item is not None and not self._strategy.hit(item, *key):
            until = self._strategy.get_window_stats(item, *key).reset_time
            raise TooOften(max(1, math.ceil(until - time.monotonic())))


class _Counts(Storage):
    """Counts in memory. The library's own keep a thread busy for as long as anything is counted, which costs
    more than a move; here what has run out is swept away once in a while.
    """

    def __init__(self) -> None:
        super().__init__()
        self.kept: dict[str, int] = {}
        self._until: dict[str, float] = {}
        self._swept = time.monotonic()

    @property
    def base_exceptions(self) -> type[Exception]:
        return ValueError

    def incr(self, key: str, expiry: int, amount: int = 1) -> int:
        now = time.monotonic()
        if self._until.get(key, 0) <= now:
            self._sweep(now)
            self.kept[key] = 0
            self._until[key] = now + expiry
        self.kept[key] += amount
        return self.kept[key]

    def _sweep(self, now: float) -> None:
        if now < self._swept + SWEEP:
            return
        self._swept = now
        for key in [key for key, until in self._until.items() if until <= now]:
            del self._until[key], self.kept[key]

    def get(self, key: str) -> int:
        return self.kept.get(key, 0) if self._until.get(key, 0) > time.monotonic() else 0

    def get_expiry(self, key: str) -> float:
        return self._until.get(key, time.monotonic())

    def check(self) -> bool:
        return True

    def reset(self) -> int:
        count = len(self.kept)
        self.kept.clear()
        self._until.clear()
        return count

    def clear(self, key: str) -> None:
        self.kept.pop(key, None)
        self._until.pop(key, None)


class Crowd:
    """How many connections, or requests under way, each address has: at most `most`; None is any number.

    The `proxies` (addresses and networks) are let in always: they come for many others.
    """

    def __init__(self, most: int | None, proxies: Iterable[str]) -> None:
        self._most = most
        self._proxies = [ipaddress.ip_network(proxy) for proxy in proxies]
        self._here: Counter[str] = Counter()

    def enter(self, host: str) -> Callable[[], None] | None:
        """Let somebody in from this network address: what to call, once, when they leave; None if it has too
        many here already.
        """
        if self._most is None or not host or self._free(host):
            return _nothing
        address = counted(host)
        if self._here[address] >= self._most:
            return None
        self._here[address] += 1
        return lambda: self._leave(address)

    def _leave(self, address: str) -> None:
        self._here[address] -= 1
        if not self._here[address]:
            del self._here[address]

    def _free(self, host: str) -> bool:
        try:
            address = ipaddress.ip_address(host.partition("%")[0])
        except ValueError:
            return False
        address = getattr(address, "ipv4_mapped", None) or address
        return any(address in network for network in self._proxies)


def _nothing() -> None:
    pass


def _item(rate: Rate | None, times: int = 1) -> RateLimitItem | None:
    return None if rate is None else RateLimitItemPerSecond(rate.times * times, rate.seconds)


def address_of(connection: HTTPConnection) -> str:
    """Whom limits count a connection for, by the network address at its other end; empty if it has none."""
    return counted(connection.client.host) if connection.client else ""


def counted(host: str) -> str:
    """The addresses that count as one: a household is given a whole /64 of IPv6, so those are one address.
    What is no address is taken as it is.
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
