"""What a browser is shown of a table: a sight, made into the context of a page, and regions that are rendered
once.

Everything here is made from a `Sight`; no position comes this far.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any
from weakref import WeakKeyDictionary

from quarterdeck.tables.match import OPEN, Match, Viewer
from quarterdeck.tables.sight import Chapter, Sight, look
from quarterdeck.web import pages
from quarterdeck.web.boards import BOARDS
from quarterdeck.web.boards.base import Board
from quarterdeck.words import _

__all__ = ["Screen", "Screens", "replay_page", "table_page"]


@dataclass(frozen=True)
class Screen:
    """A table as one viewer sees it at one version: its regions in HTML, its title, and what has been said so
    far.
    """

    version: int
    regions: dict[str, str]
    title: str
    said: tuple[str, ...]


class Screens:
    """Screens of matches, kept for as long as they are the current ones: many may watch what is rendered
    once.
    """

    def __init__(self) -> None:
        self._kept: WeakKeyDictionary[Match, dict[tuple[Viewer, str], Screen]] = WeakKeyDictionary()

    def current(self, match: Match, seat: int | None, csrf: str) -> Screen:
        """The screen of a seat, or of those who watch, at the match's current version."""
        # Who only watches has no form to send.
        token = csrf if seat is not None else ""
        kept = self._kept.setdefault(match, {})
        screen = kept.get((seat, token))
        if screen is None or screen.version != match.version:
            screen = kept[seat, token] = _draw(look(match, seat), token)
        return screen


def _draw(sight: Sight, csrf: str) -> Screen:
    context = _context(sight, csrf)
    said = tuple(line["text"] for part in context["log"] for line in part["lines"])
    title = _("{prompt} · {game}").format(prompt=_board(sight).prompt(context), game=sight.title)
    return Screen(sight.version, pages.regions(context), title, said)


def table_page(match: Match, seat: int | None, csrf: str, error: str | None = None) -> str:
    """The page of a table."""
    return pages.table({**_context(look(match, seat), csrf), "error": error})


def replay_page(match: Match, viewer: Viewer, ply: int, seats: list[Viewer], csrf: str) -> str:
    """The page of a table after `ply` moves, through a viewer's eyes; `seats` are all whose eyes may be
    borrowed.
    """
    sight = look(match, viewer, ply)
    latest = look(match, viewer)
    replay = {
        "ply": ply,
        "plies": match.ply,
        "seat": _value(viewer),
        "seats": [{"value": _value(seat), "label": _label(seat, sight.names)} for seat in seats],
        "parts": _parts(_board(sight), latest.chapters, here=len(sight.chapters)),
        "move": sight.move,
    }
    view = {**sight.view, "legal": []}
    return pages.replay({**_context(sight, csrf), "view": view, "me": None, "replay": replay})


def _board(sight: Sight) -> Board:
    return BOARDS[sight.view["game"]]


def _parts(board: Board, chapters: Sequence[Chapter], here: int) -> list[dict[str, Any]]:
    """The chapters to jump to, those of a kind together."""
    parts: list[dict[str, Any]] = []
    for chapter in chapters:
        label, mark = board.mark(chapter)
        if not parts or parts[-1]["label"] != label:
            parts.append({"label": label, "links": []})
        link = {"mark": mark, "title": chapter.title, "ply": chapter.ply, "here": chapter.number == here}
        parts[-1]["links"].append(link)
    return parts


def _value(viewer: Viewer) -> str:
    return "none" if viewer is None else str(viewer)


def _label(viewer: Viewer, names: tuple[str, ...]) -> str:
    if isinstance(viewer, int):
        return names[viewer]
    return _("Open cards") if viewer == OPEN else _("A spectator")


def _context(sight: Sight, csrf: str) -> Mapping[str, Any]:
    """What `pages` reads of a table."""
    return {
        "title": sight.title,
        "table_id": sight.table,
        "csrf": csrf,
        "view": sight.view,
        "names": sight.names,
        "kinds": sight.kinds,
        "me": sight.you,
        "version": sight.version,
        "log": _log(sight),
        **_board(sight).told(sight.chapters, len(sight.names)),
        "hints": {},
        "why": sight.why,
        "commitment": sight.commitment,
        "seed": sight.seed,
        "plan": sight.plan,
        "away": sight.away,
        "undo": sight.undo,
        "replay": None,
    }


def _log(sight: Sight) -> list[dict[str, Any]]:
    return [
        {
            "number": part.number,
            "title": part.title,
            "lines": [
                {
                    "text": event.sentence(sight.names, sight.you),
                    "rule": event.rule,
                    "seat": event.seat if event.seat >= 0 else None,
                    "private": event.audience is not None and event.audience == sight.you,
                }
                for event in part.events
            ],
        }
        for part in sight.chapters
    ]
