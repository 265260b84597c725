"""First lessons: for each game what one plays in about ten minutes, told step by step."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from quarterdeck.lessons.cartagena import CARTAGENA
from quarterdeck.lessons.lesson import Guide, Lesson
from quarterdeck.lessons.meuterer import MEUTERER
from quarterdeck.lessons.mutiny import MUTINY

__all__ = ["COURSES", "Guide", "Lesson", "lesson", "next_of"]

# By game, its lessons in their order.
COURSES: Final[Mapping[str, tuple[Lesson, ...]]] = {
    "meuterer": MEUTERER,
    "cartagena": CARTAGENA,
    "mutiny": MUTINY,
}

_LESSONS: Final = {one.id: one for course in COURSES.values() for one in course}


def lesson(id_: str | None) -> Lesson | None:
    """The lesson of this id, if there is one."""
    return _LESSONS.get(id_ or "")


def next_of(id_: str) -> Lesson | None:
    """The lesson that follows this one in its course, if any."""
    course = COURSES[_LESSONS[id_].game]
    at = course.index(_LESSONS[id_]) + 1
    return course[at] if at < len(course) else None
