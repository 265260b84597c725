"""Commits changes to matches. All commands that have come in are applied to drafts of their matches and
stored in one transaction; only then is anybody notified. Commits begin a few milliseconds apart, so that
commands of a busy server share them.
"""

from __future__ import annotations

import asyncio
import logging
import time
from collections.abc import Awaitable, Callable
from contextvars import Context, copy_context
from dataclasses import dataclass, field
from typing import Final

from quarterdeck.errors import QuarterdeckError
from quarterdeck.i18n import N_, _, current, use
from quarterdeck.tables.entry import now
from quarterdeck.tables.errors import NotAllowed, StaleMove, StoreError
from quarterdeck.tables.live.executor import StoreExecutor
from quarterdeck.tables.live.metrics import Metrics
from quarterdeck.tables.live.registry import MatchRegistry
from quarterdeck.tables.match.command import Command
from quarterdeck.tables.match.match import Match
from quarterdeck.tables.store.append import Write
from quarterdeck.tables.store.store import Conflict

__all__ = ["Committer"]

MOST_ATTEMPTS = 8
# Least time from the beginning of a commit to that of the next one, in seconds.
APART: Final = 0.005

NOT_STORED: Final = N_("The move could not be stored, so it was not made: try again soon.")
MOVED_ON: Final = N_("This page was out of date: the table has moved on. Look again, then choose.")

log = logging.getLogger(__name__)


@dataclass
class _Pending:
    """A command that has come in. `done` gets the version it leads to, or the error; `answer` is that version
    until the entries are stored. `context` is its sender's: it has the language of the sentences for them.
    """

    table: str
    command: Command
    done: asyncio.Future[int]
    context: Context
    attempts: int = 0
    answer: int = 0

    def apply(self, draft: Match, at: int) -> None:
        """Apply the command to a draft of its match."""
        self.answer = self.context.run(self.command, draft, at)

    def fail(self, error: Exception) -> None:
        if not self.done.done():
            self.done.set_exception(error)

    def refuse(self, kind: type[QuarterdeckError], sentence: str) -> None:
        """Fail with a sentence, which is translated here."""
        self.fail(kind(self.context.run(_, sentence)))


@dataclass
class _Batch:
    """The drafts by table, how many entries each had before the batch, and the commands applied to them."""

    drafts: dict[str, Match] = field(default_factory=dict)
    numbers_before: dict[str, int] = field(default_factory=dict)
    applied: list[_Pending] = field(default_factory=list)


class Committer:
    """Writes to the tables of a server, one transaction at a time.

    `catch_up` applies what other servers have written at a table. `wake_at` is the time when a match next
    changes by itself, in milliseconds since 1970.
    """

    def __init__(
        self,
        executor: StoreExecutor,
        matches: MatchRegistry,
        catch_up: Callable[[str], Awaitable[None]],
        wake_at: Callable[[Match], int | None],
        metrics: Metrics,
    ) -> None:
        self._executor = executor
        self._matches = matches
        self._catch_up = catch_up
        self._wake_at = wake_at
        self._metrics = metrics
        self._pending: list[_Pending] = []
        self._writing: asyncio.Task[None] | None = None
        # When the next commit may begin, on the event loop's clock.
        self._earliest = 0.0

    async def submit(self, table: str, command: Command) -> int:
        """Execute a command; returns the version it led to, once it is stored."""
        done: asyncio.Future[int] = asyncio.get_running_loop().create_future()
        self._pending.append(_Pending(table, command, done, copy_context()))
        if self._writing is None:
            self._writing = asyncio.create_task(self._commit_pending())
        return await done

    async def _commit_pending(self) -> None:
        """Apply, store and notify until no command is pending."""
        try:
            while self._pending:
                await self._wait_between_commits()
                pending, self._pending = self._pending, []
                try:
                    await self._commit(await self._apply_to_drafts(pending))
                except Exception:
                    # A database error or a bug: nobody may wait for an answer forever.
                    log.exception("A commit has failed")
                    self._refuse_unstored([one for one in pending if one not in self._pending])
        finally:
            self._writing = None

    async def _wait_between_commits(self) -> None:
        """Wait if the last commit has only just begun: commands that come in meanwhile share the next one."""
        loop = asyncio.get_running_loop()
        if (early := self._earliest - loop.time()) > 0:
            await asyncio.sleep(early)
        self._earliest = loop.time() + APART

    async def _apply_to_drafts(self, pending: list[_Pending]) -> _Batch:
        """Apply commands to drafts of their matches. Those that are refused get their error at once."""
        batch = _Batch()
        at = now()
        for one in pending:
            draft = None
            try:
                if one.table not in batch.drafts:
                    with use(one.context.run(current)):
                        batch.drafts[one.table] = (await self._matches.get(one.table)).draft()
                    batch.numbers_before[one.table] = batch.drafts[one.table].number
                draft = batch.drafts[one.table]
                number = draft.number
                one.apply(draft, at)
            except Exception as error:
                # A refusal or a bug: the sender gets the error, and the other commands continue.
                if draft is not None and draft.number != number:
                    self._discard_draft(batch, one.table)
                await self._refuse_or_retry(batch, one, error)
            else:
                batch.applied.append(one)
        return batch

    def _discard_draft(self, batch: _Batch, table: str) -> None:
        """Discard a draft to which a command was half applied; its other commands are retried."""
        del batch.drafts[table]
        self._pending += [pending for pending in batch.applied if pending.table == table]
        batch.applied = [pending for pending in batch.applied if pending.table != table]

    async def _refuse_or_retry(self, batch: _Batch, pending: _Pending, error: Exception) -> None:
        """Give a command's error to its sender, unless the command is to be tried once more."""
        if isinstance(error, QuarterdeckError):
            if await self._was_behind(batch, pending, error):
                self._pending.append(pending)
                return
            self._metrics.refused(type(error).__name__)
        pending.fail(error)

    async def _was_behind(self, batch: _Batch, pending: _Pending, error: QuarterdeckError) -> bool:
        """Whether a command may have been refused only because another server has written meanwhile; catches
        up with it. The other commands of the batch are checked when they are stored.
        """
        shared = self._executor.store.shared
        if pending.attempts or not shared or not isinstance(error, (StaleMove, NotAllowed)):
            return False
        pending.attempts += 1
        await self._catch_up(pending.table)
        match = self._matches.known(pending.table)
        return match is None or match.number > batch.numbers_before[pending.table]

    async def _commit(self, batch: _Batch) -> None:
        """Store the new entries of a batch, then adopt its drafts and answer whoever sent its commands.
        SQLAlchemyError: then nothing was stored.
        """
        writes = [
            Write(id_, entries, draft.summary(self._wake_at(draft)))
            for id_, draft in batch.drafts.items()
            if (entries := draft.entries[batch.numbers_before[id_] :])
        ]
        try:
            await self._store_writes(writes)
        except Conflict as conflict:
            await self._retry_batch(batch, conflict.tables)
            return
        for id_, draft in batch.drafts.items():
            match = self._matches.known(id_)
            if match is not None and match.number < draft.number:
                match.become(draft)
        for pending in batch.applied:
            if not pending.done.done():
                pending.done.set_result(pending.answer)
        for write in writes:
            self._matches.changed(write.table)

    def _refuse_unstored(self, unanswered: list[_Pending]) -> None:
        """Tell the senders of these commands that nothing was stored, unless they have their answers."""
        for pending in unanswered:
            pending.refuse(StoreError, NOT_STORED)

    async def _store_writes(self, writes: list[Write]) -> None:
        if writes:
            began = time.perf_counter()
            await self._executor.write(self._executor.store.append, writes)
            stored = sum(len(write.entries) for write in writes)
            self._metrics.stored(stored, time.perf_counter() - began)

    async def _retry_batch(self, batch: _Batch, conflicting: frozenset[str]) -> None:
        """Apply a batch's commands again. Nothing of it was stored, because another server has written to the
        `conflicting` tables: catch up with them first.
        """
        for id_ in conflicting:
            await self._catch_up(id_)
        for pending in batch.applied:
            pending.attempts += 1
            if pending.attempts < MOST_ATTEMPTS:
                self._pending.append(pending)
            else:
                pending.refuse(StaleMove, MOVED_ON)

    async def close(self) -> None:
        """Wait until all submitted commands are stored."""
        if self._writing is not None:
            await asyncio.gather(self._writing, return_exceptions=True)
