"""Who is at a table now: whose pages and programs follow it at this server, or ask it something."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Final

from quarterdeck.tables.entry import now

__all__ = ["Presence"]

# How long it is remembered when somebody was last there, in milliseconds.
KEPT: Final = 600_000


class Presence:
    """Counts the pages of each holder at each table, and notes when one without an open page was last there;
    who a holder is, nobody is told.
    """

    def __init__(self) -> None:
        self._open: Counter[tuple[str, str]] = Counter()
        self._left: dict[tuple[str, str], int] = {}
        self._swept = now()

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
                self.touch(table, holder)

    def touch(self, table: str, holder: str) -> None:
        """Note that this holder is there now: whatever they ask or do at the table shows it."""
        self._left[table, holder] = at = now()
        if at > self._swept + KEPT:
            self._swept = at
            self._sweep(at)

    def _sweep(self, at: int) -> None:
        self._left = {key: left for key, left in self._left.items() if left > at - KEPT}

    def present(self, table: str, holder: str) -> bool:
        """Whether a page of this holder is open at a table now."""
        return (table, holder) in self._open

    def seen(self, at: int) -> dict[tuple[str, str], int]:
        """When each holder was last there, by table and holder: `at`, the time now in milliseconds since
        1970, of those whose pages are open; the others for some minutes.
        """
        self._sweep(at)
        return {**self._left, **dict.fromkeys(self._open, at)}
