"""Matches from files that somebody has opened. They can be watched, and nothing else: no list has them,
nothing is stored, and nobody can play on from there.
"""

from __future__ import annotations

import asyncio
from collections import deque
from contextlib import suppress
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import Final

from quarterdeck.errors import RecordError
from quarterdeck.i18n import _
from quarterdeck.play import Record
from quarterdeck.tables.entry import TABLE, Entry
from quarterdeck.tables.live.registry import MatchRegistry
from quarterdeck.tables.match.match import Match
from quarterdeck.tables.seats import HUMAN
from quarterdeck.web.errors import Refused

__all__ = ["MOST_FILE", "OpenedMatches", "from_file"]

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


class OpenedMatches:
    """The opened matches of one server process. Several processes keep the files in a `folder`, so that each
    finds what was opened at another.
    """

    def __init__(self, matches: MatchRegistry, folder: Path | None = None) -> None:
        self._matches = matches
        self._folder = folder
        if folder is not None:
            matches.find_shown = self._find_from_others
        self._ids: deque[str] = deque()
        self._reading = asyncio.Lock()
        self._waiting = 0

    async def open(self, file: bytes) -> Match:
        """Check a match file and keep its match. Raises RecordError if it is none, Refused if too many
        wait.
        """
        if self._waiting > WAITING:
            words = _("Others are opening files just now: try again in a minute.")
            raise Refused(words, 503, {"retry-after": "30"})
        self._waiting += 1
        try:
            async with self._reading:
                match = await asyncio.to_thread(_read_match, file)
        finally:
            self._waiting -= 1
        if self._folder is not None:
            await asyncio.to_thread(_store_file, self._folder, match.id, file)
        self._matches.show(match)
        self._keep_newest(match.id)
        return match

    async def _find_from_others(self, id_: str) -> Match | None:
        """The match of this id, if another process has opened it."""
        if not from_file(id_) or not id_.removeprefix(PREFIX).isalnum():
            return None
        assert self._folder is not None
        try:
            file = await asyncio.to_thread((self._folder / id_).read_bytes)
        except OSError:
            return None
        async with self._reading:
            match = await asyncio.to_thread(partial(_read_match, file, id_))
        self._keep_newest(id_)
        return match

    def _keep_newest(self, id_: str) -> None:
        self._ids.append(id_)
        while len(self._ids) > KEPT:
            self._matches.drop(self._ids.popleft())


def _store_file(folder: Path, id_: str, file: bytes) -> None:
    """Store a file in a folder, under its id, and remove all there but the newest ones. If that fails, only
    this process has its match.
    """
    new_file = folder / f"{id_}.new"
    # Another process may remove some at this moment, too.
    with suppress(OSError):
        new_file.write_bytes(file)
        new_file.replace(folder / id_)
        stored = [path for path in folder.iterdir() if path.suffix != ".new"]
        for path in sorted(stored, key=lambda path: path.stat().st_mtime_ns)[:-KEPT]:
            path.unlink(missing_ok=True)


def _read_match(file: bytes, id_: str | None = None) -> Match:
    """The match of a file, with this id or a new one. Raises RecordError."""
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
    start = Record(game, record.seed, record.names, record.setup)
    row = Match.fresh(start, [HUMAN] * game.players, owner="").row
    return Match(replace(row, id=id_ or PREFIX + row.id), moves, shown=True)
