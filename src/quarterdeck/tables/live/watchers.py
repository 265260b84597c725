"""Who watches which table: each page or program has a bell, which rings when its table has changed."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from quarterdeck.tables.live.bell import Bell
from quarterdeck.tables.live.metrics import Metrics
from quarterdeck.tables.live.presence import Presence

__all__ = ["Watchers"]


class Watchers:
    """The bells of all tables of a server."""

    def __init__(self, presence: Presence, metrics: Metrics) -> None:
        self._presence = presence
        self._metrics = metrics
        self._bells: dict[str, set[Bell]] = {}
        self._count = 0

    @contextmanager
    def watch(self, id_: str, owner: str | None) -> Iterator[Bell]:
        """A bell that rings for this table as long as the context lasts. `owner` is whose page or program
        watches; it is present at the table meanwhile.
        """
        bell = Bell()
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

    def _change_count(self, change: int) -> None:
        self._count += change
        self._metrics.watched(self._count)

    def watched(self, id_: str) -> bool:
        """Whether anybody watches a table."""
        return id_ in self._bells

    def ring(self, id_: str, said: bool = False) -> None:
        """Wake everybody who watches a table. `said`: something may have been said there."""
        for bell in self._bells.get(id_, ()):
            bell.ring(said)

    def ring_all(self, said: bool = False) -> None:
        """Wake everybody, at whatever table."""
        for id_ in self._bells:
            self.ring(id_, said)
