"""Continuing from a finished match: a rematch at a new table, or a branch ("what if") from one of its
moves.
"""

from __future__ import annotations

import logging
from collections.abc import Sequence
from functools import partial

from sqlalchemy.exc import SQLAlchemyError

from quarterdeck.errors import QuarterdeckError
from quarterdeck.i18n import _
from quarterdeck.play import Game, Record, told_apart
from quarterdeck.tables.errors import NotAllowed, NotFound, StoreError
from quarterdeck.tables.live.room import Room
from quarterdeck.tables.match.commands import check_rematch, sit_together
from quarterdeck.tables.match.commands import rematch as announce_rematch
from quarterdeck.tables.match.match import Match
from quarterdeck.tables.seats import HUMAN, SUBSTITUTE, VACANT
from quarterdeck.tables.store.rows import BRANCH, REMATCH

__all__ = ["branch", "find_rematch", "rematch"]

log = logging.getLogger(__name__)


async def find_rematch(room: Room, match: Match) -> str | None:
    """The id of the table where the rematch is played; None if there is none, or if it was closed. Raises
    StoreError.
    """
    try:
        return await room.read(room.store.rematch, match.id)
    except SQLAlchemyError:
        log.exception("A rematch could not be looked up")
        raise StoreError(_("The table can't be read just now: try again in a moment.")) from None


async def rematch(room: Room, match: Match, owner: str) -> str:
    """The id of the rematch's table. It is created if there is none yet, and announced at the old table.

    Every player moves one seat on. The asker's seats are taken at once; other people's seats are open and
    carry their names, until they ask for the rematch, too. Raises NotAllowed, StoreError.
    """
    await room.peers.checked(match, partial(check_rematch, owner=owner))
    table = await find_rematch(room, match)
    if table is None:
        try:
            table = (await room.create(_rematch_one_seat_on(match, owner))).id
        except StoreError:
            # Somebody else may have asked first: each table has at most one rematch.
            table = await find_rematch(room, match)
            if table is None:
                raise
    await room.execute(match, announce_rematch(owner, table))
    await _take_kept_seats(room, match, table, owner)
    return table


async def _take_kept_seats(room: Room, match: Match, table: str, owner: str) -> None:
    """Take the seats that a match's rematch has open for a browser, if that is still possible. Raises
    StoreError, NotAllowed if the rematch has begun without them.
    """
    found = await room.get(table)
    kept = [(seat + 1) % match.game.players for seat in _own_seats(match, owner)]
    try:
        await room.execute(found, sit_together(owner, {seat: found.names[seat] for seat in kept}))
    except StoreError:
        raise
    except QuarterdeckError as error:
        if found.begun and not found.seats_of(owner):
            sentence = _("That rematch has begun, and your seat there is taken: ask for a new game.")
            raise NotAllowed(sentence) from None
        # The table's page says what they can do there. The sentence may name people, whom no log names.
        log.info("A player of a rematch does not sit down at once: %s", type(error).__name__)


def _own_seats(match: Match, owner: str) -> Sequence[int]:
    """The seats for which a browser speaks: one that somebody has taken to a device of theirs waits for
    them.
    """
    held = match.seats_of(owner)
    return [seat for seat in held if match.seats[seat].holders == (owner,)] or held[:1]


def _rematch_one_seat_on(match: Match, owner: str) -> Match:
    """A new match between the same players, of whom each has moved one seat on; not stored yet."""
    own = _own_seats(match, owner)
    kinds = [
        HUMAN if number in own else VACANT if seat.kind == HUMAN else match.bot_of(number)
        for number, seat in enumerate(match.seats)
    ]
    names = [seat.name for seat in match.seats]
    # A rematch is a new match, so it uses the current rules.
    game = Game(match.game.id, table=match.row.components, **match.row.options)
    record = Record(game, names=told_apart([names[-1], *names[:-1]]))
    came_from = (match.id, REMATCH)
    return Match.fresh(record, [kinds[-1], *kinds[:-1]], owner, match.terms, match.row.public, came_from)


def branch(match: Match, owner: str, seat: int, ply: int) -> Match:
    """A private match that branches off a finished one after `ply` moves: same seed, this seat, against bots.
    It is not stored yet. Raises NotAllowed, NotFound.
    """
    _check_branch(match, seat, ply)
    played = match.record
    record = Record(match.game, played.seed, told_apart(match.names), played.setup)
    for mover, action in played.moves[:ply]:
        record.append(mover, action)
    kinds = [HUMAN if number == seat else SUBSTITUTE for number in range(match.game.players)]
    return Match.fresh(record, kinds, owner, parent=(match.id, BRANCH))


def _check_branch(match: Match, seat: int, ply: int) -> None:
    """Check that this match can be branched from there. Raises NotAllowed, NotFound."""
    if not match.over:
        raise NotAllowed(_("What if? That can be played when the match is over."))
    if match.sealed:
        raise NotAllowed(_("What if? That can be played once this table is open to all."))
    if match.shown:
        raise NotAllowed(_("This match was not played here: it can be watched, but nobody plays on from it."))
    if not 0 <= seat < match.game.players:
        raise NotFound(_("There is no such seat at this table."))
    if not 0 <= ply < match.ply:
        raise NotFound(_("There is nothing to play on from there: choose a move before the end."))
