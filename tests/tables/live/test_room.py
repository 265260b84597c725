from __future__ import annotations

import asyncio
import sqlite3
import threading
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from unittest.mock import Mock

import pytest
from sqlalchemy.exc import OperationalError

from quarterdeck.errors import ActionTextError, IllegalAction
from quarterdeck.i18n import use
from quarterdeck.tables.entry import Entry, now
from quarterdeck.tables.errors import NotFound, Outdated, StaleMove, StoreError
from quarterdeck.tables.live import commit, registry
from quarterdeck.tables.live.room import Room
from quarterdeck.tables.match import commands
from quarterdeck.tables.match.match import Match
from quarterdeck.tables.seats import HUMAN, VACANT
from quarterdeck.tables.store.append import Write
from quarterdeck.tables.store.forgetting import MessageId
from quarterdeck.tables.store.store import Store
from tests.tables.tables import NEVER, OWNER, ann_first, began, kinds, moves_of, record, room_at, room_open

pytestmark = pytest.mark.anyio


async def test_a_move_is_made_and_stored(tmp_path: Path) -> None:
    room = room_at(tmp_path, NEVER)
    match = await began(room)
    assert await room.submit(match, 0, 0, "offer 2") == 1
    assert match.version == 1
    assert moves_of(Store(tmp_path / "quarterdeck.sqlite3"), match.id) == [(0, "offer 2")]
    await room.close()


async def test_the_seats_are_stored_as_they_are_after_every_entry(tmp_path: Path) -> None:
    wished = [
        commands.sit("ben", 1, "Ben"),
        commands.rename("ben", 1, "Benno"),
        commands.sit("cleo", 2, "Cleo"),
        commands.leave("cleo", 2),
        commands.fill(OWNER, "random"),
        commands.hand("ben", 1, "ben's telephone"),
        commands.revoke("ben", 1),
        commands.plan(OWNER, 0, "leave"),
        lambda draft, at: commands.away(1, draft.version)(draft, at),
        commands.come_back("ben", 1),
        commands.leave("ben", 1),
        commands.sit("dora", 1, "Dora"),
    ]

    room = room_at(tmp_path, NEVER)
    match = await room.create(Match.fresh(record(ann_first()), [HUMAN, *[VACANT] * 3], OWNER))
    for command in wished:
        number = match.number
        await room.execute(match, command)
        assert match.number > number
        assert room.store.table(match.id).summary.seats == match.summary().seats
        if match.running:
            seat = match.to_act[0]
            await room.submit(match, seat, match.version, match.position.legal(seat)[0])
            assert room.store.table(match.id).summary.seats == match.summary().seats
    await room.close()


async def test_a_stale_move_changes_nothing(tmp_path: Path) -> None:
    room = room_at(tmp_path, NEVER)
    match = await began(room)
    await room.submit(match, 0, 0, "offer 2")
    position = match.position
    with pytest.raises(StaleMove, match="out of date"):
        await room.submit(match, 0, 0, "offer 3")
    with pytest.raises(StaleMove):
        await room.submit(match, 0, 7, "leave")
    assert match.position is position
    assert match.version == 1
    await room.close()


async def test_a_double_click_is_one_move(tmp_path: Path) -> None:
    room = room_at(tmp_path, NEVER)
    match = await began(room)
    clicks = await asyncio.gather(*(room.submit(match, 0, 0, "offer 2") for _ in range(3)))
    assert clicks == [1, 1, 1]
    assert await room.submit(match, 0, 0, "offer 2") == 1
    assert match.version == 1
    await room.close()


async def test_an_illegal_move_cites_its_rule_and_changes_nothing(tmp_path: Path) -> None:
    room = room_at(tmp_path, NEVER)
    match = await began(room)
    with pytest.raises(IllegalAction) as illegal:
        await room.submit(match, 0, 0, "show wine")
    assert illegal.value.rule.startswith("ME-")
    with pytest.raises(ActionTextError):
        await room.submit(match, 0, 0, "mutiny now")
    assert match.version == 0
    await room.close()


@pytest.fixture
def commits(monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """How many entries each commit has stored since."""
    counts: list[int] = []
    append = Store.append

    def counting(store: Store, writes: Sequence[Write]) -> None:
        counts.append(len(writes))
        append(store, writes)

    monkeypatch.setattr(Store, "append", counting)
    return counts


def test_moves_of_one_turn_of_the_loop_share_a_commit(tmp_path: Path, commits: list[int]) -> None:
    async def run() -> None:
        room = room_at(tmp_path, NEVER)
        matches = [await began(room) for _ in range(5)]
        await asyncio.gather(*(room.submit(match, 0, 0, "offer 1") for match in matches))
        await room.close()

    asyncio.run(run())
    assert commits == [5]


async def test_moves_that_come_in_soon_after_a_commit_share_the_next_one(
    tmp_path: Path, commits: list[int], monkeypatch: pytest.MonkeyPatch
) -> None:
    asked, go_on = list[float](), asyncio.Event()

    async def wait(seconds: float) -> None:
        asked.append(seconds)
        await go_on.wait()

    monkeypatch.setattr(commit, "APART", NEVER)
    monkeypatch.setattr(commit, "asyncio", Mock(wraps=asyncio, sleep=wait))
    room = room_at(tmp_path, NEVER)
    try:
        matches = [await began(room) for _table in range(3)]
        first, *others = [room.submit(match, 0, 0, "offer 1") for match in matches]
        await first
        waiting = []
        for other in others:
            waiting.append(asyncio.create_task(other))
            await asyncio.sleep(0.01)
        assert commits == [1]
        assert [0 < seconds <= NEVER for seconds in asked] == [True]
        go_on.set()
        await asyncio.gather(*waiting)
        assert commits == [1, 2]
    finally:
        await room.close()


async def test_nobody_is_told_of_what_is_not_stored(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def full(_self: Store, _writes: Sequence[Write]) -> None:
        raise OperationalError("INSERT", {}, sqlite3.OperationalError("database or disk is full"))

    room = room_at(tmp_path, NEVER)
    match = await began(room)
    with room.watch(match) as bell:
        with monkeypatch.context() as patch:
            patch.setattr(Store, "append", full)
            with pytest.raises(StoreError, match="could not be stored"):
                await room.submit(match, 0, 0, "offer 2")
        assert match.version == 0
        assert match.position.to_json()["offer"] is None
        with pytest.raises(TimeoutError):
            await asyncio.wait_for(bell.wait(), 0.05)
        await room.submit(match, 0, 0, "offer 1")
        await asyncio.wait_for(bell.wait(), 30)
    await room.close()


async def test_who_sent_a_move_gets_an_answer_whatever_keeps_it_from_being_stored(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    def broken(_match: Match, _wake_at: int | None) -> None:
        raise AttributeError("a bug in a game")

    room = room_at(tmp_path, NEVER)
    match, bystander = await began(room), await began(room)
    with monkeypatch.context() as patch:
        patch.setattr(Match, "summary", broken)
        moves = [room.submit(one, 0, 0, "offer 2") for one in (match, bystander)]
        async with asyncio.timeout(60):
            outcomes = await asyncio.gather(*moves, return_exceptions=True)
    assert [type(outcome) for outcome in outcomes] == [StoreError, StoreError]
    assert "a bug in a game" in caplog.text
    assert match.version == 0
    assert await room.submit(match, 0, 0, "offer 2") == 1
    await room.close()


async def test_half_of_a_wish_is_not_stored_and_takes_nothing_else_along(tmp_path: Path) -> None:
    def half(draft: Match, at: int) -> int:
        draft.add("leave", 1, at, bot="random")
        raise RuntimeError("a defect of ours")

    room = room_at(tmp_path, NEVER)
    match, bystander = await began(room), await began(room)
    outcomes = await asyncio.gather(
        room.submit(match, 0, 0, "offer 2"),
        room.submit(bystander, 0, 0, "offer 1"),
        room.execute(match, half),
        return_exceptions=True,
    )
    assert list(outcomes[:2]) == [1, 1]
    assert isinstance(outcomes[2], RuntimeError)
    for one in (match, bystander):
        assert [entry.kind for entry in room.store.since({one.id: 0})[one.id]] == ["move"]
        assert one.version == 1
    await room.close()


async def test_a_move_that_another_server_made_first_wins(tmp_path: Path) -> None:
    room, other = room_at(tmp_path, NEVER), room_at(tmp_path, NEVER)
    match, bystander = await began(room), await began(room)
    await other.submit(await other.get(match.id), 0, 0, "offer 3")
    outcomes = await asyncio.gather(
        room.submit(match, 0, 0, "offer 0"),
        room.submit(bystander, 0, 0, "offer 2"),
        return_exceptions=True,
    )
    assert isinstance(outcomes[0], StaleMove)
    assert outcomes[1] == 1
    reloaded = await room.get(match.id)
    assert [str(action) for _seat, action in reloaded.record.moves] == ["offer 3"]
    assert moves_of(Store(tmp_path / "quarterdeck.sqlite3"), bystander.id) == [(0, "offer 2")]
    await room.close()
    await other.close()


async def until_over(room: Room, id_: str) -> Match:
    match = await room.get(id_)
    with room.watch(match) as bell:
        while not match.over:
            await asyncio.wait_for(bell.wait(), 30)
    return match


async def test_bots_play_a_match_to_its_end(tmp_path: Path) -> None:
    room = room_at(tmp_path)
    match = await until_over(room, (await began(room, humans=0)).id)
    assert match.record.verify().over
    assert [summary.standing["winners"] for _row, summary in await room.listed(OWNER)] == [
        list(match.position.winners)
    ]
    await room.close()


async def test_a_match_goes_on_where_it_was_after_a_restart(tmp_path: Path) -> None:
    room = room_at(tmp_path)
    id_ = (await began(room, humans=0)).id
    match = await room.get(id_)
    with room.watch(match) as bell:
        while match.version < 20:
            await asyncio.wait_for(bell.wait(), 30)
    await room.close()
    before = list(match.record.moves)
    again = room_at(tmp_path)
    again.resume()
    later = await until_over(again, id_)
    assert later.record.moves[: len(before)] == before
    await again.close()


async def test_unknown_outdated_and_damaged_matches_are_one_sentence_each(tmp_path: Path) -> None:
    room = room_at(tmp_path, NEVER)
    store = Store(tmp_path / "quarterdeck.sqlite3")
    match = await began(room)
    row, summary = match.row, match.summary()
    store.add(replace(row, id="older", rules_version=0), summary)
    store.add(replace(row, id="damaged"), summary)
    impossible = Entry(1, now(), "move", 0, {"action": "return wine", "by": "player"})
    store.append([Write("damaged", [impossible], summary)])
    with pytest.raises(NotFound):
        await room.get("nowhere")
    with pytest.raises(Outdated, match="version 0 of the rules"):
        await room.get("older")
    with pytest.raises(Outdated, match="don't agree"):
        await room.get("damaged")
    await room.close()


async def test_matches_that_nobody_uses_leave_the_memory(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(registry, "MOST_LOADED", 3)

    room = room_at(tmp_path, NEVER)
    matches = [await began(room, humans=4) for _ in range(3)]
    with room.watch(matches[0]):
        await room.get(matches[1].id)
        await began(room, humans=4)
        assert await room.get(matches[0].id) is matches[0]
        assert await room.get(matches[1].id) is matches[1]
        assert await room.get(matches[2].id) is not matches[2]
    await room.close()


async def test_no_move_waits_while_somebody_s_words_are_looked_for(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    found, go_on = Store.said_by, threading.Event()

    def slow(store: Store, owner: str) -> list[MessageId]:
        assert go_on.wait(90)
        return found(store, owner)

    monkeypatch.setattr(Store, "said_by", slow)
    async with room_open(tmp_path, NEVER) as room:
        match = await began(room)
        await room.say(match, OWNER, "Land ahoy!", "all")
        forgetting = asyncio.create_task(room.forget(OWNER))
        await asyncio.sleep(0)
        try:
            async with asyncio.timeout(60):
                assert await room.submit(match, 0, 0, "offer 2") == 1
            assert not forgetting.done()
        finally:
            go_on.set()
        await forgetting
        assert [message.text for message in await room.chat.at(match)] == [""]


async def test_each_sender_of_a_shared_commit_is_refused_in_their_own_language(tmp_path: Path) -> None:
    async def refused(language: str, version: int) -> str:
        with use(language), pytest.raises(StaleMove) as stale:
            await room.submit(match, 0, version, "offer 1")
        return str(stale.value)

    async with room_open(tmp_path, NEVER) as room:
        match = await began(room)
        await room.submit(match, 0, 0, "offer 2")
        told = await asyncio.gather(*(refused(language, 0) for language in ("de", "en", "fr")))
    assert [sentence.split()[0] for sentence in told] == ["Diese", "This", "Cette"]


async def test_each_sender_learns_in_their_own_language_that_there_is_no_table(tmp_path: Path) -> None:
    async def missing(language: str) -> str:
        with use(language), pytest.raises(NotFound) as error:
            await room.execute(unstored, commands.move(0, 0, unstored.game.action("offer 1")))
        return str(error.value)

    async with room_open(tmp_path, NEVER) as room:
        unstored = Match.fresh(record(), kinds(4), OWNER)
        told = await asyncio.gather(*map(missing, ("de", "en", "fr")))
    assert len({*told}) == 3


async def test_each_sender_is_told_in_their_own_language_that_nothing_was_stored(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def full(_self: Store, _writes: Sequence[Write]) -> None:
        raise OperationalError("INSERT", {}, sqlite3.OperationalError("database or disk is full"))

    async def lost(language: str, match: Match) -> str:
        with use(language), pytest.raises(StoreError) as error:
            await room.submit(match, 0, 0, "offer 1")
        return str(error.value)

    async with room_open(tmp_path, NEVER) as room:
        one, other = await began(room), await began(room)
        monkeypatch.setattr(Store, "append", full)
        told = await asyncio.gather(lost("de", one), lost("fr", other))
    assert [sentence.split()[0] for sentence in told] == ["Der", "Le"]
