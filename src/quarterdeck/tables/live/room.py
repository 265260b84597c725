"""All matches of a server: the facade for pages and programs.

Everything runs on one event loop. A `Room` connects the parts and gives each only what it needs. A change
goes this way: `commit` applies it to a draft of the match and stores it; then `registry` announces the
change, `watchers` wakes the pages that show the match, and `scheduler` calls the bots. A change is stored
before anybody is told.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable, Coroutine
from contextlib import AbstractContextManager
from functools import partial
from typing import Any, Concatenate, ParamSpec, TypeVar

from sqlalchemy import Connection
from sqlalchemy.exc import SQLAlchemyError

from quarterdeck.bots import bot_at_table
from quarterdeck.errors import QuarterdeckError
from quarterdeck.i18n import _
from quarterdeck.play import Action, find
from quarterdeck.play.game import choose
from quarterdeck.tables.errors import StoreError
from quarterdeck.tables.live.bell import Bell
from quarterdeck.tables.live.chat import Chat, speaker
from quarterdeck.tables.live.commit import Committer
from quarterdeck.tables.live.executor import StoreExecutor
from quarterdeck.tables.live.metrics import Metrics
from quarterdeck.tables.live.peers import Peers
from quarterdeck.tables.live.people import People
from quarterdeck.tables.live.presence import Presence
from quarterdeck.tables.live.registry import MatchRegistry
from quarterdeck.tables.live.scheduler import PAUSE, Scheduler, wake_at
from quarterdeck.tables.live.thinking import SECONDS, BotMaker, Thinking
from quarterdeck.tables.live.watchers import Watchers
from quarterdeck.tables.match import commands
from quarterdeck.tables.match.command import Command
from quarterdeck.tables.match.match import Match
from quarterdeck.tables.store.guests import Change
from quarterdeck.tables.store.rows import Guest, Message, StoredTable, TableRow
from quarterdeck.tables.store.store import Listed, Store
from quarterdeck.tables.tags import tag
from quarterdeck.workers import InProcess, TaskRunner, Workers

__all__ = ["PAUSE", "Room"]

T = TypeVar("T")
P = ParamSpec("P")

MOST_LISTED = 50

log = logging.getLogger(__name__)


class Room:
    """The matches of one store. `pause` is how long a bot waits before it acts, `bot_seconds` how long it may
    think; both in seconds. Bots think in `workers`; without them, in threads, as `make_bot` makes them.
    """

    def __init__(
        self,
        store: Store,
        pause: float = PAUSE,
        make_bot: BotMaker = bot_at_table,
        metrics: Metrics | None = None,
        bot_seconds: float = SECONDS,
        workers: Workers | None = None,
    ) -> None:
        metrics = metrics or Metrics()
        self.store = store
        # Thinks for the coach, too.
        self.runner: TaskRunner = workers or InProcess()
        self.parting = False
        # Held while something is made that must be made only once, although several pages may ask for it.
        self.once = asyncio.Lock()
        self.presence = Presence()
        self._executor = StoreExecutor(store)
        self.watchers = Watchers(self.presence, metrics)
        self.matches = MatchRegistry(self._executor, self.watchers, metrics)
        self.chat = Chat(self._executor, self.matches, self.watchers)
        self.people = People(self._executor)
        self.peers = Peers(self._executor, self.matches, self.chat, self.people)
        self._wake_at = partial(wake_at, pause)
        self._committer = Committer(self._executor, self.matches, self.peers.catch_up, self._wake_at, metrics)
        thinking = Thinking(make_bot, bot_seconds, workers)
        self.scheduler = Scheduler(
            self._executor, self.matches, self._committer.submit, thinking, pause, metrics
        )
        self.matches.follower = self.scheduler

    async def read(self, function: Callable[..., T], *values: object) -> T:
        """Run a function of the store in the thread for reading, so that moves don't wait for it."""
        return await self._executor.read(function, *values)

    async def write(self, function: Callable[..., T], *values: object) -> T:
        """Run a function of the store in the thread for writing, after the writes before it."""
        return await self._executor.write(function, *values)

    async def ask(
        self, query: Callable[Concatenate[Connection, P], T], *values: P.args, **named: P.kwargs
    ) -> T:
        """Run a query of one of the store's modules in a thread, such as `results.of_owner`."""
        return await self._executor.read(partial(self.store.ask, query, *values, **named))

    async def change(
        self, change: Callable[Concatenate[Connection, P], T], *values: P.args, **named: P.kwargs
    ) -> T:
        """Run a change of one of the store's modules in a thread, such as `results.book`, and commit."""
        return await self.write(partial(self.store.change, change, *values, **named))

    # -- matches

    def get(self, id_: str) -> Coroutine[Any, Any, Match]:
        """The match at a table. Raises NotFound, Outdated, StoreError."""
        # Returned without a wrapping coroutine: every watcher asks for it at each move.
        return self.matches.get(id_)

    async def stored(self, id_: str) -> StoredTable:
        """A table as stored, whatever its rules version. Raises NotFound, Outdated, StoreError."""
        try:
            return await self.read(self.store.table, id_)
        except SQLAlchemyError:
            log.exception("A table could not be read")
            raise StoreError(_("The table can't be read just now: try again in a moment.")) from None

    async def listed(self, owner: str) -> Listed:
        """An owner's tables, for lists: first those waiting for a move of the owner, the most urgent one
        first; then other unfinished ones, then finished ones, each newest first. Unreadable tables and tables
        of running lessons are left out.
        """
        tables = _without_running_lessons(await self.read(self.store.of_owner, owner, MOST_LISTED))
        return sorted(tables, key=lambda pair: pair[1].urgency(owner))

    async def lessons(self, owner: str) -> Listed:
        """An owner's lesson tables, finished or not, newest first."""
        return await self.read(self.store.lessons, owner, MOST_LISTED)

    async def finished(
        self, owner: str, most: int, game: str | None = None, before: str | None = None
    ) -> Listed:
        """Like `listed`, but only finished matches; see `Store.finished`."""
        return _without_running_lessons(await self.read(self.store.finished, owner, most, game, before))

    async def lobby(self, state: str, since: int = 0) -> Listed:
        """The public tables in this state: "waiting" or "running" ones with activity since this time, in
        milliseconds since 1970, most recently active first; or "over", newest first.
        """
        if state == "over":
            tables = await self.read(self.store.public, state, MOST_LISTED)
        else:
            tables = await self.read(self.store.lobby, state, since, MOST_LISTED)
        return [pair for pair in tables if _is_listable(pair[0])]

    async def create(self, match: Match) -> Match:
        """Store a new match. Raises StoreError."""
        try:
            await self.write(self.store.add, match.row, match.summary(self._wake_at(match)))
        except SQLAlchemyError:
            log.exception("A table could not be stored")
            raise StoreError(
                _("The new table could not be stored, so it was not begun: try again soon.")
            ) from None
        kept = self.matches.add(match)
        self.watchers.ring(match.id)
        return kept

    # -- changes

    async def submit(self, match: Match, seat: int, version: int, action: str | Action) -> int:
        """Make a move; returns the version it led to, once it is stored. Raises StaleMove, IllegalAction,
        ActionTextError, NotAllowed, StoreError.
        """
        chosen = match.game.action(action) if isinstance(action, str) else action
        return await self.execute(match, commands.move(seat, version, chosen))

    async def execute(self, match: Match, command: Command) -> int:
        """Execute a command; returns the version it led to, once it is stored."""
        return await self._committer.submit(match.id, command)

    # -- talk

    async def say(
        self, match: Match, owner: str | None, text: str, audience: str, screen: bool = False
    ) -> Message:
        """Write a chat message to "all" or to the "seats"; only seated players may. `screen`: a browser asks,
        and speaks for the seat open in it. Raises NotAllowed, StaleMove, StoreError.
        """
        seat, name = await self.peers.checked(match, partial(speaker, owner, screen))
        return await self.chat.say(match.id, seat, name, text, audience)

    async def remove_message(self, id_: str, number: int) -> None:
        """Blank a chat message, and tell everybody at the table. Raises StoreError."""
        await _storing(self.write(self.store.remove_message, id_, number))
        self.chat.removed(id_)

    # -- guests

    async def guest(self, owner: str) -> Guest | None:
        """What is known of the guest with this hash. Raises StoreError."""
        return await self._read_guest(self.store.guest, owner)

    async def guest_of(self, code: str) -> Guest | None:
        """The guest whose links have this code. Raises StoreError."""
        return await self._read_guest(self.store.guest_of, code)

    async def _read_guest(self, ask: Callable[[str], Guest | None], whose: str) -> Guest | None:
        try:
            return await self.read(ask, whose)
        except SQLAlchemyError:
            log.exception("A guest could not be read")
            raise StoreError(_("What is known of you can't be read just now: try again soon.")) from None

    async def change_guest(self, owner: str, change: Change) -> Guest | None:
        """Change what is known of a guest; see `Store.change_guest`. Raises StoreError."""
        return await _storing(self.write(self.store.change_guest, owner, change))

    async def forget(self, owner: str) -> None:
        """Delete what is known of a guest, and their chat messages. Raises StoreError."""
        # This searches logs for a while: moves must not wait for the thread for writing meanwhile.
        said = await _storing(self.read(self.store.said_by, owner))
        for table in await _storing(self.write(self.store.forget, owner, said)):
            self.chat.removed(table)

    # -- watching

    def watch(
        self, match: Match, owner: str | None = None, page: bool = False
    ) -> AbstractContextManager[Bell]:
        """A bell that rings when the match or its chat has changed. `owner` counts as present while it is
        watched; `page`: by a page, which waits in a `PageQueue`.
        """
        return self.watchers.watch(match.id, owner, page)

    def part(self) -> None:
        """Tell all subscribers that this server is `parting`, so that their streams end."""
        self.parting = True
        self.watchers.ring_all()

    # -- beginning and end

    def resume(self) -> None:
        """Resume matches that wait for a bot or whose clock has run out, and subscribe to other servers."""
        self.peers.listen(asyncio.get_running_loop())
        self.scheduler.start()

    async def close(self) -> None:
        """Stop the bots and close the store."""
        await self.people.close()
        await self.scheduler.close()
        await self.runner.close()
        await self._committer.close()
        await self.peers.close()
        self._executor.close()


async def _storing(change: Awaitable[T]) -> T:
    """The result of a change of what is known of people. Raises StoreError if the store fails."""
    try:
        return await change
    except SQLAlchemyError:
        log.exception("What concerns a guest could not be stored")
        raise StoreError(_("That could not be stored, so nothing was changed: try again soon.")) from None


def _without_running_lessons(tables: Listed) -> Listed:
    """The tables that lists can show, without running lessons."""
    return [pair for pair in tables if _is_listable(pair[0]) and not pair[1].standing.get("taught")]


def _is_listable(row: TableRow) -> bool:
    """Whether lists can show a table: this program has its game and all its options."""
    try:
        spec = find(row.game)
        choose(spec, row.options, spec.read_table(row.components).players)
    except QuarterdeckError as error:
        log.warning("Table %s is not listed: %s", tag(row.id), error)
        return False
    return True
