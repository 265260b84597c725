"""Replays: a match as it was after one of its moves, seen through somebody's eyes, with or without a hint of
what came later.

Without spoilers a page holds nothing that depends on a later move: not how many there are, not who wins, not
the seed, from which every card could be dealt.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple

from markupsafe import Markup

from quarterdeck.i18n import _
from quarterdeck.tables.errors import NotFound
from quarterdeck.tables.match.match import OPEN, Match, Viewer
from quarterdeck.tables.match.sight import Chapter, Sight, look, may_look
from quarterdeck.tables.seats import HUMAN
from quarterdeck.web import screen
from quarterdeck.web.boards import BOARDS
from quarterdeck.web.paths import url

__all__ = ["Beside", "Wanted", "may_see", "replay_address", "replay_page"]


class Wanted(NamedTuple):
    """After how many moves, through whose eyes, and whether it may be told what came later."""

    ply: int
    viewer: Viewer
    spoilers: bool = True


class Beside(NamedTuple):
    """What the coach says (HTML), and whether it will soon say more."""

    coach: Markup
    busy: bool


def may_see(match: Match, wanted: Wanted, own: int | None) -> None:
    """Whether a browser that has this seat open may see a page. NotAllowed, NotFound."""
    may_look(match, own, wanted.viewer)
    if not (wanted.spoilers or wanted.ply <= match.ply):
        # `look` would say how many moves there are.
        raise NotFound(_("There is no such move in this match."))


def replay_address(match: Match, wanted: Wanted) -> str:
    """Where a page of a replay is found."""
    without = "" if wanted.spoilers else "&spoilers=off"
    return url(f"/table/{match.id}/replay?ply={wanted.ply}&seat={_value(wanted.viewer)}{without}")


def replay_page(match: Match, wanted: Wanted, own: int | None, csrf: str, base: str, beside: Beside) -> str:
    """The page of a match as it was. `own` is the seat that is open in this browser; `base` is where others
    reach the server, for links. NotAllowed, NotFound.
    """
    may_see(match, wanted, own)
    sight = look(match, wanted.viewer, wanted.ply)
    chapters = look(match, wanted.viewer).chapters if wanted.spoilers else sight.chapters
    others: list[Viewer] = [*range(match.game.players), None, OPEN] if match.open else [own]
    replay = {
        "ply": wanted.ply,
        "plies": match.ply if wanted.spoilers else None,
        "next": wanted.ply + 1 if wanted.ply < match.ply else None,
        "seat": _value(wanted.viewer),
        "spoilers": wanted.spoilers,
        "seats": [{"value": _value(viewer), "label": _label(viewer, sight.names)} for viewer in others],
        "parts": _parts(match, chapters, here=len(sight.chapters)),
        "move": sight.move,
        "links": _links(match, wanted.viewer, own, sight, base) if match.open else [],
        "players": list(sight.names) if match.over and wanted.ply < match.ply else [],
    }
    hidden = {} if wanted.spoilers else {"seed": None, "kinds": _first_kinds(match)}
    return screen.replay_page(sight, replay, csrf, **hidden, coach=beside.coach, coaching=beside.busy)


def _first_kinds(match: Match) -> list[str]:
    """As long as nobody had left their seat to a bot."""
    return ["human" if seat.kind == HUMAN or seat.left else "bot" for seat in match.seats]


def _links(match: Match, viewer: Viewer, own: int | None, sight: Sight, base: str) -> list[dict[str, str]]:
    """What can be shared: through one's own eyes, or those that are borrowed, and with open cards."""
    eyes: list[Viewer] = [viewer if own is None else own, OPEN]
    links = []
    for one in dict.fromkeys(eyes):
        address = f"{base}/table/{match.id}/replay?seat={_value(one)}"
        words = _told_by(one, sight.names)
        links.append({"label": words, "address": address})
        without = _("{eyes}, without spoilers").format(eyes=words)
        links.append({"label": without, "address": f"{address}&spoilers=off"})
    return links


def _told_by(viewer: Viewer, names: tuple[str, ...]) -> str:
    if isinstance(viewer, int):
        return _("As {name} saw it").format(name=names[viewer])
    return _("With open cards") if viewer == OPEN else _("As spectators saw it")


def _parts(match: Match, chapters: Sequence[Chapter], here: int) -> list[dict[str, Any]]:
    """The chapters to jump to, those of a kind together."""
    parts: list[dict[str, Any]] = []
    for chapter in chapters:
        label, mark = BOARDS[match.game.id].mark(chapter)
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
