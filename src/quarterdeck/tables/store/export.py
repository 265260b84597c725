"""The research export: finished public games whose players have all agreed to publication.

docs/export.md describes the objects. Nothing in them identifies a person or a table: no names, no chat, no
times, and instead of an id a hash keyed with the server's key.
"""

from __future__ import annotations

import hashlib
import hmac
import logging
import re
import zlib
from collections.abc import Iterator
from datetime import UTC, datetime
from json import dumps
from pathlib import Path
from typing import Any, Final, NamedTuple

from quarterdeck.errors import system_words
from quarterdeck.i18n import _
from quarterdeck.kernel.spec import Json
from quarterdeck.play.game import commitment
from quarterdeck.play.new_files import whole_file
from quarterdeck.tables.errors import DataError
from quarterdeck.tables.seats import HUMAN, VACANT
from quarterdeck.tables.store import archive
from quarterdeck.tables.store.rows import StoredTable
from quarterdeck.tables.store.store import Store
from quarterdeck.tables.tags import tag

__all__ = ["FORMAT", "PlayedGame", "chunks", "course", "games", "packed", "write"]

FORMAT: Final = "quarterdeck-game 1"
MOST: Final = 100
ID_LENGTH: Final = 24
DRAWN: Final = re.compile("[0-9a-f]{64}")

log = logging.getLogger(__name__)


class PlayedGame(NamedTuple):
    """A game as its log tells it: each standing move with its seat, its action's text and who made it; each
    seat's kind, "human" if a person ever sat there; and all holders of seats during play.
    """

    moves: list[tuple[int, str, str]]
    kinds: list[str]
    players: frozenset[str]


def course(stored: StoredTable) -> PlayedGame:
    """The course of a game, without applying the rules. LookupError or TypeError for an inconsistent log."""
    row = stored.row
    kinds = list(row.kinds)
    holders = [{row.owner} if kind == HUMAN else set() for kind in kinds]
    moves: list[tuple[int, str, str]] = []
    players: set[str] = set()
    people: set[int] = set()
    for kind, seat, data in [("", 0, {}), *((entry[2:]) for entry in stored.entries)]:
        if kind == "move":
            moves.append((seat, data["action"], data["by"]))
        elif kind == "back":
            moves.pop()
        elif kind in ("sit", "leave"):
            kinds[seat] = data.get("bot", VACANT if kind == "leave" else HUMAN)
            holders[seat] = {data["holder"]} if "holder" in data else set()
        elif kind == "hand":
            holders[seat].add(data["holder"])
        elif kind == "revoke":
            holders[seat] = {data["holder"]}
        elif kind == "same":
            holders = [_replace_holder(of_seat, data["was"], data["now"]) for of_seat in holders]
            players = _replace_holder(players, data["was"], data["now"])
        # Players who left before the beginning did not play.
        if VACANT not in kinds:
            players.update(*holders)
            people.update(seat for seat, kind in enumerate(kinds) if kind == HUMAN)
    final_kinds = [HUMAN if seat in people else kind for seat, kind in enumerate(kinds)]
    return PlayedGame(moves, final_kinds, frozenset(players))


def _replace_holder(holders: set[str], was: str, now: str) -> set[str]:
    return {now if holder == was else holder for holder in holders}


def games(store: Store, key: str) -> Iterator[list[Json]]:
    """All games that may be published, in batches, oldest first. `key` is the server's. Raises
    SQLAlchemyError.
    """
    after: int | None = 0
    while after is not None:
        page = store.published(after, MOST)
        after = page.after
        courses = [(stored, course) for stored in page.tables if (course := _course_or_none(stored))]
        agreed = store.ask(archive.agreed, set().union(*(course.players for _stored, course in courses)))
        yield [_game_json(stored, course, key) for stored, course in courses if course.players <= agreed]


def _course_or_none(stored: StoredTable) -> PlayedGame | None:
    """The course of a game; None if it is not to be published or its log is damaged."""
    # A chosen seed is no fair deal, and could be any text.
    if not DRAWN.fullmatch(stored.row.seed):
        return None
    try:
        return course(stored)
    except (LookupError, TypeError):
        log.warning("Table %s is damaged and left out", tag(stored.row.id))
        return None


def _game_json(stored: StoredTable, course: PlayedGame, key: str) -> Json:
    """A game as an object of the export."""
    row, standing = stored.row, stored.summary.standing
    ended = {"ended": standing["ended"]} if standing.get("ended") else {}
    digest = hmac.new(key.encode(), f"quarterdeck export\n{row.id}".encode(), hashlib.sha256)
    return {
        "format": FORMAT,
        "id": digest.hexdigest()[:ID_LENGTH],
        "game": row.game,
        "rules_version": row.rules_version,
        "options": row.options,
        "seats": course.kinds,
        "day": datetime.fromtimestamp(row.created, UTC).date().isoformat(),
        "commitment": commitment(row.seed),
        "seed": row.seed,
        "moves": course.moves,
        "winners": standing["winners"],
        "scores": standing.get("scores"),
        **ended,
    }


def chunks(store: Store, key: str) -> Iterator[bytes]:
    """The whole export as gzipped chunks; one JSON object per line. Raises SQLAlchemyError."""
    return packed(map(_json_lines, games(store, key)))


def write(store: Store, key: str, path: Path) -> int:
    """Write the whole export to a new file, of which nothing is left if that fails; returns how many games
    there are. Raises DataError, SQLAlchemyError.
    """
    written = 0

    def count_and_encode() -> Iterator[bytes]:
        nonlocal written
        for batch in games(store, key):
            written += len(batch)
            yield _json_lines(batch)

    try:
        with whole_file(path) as file:
            file.writelines(packed(count_and_encode()))
    except FileExistsError:
        sentence = _("There is a file {path} already: name one that does not exist.")
        raise DataError(sentence.format(path=path)) from None
    except OSError as error:
        sentence = _("The export {path} can't be written ({reason}): name another file.")
        raise DataError(sentence.format(path=path, reason=system_words(error))) from None
    return written


def _json_lines(batch: list[Json]) -> bytes:
    return "".join(dumps(game, ensure_ascii=False, separators=(",", ":")) + "\n" for game in batch).encode()


def packed(pieces: Iterator[bytes]) -> Iterator[bytes]:
    """These chunks, gzipped without a timestamp, so that the same games make the same file."""
    compressor: Any = zlib.compressobj(wbits=31)
    for piece in pieces:
        if compressed := compressor.compress(piece):
            yield compressed
    yield compressor.flush()
