"""Who is at a table now: whose pages and programs follow it at this server."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Final

from quarterdeck.tables.entry import now

__all__ = ["Presence"]

# How long it is remembered that somebody has gone, in milliseconds.
KEPT: Final = 600_000


class Presence:
    """Counts the pages of each holder at each table; who a holder is, nobody is told."""

    def __init__(self) -> None:
        self._open: Counter[tuple[str, str]] = Counter()
        self._left: dict[tuple[str, str], int] = {}

    @contextmanager
    def at(self, table: str, holder: str | None) -> Iterator[None]:
        """Count a page for as long as it is open; a page of nobody in particular is not counted."""
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
                self._left[key] = now()

    def present(self, table: str, holder: str) -> bool:
        """Whether a page of this holder is open at a table now."""
        return (table, holder) in self._open

    def seen(self, at: int) -> dict[tuple[str, str], int]:
        """When a page was last open, by table and holder: `at`, the time now in milliseconds since 1970, of
        those that are; the others for some minutes.
        """
        self._left = {key: left for key, left in self._left.items() if left > at - KEPT}
        return {**self._left, **dict.fromkeys(self._open, at)}
