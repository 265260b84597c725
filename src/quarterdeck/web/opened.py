"""Matches from files that somebody has opened. They can be watched, and nothing else: no list has them,
nothing is stored, and nobody can play on from there.
"""

from __future__ import annotations

import asyncio
from collections import deque
from dataclasses import replace
from typing import Final

from quarterdeck.errors import RecordError
from quarterdeck.i18n import _
from quarterdeck.play import Record
from quarterdeck.tables.entry import TABLE, Entry
from quarterdeck.tables.live.registry import MatchRegistry
from quarterdeck.tables.match.match import Match
from quarterdeck.tables.seats import HUMAN
from quarterdeck.web.answers import Refused

__all__ = ["MOST_FILE", "Shelf", "from_file"]

# Bytes of a file: some thirty times the longest matches of bots.
MOST_FILE: Final = 128 * 1024
# Matches kept: the newest ones.
KEPT: Final = 40
# Files that may wait while another one is read, which takes up to some seconds.
WAITING: Final = 4
# What the ids of these matches begin with.
PREFIX: Final = "file-"


def from_file(id_: str) -> bool:
    """Whether this is the id of a match from a file, perhaps one that is no longer kept."""
    return id_.startswith(PREFIX)


class Shelf:
    """The opened matches of one server process."""

    def __init__(self, matches: MatchRegistry) -> None:
        self._matches = matches
        self._ids: deque[str] = deque()
        self._reading = asyncio.Lock()
        self._crowd = 0

    async def open(self, file: bytes) -> Match:
        """Check a match file and keep its match. RecordError if it is none, Refused if too many wait."""
        if self._crowd > WAITING:
            words = _("Others are opening files just now: try again in a minute.")
            raise Refused(words, 503, {"retry-after": "30"})
        self._crowd += 1
        try:
            async with self._reading:
                match = await asyncio.to_thread(_read, file)
        finally:
            self._crowd -= 1
        self._matches.show(match)
        self._ids.append(match.id)
        while len(self._ids) > KEPT:
            self._matches.drop(self._ids.popleft())
        return match


def _read(file: bytes) -> Match:
    """The match of a file. RecordError."""
    try:
        text = file.decode("utf-8-sig")
    except UnicodeDecodeError:
        raise RecordError(_("This file is not UTF-8 text, so it is no match file.")) from None
    record = Record.loads(text)
    game = record.game
    moves = [
        Entry(number, 0, "move", seat, {"action": action.text, "by": "player"})
        for number, (seat, action) in enumerate(record.moves, 1)
    ]
    if record.ended:
        moves.append(Entry(len(moves) + 1, 0, "end", TABLE, {"how": record.ended}))
    begun = Record(game, record.seed, record.names, record.setup)
    row = Match.fresh(begun, [HUMAN] * game.players, owner="").row
    return Match(replace(row, id=PREFIX + row.id), moves, shown=True)
