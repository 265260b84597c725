"""The matches in memory: loaded from the store on demand, and dropped when nobody uses them."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable
from typing import NamedTuple, Protocol

from sqlalchemy.exc import SQLAlchemyError

from quarterdeck.errors import QuarterdeckError
from quarterdeck.i18n import _, current
from quarterdeck.tables.errors import StoreError
from quarterdeck.tables.live.executor import StoreExecutor
from quarterdeck.tables.live.metrics import Metrics
from quarterdeck.tables.live.watchers import Watchers
from quarterdeck.tables.match.match import Match

__all__ = ["Follower", "MatchRegistry"]

MOST_LOADED = 200

log = logging.getLogger(__name__)


class Follower(Protocol):
    """Acts in matches by itself, after a match was loaded or has changed."""

    def attend(self, match: Match) -> None:
        """Do what is due in a match."""

    def busy(self, id_: str) -> bool:
        """Whether it is still working on a match, which must then stay in memory."""


class _Load(NamedTuple):
    """A match being loaded, and the language of the sentence if that fails."""

    task: asyncio.Task[Match]
    language: str


class MatchRegistry:
    """A server's matches in memory, by id. The `follower` is set once it exists. `find_shown`, if it is set,
    finds a match by its id that another process shows and the store does not have.
    """

    def __init__(self, executor: StoreExecutor, watchers: Watchers, metrics: Metrics) -> None:
        self._executor = executor
        self._watchers = watchers
        self._metrics = metrics
        self._matches: dict[str, Match] = {}
        self._loading: dict[str, _Load] = {}
        self.follower: Follower | None = None
        self.find_shown: Callable[[str], Awaitable[Match | None]] | None = None

    async def get(self, id_: str) -> Match:
        """The match with this id, replayed from its log if it is not in memory.

        Raises NotFound, Outdated, StoreError.
        """
        if id_ in self._matches:
            # The dictionary is ordered by last use.
            match = self._matches.pop(id_)
            self._matches[id_] = match
            return match
        if id_ not in self._loading:
            task = asyncio.create_task(self._load(id_))
            self._loading[id_] = _Load(task, current())
            # Retrieve the exception of a load whose callers are all gone, or asyncio complains.
            task.add_done_callback(lambda done: done.cancelled() or done.exception())
        load = self._loading[id_]
        try:
            return await asyncio.shield(load.task)
        except QuarterdeckError:
            if load.language == current():
                raise
            # The sentence is in the language of whoever came first.
            return await self.get(id_)
        except SQLAlchemyError:
            log.exception("A table could not be read")
            raise StoreError(_("The table can't be read just now: try again in a moment.")) from None

    async def _load(self, id_: str) -> Match:
        try:
            if self.find_shown is not None and (shown := await self.find_shown(id_)):
                self.show(shown)
                return shown
            match = await self._executor.read(lambda: Match.stored(self._executor.store.table(id_)))
            return self.add(match)
        finally:
            del self._loading[id_]

    def add(self, match: Match) -> Match:
        """Cache a match that was just loaded or created, and return the cached one; a match that is already
        there wins.

        Above MOST_LOADED, unused matches are dropped, least recently used first.
        """
        kept = self._matches.setdefault(match.id, match)
        for id_ in list(self._matches):
            if len(self._matches) <= MOST_LOADED:
                break
            if self._matches[id_] is not kept and not self._in_use(id_):
                del self._matches[id_]
        self._metrics.at_hand(len(self._matches))
        self._call_follower(kept)
        return kept

    def _in_use(self, id_: str) -> bool:
        """Whether a match must stay in memory: it is watched, played by bots now, or not in the store."""
        working = self.follower is not None and self.follower.busy(id_)
        return working or self._watchers.watched(id_) or self._matches[id_].shown

    def _call_follower(self, match: Match) -> None:
        if self.follower is not None:
            self.follower.attend(match)

    def show(self, match: Match) -> None:
        """Keep a match that is not in the store: an example, or one from a file."""
        self._matches[match.id] = match

    def known(self, id_: str) -> Match | None:
        """A match, if it is in memory."""
        return self._matches.get(id_)

    def at_hand(self) -> list[Match]:
        """All matches in memory."""
        return list(self._matches.values())

    def drop(self, id_: str) -> None:
        """Drop a match from memory; it is loaded again on demand."""
        self._matches.pop(id_, None)

    def loading(self) -> list[str]:
        """The matches that are being loaded."""
        return list(self._loading)

    def when_loaded(self, id_: str, call: Callable[[str], object]) -> None:
        """Call this function with the id once the current load of a match has finished."""
        if id_ in self._loading:
            self._loading[id_].task.add_done_callback(lambda _done: call(id_))

    def changed(self, id_: str) -> None:
        """Notify a match's watchers, and the follower, that the match has changed."""
        self._watchers.ring(id_)
        if id_ in self._matches:
            self._call_follower(self._matches[id_])
