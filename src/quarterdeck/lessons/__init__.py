"""The lessons: each teaches part of a game in about ten minutes, step by step."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from typing import Final

from quarterdeck.lessons.lesson import Guide, Lesson
from quarterdeck.play import Faces

__all__ = ["COURSES", "Guide", "Lesson", "lesson", "next_of"]

# The lessons of each game that has some, in order.
COURSES: Final[Mapping[str, tuple[Lesson, ...]]] = Faces("lessons", lambda spec: ())


@cache
def _lessons_by_id() -> dict[str, Lesson]:
    return {one.id: one for course in COURSES.values() for one in course}


def lesson(id_: str | None) -> Lesson | None:
    """The lesson of this id, if there is one."""
    return _lessons_by_id().get(id_ or "")


def next_of(id_: str) -> Lesson | None:
    """The lesson that follows this one in its course, if any."""
    course = COURSES[_lessons_by_id()[id_].game]
    at = course.index(_lessons_by_id()[id_]) + 1
    return course[at] if at < len(course) else None
