"""What a pupil may do at the table of a lesson beside the moves: read on, go a step back, begin anew."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

from quarterdeck.i18n import _
from quarterdeck.lessons import Lesson
from quarterdeck.play import Action
from quarterdeck.tables.errors import NotAllowed, OffCourse
from quarterdeck.tables.match.match import Match
from quarterdeck.tables.match.terms import Terms
from quarterdeck.tables.seats import HUMAN, SCRIPTED, STAND_IN
from quarterdeck.tables.store.rows import LESSON

__all__ = ["begin", "check_course", "go_back", "read_on"]


def begin(lesson: Lesson, owner: str) -> Match:
    """A table for a lesson, of whoever has this hash: nobody else sits there, and no list shows it."""
    kinds = [HUMAN if seat == lesson.seat else SCRIPTED for seat in range(len(lesson.names))]
    return Match.fresh(lesson.record(), kinds, owner, Terms(talk=False), parent=(lesson.id, LESSON))


def check_course(match: Match, seat: int, action: Action) -> None:
    """OffCourse for a legal move that the lesson does not take now. What is not legal is for the rules to
    refuse.
    """
    lesson = match.taught
    if lesson is None or action not in match.position.legal(seat):
        return
    view = match.position.view(lesson.seat)
    if why := lesson.refusal(match.at, action.text, view, match.called):
        raise OffCourse(why)


def read_on(owner: str | None, at: int) -> Callable[[Match, int], int]:
    """Turn the page that is read after `at` items; after the last one the others are bots. What has been
    done already is no error.
    """
    return partial(_read_on, owner, at)


def _read_on(owner: str | None, at: int, draft: Match, now: int) -> int:
    lesson = _checked(draft, owner)
    if draft.at != at or not lesson.stop(at):
        return draft.version
    if lesson.items[at].actions:
        raise OffCourse(_("Here it is up to you: do what is marked."))
    draft.add("turn", lesson.seat, now, pages=draft.pages + 1)
    if not draft.taught:
        for seat, there in enumerate(draft.seats):
            if there.kind == SCRIPTED:
                draft.add("sit", seat, now, bot=STAND_IN)
    return draft.version


def go_back(owner: str | None, at: int, anew: bool = False) -> Callable[[Match, int], int]:
    """Back to the pupil's last item before `at`, or, to begin `anew`, to the first."""
    return partial(_go_back, owner, at, anew)


def _go_back(owner: str | None, at: int, anew: bool, draft: Match, now: int) -> int:
    lesson = _checked(draft, owner)
    wanted = 0 if anew else lesson.before(at)
    if draft.at != at or wanted is None:
        return draft.version
    pages = lesson.turned(wanted)
    for _move in range(draft.ply - (wanted - pages)):
        draft.add("back", lesson.seat, now)
    if draft.pages != pages:
        draft.add("turn", lesson.seat, now, pages=pages)
    return draft.version


def _checked(draft: Match, owner: str | None) -> Lesson:
    """The lesson that goes on here, of whoever holds the pupil's seat. NotAllowed."""
    if draft.taught is None:
        raise NotAllowed(_("There is no lesson at this table any more."))
    draft.check_holder(owner, draft.taught.seat)
    return draft.taught
