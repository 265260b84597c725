"""Who watches a table without a seat: everybody there is told how many, and the names of those who gave one.

Counted are open pages of this server; those of others are counted there.
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
from quarterdeck.web import pages
from quarterdeck.web.paths import around

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
    """The spectators of all tables of a server, by the hash of their token and with their names, "" if they
    have none.
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
            self._tell(match, owner)
            try:
                yield bell
            finally:
                pages.remove(page)
                if not pages:
                    self._pages.pop(match.id, None)
                self._tell(match, owner)

    def _tell(self, match: Match, owner: str) -> None:
        if not match.held(owner):
            self._room.watchers.ring(match.id)

    def at(self, match: Match, owner: str) -> Watching:
        """The audience of a table, as this owner is told of it."""
        found = {one: name for one, name in self._pages.get(match.id, ()) if not match.held(one)}
        if not match.held(owner):
            found.setdefault(owner, "")
        names = sorted(isolated(name) for one, name in found.items() if name and one != owner)
        return Watching(len(found), tuple(names[:MOST]), owner in found)

    def html(self, match: Match, owner: str) -> str:
        """The same as HTML, for the panel beside the match."""
        return _html(self.at(match, owner), around())


@lru_cache(maxsize=512)
def _html(watching: Watching, _around: str) -> str:
    others = watching.people - watching.mine
    context = {"mine": watching.mine, "sentence": _sentence(watching, others) if others else ""}
    return pages.render("company/watching.html", context)


def _sentence(watching: Watching, others: int) -> str:
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
