"""Begins voyages of the day: a player's, and those of the bots that everybody is compared with."""

from __future__ import annotations

from typing import Final

from quarterdeck.bots import searches
from quarterdeck.bots.levels import SKILLS
from quarterdeck.play import Record
from quarterdeck.tables.daily import OPPONENT, DailyDeal
from quarterdeck.tables.errors import StoreError
from quarterdeck.tables.ladder import BOT
from quarterdeck.tables.live.room import Room
from quarterdeck.tables.match.match import Match
from quarterdeck.tables.match.terms import Terms
from quarterdeck.tables.seats import HUMAN
from quarterdeck.tables.store import daily
from quarterdeck.tables.store.rows import DAILY

__all__ = ["begin", "compare"]

# A move made is made, and there is nobody to ask and nobody to talk to.
TERMS: Final = Terms(take_back=False, talk=False)


async def begin(room: Room, deal: DailyDeal, owner: str, names: list[str]) -> str:
    """The table of somebody's voyage: the one that they have begun already, or a new one. `names` are by
    seat. Raises StoreError.
    """
    async with room.once:
        existing = await room.ask(daily.begun, owner, deal.game.id, deal.day)
        return existing.table if existing else (await _create_table(room, deal, owner, HUMAN, names))


async def compare(room: Room, deal: DailyDeal, names: list[str]) -> None:
    """Let a bot of each level play the same seat, as far as they do not do so yet. Levels that search wait
    for compiled rules.
    """
    for level in SKILLS:
        if searches(level, deal.game) and not room.runner.ready:
            continue
        owner = f"{BOT}{level}"
        async with room.once:
            if await room.ask(daily.begun, owner, deal.game.id, deal.day) is None:
                await _create_table(room, deal, owner, level, names)


async def _create_table(room: Room, deal: DailyDeal, owner: str, kind: str, names: list[str]) -> str:
    """The id of a new table at which `kind` plays the deal's seat against bots; or of the owner's table, if
    another server has just made it. Raises StoreError.
    """
    kinds = [kind if seat == deal.seat else OPPONENT for seat in range(deal.game.players)]
    record = Record(deal.game, deal.seed, names)
    match = Match.fresh(record, kinds, owner, TERMS, parent=(deal.day.isoformat(), DAILY))
    try:
        return (await room.create(match)).id
    except StoreError:
        # Two servers may ask at once: each player has one voyage.
        existing = await room.ask(daily.begun, owner, deal.game.id, deal.day)
        if existing is None:
            raise
        return existing.table
