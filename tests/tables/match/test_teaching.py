"""The table of a lesson: what is taken, what is answered, the way back, and who plays on after it."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from quarterdeck.bots import BOTS
from quarterdeck.errors import IllegalAction
from quarterdeck.lessons import COURSES, Lesson
from quarterdeck.lessons.lesson import LessonStep
from quarterdeck.tables.entry import now
from quarterdeck.tables.errors import NotAllowed, OffCourse
from quarterdeck.tables.live import again
from quarterdeck.tables.match import commands, teaching
from quarterdeck.tables.match.command import Command
from quarterdeck.tables.match.match import Match
from quarterdeck.tables.match.sight import look
from quarterdeck.tables.seats import SUBSTITUTE
from tests.tables.tables import OWNER, room_open, until

pytestmark = pytest.mark.anyio

CAPTAIN, *_OTHERS = COURSES["meuterer"]
DUEL = COURSES["cartagena"][-1]


def begun(lesson: Lesson = CAPTAIN) -> Match:
    return teaching.begin(lesson, OWNER)


def on(match: Match) -> None:
    """One item of the script: read, done by the pupil, or made by one of the others."""
    assert match.lesson is not None
    item = match.lesson.items[match.at]
    if not item.actions:
        teaching.read_on(OWNER, match.at)(match, now())
    elif item.seat == match.lesson.seat:
        commands.act(OWNER, item.seat, match.version, item.actions[0])(match, now())
    else:
        scripted = match.scripted()
        assert scripted is not None
        commands.move(match.bots_to_act()[0], match.version, scripted, "bot")(match, now())


def through(match: Match, items: int | None = None) -> Match:
    assert match.lesson is not None
    while match.taught and (items is None or match.at < items):
        on(match)
    return match


def act(match: Match, action: str) -> None:
    commands.act(OWNER, 0, match.version, action)(match, now())


def test_what_the_lesson_does_not_take_is_answered_and_not_made() -> None:
    match = through(begun(), 1)
    with pytest.raises(OffCourse, match="stingy Captain"):
        act(match, "offer 3")
    with pytest.raises(IllegalAction, match="ME-30"):
        act(match, "show wine")
    assert match.ply == 0
    act(match, "offer 0")
    assert match.ply == 1


def test_before_a_page_is_turned_nothing_else_is_done_and_nobody_moves() -> None:
    match = begun()
    with pytest.raises(OffCourse, match="read on first"):
        act(match, "offer 0")
    assert match.bots_to_act() == []
    teaching.read_on(OWNER, 0)(match, now())
    teaching.read_on(OWNER, 0)(match, now())
    assert match.at == 1
    with pytest.raises(OffCourse, match="up to you"):
        teaching.read_on(OWNER, 1)(match, now())


def test_the_others_move_by_the_script_and_only_then() -> None:
    match = through(begun(), 3)
    assert match.scripted() is not None
    assert match.bots_to_act() == [1]
    with pytest.raises(OffCourse, match="not your turn"):
        teaching.check_course(match, 1, match.position.legal(1)[0])
    through(match, 6)
    assert match.scripted() is None
    assert match.bots_to_act() == []


def test_a_step_back_undoes_all_up_to_what_the_pupil_did_before() -> None:
    match = through(begun(), 6)
    seen = match.position
    on(match)
    teaching.go_back(OWNER, match.at)(match, now())
    assert (match.at, match.position) == (6, seen)
    for _step in range(9):
        teaching.go_back(OWNER, match.at)(match, now())
    assert (match.at, match.ply, match.pages) == (0, 0, 0)
    # What was asked of a page that has gone on since is nothing.
    through(match, 6)
    teaching.go_back(OWNER, 3)(match, now())
    assert match.at == 6


@pytest.mark.parametrize(("game", "title"), [("cartagena", "Round 5"), ("mutiny", "Turn 4")])
def test_the_log_begins_with_the_round_that_was_prepared(game: str, title: str) -> None:
    match = through(begun(COURSES[game][0]))
    assert look(match, match.humans[0]).chapters[0].title == title


def test_a_lesson_is_begun_anew_also_when_its_match_is_over() -> None:
    match = through(begun(DUEL), len(DUEL.items) - 1)
    assert match.over
    assert match.learned
    teaching.go_back(OWNER, match.at, anew=True)(match, now())
    assert (match.at, match.ply, match.over) == (0, 0, False)
    assert match.learned
    assert match.summary().standing["learned"]


def test_after_the_last_page_the_others_are_bots() -> None:
    match = through(begun())
    assert not match.taught
    assert all(seat.kind in BOTS for number, seat in enumerate(match.seats) if number != 0)
    assert match.bots_to_act() == [seat for seat in match.to_act if seat != 0]
    with pytest.raises(NotAllowed, match="no lesson"):
        teaching.go_back(OWNER, match.at)(match, now())
    sight = look(match, 0)
    assert sight.guide is not None
    assert sight.guide.done


def test_only_its_pupil_is_told_anything_and_turns_its_pages() -> None:
    match = begun()
    assert look(match, 0).guide is not None
    assert look(match, None).guide is None
    for command in (teaching.read_on("somebody", 0), teaching.go_back("somebody", 0)):
        with pytest.raises(NotAllowed):
            command(match, now())


@pytest.mark.parametrize(
    ("command", "sentence"),
    [
        (commands.plan(OWNER, 0, "leave"), "one thing comes after the other"),
        (commands.leave(OWNER, 0), "waits for you"),
        (commands.take_back(OWNER, 0), "a step back"),
    ],
)
def test_what_other_tables_have_beside_the_moves_a_lesson_has_not(command: Command, sentence: str) -> None:
    with pytest.raises(NotAllowed, match=sentence):
        command(through(begun(), 2), now())


def test_a_lesson_that_was_rewritten_meanwhile_is_over_and_its_table_goes_on(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    match = through(begun(), 4)
    other = replace(CAPTAIN, steps=(LessonStep("What?", ("ME-20",), do=("offer 3",)), *CAPTAIN.steps))
    monkeypatch.setattr("quarterdeck.tables.match.log.lesson", lambda _id: other)
    later = Match(match.row, match.entries)
    assert not later.taught
    assert later.position == match.position
    assert later.bot_of(1) == SUBSTITUTE
    monkeypatch.setattr("quarterdeck.tables.match.log.lesson", lambda _id: None)
    assert look(Match(match.row, match.entries), 0).guide is None


async def test_it_is_stored_and_goes_on_where_it_was(tmp_path: Path) -> None:
    async with room_open(tmp_path, pause=0) as room:
        match = await room.create(begun())
        await room.execute(match, teaching.read_on(OWNER, 0))
        await room.submit(match, 0, match.version, "offer 0")
        await room.submit(match, 0, match.version, "show conflict")
        # By themselves, and no further than to where the pupil is to act again.
        await until(lambda: match.at == 6)
        await room.execute(match, teaching.go_back(OWNER, 6))
        room.matches.drop(match.id)
        again_here = await room.get(match.id)
        assert (again_here.at, again_here.pages, again_here.ply) == (2, 1, 1)
        assert again_here.taught


async def test_no_list_of_matches_shows_it(tmp_path: Path) -> None:
    async with room_open(tmp_path) as room:
        match = await room.create(through(begun(DUEL), 1))
        over = await room.create(through(begun(DUEL), len(DUEL.items) - 1))
        assert await room.listed(OWNER) == []
        assert await room.finished(OWNER, 9) == []
        assert [row.id for row, _summary in await room.lessons(OWNER)] == [over.id, match.id]
        for state in ("waiting", "running", "over"):
            assert await room.lobby(state) == []
        assert await room.lessons("somebody") == []


async def test_a_rematch_of_a_lesson_that_was_played_to_its_end_is_against_bots(tmp_path: Path) -> None:
    async with room_open(tmp_path) as room:
        match = await room.create(begun(DUEL))
        while match.at < len(DUEL.items) - 1:
            item = DUEL.items[match.at]
            if not item.actions:
                await room.execute(match, teaching.read_on(OWNER, match.at))
            elif item.seat == DUEL.seat:
                await room.submit(match, item.seat, match.version, item.actions[0])
            else:
                await room.execute(
                    match, commands.move(item.seat, match.version, match.game.action(item.actions[0]), "bot")
                )
        new = await room.get(await again.rematch(room, match, OWNER))
        assert sorted(new.row.kinds) == ["human", SUBSTITUTE, SUBSTITUTE]
        assert new.lesson is None
