"""The whole course of a match: it is there once the match is over, and nowhere before."""

from __future__ import annotations

import pytest

from quarterdeck.tables.errors import NotAllowed
from quarterdeck.tables.match.match import OPEN
from quarterdeck.tables.match.sight import look
from quarterdeck.tables.match.tale import tale_of
from tests.tables.tables import played


def test_nobody_is_told_while_the_match_goes_on() -> None:
    match = played(60)
    assert [look(match, viewer).tale for viewer in (0, 1, None)] == [None] * 3
    with pytest.raises(NotAllowed):
        tale_of(match)


def test_it_has_every_fact_once_with_its_move_and_chapter() -> None:
    match = played(10_000)
    tale = look(match, None).tale
    assert tale is not None
    assert [one.event for one in tale.happenings] == [
        event for position in match.positions for event in position.events
    ]
    assert all(one.event in tale.chapters[one.chapter].events for one in tale.happenings)
    assert [one.ply for one in tale.happenings] == sorted(one.ply for one in tale.happenings)
    assert tale.scores[-1] == match.position.scores
    assert tale.plies == match.ply
    assert tale.chapter_of(1) == 0
    assert tale.chapter_of(match.ply) == len(tale.chapters) - 1


def test_it_is_made_once_and_no_replay_has_it() -> None:
    match = played(10_000)
    assert look(match, 0).tale is look(match, OPEN).tale
    assert look(match, 0, match.ply).tale is None
