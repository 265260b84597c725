"""The pupil's commands in a lesson besides moves: read on, step back, restart."""

from __future__ import annotations

from quarterdeck.i18n import _
from quarterdeck.lessons import Lesson
from quarterdeck.play import Action
from quarterdeck.tables.errors import NotAllowed, OffCourse
from quarterdeck.tables.match.command import command
from quarterdeck.tables.match.match import Match
from quarterdeck.tables.match.terms import Terms
from quarterdeck.tables.seats import HUMAN, SCRIPTED, SUBSTITUTE
from quarterdeck.tables.store.rows import LESSON

__all__ = ["begin", "check_course", "go_back", "read_on"]


def begin(lesson: Lesson, owner: str) -> Match:
    """A lesson table for the owner with this hash: no other people sit there, and it is in no public list."""
    kinds = [HUMAN if seat == lesson.seat else SCRIPTED for seat in range(len(lesson.names))]
    return Match.fresh(lesson.record(), kinds, owner, Terms(talk=False), parent=(lesson.id, LESSON))


def check_course(match: Match, seat: int, action: Action) -> None:
    """Check that the lesson accepts a legal move now. Raises OffCourse. Illegal moves pass: the rules refuse
    them.
    """
    lesson = match.taught
    if lesson is None or action not in match.position.legal(seat):
        return
    view = match.position.view(lesson.seat)
    if why := lesson.refusal(match.at, action.text, view, match.isolated_names):
        raise OffCourse(why)


@command
def read_on(draft: Match, now: int, owner: str | None, at: int) -> int:
    """Turn the page after `at` items; after the last one, bots take the other seats. Repeated commands are
    idempotent.
    """
    lesson = _lesson_of_pupil(draft, owner)
    if draft.at != at or not lesson.stop(at):
        return draft.version
    if lesson.items[at].actions:
        raise OffCourse(_("Here it is up to you: do what is marked."))
    draft.add("turn", lesson.seat, now, pages=draft.pages + 1)
    if not draft.taught:
        for seat, there in enumerate(draft.seats):
            if there.kind == SCRIPTED:
                draft.add("sit", seat, now, bot=SUBSTITUTE)
    return draft.version


@command
def go_back(draft: Match, now: int, owner: str | None, at: int, anew: bool = False) -> int:
    """Go back to the pupil's last item before `at`; with `anew`, to the first."""
    lesson = _lesson_of_pupil(draft, owner)
    wanted = 0 if anew else lesson.before(at)
    if draft.at != at or wanted is None:
        return draft.version
    pages = lesson.turned(wanted)
    for _move in range(draft.ply - (wanted - pages)):
        draft.add("back", lesson.seat, now)
    if draft.pages != pages:
        draft.add("turn", lesson.seat, now, pages=pages)
    return draft.version


def _lesson_of_pupil(draft: Match, owner: str | None) -> Lesson:
    """The lesson in progress here; checks that the asker holds the pupil's seat. Raises NotAllowed."""
    if draft.taught is None:
        raise NotAllowed(_("There is no lesson at this table any more."))
    draft.check_holder(owner, draft.taught.seat)
    return draft.taught
