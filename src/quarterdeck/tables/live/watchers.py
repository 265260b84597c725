"""Who watches which table: each page or program has a bell that rings when its table has changed; pages with
lists of tables have one that rings when any has.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from quarterdeck.tables.live.bell import Bell, PageQueue
from quarterdeck.tables.live.metrics import Metrics
from quarterdeck.tables.live.presence import Presence

__all__ = ["Watchers"]


class Watchers:
    """The bells of all tables of a server."""

    def __init__(self, presence: Presence, metrics: Metrics) -> None:
        self._presence = presence
        self._metrics = metrics
        self._bells: dict[str, set[Bell]] = {}
        self._queue = PageQueue(self._wake_pages)
        self._lists: set[Bell] = set()
        self._count = 0

    @contextmanager
    def watch(self, id_: str, owner: str | None, page: bool = False) -> Iterator[Bell]:
        """A context with a bell for this table. `owner`, whose page or program watches, counts as present
        meanwhile. Pages are woken one table after the other, by a `PageQueue`.
        """
        bell = Bell(page)
        bells = self._bells.setdefault(id_, set())
        bells.add(bell)
        self._change_count(1)
        try:
            with self._presence.at(id_, owner):
                yield bell
        finally:
            bells.discard(bell)
            if not bells:
                self._bells.pop(id_, None)
            self._change_count(-1)

    @contextmanager
    def watch_lists(self) -> Iterator[Bell]:
        """A context with a bell that rings when any table has changed, or a new one was made."""
        bell = Bell()
        self._lists.add(bell)
        self._change_count(1)
        try:
            yield bell
        finally:
            self._lists.discard(bell)
            self._change_count(-1)

    def _change_count(self, change: int) -> None:
        self._count += change
        self._metrics.watched(self._count)

    def watched(self, id_: str) -> bool:
        """Whether anybody watches a table."""
        return id_ in self._bells

    def ring(self, id_: str, said: bool = False) -> None:
        """Wake a table's watchers. `said`: there may be new chat messages."""
        bells = self._bells.get(id_, ())
        for bell in bells:
            if not bell.page:
                bell.ring(said)
        if any(bell.page for bell in bells):
            self._queue.add(id_, said)
        if not said:
            self._ring_lists()

    def _wake_pages(self, id_: str, said: bool) -> None:
        for bell in self._bells.get(id_, ()):
            if bell.page:
                bell.ring(said)

    def _ring_lists(self) -> None:
        for bell in self._lists:
            bell.ring()

    def ring_all(self, said: bool = False) -> None:
        """Wake the watchers of all tables."""
        for id_ in self._bells:
            self.ring(id_, said)
        self._ring_lists()
