"""Replays: a match after one of its moves, from a viewer's perspective, with or without spoilers.

Without spoilers a page contains nothing that depends on a later move: not the number of moves, not the
winner, not the seed, from which every card could be dealt.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple

from markupsafe import Markup

from quarterdeck.i18n import _
from quarterdeck.tables.errors import NotFound
from quarterdeck.tables.match.match import OPEN, Match, Viewer
from quarterdeck.tables.match.sight import Chapter, Sight, check_may_look, look
from quarterdeck.tables.seats import HUMAN
from quarterdeck.web.boards import BOARDS
from quarterdeck.web.boards.cues import staged
from quarterdeck.web.opened import from_file
from quarterdeck.web.paths import url
from quarterdeck.web.table import screen
from quarterdeck.web.table.preview import tags
from quarterdeck.web.transport.wire import as_json

__all__ = ["CoachPanel", "ReplayRequest", "check_may_see", "replay_address", "replay_page"]


class ReplayRequest(NamedTuple):
    """The requested page of a replay: number of moves, viewer, and whether spoilers are allowed."""

    ply: int
    viewer: Viewer
    spoilers: bool = True


class CoachPanel(NamedTuple):
    """The coach's results (HTML), and whether more will follow soon."""

    coach: Markup
    busy: bool


def check_may_see(match: Match, wanted: ReplayRequest, own: int | None) -> None:
    """Check that a browser with this seat open may see a page. Raises NotAllowed, NotFound."""
    check_may_look(match, own, wanted.viewer)
    if not (wanted.spoilers or wanted.ply <= match.ply):
        # The error of `look` would reveal the number of moves.
        raise NotFound(_("There is no such move in this match."))


def replay_address(match: Match, wanted: ReplayRequest) -> str:
    """The URL of a page of a replay."""
    without = "" if wanted.spoilers else "&spoilers=off"
    return url(f"/table/{match.id}/replay?ply={wanted.ply}&seat={_viewer_value(wanted.viewer)}{without}")


def replay_page(
    match: Match, wanted: ReplayRequest, own: int | None, csrf: str, base: str, panel: CoachPanel
) -> str:
    """A replay's page. `own` is the seat that is open in this browser; `base` is the server's public address,
    for links. Raises NotAllowed, NotFound.
    """
    check_may_see(match, wanted, own)
    sight = look(match, wanted.viewer, wanted.ply)
    chapters = look(match, wanted.viewer).chapters if wanted.spoilers else sight.chapters
    viewers: list[Viewer] = [*range(match.game.players), None, OPEN] if match.open else [own]
    foreign = from_file(match.id)
    replay = {
        "ply": wanted.ply,
        "plies": match.ply if wanted.spoilers else None,
        "next": wanted.ply + 1 if wanted.ply < match.ply else None,
        "seat": _viewer_value(wanted.viewer),
        "spoilers": wanted.spoilers,
        "seats": [
            {"value": _viewer_value(viewer), "label": _viewer_label(viewer, sight.names)}
            for viewer in viewers
        ],
        "parts": _chapter_links(match, chapters, here=len(sight.chapters)),
        "move": sight.move,
        "told": _last_move_json(match, sight),
        "links": _share_links(match, wanted.viewer, own, sight, base) if match.open and not foreign else [],
        "players": list(sight.names)
        if match.open and match.over and wanted.ply < match.ply and not foreign
        else [],
    }
    path = replay_address(match, wanted).removeprefix(url(f"/table/{match.id}"))
    extras = {
        "coach": panel.coach,
        "coaching": panel.busy,
        "foreign": foreign,
        "preview": tags(match, wanted.spoilers, path),
    }
    hidden = {} if wanted.spoilers else {"seed": None, "kinds": _first_kinds(match)}
    return screen.replay_page(sight, replay, csrf, **hidden, **extras)


def _last_move_json(match: Match, sight: Sight) -> str:
    """The sentences about the last move and their cues, as JSON: a replay shows them while it plays."""
    first, end = sight.latest
    cues = staged(BOARDS[match.game.id].staging(match.game.options), sight.heard[:end], sight.said, first)
    sentences = list(sight.said[first:end])
    if sentences:
        return as_json({"say": sentences, "cues": cues})
    return as_json({"say": [sight.move] if sight.move else []})


def _first_kinds(match: Match) -> list[str]:
    """The seats' kinds as they were before anybody left a seat to a bot."""
    return ["human" if seat.kind == HUMAN or seat.left else "bot" for seat in match.seats]


def _share_links(
    match: Match, viewer: Viewer, own: int | None, sight: Sight, base: str
) -> list[dict[str, str]]:
    """Links to share: from the viewer's perspective, and with open cards."""
    perspectives: list[Viewer] = [viewer if own is None else own, OPEN]
    links = []
    for perspective in dict.fromkeys(perspectives):
        address = f"{base}/table/{match.id}/replay?seat={_viewer_value(perspective)}"
        words = _perspective_words(perspective, sight.names)
        links.append({"label": words, "address": address})
        without = _("{eyes}, without spoilers").format(eyes=words)
        links.append({"label": without, "address": f"{address}&spoilers=off"})
    return links


def _perspective_words(viewer: Viewer, names: tuple[str, ...]) -> str:
    if isinstance(viewer, int):
        return _("As {name} saw it").format(name=names[viewer])
    return _("With open cards") if viewer == OPEN else _("As spectators saw it")


def _chapter_links(match: Match, chapters: Sequence[Chapter], here: int) -> list[dict[str, Any]]:
    """The chapters for navigation, grouped by kind."""
    parts: list[dict[str, Any]] = []
    for chapter in chapters:
        label, mark = BOARDS[match.game.id].mark(chapter)
        if not parts or parts[-1]["label"] != label:
            parts.append({"label": label, "links": []})
        link = {"mark": mark, "title": chapter.title, "ply": chapter.ply, "here": chapter.number == here}
        parts[-1]["links"].append(link)
    return parts


def _viewer_value(viewer: Viewer) -> str:
    return "none" if viewer is None else str(viewer)


def _viewer_label(viewer: Viewer, names: tuple[str, ...]) -> str:
    if isinstance(viewer, int):
        return names[viewer]
    return _("Open cards") if viewer == OPEN else _("A spectator")
