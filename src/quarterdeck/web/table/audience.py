"""The spectators of a table: everybody there is told how many they are, and the names of those who gave one.

Each server process counts its own open pages.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from functools import lru_cache
from typing import Final, NamedTuple

from quarterdeck.i18n import _, ngettext
from quarterdeck.tables.live.bell import Bell
from quarterdeck.tables.live.room import Room
from quarterdeck.tables.match.match import Match
from quarterdeck.text_safety import isolated
from quarterdeck.web.paths import around
from quarterdeck.web.rendering import templates

__all__ = ["Audience", "Watching"]

# Most names that are listed.
MOST: Final = 5


class Watching(NamedTuple):
    """The audience of a table: how many there are, the names of others than the viewer, and whether the
    viewer is one of them.
    """

    people: int
    names: tuple[str, ...]
    mine: bool


class Audience:
    """The spectators of all tables of a server. It knows them by the hash of their token, and their names, ""
    if they have none.
    """

    def __init__(self, room: Room) -> None:
        self._room = room
        # Each open page by table, as its owner and name.
        self._pages: dict[str, list[tuple[str, str]]] = {}

    @contextmanager
    def watch(self, match: Match, owner: str, name: str) -> Iterator[Bell]:
        """A context with the bell of an open page of a table; see `Room.watch`. Its owner is in the audience
        meanwhile, unless they have a seat there.
        """
        pages, page = self._pages.setdefault(match.id, []), (owner, name)
        with self._room.watch(match, owner, page=True) as bell:
            pages.append(page)
            self._ring_table(match, owner)
            try:
                yield bell
            finally:
                pages.remove(page)
                if not pages:
                    self._pages.pop(match.id, None)
                self._ring_table(match, owner)

    def _ring_table(self, match: Match, owner: str) -> None:
        """Let the table's pages update, after this owner has come or gone without a seat."""
        if not match.seats_of(owner):
            self._room.watchers.ring(match.id)

    def at(self, match: Match, owner: str) -> Watching:
        """The audience of a table, as this owner is told of it."""
        audience = {
            watcher: name for watcher, name in self._pages.get(match.id, ()) if not match.seats_of(watcher)
        }
        if not match.seats_of(owner):
            audience.setdefault(owner, "")
        names = sorted(isolated(name) for watcher, name in audience.items() if name and watcher != owner)
        return Watching(len(audience), tuple(names[:MOST]), owner in audience)

    def html(self, match: Match, owner: str) -> str:
        """The audience of a table as HTML, for the panel beside the match."""
        return _cached_html(self.at(match, owner), around())


@lru_cache(maxsize=512)
def _cached_html(watching: Watching, _around: str) -> str:
    others = watching.people - watching.mine
    context = {"mine": watching.mine, "sentence": _audience_sentence(watching, others) if others else ""}
    return templates.render("company/watching.html", context)


def _audience_sentence(watching: Watching, others: int) -> str:
    if not watching.names:
        words = ngettext("{count} spectator is here.", "{count} spectators are here.", others)
    elif others > len(watching.names):
        words = ngettext(
            "{count} spectator is here: {names} and others.",
            "{count} spectators are here: {names} and others.",
            others,
        )
    else:
        words = ngettext(
            "{count} spectator is here: {names}.", "{count} spectators are here: {names}.", others
        )
    return words.format(count=others, names=_(", ").join(watching.names))
