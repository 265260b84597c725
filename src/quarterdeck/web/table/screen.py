"""A table's screen: a sight turned into a page's context and into cached regions.

Everything here is made from a `Sight`; positions never get this far.
"""

from __future__ import annotations

import secrets
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, NamedTuple
from weakref import WeakKeyDictionary

from quarterdeck.i18n import _, current
from quarterdeck.tables.match.match import Match, Viewer
from quarterdeck.tables.match.sight import Sight, look
from quarterdeck.web.boards import BOARDS
from quarterdeck.web.boards.base import Board
from quarterdeck.web.boards.cues import Cue, Heard, staged
from quarterdeck.web.rendering.templates import Fragment
from quarterdeck.web.table import markup
from quarterdeck.web.table.guidance import guidance
from quarterdeck.web.table.writing import Blocks, RenderedChapter, more, write
from quarterdeck.web.transport.wire import as_json

__all__ = ["Screen", "Screens", "Update", "draw", "replay_page", "table_page"]

# Placeholder for each browser's form token; random, so nobody can inject it.
_TOKEN_PLACEHOLDER = secrets.token_hex(16)


def _no_cue(_heard: Heard, _at: int) -> Cue | None:
    return None


class Update(NamedTuple):
    """The members of an update's JSON object, as texts.

    `head`: the general ones. `regions`: those of the object ``regions``. `rest`: the objects ``parts`` and
    ``more``, for regions of which only some elements have changed.
    """

    head: str
    regions: str
    rest: tuple[str, ...]


@dataclass(frozen=True, eq=False)
class Screen:
    """A table as one viewer sees it at one version: its regions in HTML, its title, and the log's sentences
    so far, each with the fact behind it. `own` counts the entries that only the viewer knows, which the
    version excludes.
    """

    version: int
    own: int
    title: str
    said: tuple[str, ...]
    _regions: dict[str, Blocks]
    _log: dict[int, RenderedChapter]
    heard: Heard = ()
    cue: Callable[[Heard, int], Cue | None] = _no_cue
    _updates: WeakKeyDictionary[Screen, Update] = field(default_factory=WeakKeyDictionary)

    def regions(self, csrf: str, last: Screen | None = None) -> dict[str, str]:
        """The regions with this browser's token: all, or those that differ from the `last` screen."""
        return {
            name: "".join([block.html for block in blocks]).replace(_TOKEN_PLACEHOLDER, csrf)
            for name, blocks in self._changed_regions(last).items()
        }

    def news(self, csrf: str, last: Screen | None = None) -> Update:
        """The update from the `last` screen of the same viewer, or from nothing, with this browser's token.
        It is built once for all viewers with the same two screens.
        """
        since = last or _EMPTY_SCREEN
        update = self._updates.get(since)
        if update is None:
            first = len(self.said) if last is None else len(last.said)
            members = {
                "version": self.version,
                "own": self.own,
                "title": self.title,
                "say": self.said[first:],
            }
            if any(cues := staged(self.cue, self.heard, self.said, first)):
                members["cues"] = cues
            head = as_json(members)
            update = self._updates[since] = Update(
                head[1:-1], *_smallest_update(self._changed_regions(last), since._regions)
            )
        return update._replace(regions=update.regions.replace(_TOKEN_PLACEHOLDER, csrf))

    def equals(self, other: Screen) -> bool:
        """Whether the other screen shows the same."""
        mine, theirs = (self.version, self.own, self.title), (other.version, other.own, other.title)
        return mine == theirs and self._regions == other._regions

    def _changed_regions(self, last: Screen | None) -> dict[str, Blocks]:
        known = {} if last is None else last._regions
        # Stepping back in a lesson can remove a chapter of the log.
        gone: dict[str, Blocks] = {name: () for name in known if name not in self._regions}
        return gone | {name: blocks for name, blocks in self._regions.items() if known.get(name) != blocks}


# The screen of a page that has received nothing yet.
_EMPTY_SCREEN = Screen(-1, 0, "", (), {}, {})


def _smallest_update(
    changed: Mapping[str, Blocks], known: Mapping[str, Blocks]
) -> tuple[str, tuple[str, ...]]:
    """The smallest update from the known regions to the changed ones: `regions` and `rest` of `Update`."""
    regions, parts, lines = list[str](), list[str](), list[str]()
    for name, after in changed.items():
        before = known.get(name, ())
        if not after:
            regions.append(_json_member(name, after))
        elif name.startswith("region_log_") and before and (added := more(before, after)) is not None:
            lines.append(_json_member(name, added))
        elif len(before) == len(after) and all(map(_is_replaceable, before, after)):
            pairs = zip(before, after, strict=True)
            parts += [_json_member(new.id, [new]) for old, new in pairs if old != new]
        else:
            regions.append(_json_member(name, after))
    rest = [("parts", parts), ("more", lines)]
    return ",".join(regions), tuple(f'"{key}":{{{",".join(members)}}}' for key, members in rest if members)


def _is_replaceable(old: Fragment, new: Fragment) -> bool:
    """Whether the new fragment can replace the old one in place."""
    return old == new or (bool(old.id) and old.id == new.id)


def _json_member(name: str, blocks: Sequence[Fragment]) -> str:
    """A member of a JSON object: the blocks' HTML by this name."""
    return f'"{name}":{as_json("".join([block.html for block in blocks]))}'


class Screens:
    """The current screens of matches, cached because many viewers share them."""

    def __init__(self) -> None:
        # By match, then by viewer and language: the state for which a screen was drawn, and the screen.
        self._cached: WeakKeyDictionary[Match, dict[tuple[Viewer, str], tuple[tuple[int, bool], Screen]]]
        self._cached = WeakKeyDictionary()

    def current(self, match: Match, seat: int | None) -> Screen:
        """The current screen of a seat, or of the spectators; the same object if nothing has changed."""
        cached = self._cached.setdefault(match, {})
        # A voyage of the day opens at midnight, without an entry.
        state = (match.number, match.sealed)
        drawn_state, screen = cached.get((seat, current()), (None, _EMPTY_SCREEN))
        if drawn_state != state:
            drawn = draw(look(match, seat), screen)
            if not drawn.equals(screen):
                screen = drawn
            cached[seat, current()] = state, screen
        return screen


def draw(sight: Sight, last: Screen | None = None) -> Screen:
    """The screen for a sight; `last` is an earlier screen, whose log is reused."""
    page = markup.frame(_page_context(sight, _TOKEN_PLACEHOLDER))
    title = _("{prompt} · {game}").format(prompt=page["prompt"], game=sight.title)
    log = write(page["game"], sight.chapters, {} if last is None else last._log)
    blocks = markup.blocks(page, log)
    return Screen(
        sight.version,
        sight.own,
        title,
        sight.said,
        blocks,
        log,
        sight.heard,
        _board_of(sight).staging(sight.view["options"]),
    )


def table_page(
    match: Match,
    seat: int | None,
    csrf: str,
    error: str | None = None,
    beside: Mapping[str, Any] | None = None,
) -> str:
    """The page of a table, including the panel beside the match."""
    return markup.table({**_page_context(look(match, seat), csrf), **(beside or {}), "error": error})


def replay_page(sight: Sight, replay: Mapping[str, Any], csrf: str, **instead: Any) -> str:
    """The page of a replay. `replay` is as in `markup`; `instead` overrides keys of the context."""
    without_play = {
        "view": {**sight.view, "legal": []},
        "me": None,
        "version": replay["ply"],
        "rematch": None,
        "guide": None,
    }
    return markup.replay({**_page_context(sight, csrf), **without_play, "replay": replay, **instead})


def _board_of(sight: Sight) -> Board:
    return BOARDS[sight.view["game"]]


def _page_context(sight: Sight, csrf: str) -> Mapping[str, Any]:
    """The context of a table for `markup`."""
    return {
        "title": sight.title,
        "table_id": sight.table,
        "csrf": csrf,
        "view": sight.view,
        "names": sight.names,
        "kinds": sight.kinds,
        "me": sight.you,
        "seated": sight.you is not None,
        "version": sight.version,
        "own": sight.own,
        "log": sight.chapters,
        **_board_of(sight).facts_context(sight.chapters, len(sight.names)),
        "hints": {},
        "why": sight.why,
        "commitment": sight.commitment,
        "seed": sight.seed,
        "ended": sight.ended,
        "paused": sight.paused,
        "branch": sight.branch,
        "rematch": _rematch(sight),
        "prepared": sight.prepared,
        "timeline": sight.timeline,
        **guidance(sight.guide),
        "plan": sight.plan,
        "away": sight.away,
        "undo": sight.undo,
        "coached": sight.coach,
        "rated": sight.rated,
        "components": sight.components,
        "daily": sight.day is not None,
        "regatta": sight.regatta,
        "sealed": sight.sealed,
        "replay": None,
    }


def _rematch(sight: Sight) -> dict[str, Any] | None:
    if sight.rematch is None:
        return None
    table, seat = sight.rematch
    return {"table": table, "name": sight.names[seat], "mine": seat == sight.you}
