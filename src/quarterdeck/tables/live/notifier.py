"""Notifies absent players: finds the notices that are due and passes them to carriers.

All servers on one database look for due notices; the server that claims a notice in the store sends it.
Carriers deliver notices, for example by e-mail. No move waits for a delivery.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable, Iterable, Mapping, Sequence
from functools import partial
from itertools import groupby
from typing import Final, Literal, NamedTuple, Protocol

from sqlalchemy.exc import SQLAlchemyError

from quarterdeck.errors import QuarterdeckError
from quarterdeck.i18n import SOURCE_LANGUAGE, use
from quarterdeck.tables.entry import now
from quarterdeck.tables.live.room import Room
from quarterdeck.tables.match.match import Match
from quarterdeck.tables.match.notices import QUIET, SOON, Kind, Notice, news
from quarterdeck.tables.store import contact, friends
from quarterdeck.tables.store.contact import NoticeKey, TableHolder
from quarterdeck.tables.store.rows import Guest
from quarterdeck.tables.tags import tag

__all__ = ["Carrier", "Notification", "Notifier", "Undelivered"]

# Seconds between two searches for due notices.
ROUND: Final = 10.0
# Delays before each delivery attempt, in seconds.
ATTEMPTS: Final = (0.0, 30.0, 120.0, 600.0, 1800.0)
# Most deliveries of one carrier at the same time.
AT_ONCE: Final = 4
# A table that changed within this time, in milliseconds, is left to the server that has it in memory.
MOVING: Final = 60_000
# After how long a table is checked again if it has not changed and nothing is due, in milliseconds: reminders
# come that late at most.
LATER: Final = 3_600_000

log = logging.getLogger(__name__)


class Undelivered(Exception):
    """A notice could not be delivered; the message gives the reason without an address. `lasting`: this
    notice will never be deliverable. `gone`: no notice will be deliverable to that address.
    """

    def __init__(self, reason: str, lasting: bool = False, gone: bool = False) -> None:
        super().__init__(reason)
        self.lasting = lasting or gone
        self.gone = gone


class Notification(NamedTuple):
    """A notice as its recipient reads it. It contains only what everybody at the table knows.

    `title` is the game's title, `name` the name of the recipient's seat, or of who asks them to the table;
    `others` the names of the other people there. `code` identifies the guest in links.
    """

    kind: Kind | Literal["invited"]
    table: str
    title: str
    name: str
    others: tuple[str, ...]
    code: str | None


class Carrier(Protocol):
    """A way to reach guests."""

    name: str

    def addresses(self, guest: Guest) -> Sequence[str]:
        """The addresses where a guest can be reached; equal texts mean the same address."""

    async def carry(self, telling: Notification, address: str) -> None:
        """Deliver a notice to an address. Raises Undelivered."""

    def without(self, guest: Guest, address: str) -> Guest:
        """A copy of the guest without an address that no longer works."""

    def close(self) -> None:
        """Stop delivering."""


# Makes a notification anew for each attempt, with its recipient; None once it is no longer true or wanted.
_NotificationMaker = Callable[[], Awaitable[tuple[Guest, Notification] | None]]


class _Claimed(NamedTuple):
    """A notice that this server has claimed, and its recipient."""

    table: str
    notice: Notice
    owner: str


class Notifier:
    """Sends the notices of a room's store."""

    def __init__(self, room: Room, carriers: Sequence[Carrier]) -> None:
        self._room = room
        self._carriers = carriers
        self._began = now()
        # By table: the version last checked, and when a notice may become due if that version stays current.
        self._last_checks: dict[str, tuple[int, int]] = {}
        self._rounds: asyncio.Task[None] | None = None
        self._deliveries: set[asyncio.Task[None]] = set()
        # A slow carrier does not hold up the others.
        self._at_once = {carrier.name: asyncio.Semaphore(AT_ONCE) for carrier in carriers}

    def start(self) -> None:
        """Start the periodic search, if there is any carrier."""
        if self._carriers:
            self._rounds = asyncio.create_task(self._run_rounds())

    async def close(self) -> None:
        """Stop; undelivered notices are dropped."""
        tasks = [*self._deliveries, *([self._rounds] if self._rounds else [])]
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
        for carrier in self._carriers:
            carrier.close()

    async def _run_rounds(self) -> None:
        while True:
            await asyncio.sleep(ROUND)
            try:
                await self.send_due()
            except Exception:
                # A database error or a bug: neither may stop the notices of other tables.
                log.exception("Notices could not be looked for")

    # -- what is due

    async def send_due(self) -> None:
        """Check once each table whose players may get notices."""
        at = now()
        holders = await self._room.ask(contact.within_reach)
        here = self._room.presence.seen(at)
        await self._store_seen(holders, here)
        # Pages opened before this server started need a moment to reconnect.
        if at < self._began + SOON:
            return
        tables = [
            (table, list(rows))
            for table, rows in groupby(sorted(holders, key=lambda row: row.table), lambda row: row.table)
        ]
        checks = self._last_checks
        self._last_checks = {table: checks[table] for table, _rows in tables if table in checks}
        at_hand = {match.id: match for match in self._room.matches.at_hand()}
        for table, rows in tables:
            version, written = rows[0].version, rows[0].at
            checked_version, due = self._last_checks.get(table, (-1, 0))
            moving = table not in at_hand and written is not None and written > at - MOVING
            if not moving and (version != checked_version or at >= due):
                seen = {row.holder: max(row.seen or 0, here.get((table, row.holder), 0)) for row in rows}
                await self._check_table(rows, seen, at, at_hand.get(table))

    async def _store_seen(self, holders: Iterable[TableHolder], here: dict[tuple[str, str], int]) -> None:
        """Store who was present here, so that other servers know it for their notices."""
        seen = {}
        for row in holders:
            last = here.get((row.table, row.holder))
            if last is not None and last > (row.seen or 0):
                seen[row.table, row.holder] = last
        if seen:
            await self._room.write(self._room.store.saw, seen)

    async def _check_table(
        self, rows: list[TableHolder], seen: dict[str, int], at: int, match: Match | None
    ) -> None:
        """Send the notices of a table that are due, and note when to check it again. `rows` are its holders,
        `seen` maps each to when they were last there.
        """
        table, version = rows[0].table, rows[0].version
        try:
            match = match or await self._load(table)
            if match.number >= version:
                wanting = {row.holder for row in rows if row.wants}
                next_check = await self._send_due_notices(match, seen, wanting, at)
                self._last_checks[table] = (match.number, next_check)
            return
        except QuarterdeckError as error:
            log.warning("Nobody is told of table %s: %s", tag(table), error)
        except SQLAlchemyError:
            raise
        except Exception:
            # A bug, perhaps in a game: the notices of the other tables are sent all the same.
            log.exception("Nobody is told of table %s", tag(table))
        self._last_checks[table] = (version, at + LATER)

    async def _send_due_notices(self, match: Match, seen: dict[str, int], wanting: set[str], at: int) -> int:
        """Send the notices of a match that are due to the holders `wanting` them. Returns when to check the
        match again if it has not changed by then.
        """
        next_check = at + LATER
        for notice in news(match, seen, at):
            if notice.due > at:
                next_check = min(next_check, notice.due)
            elif await self._send_notice(match, notice, wanting, at):
                next_check = min(next_check, at + QUIET)
        return next_check

    async def _load(self, table: str) -> Match:
        """A match from the store; it is not kept in memory, since nobody is there."""
        return await self._room.read(lambda: Match.stored(self._room.store.table(table)))

    async def _send_notice(self, match: Match, notice: Notice, wanting: set[str], at: int) -> bool:
        """Send a notice to the holders of its seat who want it, unless another server does so. Returns
        whether some of them are to get a notice later.
        """
        holders = [owner for owner in match.seats[notice.seat].holders if owner in wanting]
        guests = [guest for owner in holders if (guest := await self._guest_wanting(owner, notice))]
        if not guests:
            return False
        store, owners = self._room.store, [guest.owner for guest in guests]
        claimed = await self._room.write(store.claim, match.id, _key(notice), owners, at, QUIET)
        reached: set[str] = set()
        for guest in guests:
            if guest.owner not in claimed.owners:
                continue
            for carrier in self._carriers:
                # Several browsers may belong to one person with one address.
                for address in [one for one in carrier.addresses(guest) if one not in reached]:
                    reached.add(address)
                    make = partial(self._current_notification, _Claimed(match.id, notice, guest.owner))
                    self._start_delivery(carrier, address, guest.owner, make)
        return claimed.later

    async def _current_notification(self, claimed: _Claimed) -> tuple[Guest, Notification] | None:
        """A notice and its recipient; None if it is no longer true, its guest no longer wants it, or a holder
        of the seat has been at the table.
        """
        match = await self._load(claimed.table)
        guest = await self._guest_wanting(claimed.owner, claimed.notice)
        if guest is None or not _is_still_due(match, claimed.notice, await self._last_seen(match.id)):
            return None
        return guest, _notification(match, claimed.notice, guest)

    async def invite(self, owner: str, table: str) -> None:
        """Tell a guest who wants notices that a friend asks them to a table."""
        make = partial(self._invitation_of, owner, table)
        invitation = await make()
        if invitation is not None:
            for carrier in self._carriers:
                for address in carrier.addresses(invitation[0]):
                    self._start_delivery(carrier, address, owner, make)

    async def _invitation_of(self, owner: str, table: str) -> tuple[Guest, Notification] | None:
        """An invitation to a table and the guest who is asked; None if it is no longer open, or the guest
        wants no notices.
        """
        guest = await self._room.guest(owner)
        invitations = await self._room.ask(friends.open_to, owner)
        name = next((invitation.name for invitation in invitations if invitation.table == table), None)
        if guest is None or guest.since is None or name is None:
            return None
        title = (await self._load(table)).game.spec.title
        return guest, Notification("invited", table, title, name, (), guest.code)

    async def _guest_wanting(self, owner: str, notice: Notice) -> Guest | None:
        """A guest, if they wanted notices when this happened."""
        guest: Guest | None = await self._room.read(self._room.store.guest, owner)
        wants = guest is not None and guest.since is not None and guest.since * 1000 <= notice.at
        return guest if wants else None

    # -- delivery

    def _start_delivery(self, carrier: Carrier, address: str, owner: str, make: _NotificationMaker) -> None:
        task = asyncio.create_task(self._deliver_with_retries(carrier, address, owner, make))
        self._deliveries.add(task)
        task.add_done_callback(self._deliveries.discard)

    async def _deliver_with_retries(
        self, carrier: Carrier, address: str, owner: str, make: _NotificationMaker
    ) -> None:
        """Deliver a notice to an address. After a failure try again, as long as the notice is true."""
        for wait in ATTEMPTS:
            try:
                await asyncio.sleep(wait)
                current = await make()
                if current is None or address not in carrier.addresses(current[0]):
                    return
                guest, notification = current
                async with self._at_once[carrier.name]:
                    with use(guest.language or SOURCE_LANGUAGE):
                        await carrier.carry(notification, address)
                return
            except Undelivered as failed:
                log.warning("A notice by %s was not delivered: %s", carrier.name, failed)
                if failed.gone:
                    await self._delete_address(carrier, address, owner)
                if failed.lasting:
                    return
            except (QuarterdeckError, SQLAlchemyError):
                log.exception("A notice by %s could not be made", carrier.name)
            except Exception:
                log.exception("A notice by %s failed", carrier.name)
                return
        log.warning("A notice by %s was given up", carrier.name)

    async def _last_seen(self, table: str) -> dict[str, int]:
        """When each holder was last seen at a table, here or at another server."""
        seen = await self._room.ask(contact.seen_at, table)
        for (where, holder), at in self._room.presence.seen(now()).items():
            if where == table:
                seen[holder] = max(at, seen.get(holder, 0))
        return seen

    async def _delete_address(self, carrier: Carrier, address: str, owner: str) -> None:
        """Delete an address that no longer works from a guest."""
        await self._room.change_guest(owner, lambda guest: guest and carrier.without(guest, address))


def _key(notice: Notice) -> NoticeKey:
    return NoticeKey(notice.seat, notice.version, notice.reminds)


def _is_still_due(match: Match, notice: Notice, seen: Mapping[str, int]) -> bool:
    """Whether a notice is still true of a match, and due; `seen` maps holders to when they were last
    there.
    """
    return any(_key(other) == _key(notice) and other.due <= now() for other in news(match, seen, now()))


def _notification(match: Match, notice: Notice, guest: Guest) -> Notification:
    """A notice as a guest reads it who holds its seat."""
    names = [match.names[seat] for seat in match.humans]
    own = match.names[notice.seat]
    others = tuple(name for name in names if name != own)
    return Notification(notice.kind, match.id, match.game.spec.title, own, others, guest.code)
