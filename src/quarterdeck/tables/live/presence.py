"""Who is at a table now: holders whose pages or programs follow it at this server, or send requests."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Final

from quarterdeck.tables.entry import now

__all__ = ["Presence"]

# How long the time of a holder's last visit is remembered, in milliseconds.
KEPT: Final = 600_000


class Presence:
    """Counts the open pages of each holder at each table, and remembers when a holder without one was last
    there. The holder hashes are never shown to anybody.
    """

    def __init__(self) -> None:
        self._open: Counter[tuple[str, str]] = Counter()
        self._last_there: dict[tuple[str, str], int] = {}
        self._swept_at = now()

    @contextmanager
    def at(self, table: str, holder: str | None) -> Iterator[None]:
        """Count a page while it is open; an anonymous page is not counted."""
        if holder is None:
            yield
            return
        key = (table, holder)
        self._open[key] += 1
        try:
            yield
        finally:
            self._open[key] -= 1
            if not self._open[key]:
                del self._open[key]
                self.touch(table, holder)

    def touch(self, table: str, holder: str) -> None:
        """Record that this holder is present now; any request about the table counts."""
        self._last_there[table, holder] = at = now()
        if at > self._swept_at + KEPT:
            self._swept_at = at
            self._sweep(at)

    def _sweep(self, at: int) -> None:
        self._last_there = {key: left for key, left in self._last_there.items() if left > at - KEPT}

    def present(self, table: str, holder: str) -> bool:
        """Whether a page of this holder is open at a table now."""
        return (table, holder) in self._open

    def seen(self, at: int) -> dict[tuple[str, str], int]:
        """When each holder was last there, by table and holder. Holders with open pages get `at`, the current
        time in milliseconds since 1970; others are remembered for some minutes.
        """
        self._sweep(at)
        return {**self._last_there, **dict.fromkeys(self._open, at)}
