"""Several seats to act at once: nobody waits for another, nothing is lost, nothing is played twice."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest

from quarterdeck.play import Action
from quarterdeck.tables.entry import now
from quarterdeck.tables.errors import StaleMove
from quarterdeck.tables.live.room import Room
from quarterdeck.tables.match import commands
from quarterdeck.tables.match.match import Match, Standpoint
from quarterdeck.tables.store.append import Write
from quarterdeck.tables.store.store import Store
from tests.tables.tables import NEVER, OWNER, in_a_duel, play, room_at, show

pytestmark = pytest.mark.anyio


def stored(room: Room, match: Match) -> Match:
    """This match at a table of the room."""
    room.store.add(match.row, match.summary())
    room.store.append([Write(match.id, match.entries, match.summary())])
    room.matches.show(match)
    return match


def first(match: Match, seat: int) -> Action:
    return match.position.legal(seat)[0]


def test_a_move_is_good_though_others_have_made_theirs_meanwhile() -> None:
    match = in_a_duel(humans=4)
    version, acting = match.version, match.position.to_act
    for seat in reversed(acting):
        play(match, seat, version, first(match, seat))
    assert [seat for seat, _action in match.record.moves[version:]] == list(reversed(acting))


def test_a_repeated_move_is_not_made_twice_wherever_it_stands() -> None:
    match = in_a_duel(humans=1)
    version, (one, other, third, *_rest) = match.version, match.position.to_act
    assert one == 0
    mine, another = match.position.legal(one)[:2]
    play(match, other, version, first(match, other))
    assert match.answer(one, version, mine) is None
    play(match, one, version, mine)
    assert match.answer(one, version, mine) == version + 2
    assert match.answer(one, version + 1, mine) == version + 2
    assert match.answer(one, version, another) is None
    play(match, third, version, first(match, third))
    for seen in (version, version + 2):
        with pytest.raises(StaleMove):
            play(match, one, seen, another)


def test_who_has_the_screen_next_learns_nothing_by_trying_what_was_laid() -> None:
    match = in_a_duel(humans=4)
    version, before, (one, *_rest) = match.version, match.number, match.position.to_act
    show(match, OWNER, one)
    play(match, one, version, first(match, one))
    assert match.standpoint(OWNER).seat != one
    for action in match.game.actions:
        assert commands.act(OWNER, one, version, action.text)(match, now()) == version + 1
        assert match.answer(one, version, action) == match.number
    # The entry that opened the seat, of which nobody else is to know, and its move.
    assert (match.number, match.version) == (before + 2, version + 1)


def test_a_page_of_a_round_that_is_over_is_stale() -> None:
    match = in_a_duel(humans=4)
    version, acting = match.version, match.position.to_act
    for seat in acting:
        play(match, seat, match.version, first(match, seat))
    again = next(seat for seat in match.position.to_act if seat in acting)
    for seen in (version, match.version + 1):
        with pytest.raises(StaleMove):
            match.check_fresh(again, seen)


class Moved:
    """A position after somebody's move, as little of it as counts."""

    def __init__(self, to_act: Sequence[int], legal: Sequence[Action]) -> None:
        self.to_act = tuple(to_act)
        self._legal = tuple(legal)

    def legal(self, _seat: int) -> tuple[Action, ...]:
        return self._legal


@pytest.mark.parametrize("change", ["nothing", "somebody joins", "somebody else leaves", "fewer actions"])
def test_a_decision_that_another_move_has_changed_is_another_one(change: str) -> None:
    match = in_a_duel(humans=4)
    version, (one, other, *rest) = match.version, match.position.to_act
    legal = match.position.legal(one)
    play(match, other, version, first(match, other))
    after = {
        "nothing": Moved([one, *rest], legal),
        "somebody joins": Moved([one, other, *rest], legal),
        "somebody else leaves": Moved([one], legal),
        "fewer actions": Moved([one, *rest], legal[1:]),
    }[change]
    altered: Any = after
    match.stages[-1] = altered
    if change == "nothing":
        play(match, one, version, legal[-1])
        assert match.version == version + 2
    else:
        with pytest.raises(StaleMove):
            play(match, one, version, legal[-1])


async def test_bots_move_together_and_do_not_wait_for_people(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    commits: list[list[int]] = []
    append = Store.append

    def counting(self: Store, writes: Sequence[Write]) -> None:
        commits.append([entry.seat for write in writes for entry in write.entries])
        append(self, writes)

    room = room_at(tmp_path)
    match = in_a_duel(humans=1)
    person, *bots = match.position.to_act
    assert person == 0
    version = match.version
    stored(room, match)
    monkeypatch.setattr(Store, "append", counting)
    with room.watch(match) as bell:
        room.scheduler.attend(match)
        await asyncio.wait_for(bell.wait(), 60)
        assert match.position.to_act == (person,)
        assert commits == [bots]
        mine = match.position.legal(person)[-1]
        clicks = await asyncio.gather(*(room.submit(match, person, version, mine) for _ in range(2)))
    assert clicks == [version + len(bots) + 1] * 2
    assert match.record.moves[version + len(bots)] == (person, mine)
    await room.close()


async def test_moves_that_arrive_together_are_all_made(tmp_path: Path) -> None:
    room = room_at(tmp_path, NEVER)
    match = stored(room, in_a_duel(humans=4))
    version, acting = match.version, match.position.to_act
    made = [room.submit(match, seat, version, first(match, seat)) for seat in acting]
    assert await asyncio.gather(*made) == [version + number for number in range(1, len(acting) + 1)]
    await room.close()


def test_the_screen_goes_round_among_those_who_are_still_to_act() -> None:
    match = in_a_duel(humans=4)
    handed: list[int] = []
    waiting = list(match.position.to_act)
    while waiting:
        curtain = match.standpoint(OWNER).curtain
        assert curtain == waiting[0]
        handed.append(curtain)
        show(match, OWNER, curtain)
        assert match.standpoint(OWNER) == Standpoint(curtain)
        action = first(match, curtain)
        match.check_actor(OWNER, curtain)
        play(match, curtain, match.version, action)
        waiting.remove(curtain)
    assert len(handed) == len(set(handed)) > 2
