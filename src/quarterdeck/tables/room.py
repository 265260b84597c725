"""All matches of a server: found, begun, moved on and watched.

Everything happens on one event loop. What is wished for within one of its turns is tried on drafts and stored
together, in one commit, before anybody is told of it: whatever was told has been stored. Other servers may
work on the same store: of two that write the same entry one finds out, catches up and tries again.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from contextvars import copy_context
from functools import partial
from typing import TypeVar

from sqlalchemy.exc import SQLAlchemyError

from quarterdeck.bots import bot_at_table
from quarterdeck.errors import QuarterdeckError
from quarterdeck.play import Action, find
from quarterdeck.play.game import choose
from quarterdeck.tables import wishes
from quarterdeck.tables.bell import Bell
from quarterdeck.tables.chat import Chat
from quarterdeck.tables.commit import Committer
from quarterdeck.tables.errors import NotAllowed, StoreError
from quarterdeck.tables.match import Match
from quarterdeck.tables.metrics import Metrics
from quarterdeck.tables.peers import Peers
from quarterdeck.tables.presence import Presence
from quarterdeck.tables.rows import Guest, Message, Stored, TableRow
from quarterdeck.tables.scheduler import PAUSE, Scheduler
from quarterdeck.tables.store import Listed, Store
from quarterdeck.tables.tags import tag
from quarterdeck.tables.talk import Change
from quarterdeck.tables.thinking import SECONDS, BotMaker
from quarterdeck.tables.wishes import Wish
from quarterdeck.words import _

__all__ = ["PAUSE", "Room"]

T = TypeVar("T")

MOST_LOADED = 200
MOST_LISTED = 50
READERS = 4

log = logging.getLogger(__name__)


class Room:
    """The matches of one store. `pause` is how long a bot waits before it acts, `bot_seconds` how long it may
    then take, in seconds.
    """

    def __init__(
        self,
        store: Store,
        pause: float = PAUSE,
        make_bot: BotMaker = bot_at_table,
        metrics: Metrics | None = None,
        bot_seconds: float = SECONDS,
    ) -> None:
        self.store = store
        self.metrics = metrics or Metrics()
        self._matches: dict[str, Match] = {}
        self._loading: dict[str, asyncio.Task[Match]] = {}
        self._bells: dict[str, set[Bell]] = {}
        self._watchers = 0
        self.parting = False
        self._committer = Committer(self)
        self.peers = Peers(self)
        self._writer = ThreadPoolExecutor(1, "quarterdeck-write")
        self._readers = ThreadPoolExecutor(READERS, "quarterdeck-read")
        self.scheduler = Scheduler(self, pause, make_bot, bot_seconds)
        self.presence = Presence()
        self.chat = Chat(self)

    async def read(self, function: Callable[..., T], *values: object) -> T:
        """Call a function of the store where it does not hold up the event loop."""
        return await _in(self._readers, function, *values)

    async def write(self, function: Callable[..., T], *values: object) -> T:
        """Call a function of the store that writes: one at a time, and not on the event loop."""
        return await _in(self._writer, function, *values)

    # -- matches

    def show(self, match: Match) -> None:
        """Keep a match at hand that is not in the store: an example."""
        self._matches[match.id] = match

    def at_hand(self) -> list[Match]:
        """The matches in memory."""
        return list(self._matches.values())

    def known(self, id_: str) -> Match | None:
        """A match, if it is in memory."""
        return self._matches.get(id_)

    def let_go(self, id_: str) -> None:
        """Have a match read anew when it is wanted next."""
        self._matches.pop(id_, None)

    async def get(self, id_: str) -> Match:
        """The match at a table, replayed from its log if it is not at hand.

        NotFound, Outdated, StoreError.
        """
        if id_ in self._matches:
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

    async def stored(self, id_: str) -> Stored:
        """A table as it is stored, whatever rules it was played by. NotFound, Outdated, StoreError."""
        try:
            return await self.read(self.store.table, id_)
        except SQLAlchemyError:
            log.exception("A table could not be read")
            raise StoreError(_("The table can't be read just now: try again in a moment.")) from None

    async def reach(self, id_: str, version: int) -> Match:
        """The match at a table, at this version if another server has brought it there. As `get`."""
        match = await self.get(id_)
        if match.version < version and self.store.shared:
            await self.catch_up(id_)
            match = await self.get(id_)
        return match

    def loading(self) -> list[str]:
        """The tables that are being read."""
        return list(self._loading)

    async def _load(self, id_: str) -> Match:
        try:
            kept = self._keep(await self.read(lambda: Match.stored(self.store.table(id_))))
        finally:
            del self._loading[id_]
        self.peers.loaded(id_)
        self.scheduler.attend(kept)
        return kept

    def _keep(self, match: Match) -> Match:
        """Hold a match in memory; the longest unused ones that nobody watches are let go."""
        kept = self._matches.setdefault(match.id, match)
        for id_ in list(self._matches):
            if len(self._matches) <= MOST_LOADED:
                break
            idle = id_ not in self._bells and not self.scheduler.busy(id_) and not self._matches[id_].shown
            if idle and self._matches[id_] is not kept:
                del self._matches[id_]
                self.chat.forget(id_)
        self.metrics.at_hand(len(self._matches))
        return kept

    async def listed(self, owner: str) -> Listed:
        """An owner's tables to choose from: first those that wait for a move of theirs, then the others under
        way, and of each kind the newest first. Tables of which nothing can be told are left out, and those
        where a lesson goes on.
        """
        found = _to_choose_from(await self.read(self.store.of_owner, owner, MOST_LISTED))
        return sorted(found, key=lambda pair: not pair[1].awaits(owner))

    async def lessons(self, owner: str) -> Listed:
        """An owner's tables where a lesson goes on, or has been, newest first."""
        return await self.read(self.store.lessons, owner, MOST_LISTED)

    async def finished(
        self, owner: str, most: int, game: str | None = None, before: str | None = None
    ) -> Listed:
        """Like `listed`, only those where the match is over; see `Store.finished`."""
        found = await self.read(self.store.finished, owner, most, game, before)
        return _to_choose_from(found)

    async def lobby(self, state: str, since: int = 0) -> Listed:
        """The public tables that are "waiting" or "running" and where something was done at this time or
        later, in milliseconds since 1970, those first where it was done last; or the newest that are "over".
        """
        given = (MOST_LISTED,) if state == "over" else (since, MOST_LISTED)
        found = await self.read(self.store.public if state == "over" else self.store.lobby, state, *given)
        return [pair for pair in found if _known(pair[0])]

    async def create(self, match: Match) -> Match:
        """Begin a match that is new; it is stored when this returns. StoreError."""
        try:
            await self.write(self.store.add, match.row, match.summary(self.scheduler.wake_at(match)))
        except SQLAlchemyError:
            log.exception("A table could not be stored")
            raise StoreError(
                _("The new table could not be stored, so it was not begun: try again soon.")
            ) from None
        self._keep(match)
        self.scheduler.attend(match)
        return match

    # -- changes

    async def submit(self, match: Match, seat: int, version: int, action: str | Action) -> int:
        """Make a move; returns the version it led to, once it is stored. StaleMove, IllegalAction,
        ActionTextError, NotAllowed, StoreError.
        """
        chosen = match.game.action(action) if isinstance(action, str) else action
        return await self.wish(match, wishes.move(seat, version, chosen))

    async def wish(self, match: Match, wish: Wish) -> int:
        """Have a wish granted; returns the version it led to, once it is stored."""
        return await self._committer.wish(match.id, wish)

    def moved_on(self, id_: str) -> None:
        """Tell those who watch a table, and its bots, that it has."""
        for bell in self._bells.get(id_, ()):
            bell.ring()
        if id_ in self._matches:
            self.scheduler.attend(self._matches[id_])

    async def catch_up(self, id_: str) -> None:
        """Take over what other servers have written at a table."""
        await self.peers.catch_up(id_)

    async def sure(self, match: Match, check: Callable[[Match], T]) -> T:
        """What `check` finds of a match; a refusal holds once what other servers have written is known.

        NotAllowed.
        """
        try:
            return check(match)
        except NotAllowed:
            if not self.store.shared:
                raise
        await self.catch_up(match.id)
        return check(await self.get(match.id))

    # -- talk

    async def say(
        self, match: Match, owner: str | None, text: str, audience: str, screen: bool = False
    ) -> Message:
        """Say something at a table, to "all" or to the "seats" alone; whoever has a seat may. `screen`: a
        browser says it, which speaks for the seat that is open in it. NotAllowed, StaleMove, StoreError.
        """
        return await self.chat.say(match, owner, text, audience, screen)

    def spoken(self, id_: str) -> None:
        """Let everybody at a table find out what has been said there, here or at another server."""
        self.chat.spoken(id_)
        for bell in self._bells.get(id_, ()):
            bell.ring(said=True)

    def unsaid(self, id_: str) -> None:
        """Let everybody at a table find out what of the talk there was removed, here or at another server."""
        self.chat.forget(id_)
        self.spoken(id_)

    # -- guests

    async def guest(self, owner: str) -> Guest | None:
        """What is known of whoever has this hash. StoreError."""
        return await self._ask_of_guest(self.store.guest, owner)

    async def guest_of(self, code: str) -> Guest | None:
        """The guest for whom this code stands in links. StoreError."""
        return await self._ask_of_guest(self.store.guest_of, code)

    async def _ask_of_guest(self, ask: Callable[[str], Guest | None], whose: str) -> Guest | None:
        try:
            return await self.read(ask, whose)
        except SQLAlchemyError:
            log.exception("A guest could not be read")
            raise StoreError(_("What is known of you can't be read just now: try again soon.")) from None

    async def change_guest(self, owner: str, change: Change) -> Guest | None:
        """Change what is known of a guest; see `Store.change_guest`. StoreError."""
        return await self._write_of_guest(self.store.change_guest, owner, change)

    async def forget(self, owner: str) -> None:
        """Delete what is known of a guest, and what they said at tables. StoreError."""
        for table in await self._write_of_guest(self.store.forget, owner):
            self.unsaid(table)

    async def _write_of_guest(self, function: Callable[..., T], *values: object) -> T:
        try:
            return await self.write(function, *values)
        except SQLAlchemyError:
            log.exception("A guest could not be stored")
            raise StoreError(_("That could not be stored, so nothing was changed: try again soon.")) from None

    # -- watching

    @contextmanager
    def watch(self, match: Match, owner: str | None = None) -> Iterator[Bell]:
        """A bell that rings whenever the match has moved on or somebody has said something; `owner` is whose
        browser or program is there as long as it is watched.
        """
        bell = Bell()
        bells = self._bells.setdefault(match.id, set())
        bells.add(bell)
        self._watch_more(1)
        try:
            with self.presence.at(match.id, owner):
                yield bell
        finally:
            bells.discard(bell)
            if not bells:
                self._bells.pop(match.id, None)
            self._watch_more(-1)

    def _watch_more(self, more: int) -> None:
        self._watchers += more
        self.metrics.watched(self._watchers)

    def part(self) -> None:
        """Let all who follow a match find that this server is `parting`: streams would never end by
        themselves.
        """
        self.parting = True
        for bells in self._bells.values():
            for bell in bells:
                bell.ring()

    # -- beginning and end

    def resume(self) -> None:
        """Go on with every match that waits for a bot or whose clock has run out, and hear other servers."""
        self.peers.listen(asyncio.get_running_loop())
        self.scheduler.start()

    async def close(self) -> None:
        """Stop the bots and close the store."""
        await self.scheduler.close()
        await self._committer.close()
        await self.peers.close()
        # What is read or written just now keeps its connection until then.
        self._writer.shutdown()
        self._readers.shutdown()
        self.store.close()


def _to_choose_from(found: Listed) -> Listed:
    """Those of an owner's tables of which something can be told, and where no lesson goes on."""
    return [pair for pair in found if _known(pair[0]) and not pair[1].standing.get("taught")]


def _known(row: TableRow) -> bool:
    """Whether a table's game has its options: a list tells them."""
    try:
        spec = find(row.game)
        choose(spec, row.options, spec.read_table(row.components).players)
    except QuarterdeckError as error:
        log.warning("Table %s is not listed: %s", tag(row.id), error)
        return False
    return True


async def _in(pool: ThreadPoolExecutor, function: Callable[..., T], *values: object) -> T:
    """What a function gives in a thread of a pool; what it refuses is said in the asker's language."""
    call = partial(copy_context().run, function, *values)
    return await asyncio.get_running_loop().run_in_executor(pool, call)
