"""Playing on from a match that is over: rematches and branches."""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest

from quarterdeck.play import Record
from quarterdeck.tables.errors import NotAllowed, NotFound
from quarterdeck.tables.live import again
from quarterdeck.tables.live.room import Room
from quarterdeck.tables.match import commands
from quarterdeck.tables.match.command import Command
from quarterdeck.tables.match.match import Match
from quarterdeck.tables.match.sight import look
from quarterdeck.tables.match.terms import Terms
from quarterdeck.tables.seats import HUMAN, SUBSTITUTE, VACANT
from tests.tables.tables import finished, record, room_open

pytestmark = pytest.mark.anyio

TERMS = Terms("slow", days=3, take_back=False)


async def played_out(room: Room, seats: list[str] | None = None, public: bool = False) -> Match:
    """A finished match: Ann and Ben are people, each with a browser, and two bots."""
    match = await room.create(
        Match.fresh(record(), seats or [HUMAN, VACANT, "random", "random"], "ann", TERMS, public)
    )
    if not match.begun:
        await room.execute(match, commands.sit("ben", 1, "Benedict"))
    await finished(room, match)
    return match


async def test_everybody_sits_one_seat_further_on_and_others_are_waited_for(tmp_path: Path) -> None:
    async with room_open(tmp_path) as room:
        old = await played_out(room, public=True)
        new = await room.get(await again.rematch(room, old, "ben"))
        assert new.row.names == ["Dan", "Ann", "Benedict", "Cleo"]
        assert new.row.kinds == ["random", VACANT, HUMAN, "random"]
        assert new.seats_of("ben") == (2,)
        assert not new.seats_of("ann")
        assert (new.game.options, new.terms, new.row.public) == (old.game.options, TERMS, True)
        assert (new.row.parent, new.row.relation) == (old.id, "rematch")
        assert new.record.seed != old.record.seed
        assert new.row.setup is None
        assert not new.begun


async def test_names_of_before_that_look_alike_are_told_apart(tmp_path: Path) -> None:
    async with room_open(tmp_path) as room:
        names = ["Jos\u00e9", "Jose\u0301", "Cleo", "Dan"]
        twins = Record(record().game, "seven", names)
        old = await room.create(Match.fresh(twins, [HUMAN, "random", "random", "random"], "ann"))
        await finished(room, old)
        new = await room.get(await again.rematch(room, old, "ann"))
        assert new.row.names == ["Dan", names[0], f"{names[1]} 2", "Cleo"]
        branch = await room.create(again.branch(old, "ann", 0, 5))
        assert branch.row.names == [names[0], f"{names[1]} 2", "Cleo", "Dan"]
        assert old.names == names


async def test_who_asks_later_or_at_once_finds_the_same_table(tmp_path: Path) -> None:
    async with room_open(tmp_path) as room:
        old = await played_out(room)
        asked = [again.rematch(room, old, owner) for owner in ("ann", "ben", "ann")]
        found = {*await asyncio.gather(*asked), await again.rematch(room, old, "ben")}
        assert len(found) == 1
        assert [entry.kind for entry in old.entries].count("rematch") == 1


async def test_who_joins_a_rematch_sits_on_the_seat_that_is_kept_for_them(tmp_path: Path) -> None:
    async with room_open(tmp_path) as room:
        old = await played_out(room)
        new = await room.get(await again.rematch(room, old, "ben"))
        assert await again.rematch(room, old, "ann") == new.id
        assert (new.seats_of("ann"), new.names[1], new.begun) == ((1,), "Ann", True)


async def test_who_plays_together_at_one_screen_joins_a_rematch_together(tmp_path: Path) -> None:
    async with room_open(tmp_path) as room:
        old = await played_out(room, [HUMAN, VACANT, HUMAN, "random"])
        new = await room.get(await again.rematch(room, old, "ben"))
        assert new.row.kinds == ["random", VACANT, HUMAN, VACANT]
        assert await again.rematch(room, old, "ann") == new.id
        assert (new.seats_of("ann"), new.begun) == ((1, 3), True)
        assert [new.names[1], new.names[3]] == ["Ann", "Cleo"]


async def test_who_plays_together_gets_the_seats_that_are_left(tmp_path: Path) -> None:
    async with room_open(tmp_path) as room:
        old = await played_out(room, [HUMAN, VACANT, HUMAN, "random"])
        new = await room.get(await again.rematch(room, old, "ben"))
        await room.execute(new, commands.sit("dan", 1, "Daniel"))
        for _twice in range(2):
            assert await again.rematch(room, old, "ann") == new.id
            assert (new.seats_of("ann"), new.names[3]) == ((3,), "Cleo")


async def test_no_log_names_who_has_the_seat_that_was_kept(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level("INFO")
    async with room_open(tmp_path) as room:
        old = await room.create(Match.fresh(record(), [HUMAN, VACANT, VACANT, "random"], "ann", TERMS))
        for seat, name in ((1, "Benedict"), (2, "Cleopatra")):
            await room.execute(old, commands.sit(name, seat, name))
        await finished(room, old)
        new = await room.get(await again.rematch(room, old, "Benedict"))
        await room.execute(new, commands.sit("dan", 1, "Daniel"))
        assert await again.rematch(room, old, "ann") == new.id
    assert "does not sit down at once: NotAllowed" in caplog.text
    assert "Daniel" not in caplog.text


@pytest.mark.parametrize("order", [("ben", "ann", "cleo"), ("ann", "cleo", "ben"), ("cleo", "ann", "ben")])
async def test_who_has_taken_their_seat_to_another_device_joins_a_rematch_there(
    tmp_path: Path, order: tuple[str, ...]
) -> None:
    async with room_open(tmp_path) as room:
        old = await room.create(Match.fresh(record(), [HUMAN, VACANT, HUMAN, "random"], "ann", TERMS))
        await room.execute(old, commands.hand("ann", 2, "cleo"))
        await room.execute(old, commands.sit("ben", 1, "Benedict"))
        await finished(room, old)
        (table,) = {await again.rematch(room, old, owner) for owner in order}
        new = await room.get(table)
        assert [new.seats_of(owner) for owner in ("ann", "ben", "cleo")] == [(1,), (2,), (3,)]


@pytest.mark.parametrize("other", [commands.sit("dan", 1, "Daniel"), commands.fill("ben", "random")])
async def test_who_comes_when_a_rematch_has_begun_without_them_hears_so(
    tmp_path: Path, other: Command
) -> None:
    async with room_open(tmp_path) as room:
        old = await played_out(room)
        new = await room.get(await again.rematch(room, old, "ben"))
        await room.execute(new, other)
        assert new.begun
        with pytest.raises(NotAllowed, match="has begun, and your seat there is taken"):
            await again.rematch(room, old, "ann")
        assert await again.rematch(room, old, "ben") == new.id


async def test_the_old_table_tells_of_it_also_after_a_restart(tmp_path: Path) -> None:
    async with room_open(tmp_path) as room:
        old = await played_out(room)
        table = await again.rematch(room, old, "ben")
        for match in (old, Match.stored(room.store.table(old.id))):
            assert match.rematch == (table, 1)
            assert look(match, 0).rematch == (table, 1)
            # Who has that address can take a seat.
            assert look(match, None).rematch is None


async def test_at_a_public_table_everybody_is_told(tmp_path: Path) -> None:
    async with room_open(tmp_path) as room:
        old = await played_out(room, public=True)
        table = await again.rematch(room, old, "ann")
        assert look(old, None).rematch == (table, 0)


async def test_after_a_rematch_was_closed_there_can_be_another(tmp_path: Path) -> None:
    async with room_open(tmp_path) as room:
        old = await played_out(room)
        first = await room.get(await again.rematch(room, old, "ann"))
        await room.execute(first, commands.close("ann"))
        second = await again.rematch(room, old, "ben")
        assert second != first.id
        assert old.rematch == (second, 1)


async def test_only_who_played_can_ask_and_only_at_the_end(tmp_path: Path) -> None:
    async with room_open(tmp_path) as room:
        old = await played_out(room)
        with pytest.raises(NotAllowed, match=r"^Only who had a seat at this table .*\.$"):
            await again.rematch(room, old, "dan")
        running = await room.create(Match.fresh(record(), [HUMAN, *["random"] * 3], "ann"))
        with pytest.raises(NotAllowed, match=r"^A rematch can be asked for when the match is over\.$"):
            await again.rematch(room, running, "ann")
        for match in (old, running):
            assert room.store.rematch(match.id) is None
            assert match.rematch is None


async def test_people_at_one_screen_keep_it(tmp_path: Path) -> None:
    async with room_open(tmp_path) as room:
        old = await played_out(room, [HUMAN, HUMAN, "random", "random"])
        new = await room.get(await again.rematch(room, old, "ann"))
        assert new.seats_of("ann") == (1, 2)
        assert new.begun


async def test_a_branch_goes_on_from_a_position_with_the_same_seed_against_bots(tmp_path: Path) -> None:
    async with room_open(tmp_path) as room:
        old = await played_out(room, public=True)
        for ply in (0, 17, old.ply - 1):
            made = await room.create(again.branch(old, "dan", 2, ply))
            assert made.position == old.positions[ply]
            assert made.positions == old.positions[: ply + 1]
            assert made.record.seed == old.record.seed
            assert made.row.kinds == [SUBSTITUTE, SUBSTITUTE, HUMAN, SUBSTITUTE]
            assert made.seats_of("dan") == (2,)
            assert not made.row.public
            assert (made.row.parent, made.row.relation) == (old.id, "branch")
            assert Match.stored(room.store.table(made.id)).positions == made.positions


async def test_moves_of_a_branch_go_on_from_its_prelude(tmp_path: Path) -> None:
    async with room_open(tmp_path) as room:
        old = await played_out(room)
        seat, action = old.record.moves[20]
        made = await room.create(again.branch(old, "ann", seat, 20))
        assert await room.submit(made, seat, 0, action) == 1
        assert made.ply == 21
        assert made.position == old.positions[21]
        sight = look(made, seat)
        assert (sight.branch, sight.ply, sight.version) == (20, 21, 1)
        assert look(old, seat).branch is None


async def test_a_branch_from_where_there_is_none_is_refused(tmp_path: Path) -> None:
    async with room_open(tmp_path) as room:
        old = await played_out(room)
        for seat, ply in ((4, 3), (-1, 3), (0, -1), (0, old.ply), (0, 10**6)):
            with pytest.raises(NotFound):
                await room.create(again.branch(old, "ann", seat, ply))
        running = await room.create(Match.fresh(Record(old.game), [HUMAN, *["random"] * 3], "ann"))
        with pytest.raises(NotAllowed, match="when the match is over"):
            await room.create(again.branch(running, "ann", 0, 0))
        assert len(room.store.of_owner("ann", 9)) == 2
