"""A lesson on pages: the boatswain's words, the buttons, and courses in lists."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from quarterdeck.i18n import _
from quarterdeck.lessons import COURSES, Guide, lesson, next_of
from quarterdeck.play import find
from quarterdeck.tables.store.rows import Summary, TableRow
from quarterdeck.web.boards import BOARDS

__all__ = ["courses", "guidance"]


def guidance(guide: Guide | None) -> dict[str, Any]:
    """``guide`` and ``advised`` of a page's context (`markup`); {} without a lesson.

    ``guide`` has the fields of `Guide`, and besides ``next`` (the next part's title and id, or None),
    ``parts`` (their number), ``begin`` (the label of the button that begins a game), ``moves`` (whether
    others are moving) and ``aim`` (how one wins; "" after the lesson's start).
    """
    if guide is None:
        return {}
    next_lesson = next_of(guide.lesson)
    fields = {
        **guide._asdict(),
        "begin": BOARDS[guide.game].cover().button,
        "parts": len(COURSES[guide.game]),
        "next": next_lesson and {"id": next_lesson.id, "title": _(next_lesson.title)},
        "aim": "" if guide.at else find(guide.game).glance.aim,
        "moves": not (guide.do or guide.reads or guide.done),
    }
    return {"guide": fields, "advised": (guide.do,)}


def courses(own: Iterable[tuple[TableRow, Summary]]) -> dict[str, list[dict[str, Any]]]:
    """Lessons by game: ``[{"id", "title", "about", "learned", "table"}, …]``.

    `own` are a guest's tables, the newest first. ``table`` is the first of them at which the lesson is in
    progress, or None.
    """
    tables = [
        (row.parent, row.id, summary.standing.get("learned"), summary.standing.get("taught"))
        for row, summary in own
        if lesson(row.parent)
    ]
    return {
        game: [
            {
                "id": part.id,
                "title": _(part.title),
                "about": _(part.about),
                "learned": any(learned for id_, _table, learned, _taught in tables if id_ == part.id),
                "table": next(
                    (table for id_, table, _learned, taught in tables if id_ == part.id and taught), None
                ),
            }
            for part in course
        ]
        for game, course in COURSES.items()
    }
