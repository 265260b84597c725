"""Friends as pages and programs speak of them: each by an id that only the one who asks can use."""

from __future__ import annotations

import time
from typing import Any

from quarterdeck.errors import QuarterdeckError
from quarterdeck.i18n import _, ngettext
from quarterdeck.play import find
from quarterdeck.tables.entry import now
from quarterdeck.tables.errors import NotAllowed, NotFound
from quarterdeck.tables.live.notifier import Notifier
from quarterdeck.tables.match.match import Match
from quarterdeck.tables.store import friends
from quarterdeck.tables.store.friends import Friend
from quarterdeck.text_safety import isolated
from quarterdeck.web.boards import BOARDS
from quarterdeck.web.context import AppContext
from quarterdeck.web.rendering.dates import iso_day

__all__ = ["Friends", "asked_to", "day_seen", "friends_to_ask", "last_seen"]

DAY = 86_400


class Friends:
    """Somebody's friends, and asking them; `notifier` tells those who want notices."""

    def __init__(self, app: AppContext, notifier: Notifier) -> None:
        self._app = app
        self._notifier = notifier

    async def of(self, owner: str) -> dict[str, Friend]:
        """Whom a guest can ask, by id."""
        return await _friends_of(self._app, owner)

    async def hidden_by(self, owner: str) -> dict[str, Friend]:
        """Whom a guest has hidden, by id."""
        return _by_id(self._app, owner, await self._app.room.ask(friends.hidden_by, owner))

    async def who(self, owner: str, id_: str) -> str:
        """The hash of a friend with this id. Raises NotFound."""
        friend = (await self.of(owner)).get(id_)
        if friend is None:
            # Somebody who is no friend may still have sent an invitation.
            senders = {invitation.sender for invitation in await self._app.room.ask(friends.open_to, owner)}
            by_id = {self._app.keyring.friend(owner, sender): sender for sender in senders}
            if id_ not in by_id:
                raise NotFound(_("This person is not among your friends here."))
            return by_id[id_]
        return friend.holder

    async def invite(self, match: Match, owner: str, id_: str) -> None:
        """Ask a friend to a table. Raises NotAllowed, NotFound."""
        if not (match.is_maker(owner) or match.seats_of(owner)):
            raise NotAllowed(_("Only those who sit at this table, or who made it, can ask friends to it."))
        if match.begun or match.closed:
            raise NotAllowed(_("This table no longer waits for players."))
        friend = (await self.of(owner)).get(id_)
        if friend is None:
            raise NotFound(_("This person is not among your friends here."))
        if match.seats_of(friend.holder):
            sentence = _("{name} sits at this table already.")
            raise NotAllowed(sentence.format(name=isolated(friend.name)))
        room = self._app.room
        if await room.change(friends.ask, match.id, owner, friend.holder, now()):
            room.watchers.ring(match.id)
            await self._notifier.invite(friend.holder, match.id)


def _by_id(app: AppContext, owner: str, found: list[Friend]) -> dict[str, Friend]:
    return {app.keyring.friend(owner, friend.holder): friend for friend in found}


async def _friends_of(app: AppContext, owner: str) -> dict[str, Friend]:
    return _by_id(app, owner, await app.room.ask(friends.of_owner, owner))


async def friends_to_ask(app: AppContext, match: Match, owner: str) -> list[dict[str, Any]]:
    """Whom a guest can ask to a waiting table, and who has been asked: ``id``, ``name``, ``seen`` (in words,
    or ""), ``asked``.
    """
    if match.closed or not (match.is_maker(owner) or match.seats_of(owner)):
        return []
    asked = await app.room.ask(friends.asked_to, match.id)
    return [
        {"id": id_, "name": isolated(friend.name), "seen": last_seen(friend), "asked": friend.holder in asked}
        for id_, friend in (await _friends_of(app, owner)).items()
        if not match.seats_of(friend.holder)
    ]


async def asked_to(app: AppContext, owner: str) -> list[dict[str, Any]]:
    """The tables to which a guest is asked, for the first page: ``table``, ``game``, ``title``, ``emblem``,
    ``name`` and ``friend``, the id of who asks.
    """
    invitations = await app.room.ask(friends.open_to, owner)
    return [
        {
            "table": invitation.table,
            "game": invitation.game,
            "title": find(invitation.game).title,
            "emblem": BOARDS[invitation.game].cover().emblem,
            "name": isolated(invitation.name),
            "friend": app.keyring.friend(owner, invitation.sender),
        }
        for invitation in invitations
        if _is_playable(invitation.game)
    ]


def _is_playable(game: str) -> bool:
    try:
        return find(game).id in BOARDS
    except QuarterdeckError:
        return False


def day_seen(friend: Friend) -> str | None:
    """The day on which a friend was last here, if they show it."""
    return None if friend.seen is None else iso_day(friend.seen // 1000)


def last_seen(friend: Friend) -> str:
    """When a friend was last here, in words and in days; "" if they don't show it."""
    if friend.seen is None:
        return ""
    days = int(time.time()) // DAY - friend.seen // 1000 // DAY
    if days <= 0:
        return _("here today")
    return ngettext("here {count} day ago", "here {count} days ago", days).format(count=days)
