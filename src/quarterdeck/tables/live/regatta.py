"""Runs regattas: makes the tables of each round, and settles it when all of them are over."""

from __future__ import annotations

import hashlib
import hmac
import itertools
import secrets
from collections.abc import Callable, Mapping

from sqlalchemy.exc import IntegrityError

from quarterdeck.i18n import _
from quarterdeck.play import Game, Record, told_apart
from quarterdeck.tables.entry import TABLE
from quarterdeck.tables.errors import NotAllowed, StoreError
from quarterdeck.tables.live.room import Room
from quarterdeck.tables.match import commands
from quarterdeck.tables.match.match import Match
from quarterdeck.tables.match.terms import Terms
from quarterdeck.tables.regatta import FEWEST, MOST, Finish, Lap, Seating, pairings, points
from quarterdeck.tables.seats import VACANT
from quarterdeck.tables.store import regattas
from quarterdeck.tables.store.daily import Begun
from quarterdeck.tables.store.regattas import Regatta

__all__ = ["Organizer", "Reckoning", "begin", "enter", "fresh_id", "leave", "seatings"]

# How the seats of a match that is over came in.
Reckoning = Callable[[Match], list[Finish]]
ATTEMPTS = 5


def fresh_id() -> str:
    """An id for a regatta, which nobody can guess."""
    return secrets.token_hex(8)


async def enter(room: Room, regatta: Regatta, holder: str, name: str) -> None:
    """Let somebody take part. NotAllowed."""
    if regatta.entrant(holder) is not None:
        return
    if regatta.begun:
        raise NotAllowed(_("This regatta has begun: nobody can join any more. You can watch."))
    if len(regatta.entrants) >= MOST:
        raise NotAllowed(_("This regatta is full: {most} people take part.").format(most=MOST))
    for attempt in range(ATTEMPTS):
        try:
            await room.change(regattas.enter, regatta.id, holder, name)
        except IntegrityError:
            # Others come at the same moment, or the same person twice.
            if attempt == ATTEMPTS - 1:
                raise
            regatta = await room.ask(regattas.find, regatta.id)
            if regatta.entrant(holder) is not None:
                return
        else:
            return


async def leave(room: Room, regatta: Regatta, holder: str) -> None:
    """Take part no more. NotAllowed once it has begun."""
    if regatta.begun:
        raise NotAllowed(_("This regatta has begun: leave your seat at the table to a bot instead."))
    await room.change(regattas.drop, regatta.id, holder)


async def begin(room: Room, regatta: Regatta, holder: str, number: int) -> None:
    """Begin a round: whoever takes part or has set the regatta up may, so that it goes on without its host.
    NotAllowed.
    """
    if regatta.entrant(holder) is None and regatta.owner != holder:
        raise NotAllowed(_("Only those who take part can begin a round."))
    if len(regatta.entrants) < FEWEST:
        raise NotAllowed(_("A regatta takes at least {fewest} people.").format(fewest=FEWEST))
    if number == regatta.begun and not regatta.between:
        # Somebody else has been quicker.
        return
    if number != regatta.begun + 1 or number > regatta.rounds or not regatta.between:
        raise NotAllowed(_("This round can't begin now: look at the page again."))
    await room.change(regattas.begin, regatta.id, number)


def seatings(regatta: Regatta) -> list[Seating]:
    """Who sits where in each round, by their places in `regatta.entrants`."""
    players = Game(regatta.game, **regatta.options).players
    return pairings(regatta.id, len(regatta.entrants), players, regatta.rounds)


class Organizer:
    """Runs the rounds of all regattas of a room. `key` decides the deals that several tables share;
    `reckoning` says how the seats of a match came in.
    """

    def __init__(self, room: Room, key: str, reckoning: Reckoning) -> None:
        self._room = room
        self._key = key
        self._reckoning = reckoning

    async def settled(self, regatta: Regatta) -> Regatta:
        """The regatta, with the tables of its current round made if they are not yet, and with the round's
        points if all of them are over.
        """
        if regatta.between:
            return regatta
        async with self._room.once:
            return await self._settled(await self._room.ask(regattas.find, regatta.id))

    async def _settled(self, regatta: Regatta) -> Regatta:
        if regatta.between:
            return regatta
        room, seating = self._room, seatings(regatta)[regatta.begun - 1]
        known = await room.ask(regattas.tables_of, regatta, regatta.begun)
        for table, people in enumerate(seating):
            if table not in known or known[table].state == "waiting":
                await self._set(regatta, table, people)
        known = await room.ask(regattas.tables_of, regatta, regatta.begun)
        if len(known) < len(seating) or any(one.state not in ("over", "closed") for one in known.values()):
            return regatta
        laps = await self._laps(regatta, known, seating)
        await room.change(regattas.finish, regatta.id, (*regatta.laps, laps))
        if regatta.duplicate:
            for one in known.values():
                await room.execute(await room.get(one.table), _unseal)
        return await room.ask(regattas.find, regatta.id)

    async def _laps(self, regatta: Regatta, known: Mapping[int, Begun], seating: Seating) -> list[Lap]:
        finishes = [
            self._reckoning(await self._room.get(known[table].table)) for table in range(len(seating))
        ]
        gained = points(finishes, regatta.duplicate)
        return [
            Lap(regatta.entrants[one].number, table, seat, *finishes[table][seat], gained[table][seat])
            for table, people in enumerate(seating)
            for seat, one in enumerate(people)
            if one >= 0
        ]

    async def _set(self, regatta: Regatta, table: int, people: list[int]) -> None:
        """Set a table of the current round, and seat everybody. Safe to repeat."""
        room, number = self._room, regatta.begun
        bots = itertools.count(1)
        names = [
            regatta.entrants[one].name if one >= 0 else _("Bot {number}").format(number=next(bots))
            for one in people
        ]
        kinds = [VACANT if one >= 0 else regatta.bot for one in people]
        record = Record(Game(regatta.game, **regatta.options), self._seed(regatta), told_apart(names))
        came_from = (f"{regatta.id}/{number}/{table}", regatta.relation)
        terms = Terms.from_json(regatta.terms)
        try:
            match = await room.create(Match.fresh(record, kinds, regatta.owner, terms, parent=came_from))
        except StoreError:
            found = await room.ask(regattas.tables_of, regatta, number)
            if table not in found:
                raise
            match = await room.get(found[table].table)
        for seat, one in enumerate(people):
            if one >= 0:
                await room.execute(match, commands.sit(regatta.entrants[one].holder, seat, match.names[seat]))

    def _seed(self, regatta: Regatta) -> str | None:
        """The seed of a round's deal if all tables share it, else None: each gets a new one."""
        if not regatta.duplicate:
            return None
        words = f"quarterdeck regatta 1\n{regatta.id}\n{regatta.begun}".encode()
        return hmac.new(self._key.encode(), words, hashlib.sha256).hexdigest()


def _unseal(draft: Match, at: int) -> int:
    """The command that opens a table to all, once all tables with the same deal are over."""
    if not draft.unsealed:
        draft.add("unseal", TABLE, at)
    return draft.version
