"""The whole course of a match: it is there once the match is over, and nowhere before."""

from __future__ import annotations

import pytest

from quarterdeck.tables.errors import NotAllowed
from quarterdeck.tables.match.match import OPEN
from quarterdeck.tables.match.sight import look
from quarterdeck.tables.match.timeline import timeline_of
from tests.tables.tables import played


def test_nobody_is_told_while_the_match_goes_on() -> None:
    match = played(60)
    assert [look(match, viewer).timeline for viewer in (0, 1, None)] == [None] * 3
    with pytest.raises(NotAllowed):
        timeline_of(match)


def test_it_has_every_fact_once_with_its_move_and_chapter() -> None:
    match = played(10_000)
    timeline = look(match, None).timeline
    assert timeline is not None
    assert [one.event for one in timeline.happenings] == [
        event for position in match.positions for event in position.events
    ]
    assert all(one.event in timeline.chapters[one.chapter].events for one in timeline.happenings)
    assert [one.ply for one in timeline.happenings] == sorted(one.ply for one in timeline.happenings)
    assert timeline.scores[-1] == match.position.scores
    assert timeline.plies == match.ply
    assert timeline.chapter_of(1) == 0
    assert timeline.chapter_of(match.ply) == len(timeline.chapters) - 1


def test_it_is_made_once_and_no_replay_has_it() -> None:
    match = played(10_000)
    assert look(match, 0).timeline is look(match, OPEN).timeline
    assert look(match, 0, match.ply).timeline is None
