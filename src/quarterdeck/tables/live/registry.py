"""The matches in memory: read from the store when they are wanted, dropped when nobody uses them."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable
from typing import Protocol

from sqlalchemy.exc import SQLAlchemyError

from quarterdeck.i18n import _
from quarterdeck.tables.errors import StoreError
from quarterdeck.tables.live.executor import StoreExecutor
from quarterdeck.tables.live.metrics import Metrics
from quarterdeck.tables.live.watchers import Watchers
from quarterdeck.tables.match.match import Match

__all__ = ["Follower", "MatchRegistry"]

MOST_LOADED = 200

log = logging.getLogger(__name__)


class Follower(Protocol):
    """Acts in matches by itself, whenever one has been loaded or has changed."""

    def attend(self, match: Match) -> None:
        """Do what is due in a match."""

    def busy(self, id_: str) -> bool:
        """Whether it still works on a match, which has to stay in memory until then."""


class MatchRegistry:
    """The matches that a server has in memory, by their ids. The `follower` is set once it exists."""

    def __init__(self, executor: StoreExecutor, watchers: Watchers, metrics: Metrics) -> None:
        self._executor = executor
        self._watchers = watchers
        self._metrics = metrics
        self._matches: dict[str, Match] = {}
        self._loading: dict[str, asyncio.Task[Match]] = {}
        self.follower: Follower | None = None

    async def get(self, id_: str) -> Match:
        """The match with this id, replayed from its log if it is not in memory.

        NotFound, Outdated, StoreError.
        """
        if id_ in self._matches:
            # The last one of the dictionary is the one that was used last.
            match = self._matches.pop(id_)
            self._matches[id_] = match
            return match
        if id_ not in self._loading:
            self._loading[id_] = task = asyncio.create_task(self._load(id_))
            # Whoever asked for it may have gone before it failed.
            task.add_done_callback(lambda done: done.cancelled() or done.exception())
        try:
            return await asyncio.shield(self._loading[id_])
        except SQLAlchemyError:
            log.exception("A table could not be read")
            raise StoreError(_("The table can't be read just now: try again in a moment.")) from None

    async def _load(self, id_: str) -> Match:
        try:
            match = await self._executor.read(lambda: Match.stored(self._executor.store.table(id_)))
            return self.add(match)
        finally:
            del self._loading[id_]

    def add(self, match: Match) -> Match:
        """Keep a match that has just been read or begun; the one that is kept, if it was there already.

        Above MOST_LOADED, matches that nobody uses are dropped, those first that were used longest ago.
        """
        kept = self._matches.setdefault(match.id, match)
        for id_ in list(self._matches):
            if len(self._matches) <= MOST_LOADED:
                break
            if self._matches[id_] is not kept and not self._in_use(id_):
                del self._matches[id_]
        self._metrics.at_hand(len(self._matches))
        self._attend(kept)
        return kept

    def _in_use(self, id_: str) -> bool:
        working = self.follower is not None and self.follower.busy(id_)
        return working or self._watchers.watched(id_) or self._matches[id_].shown

    def _attend(self, match: Match) -> None:
        if self.follower is not None:
            self.follower.attend(match)

    def show(self, match: Match) -> None:
        """Keep a match that is not in the store: an example."""
        self._matches[match.id] = match

    def known(self, id_: str) -> Match | None:
        """A match, if it is in memory."""
        return self._matches.get(id_)

    def at_hand(self) -> list[Match]:
        """All matches in memory."""
        return list(self._matches.values())

    def drop(self, id_: str) -> None:
        """Have a match read anew when it is wanted next."""
        self._matches.pop(id_, None)

    def loading(self) -> list[str]:
        """The matches that are being read."""
        return list(self._loading)

    def when_loaded(self, id_: str, call: Callable[[str], object]) -> None:
        """Call this function with the id once a match that is being read just now has been read."""
        if id_ in self._loading:
            self._loading[id_].add_done_callback(lambda _done: call(id_))

    def changed(self, id_: str) -> None:
        """Tell everybody who watches a match, and the follower, that the match has changed."""
        self._watchers.ring(id_)
        if id_ in self._matches:
            self._attend(self._matches[id_])
