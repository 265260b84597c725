"""What a damaged database may do: cost the match that is damaged, and nothing else."""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest

from quarterdeck.tables.errors import Outdated
from quarterdeck.tables.live.metrics import Metrics
from quarterdeck.tables.live.room import Room
from quarterdeck.tables.store.store import Store
from tests.tables.store.test_damaged_rows import DAMAGE, UNKNOWN, damage
from tests.tables.tables import began, first_legal, moves_of, room_at, until
from tests.web.desk import JSON, desk, error_of

pytestmark = pytest.mark.anyio

# Long enough that nothing happens before the room is closed.
PAUSE = 1.0


@pytest.mark.parametrize(("column", "value"), [*DAMAGE[:2], *DAMAGE[-1:], *UNKNOWN])
def test_an_owner_of_a_damaged_table_still_has_a_home(tmp_path: Path, column: str, value: bytes) -> None:
    with desk(tmp_path) as browser:
        lost, kept = browser.table(), browser.table()
    damage(tmp_path, lost.id, column, value)
    with desk(tmp_path) as again:
        again.client.cookies.clear()
        again.client.headers["cookie"] = "; ".join(f"{k}={v}" for k, v in browser.client.cookies.items())
        home = again.get("/")
        assert home.status_code == 200
        assert f"/table/{kept.id}" in home.text
        assert f"/table/{lost.id}" not in home.text
        answer = again.get(f"/table/{lost.id}", **JSON)
        assert answer.status_code == 409
        assert error_of(answer).endswith(".")


async def test_resuming_reaches_the_tables_after_a_damaged_one(tmp_path: Path) -> None:
    first = room_at(tmp_path, PAUSE)
    *lost, kept = [(await began(first, humans=0)).id for _ in range(4)]
    await first.close()
    for id_, (column, value) in zip(lost, (DAMAGE[0], DAMAGE[-1], UNKNOWN[2]), strict=True):
        damage(tmp_path, id_, column, value)
    room = room_at(tmp_path, PAUSE)
    room.resume()
    store = Store(tmp_path / "quarterdeck.sqlite3")
    await until(lambda: bool(moves_of(store, kept)))
    store.close()
    await room.close()


async def test_a_match_with_a_bot_that_nobody_knows_is_one_sentence(tmp_path: Path) -> None:
    room = room_at(tmp_path)
    id_ = (await began(room)).id
    await room.close()
    damage(tmp_path, id_, "kinds", b'["human", "deep-thought", "random", "random"]')
    again = room_at(tmp_path)
    with pytest.raises(Outdated, match=r"no bot “deep-thought”.*\.$"):
        await again.get(id_)
    assert not again.scheduler.busy(id_)
    await again.close()


class Broken(Metrics):
    """Stands in for whatever of ours makes a table's bots give up."""

    asked = 0

    def thought(self, seconds: float) -> None:
        self.asked += 1
        raise RuntimeError("no figures today")


def test_bots_that_gave_up_are_not_begun_again_by_themselves(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    async def run() -> None:
        metrics = Broken()
        room = Room(Store(tmp_path / "quarterdeck.sqlite3"), 0, first_legal, metrics)
        match = await began(room, humans=0)
        await until(lambda: "gave up" in caplog.text)
        for _ in range(50):
            await asyncio.sleep(0.001)
        assert metrics.asked == 1
        assert await room.submit(match, 0, 0, "offer 1") == 1
        await until(lambda: caplog.text.count("gave up") == 2)
        for _ in range(50):
            await asyncio.sleep(0.001)
        assert metrics.asked == 2
        await room.close()

    asyncio.run(run())
    assert caplog.text.count("gave up") == 2
    assert "no figures today" in caplog.text
