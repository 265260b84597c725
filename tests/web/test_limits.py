"""Who does something too often is told when to try again; nothing is changed, and nobody else is held up."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import httpx2
import pytest
from starlette.testclient import TestClient
from starlette.websockets import WebSocketDisconnect

from quarterdeck.settings import Settings
from quarterdeck.settings.values import Rate
from quarterdeck.tables.match.match import Match
from quarterdeck.tables.seats import HUMAN, VACANT
from quarterdeck.tables.store import regattas
from quarterdeck.web.limits import GUESTS, KEYS, Limits, TooOften, counted
from quarterdeck.web.pages.regatta import read_regatta
from tests.tables.tables import ann_first, record
from tests.web.desk import JSON, Desk, another, desk, error_of

TWICE = Rate(2, 3600)
TOO_OFTEN = "That was too often: try again in "


@contextmanager
def limited(path: Path, **options: Any) -> Iterator[Desk]:
    with desk(path, settings=Settings(**options)) as browser:
        yield browser


@pytest.fixture
def now(monkeypatch: pytest.MonkeyPatch) -> list[float]:
    at = [1_000_000.0]
    monkeypatch.setattr("quarterdeck.web.limits.time.monotonic", lambda: at[0])
    return at


def refused(limits: Limits, guest: str | None, address: str) -> bool:
    try:
        limits.check("talk", guest, address)
    except TooOften:
        return True
    return False


def test_a_guest_has_so_many_in_a_span_and_then_again(now: list[float]) -> None:
    limits = Limits(Settings(limit_talk=Rate(2, 60)))
    assert [refused(limits, "ann", "a") for _ in range(3)] == [False, False, True]
    assert not refused(limits, "ben", "a")
    now[0] += 59
    assert refused(limits, "ann", "a")
    now[0] += 1
    assert not refused(limits, "ann", "a")


def test_a_clock_that_is_set_back_makes_nobody_wait_longer(monkeypatch: pytest.MonkeyPatch) -> None:
    limits = Limits(Settings(limit_talk=Rate(1, 60)))
    limits.check("talk", "ann", "a")
    before = time.time()
    monkeypatch.setattr("time.time", lambda: before - 3600)
    with pytest.raises(TooOften) as told:
        limits.check("talk", "ann", "a")
    assert int(told.value.headers["retry-after"]) <= 60


@pytest.mark.parametrize(
    ("host", "counts_as"),
    [
        ("192.0.2.7", "192.0.2.7"),
        ("::ffff:192.0.2.7", "192.0.2.7"),
        ("2001:db8:1:2:3:4:5:6", "2001:db8:1:2::/64"),
        ("2001:db8:1:2::1", "2001:db8:1:2::/64"),
        ("2001:db8:1:3::1", "2001:db8:1:3::/64"),
        ("fe80::1%eth0", "fe80::/64"),
        ("testclient", "testclient"),
        ("", ""),
    ],
)
def test_addresses_of_one_network_count_as_one(host: str, counts_as: str) -> None:
    assert counted(host) == counts_as


def test_who_changes_the_address_within_a_network_is_still_counted(tmp_path: Path) -> None:
    with limited(tmp_path, limit_requests=Rate(4, 3600)) as ann:
        statuses = []
        for number in range(5):
            client = TestClient(
                ann.client.app, base_url="http://localhost", client=(f"2001:db8::{number}", 1)
            )
            client.portal = ann.client.portal
            statuses.append(client.get("/rules/meuterer").status_code)
    assert statuses == [200] * 4 + [429]


def test_an_address_has_as_many_as_a_few_guests(now: list[float]) -> None:
    limits = Limits(Settings(limit_talk=Rate(2, 60)))
    told = [refused(limits, str(number), "a") for number in range(2 * GUESTS + 1)]
    assert told == [False] * (2 * GUESTS) + [True]
    assert refused(limits, None, "a")
    assert not refused(limits, "ann", "b")


def test_a_limit_that_is_off_is_none() -> None:
    limits = Limits(Settings(limit_talk=None))
    assert not any(refused(limits, "ann", "a") for _ in range(1000))


def test_what_has_run_out_is_forgotten(now: list[float]) -> None:
    limits = Limits(Settings(limit_talk=Rate(2, 60)))
    for number in range(100):
        refused(limits, str(number), str(number))
    now[0] += 3600
    refused(limits, "ann", "a")
    assert len(limits._windows.kept) == 2


def test_too_many_tables_are_refused_with_a_time_to_wait(tmp_path: Path) -> None:
    with limited(tmp_path, limit_tables=TWICE) as ann:
        for _ in range(2):
            assert ann.post("/tables", {"quick": "meuterer"}).status_code == 303
        answer = ann.post("/tables", {"quick": "meuterer"}, **JSON)
        assert answer.status_code == 429
        assert error_of(answer).startswith(TOO_OFTEN)
        assert 3500 < int(answer.headers["retry-after"]) <= 3600
        assert len(ann.on_loop(ann.room.listed, ann.owner)) == 2
        assert another(ann).post("/tables", {"quick": "meuterer"}).status_code == 303


def test_a_page_that_says_too_often_says_when_to_come_again(tmp_path: Path) -> None:
    with limited(tmp_path, limit_tables=TWICE, limit_seats=TWICE, limit_moves=TWICE) as ann:
        match = ann.table()
        made = read_regatta({"game": "meuterer"}, "evening", ann.owner, 1)
        ann.on_loop(ann.room.change, regattas.add, made)
        for path, form in (
            ("/tables", {"quick": "meuterer"}),
            ("/regatta", {"game": "meuterer"}),
            ("/regatta/evening/enter", {"name": "Ann"}),
            ("/daily", {"game": "meuterer"}),
            (f"/table/{match.id}/act", {"seat": 0, "version": 0, "action": "offer 2"}),
        ):
            answer = next(answer for _time in range(4) if (answer := ann.post(path, form)).status_code == 429)
            assert TOO_OFTEN in answer.text
            assert int(answer.headers["retry-after"]) > 0, path


def test_a_guest_has_only_so_many_unfinished_tables(tmp_path: Path) -> None:
    with limited(tmp_path, open_tables=2) as ann:
        for _ in range(2):
            assert ann.post("/tables", {"quick": "meuterer"}).status_code == 303
        answer = ann.post("/tables", {"quick": "meuterer"}, **JSON)
        assert (answer.status_code, error_of(answer)) == (
            403,
            "You have 2 unfinished tables: finish or close one before you begin another.",
        )
        assert another(ann).post("/tables", {"quick": "meuterer"}).status_code == 303


def test_a_program_has_only_so_many_unfinished_tables_either(tmp_path: Path) -> None:
    asked: tuple[tuple[str, dict[str, Any]], ...] = (
        ("tables", {"game": "meuterer", "seats": [{"kind": "me"}, {"kind": "open"}, {"kind": "open"}]}),
        ("daily", {"game": "meuterer"}),
        ("regatta", {"game": "meuterer"}),
    )
    with limited(tmp_path, open_tables=1) as ann:
        token = ann.client.post("/api/v1/tables", json=asked[0][1]).json()["token"]
        for what, body in asked:
            answer = ann.client.post(
                f"/api/v1/{what}", json=body, headers={"authorization": f"Bearer {token}"}
            )
            assert (answer.status_code, error_of(answer)) == (
                403,
                "You have 1 unfinished table: finish or close it before you begin another.",
            ), what


def test_tables_asked_for_at_once_do_not_pass_the_limit(tmp_path: Path) -> None:
    seats = [{"kind": "me"}, *[{"kind": "open"}] * 2]
    with limited(tmp_path, open_tables=2) as ann:
        token = ann.client.post("/api/v1/tables", json={"game": "meuterer", "seats": seats}).json()["token"]

        async def ask_at_once() -> list[int]:
            transport = httpx2.ASGITransport(app=ann.client.app)
            headers = {"authorization": f"Bearer {token}"}
            async with httpx2.AsyncClient(
                transport=transport, base_url="http://localhost", headers=headers
            ) as program:
                body = {"game": "meuterer", "seats": seats}
                asked = [program.post("/api/v1/tables", json=body) for _one in range(5)]
                return [answer.status_code for answer in await asyncio.gather(*asked)]

        assert sorted(ann.on_loop(ask_at_once)) == [201, 403, 403, 403, 403]


def test_talk_and_seats_are_limited(tmp_path: Path) -> None:
    with limited(tmp_path, limit_talk=TWICE, limit_seats=TWICE) as ann:
        match = ann.enter(record(), [HUMAN, VACANT, VACANT, VACANT])
        said = [ann.post(f"/table/{match.id}/say", {"text": "Ahoy"}, **JSON).status_code for _ in range(3)]
        assert said == [200, 200, 429]
        assert len(ann.on_loop(ann.room.read, ann.room.store.messages, match.id)) == 2
        ben = another(ann)
        sat = [
            ben.post(f"/table/{match.id}/{what}", {"seat": 1, "name": "Bea"}, **JSON).status_code
            for what in ("sit", "leave", "sit", "leave", "sit")
        ]
        assert sat == [200, 200, 200, 200, 429]
        assert match.seats[1].kind == VACANT


def test_moves_are_limited_in_forms_and_over_sockets(tmp_path: Path) -> None:
    with limited(tmp_path, limit_moves=TWICE) as ann:
        match = ann.table()
        for _ in range(2):
            assert ann.act(match, 0, 0, "offer 2", json=True).status_code == 200
        assert ann.act(match, 0, 0, "offer 2", json=True).status_code == 429
        assert over_a_socket(ann, match).startswith(TOO_OFTEN)
        assert match.version == 1


def test_plans_take_backs_and_sign_outs_are_counted_with_moves(tmp_path: Path) -> None:
    asked: list[tuple[str, dict[str, Any]]] = [
        ("plan", {"seat": 0, "action": "leave"}),
        ("back", {"seat": 0}),
        ("revoke", {"seat": 0}),
    ]
    for number, (what, form) in enumerate(asked):
        (path := tmp_path / str(number)).mkdir()
        with limited(path, limit_moves=TWICE) as ann:
            match = ann.table()
            answers = [ann.post(f"/table/{match.id}/{what}", form, **JSON) for _ in range(3)]
            assert [answer.status_code == 429 for answer in answers] == [False, False, True]
            assert error_of(answers[-1]).startswith(TOO_OFTEN)


def over_a_socket(browser: Desk, match: Match) -> str:
    with browser.listening(match, "0", match.version) as socket:
        socket.send_json({"act": 1, "seat": 0, "version": 0, "action": "offer 2"})
        return str(socket.receive_json().get("error"))


def test_too_many_requests_are_refused_before_anything_is_done(tmp_path: Path) -> None:
    with limited(tmp_path, limit_requests=Rate(5, 3600)) as ann:
        answers = [ann.get("/example").status_code for _ in range(5)]
        assert answers == [303, 303, 303, 303, 429]
        assert ann.get("/static/table.js").status_code == 200
        assert ann.get("/healthz").status_code == 200
        assert ann.get("/", **JSON).headers["retry-after"]
        with (
            pytest.raises(WebSocketDisconnect),
            ann.client.websocket_connect("ws://localhost/table/example/live"),
        ):
            pass


def test_names_are_changed_no_more_often_than_seats_are_taken(tmp_path: Path) -> None:
    with limited(tmp_path, limit_seats=Rate(3, 60)) as ann:
        match = ann.enter(record(ann_first()), [HUMAN, VACANT, "random", "random"])
        told = [ann.post(f"/table/{match.id}/rename", {"seat": 0, "name": f"Ann {at}"}) for at in range(5)]
    assert [answer.status_code for answer in told] == [303, 303, 303, 429, 429]
    assert match.number == 3


def test_nobody_keeps_the_store_busy_by_being_forgotten(tmp_path: Path) -> None:
    with desk(tmp_path) as ann:
        for _ in range(KEYS.times):
            assert ann.post("/me/forget", {}, **JSON).status_code == 200
        ann.post("/me/name", {"name": "Ann"})
        answer = ann.post("/me/forget", {}, **JSON)
        assert answer.status_code == 429
        assert error_of(answer).startswith(TOO_OFTEN)
        assert ann.room.store.guest(ann.owner) is not None
        assert another(ann).post("/me/forget", {}, **JSON).status_code == 200
