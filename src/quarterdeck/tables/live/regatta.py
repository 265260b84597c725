"""Runs regattas: makes the tables of each round, and settles it when all of them are over."""

from __future__ import annotations

import hashlib
import hmac
import logging
import secrets
from collections.abc import Callable, Mapping, Sequence
from functools import partial

from sqlalchemy.exc import SQLAlchemyError

from quarterdeck.errors import QuarterdeckError
from quarterdeck.i18n import _
from quarterdeck.play import Game, Record, told_apart
from quarterdeck.tables.entry import TABLE
from quarterdeck.tables.errors import NotAllowed, StoreError
from quarterdeck.tables.live.room import Room
from quarterdeck.tables.match import commands
from quarterdeck.tables.match.match import Match
from quarterdeck.tables.match.terms import Terms
from quarterdeck.tables.regatta import Finish, RoundResult, Seating, pairings, points
from quarterdeck.tables.seats import VACANT
from quarterdeck.tables.store import regattas
from quarterdeck.tables.store.regattas import GONE, Entrant, Regatta
from quarterdeck.tables.store.rows import TableState

__all__ = ["FinishesOf", "Names", "Organizer", "begin", "fresh_id", "seatings"]

log = logging.getLogger(__name__)

# Computes how the seats of a match that is over came in.
FinishesOf = Callable[[Match], list[Finish]]
# Makes a bot's name for each seat of a game, given the game's id.
Names = Callable[[str], Sequence[str]]


def fresh_id() -> str:
    """An id for a regatta, which nobody can guess."""
    return secrets.token_hex(8)


async def begin(room: Room, regatta: Regatta, holder: str, number: int) -> None:
    """Begin round `number`. Whoever takes part or has set the regatta up may do so: it must go on without its
    host, too. Raises NotAllowed.
    """
    if regatta.entrant(holder) is None and regatta.owner != holder:
        raise NotAllowed(_("Only those who take part can begin a round."))
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
    `finishes_of` says how the seats of a match came in, `names` what bots are called.
    """

    def __init__(self, room: Room, key: str, finishes_of: FinishesOf, names: Names) -> None:
        self._room = room
        self._key = key
        self._finishes_of = finishes_of
        self._names = names

    async def settle_or_log(self, id_: str) -> None:
        """Settle the current round of a regatta; what can't be settled is logged. Raises StoreError,
        SQLAlchemyError: then it can be tried again.
        """
        try:
            await self.settle(await self._room.ask(regattas.find, id_))
        except (StoreError, SQLAlchemyError):
            raise
        except QuarterdeckError as error:
            # The sentence may name people, whom no log names.
            log.warning("A round of a regatta is not settled: %s", type(error).__name__)
        except Exception:
            # A bug in one regatta must not stop the caller, who goes on with the others.
            log.exception("A round of a regatta is not settled")

    async def settle(self, regatta: Regatta) -> Regatta:
        """Make the tables of a regatta's current round that are missing; if all of them are over, store the
        round's points. Returns the regatta as it is then.
        """
        if regatta.between:
            return regatta
        async with self._room.once:
            return await self._settle_round(await self._room.ask(regattas.find, regatta.id))

    async def _settle_round(self, regatta: Regatta) -> Regatta:
        """Settle the current round, as `settle` does; called one at a time."""
        if regatta.between:
            return regatta
        room, seating = self._room, seatings(regatta)[regatta.begun - 1]
        (tables,) = await room.ask(regattas.tables_of, regatta, [regatta.begun])
        for table, people in enumerate(seating):
            if table not in tables or tables[table].state == "waiting":
                await self._set_table(regatta, table, people, tables.get(table))
        (tables,) = await room.ask(regattas.tables_of, regatta, [regatta.begun])
        states = {begun.state for begun in tables.values()}
        if len(tables) < len(seating) or not states <= {"over", "closed"}:
            return regatta
        results = await self._round_results(regatta, tables, seating)
        if regatta.duplicate:
            # Before the round is stored as finished: if this fails, the next look does it again.
            for begun in tables.values():
                await room.execute(await room.get(begun.table), _unseal)
        await room.change(regattas.finish, regatta.id, (*regatta.results, results))
        return await room.ask(regattas.find, regatta.id)

    async def _round_results(
        self, regatta: Regatta, known: Mapping[int, TableState], seating: Seating
    ) -> list[RoundResult]:
        """What each entrant of a finished round came to."""
        matches = [await self._room.get(known[table].table) for table in range(len(seating))]
        finishes = [await self._room.read(self._finishes_of, match) for match in matches]
        gained = points(finishes, regatta.duplicate)
        return [
            RoundResult(
                regatta.entrants[number].number, table, seat, *finishes[table][seat], gained[table][seat]
            )
            for table, people in enumerate(seating)
            for seat, number in enumerate(people)
            if number >= 0
        ]

    async def _set_table(
        self, regatta: Regatta, table: int, people: list[int], known: TableState | None
    ) -> None:
        """Make a table of the current round, unless it is `known` already, and seat its players."""
        room = self._room
        players = [_entrant_at(regatta, number) for number in people]
        if known is None:
            bot_names = self._names(regatta.game)
            names = [entrant.name if entrant else bot_names[seat] for seat, entrant in enumerate(players)]
            kinds = [VACANT if entrant else regatta.bot for entrant in players]
            game = Game(regatta.game, **regatta.options)
            record = Record(game, self._shared_seed(regatta), told_apart(names))
            came_from = (f"{regatta.id}/{regatta.begun}/{table}", regatta.relation)
            terms = Terms.from_json(regatta.terms)
            fresh = Match.fresh(record, kinds, regatta.owner, terms, parent=came_from)
            match = await self._create_table(regatta, table, fresh)
        else:
            match = await room.get(known.table)
        for seat, entrant in enumerate(players):
            if entrant is not None and not match.seats_of(entrant.holder):
                await room.execute(match, commands.sit(entrant.holder, seat, match.names[seat]))
        # Somebody for whom a seat was kept when the table was made may be gone meanwhile.
        await room.execute(match, partial(_fill, regatta.bot))

    async def _create_table(self, regatta: Regatta, table: int, fresh: Match) -> Match:
        """The match at a table of the current round: a fresh one, or the one that another server has just
        made. Raises StoreError.
        """
        try:
            return await self._room.create(fresh)
        except StoreError:
            (tables,) = await self._room.ask(regattas.tables_of, regatta, [regatta.begun])
            if table not in tables:
                raise
            return await self._room.get(tables[table].table)

    def _shared_seed(self, regatta: Regatta) -> str | None:
        """The seed of the current round's deal if all tables share it; None if each gets its own."""
        if not regatta.duplicate:
            return None
        words = f"quarterdeck regatta 1\n{regatta.id}\n{regatta.begun}".encode()
        return hmac.new(self._key.encode(), words, hashlib.sha256).hexdigest()


def _entrant_at(regatta: Regatta, number: int) -> Entrant | None:
    """The entrant with this number in a seating; None if a bot plays that seat."""
    entrant = regatta.entrants[number] if number >= 0 else None
    return None if entrant is None or entrant.holder.startswith(GONE) else entrant


def _fill(bot: str, draft: Match, at: int) -> int:
    """The command that gives the seats that are still open to a bot."""
    commands.seat_bots(draft, bot, at)
    return draft.version


def _unseal(draft: Match, at: int) -> int:
    """The command that opens a table to all, once all tables with the same deal are over."""
    if not draft.unsealed:
        draft.add("unseal", TABLE, at)
    return draft.version
