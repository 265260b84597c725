"""Notices looked for, claimed and delivered; nobody is told twice, and nobody waits for it."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import AsyncIterator
from contextlib import ExitStack, asynccontextmanager
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from babel.messages.catalog import Catalog

from quarterdeck.i18n import current
from quarterdeck.tables.entry import now
from quarterdeck.tables.live import notifier
from quarterdeck.tables.live.notifier import LATER, Notification, Notifier, Undelivered
from quarterdeck.tables.live.room import Room
from quarterdeck.tables.match import commands
from quarterdeck.tables.match.match import Match
from quarterdeck.tables.match.notices import QUIET, SOON, WAIT, Notice, news
from quarterdeck.tables.match.terms import Terms
from quarterdeck.tables.seats import HUMAN, VACANT
from quarterdeck.tables.store import contact
from quarterdeck.tables.store.rows import Guest
from quarterdeck.tables.store.store import Store
from tests.catalogues import forget, speak
from tests.tables.stored import keep_guest
from tests.tables.tables import (
    NEVER,
    OWNER,
    ann_first,
    began,
    first_legal,
    meanwhile,
    record,
    send_once,
    until,
)

pytestmark = pytest.mark.anyio

BEN = "ben's hash"


class Hours:
    """The time that notifiers read; it stands still until a test moves it on."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.ahead = 0
        monkeypatch.setattr(notifier, "now", lambda: now() + self.ahead)


@pytest.fixture
def hours(monkeypatch: pytest.MonkeyPatch) -> Hours:
    return Hours(monkeypatch)


class Pigeons:
    """Carries notices to e-mail addresses; `failures` come first."""

    name = "pigeon"

    def __init__(self, *failures: Exception) -> None:
        self.failures = list(failures)
        self.carried: list[tuple[Notification, str]] = []
        self.free = asyncio.Event()
        self.free.set()

    def addresses(self, guest: Guest) -> list[str]:
        return [guest.email] if guest.email else []

    async def carry(self, telling: Notification, address: str) -> None:
        await self.free.wait()
        if self.failures:
            raise self.failures.pop(0)
        self.carried.append((telling, address))

    def without(self, guest: Guest, _address: str) -> Guest:
        return replace(guest, email=None)

    def close(self) -> None:
        self.free.set()

    @property
    def told(self) -> list[tuple[str, str]]:
        return [(telling.kind, address) for telling, address in self.carried]


def guest(owner: str, email: str | None, since: int | None = 0) -> Guest:
    return Guest(owner, "", email, False, [], 0, 0, None, f"code of {owner}", since)


@asynccontextmanager
async def running(url: str, *failures: Exception) -> AsyncIterator[tuple[Room, Notifier, Pigeons]]:
    """A room where Ann wants notices, who looks after them, and who carries them."""
    room, pigeons = Room(Store(url), NEVER, first_legal), Pigeons(*failures)
    keep_guest(room.store, guest(OWNER, "ann@example.org"))
    looking = Notifier(room, [pigeons])
    try:
        yield room, looking, pigeons
    finally:
        await looking.close()
        await room.close()


async def test_one_notice_goes_out_for_a_turn(database_url: str, hours: Hours) -> None:
    async with running(database_url) as (room, looking, pigeons):
        match = await began(room, 2)
        hours.ahead = WAIT - 5000
        await send_once(looking)
        assert pigeons.told == []
        for _ in range(3):
            hours.ahead += QUIET
            await send_once(looking)
        assert pigeons.carried == [
            (
                Notification("turn", match.id, "Meuterer", "Ann", ("Ben",), f"code of {OWNER}"),
                "ann@example.org",
            )
        ]


async def test_a_reminder_follows_the_notice_of_a_turn_once(database_url: str, hours: Hours) -> None:
    async with running(database_url) as (room, looking, pigeons):
        terms = Terms("slow", days=2)
        await room.create(Match.fresh(record(ann_first()), [HUMAN, *["random"] * 3], OWNER, terms))
        for _hour in range(47):
            hours.ahead += LATER
            await send_once(looking)
            expected = ["turn"] if hours.ahead < 36 * LATER else ["turn", "late"]
            assert [kind for kind, _address in pigeons.told] == expected


async def test_a_notice_speaks_the_language_of_its_guest(
    database_url: str, hours: Hours, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    spoken: list[str] = []
    monkeypatch.setattr(Pigeons, "carry", lambda *_given: heard())

    async def heard() -> None:
        spoken.append(current())

    speak([Catalog(locale="de")], tmp_path / "locale", monkeypatch)
    async with running(database_url) as (room, looking, _pigeons):
        await began(room, 2)
        keep_guest(room.store, replace(guest(OWNER, "ann@example.org"), language="de"))
        hours.ahead = QUIET
        await send_once(looking)
    monkeypatch.undo()
    forget()
    assert spoken == ["de"]


async def test_who_is_at_the_table_is_told_nothing_until_gone(database_url: str, hours: Hours) -> None:
    async with running(database_url) as (room, looking, pigeons):
        match = await began(room)
        with room.watch(match, OWNER), room.watch(match, OWNER):
            assert room.presence.present(match.id, OWNER)
            hours.ahead = 2 * QUIET
            await send_once(looking)
        assert not room.presence.present(match.id, OWNER)
        await send_once(looking)
        assert pigeons.told == []
        hours.ahead += WAIT + 1000
        await send_once(looking)
        assert pigeons.told == [("turn", "ann@example.org")]


async def test_a_spectator_s_page_is_not_the_player_s(database_url: str, hours: Hours) -> None:
    async with running(database_url) as (room, looking, pigeons):
        match = await began(room)
        hours.ahead = WAIT + 1000
        with room.watch(match, BEN), room.watch(match):
            await send_once(looking)
        assert pigeons.told == [("turn", "ann@example.org")]


@pytest.mark.parametrize(
    "told", [guest(OWNER, None), guest(OWNER, "ann@example.org", None), guest(OWNER, "a@b.example", 2**40)]
)
async def test_only_who_wants_notices_gets_them_and_only_of_what_came_after(
    tmp_path: Path, hours: Hours, told: Guest
) -> None:
    async with running(f"sqlite:///{tmp_path}/one.sqlite3") as (room, looking, pigeons):
        keep_guest(room.store, told)
        await began(room)
        hours.ahead = WAIT + 1000
        await send_once(looking)
        assert pigeons.told == []


async def test_a_guest_gets_one_notice_of_a_table_in_ten_minutes(database_url: str, hours: Hours) -> None:
    async with running(database_url) as (room, looking, pigeons):
        match = await room.create(
            Match.fresh(record(ann_first()), [HUMAN, VACANT, "random", "random"], OWNER)
        )
        await room.execute(match, commands.sit(BEN, 1, "Benno"))
        hours.ahead = SOON + 1000
        await send_once(looking)
        assert pigeons.told == [("begun", "ann@example.org")]
        await room.execute(match, commands.move(0, 1, match.position.legal(0)[0]))
        assert match.to_act == (0,)
        hours.ahead += WAIT
        await send_once(looking)
        assert len(pigeons.told) == 1
        hours.ahead += QUIET
        await send_once(looking)
        assert pigeons.told[1:] == [("turn", "ann@example.org")]


async def test_of_two_servers_one_sends_a_notice(postgres_url: str, hours: Hours) -> None:
    async with running(postgres_url) as (room, looking, pigeons):
        other = Room(Store(postgres_url), NEVER, first_legal)
        doves = Pigeons()
        beside = Notifier(other, [doves])
        for _ in range(5):
            await began(room)
        hours.ahead = WAIT + 1000
        await asyncio.gather(looking.send_due(), beside.send_due(), looking.send_due(), beside.send_due())
        await until(lambda: not looking._deliveries and not beside._deliveries)
        tables = [telling.table for telling, _address in pigeons.carried + doves.carried]
        assert len(tables) == len(set(tables)) == 5
        await beside.close()
        await other.close()


async def test_a_page_at_another_server_counts(postgres_url: str, hours: Hours) -> None:
    async with running(postgres_url) as (room, looking, pigeons):
        match = await began(room)
        other = Room(Store(postgres_url), NEVER, first_legal)
        beside = Notifier(other, [Pigeons()])
        with other.watch(await other.get(match.id), OWNER):
            hours.ahead = 2 * QUIET
            await beside.send_due()
        hours.ahead += WAIT - 5000
        await send_once(looking)
        assert pigeons.told == []
        hours.ahead += 6000
        await send_once(looking)
        assert pigeons.told == [("turn", "ann@example.org")]
        await beside.close()
        await other.close()


async def test_two_browsers_of_one_person_get_one_letter(database_url: str, hours: Hours) -> None:
    async with running(database_url) as (room, looking, pigeons):
        keep_guest(room.store, guest("ann's telephone", "ann@example.org"))
        match = await began(room)
        await room.execute(match, commands.hand(OWNER, 0, "ann's telephone"))
        hours.ahead = WAIT + 1000
        await send_once(looking)
        assert pigeons.told == [("turn", "ann@example.org")]


async def test_a_failure_is_logged_without_the_address_and_tried_again(
    tmp_path: Path, hours: Hours, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setattr(notifier, "ATTEMPTS", (0.0, 0.01, 0.01))
    failures = [Undelivered("the server does not answer")] * 2
    caplog.set_level(logging.WARNING)
    async with running(f"sqlite:///{tmp_path}/one.sqlite3", *failures) as (room, looking, pigeons):
        await began(room)
        hours.ahead = WAIT + 1000
        await send_once(looking)
        assert pigeons.told == [("turn", "ann@example.org")]
        assert caplog.text.count("not delivered") == 2
        assert "example.org" not in caplog.text
        assert OWNER not in caplog.text


async def test_what_is_no_longer_true_is_not_tried_again(
    tmp_path: Path, hours: Hours, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(notifier, "ATTEMPTS", (0.0, 0.01))

    async with running(f"sqlite:///{tmp_path}/one.sqlite3") as (room, looking, pigeons):
        match, tries = await began(room), 0

        async def busy(_telling: Notification, _address: str) -> None:
            nonlocal tries
            tries += 1
            await room.execute(match, commands.move(0, 0, match.position.legal(0)[0]))
            raise Undelivered("busy")

        monkeypatch.setattr(pigeons, "carry", busy)
        hours.ahead = WAIT + 1000
        await send_once(looking)
        assert tries == 1
        assert match.version == 1


async def test_where_nobody_can_be_reached_any_more_is_forgotten(tmp_path: Path, hours: Hours) -> None:
    async with running(f"sqlite:///{tmp_path}/one.sqlite3", Undelivered("gone", gone=True)) as (
        room,
        looking,
        pigeons,
    ):
        await began(room)
        hours.ahead = WAIT + 1000
        await send_once(looking)
        assert pigeons.told == []
        assert await room.guest(OWNER) == guest(OWNER, None)


async def test_what_changes_while_nobody_can_be_reached_any_more_is_kept(
    database_url: str, hours: Hours, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with running(database_url, Undelivered("gone", gone=True)) as (room, looking, _pigeons):
        await began(room)
        known = replace(guest(OWNER, "ann@example.org"), name="Anna")
        meanwhile(room, monkeypatch, lambda: keep_guest(room.store, known))
        hours.ahead = WAIT + 1000
        await send_once(looking)
        assert await room.guest(OWNER) == replace(known, email=None)


async def test_who_is_forgotten_while_nobody_can_be_reached_any_more_stays_so(
    database_url: str, hours: Hours, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with running(database_url, Undelivered("gone", gone=True)) as (room, looking, _pigeons):
        await began(room)
        meanwhile(room, monkeypatch, lambda: room.store.forget(OWNER, []))
        hours.ahead = WAIT + 1000
        await send_once(looking)
        assert await room.guest(OWNER) is None


async def test_no_move_waits_for_a_letter(tmp_path: Path, hours: Hours) -> None:
    async with running(f"sqlite:///{tmp_path}/one.sqlite3") as (room, looking, pigeons):
        match = await began(room)
        hours.ahead = WAIT + 1000
        pigeons.free.clear()
        await asyncio.wait_for(looking.send_due(), 30)
        move = commands.move(0, 0, match.position.legal(0)[0])
        assert await asyncio.wait_for(room.execute(match, move), 30) == 1
        assert pigeons.told == []


async def test_a_damaged_table_keeps_nobody_else_from_being_told(tmp_path: Path, hours: Hours) -> None:
    async with running(f"sqlite:///{tmp_path}/one.sqlite3") as (room, looking, pigeons):
        matches = [await began(room) for _ in range(3)]
        with room.store.database.engine.begin() as db:
            db.exec_driver_sql("UPDATE tables SET setup = '[]' WHERE id = ?", (matches[1].id,))
        fresh = Room(room.store, NEVER, first_legal)
        looking = Notifier(fresh, [pigeons])
        hours.ahead = WAIT + 1000
        looking._began -= WAIT
        await send_once(looking)
        assert len(pigeons.told) == 2


async def test_a_bug_at_one_table_keeps_nobody_else_from_being_told(
    tmp_path: Path, hours: Hours, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    async with running(f"sqlite:///{tmp_path}/one.sqlite3") as (room, looking, pigeons):
        matches = sorted([await began(room) for _ in range(3)], key=lambda match: match.id)
        asked = []

        def news_or_fail(match: Match, *given: Any) -> list[Notice]:
            asked.append(match.id)
            if match.id == matches[0].id:
                raise AttributeError("a bug in a game")
            return news(match, *given)

        monkeypatch.setattr(notifier, "news", news_or_fail)
        hours.ahead = WAIT + 1000
        for _look in range(2):
            await send_once(looking)
        assert {telling.table for telling, _address in pigeons.carried} == {match.id for match in matches[1:]}
        assert asked.count(matches[0].id) == 1
        assert caplog.text.count("AttributeError: a bug in a game") == 1


async def test_a_server_that_has_just_begun_lets_pages_come_back(tmp_path: Path, hours: Hours) -> None:
    async with running(f"sqlite:///{tmp_path}/one.sqlite3") as (room, looking, pigeons):
        await began(room)
        hours.ahead = WAIT + 1000
        late = Notifier(room, [pigeons])
        await send_once(late)
        assert pigeons.told == []
        await send_once(looking)
        assert pigeons.told


async def test_who_was_there_without_a_page_that_stays_open_is_told_nothing(
    database_url: str, hours: Hours
) -> None:
    async with running(database_url) as (room, looking, pigeons):
        match = await room.create(
            Match.fresh(record(ann_first()), [HUMAN, VACANT, "random", "random"], OWNER)
        )
        await room.execute(match, commands.sit(BEN, 1, "Benno"))
        room.presence.touch(match.id, OWNER)
        hours.ahead = SOON + 1000
        await send_once(looking)
        assert pigeons.told == []
        # Other servers know it, too.
        assert OWNER in await room.ask(contact.seen_at, match.id)


async def test_who_has_been_there_since_is_not_tried_again(
    tmp_path: Path, hours: Hours, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(notifier, "ATTEMPTS", (0.0, 0.01))

    async with running(f"sqlite:///{tmp_path}/one.sqlite3") as (room, looking, pigeons):
        match, tries = await began(room), 0
        with ExitStack() as there:

            async def busy(_telling: Notification, _address: str) -> None:
                nonlocal tries
                tries += 1
                there.enter_context(room.watch(match, OWNER))
                raise Undelivered("busy")

            monkeypatch.setattr(pigeons, "carry", busy)
            hours.ahead = WAIT + 1000
            await send_once(looking)
        assert tries == 1
