"""Who is absent, as the server finds it out: by what is stored and by who was there just now."""

from __future__ import annotations

from pathlib import Path

import pytest
from sqlalchemy.exc import OperationalError

from quarterdeck.tables.entry import now
from quarterdeck.tables.live import attendance
from quarterdeck.tables.live.attendance import present_at, touch
from quarterdeck.tables.match import commands
from quarterdeck.tables.match.absence import DAY, absent
from quarterdeck.tables.match.match import Match
from quarterdeck.tables.seats import HUMAN, VACANT
from quarterdeck.tables.store import contact
from tests.tables.tables import OWNER, ann_first, record, room_at

pytestmark = pytest.mark.anyio

BEN = "ben's hash"


async def test_a_program_that_asks_again_and_again_is_not_absent(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It opens no page and follows no stream; what it asks is noted in memory alone."""

    room = room_at(tmp_path)
    match = await room.create(Match.fresh(record(ann_first()), [HUMAN, VACANT, "random", "random"], OWNER))
    await room.execute(match, commands.sit(BEN, 1, "Ben"))
    later = now() + 8 * DAY
    monkeypatch.setattr(attendance, "now", lambda: later)
    monkeypatch.setattr("quarterdeck.tables.live.presence.now", lambda: later - 60_000)
    assert absent(match, 0, await present_at(room, match, 7), later)
    room.presence.touch("another table", OWNER)
    assert absent(match, 0, await present_at(room, match, 7), later)
    room.presence.touch(match.id, OWNER)
    assert not absent(match, 0, await present_at(room, match, 7), later)
    await room.close()


async def test_a_visit_that_could_not_be_stored_is_stored_by_the_next_look(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fails(*_values: object) -> None:
        raise OperationalError("touch", None, Exception("the disk is full"))

    room = room_at(tmp_path)
    match = await room.create(Match.fresh(record(ann_first()), [HUMAN, "random", "random", "random"], OWNER))
    with monkeypatch.context() as patch:
        patch.setattr(room.store, "touch", fails)
        await touch(room, match, OWNER)
    await touch(room, match, OWNER)
    assert OWNER in await room.ask(contact.seen_at, match.id)
    await room.close()
