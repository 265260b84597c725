"""The voyage of the day and regattas for programs: what is shared, and what stays closed meanwhile."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from datetime import date
from pathlib import Path
from typing import Any

import pytest

from quarterdeck.play.game import commitment
from quarterdeck.tables import daily
from quarterdeck.tables.daily import ends
from quarterdeck.tables.errors import Outdated
from quarterdeck.tables.ladder import BOT, Placing
from quarterdeck.tables.live.bookkeeper import Bookkeeper
from quarterdeck.tables.match.match import Match
from quarterdeck.tables.seats import owner_hash
from quarterdeck.tables.store import ratings
from quarterdeck.web.accounts.guests import rename
from quarterdeck.web.table.booking import booking_of
from tests.tables.tables import finished
from tests.web.api.program import Program, program

# Later than any move that a test makes, so that none comes too late.
DAY = date(2126, 11, 28)
CLOSED = "Other tables play the same cards: this one is open to all when the round is over."
DINA = "\u05d3\u05d9\u05e0\u05d4"


@pytest.fixture
def ann(tmp_path: Path) -> Iterator[Program]:
    with program(tmp_path) as one:
        yield one


def done(asked: Any, status: int = 201) -> dict[str, Any]:
    assert asked.status_code == status, asked.text
    told: dict[str, Any] = asked.json()
    return told


def play(one: Program, table: str) -> None:
    one.on_loop(finished, one.room, one.match(table))
    one.on_loop(Bookkeeper(one.room, booking_of).book_finished)


def test_a_program_sails_the_voyage_of_the_day(ann: Program, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(daily, "now", lambda: ends(DAY) - 3_600_000)
    told = done(ann.get("/daily?game=meuterer"), 200)
    assert (told["table"], told["seed"], told["standings"]) == (None, None, [])
    opened = done(ann.post("/daily", {"game": "meuterer", "name": "Ann"}))
    ann.token = opened["token"]
    assert opened["seats"] == [told["seat"]]
    again = done(ann.post("/daily", {"game": "meuterer"}))
    assert (again["table"], again["token"]) == (opened["table"], None)
    ben = ann.other()
    assert ben.get(f"/tables/{opened['table']}/view").status_code == 403
    play(ann, opened["table"])
    assert ann.get(f"/tables/{opened['table']}/view?seat=all").status_code == 403
    assert done(ben.get("/daily?game=meuterer"), 200)["standings"] == []
    told = done(ann.get("/daily?game=meuterer"), 200)
    assert [(one["me"], one["bot"], one["table"]) for one in told["standings"]] == [(True, False, None)]
    monkeypatch.setattr(daily, "now", lambda: ends(DAY) + 1)
    told = done(ben.get(f"/daily?game=meuterer&day={DAY}"), 200)
    assert commitment(told["seed"]) == told["commitment"]
    assert ben.get(f"/tables/{opened['table']}/view?seat=all").status_code == 200
    for query in ("game=chess", "game=meuterer&day=never"):
        assert ann.get(f"/daily?{query}").status_code == 404


def test_programs_spend_an_evening(ann: Program) -> None:
    made = done(ann.post("/regatta", {"game": "meuterer", "title": "Friday", "rounds": 1}))
    ann.token, path = made["token"], f"?id={made['id']}"
    people = [ann, *(ann.other() for _one in range(5))]
    for number, one in enumerate(people):
        entered = done(one.post(f"/regatta/enter{path}", {"name": f"Bot {number}"}), 200)
        one.token = one.token or entered["token"]
    assert ann.other().post(f"/regatta/begin{path}", {"round": 1}).status_code == 401
    assert people[1].post(f"/regatta/begin{path}", {"round": 2}).status_code == 403
    done(people[1].post(f"/regatta/begin{path}", {"round": 1}), 200)
    told = [done(one.get(f"/regatta{path}"), 200) for one in people]
    tables = {one["table"] for one in told}
    assert len(tables) == 2
    # While they share a deal, nobody is told of the other table.
    assert [one["tables"] for one in told] == [[]] * 6
    for table in tables:
        play(ann, table)
    told = [done(one.get(f"/regatta{path}"), 200) for one in people]
    assert {*told[0]["tables"]} == tables
    assert told[0]["finished"] == 1
    assert [one["me"] for one in told[0]["standings"]].count(True) == 1
    totals = [one["total"] for one in told[0]["standings"]]
    assert totals == sorted(totals, reverse=True)
    assert ann.get("/regatta?id=nowhere").status_code == 404
    assert ann.other().post(f"/regatta/enter{path}", {"name": "Late"}).status_code == 403


def test_a_program_leaves_a_regatta_until_it_begins(ann: Program) -> None:
    made = done(ann.post("/regatta", {"game": "meuterer"}))
    ann.token, path = made["token"], f"?id={made['id']}"
    people = [ann.other() for _one in range(4)]
    for number, one in enumerate(people):
        one.token = done(one.post(f"/regatta/enter{path}", {"name": f"Bot {number}"}), 200)["token"]
    done(people[0].post(f"/regatta/leave{path}"), 200)
    named = [one["name"] for one in done(ann.get(f"/regatta{path}"), 200)["standings"]]
    assert named == ["Bot 1", "Bot 2", "Bot 3"]
    assert ann.other().post(f"/regatta/leave{path}").status_code == 401
    assert ann.post("/regatta/leave?id=nowhere").status_code == 404
    done(ann.post(f"/regatta/begin{path}", {"round": 1}), 200)
    assert people[1].post(f"/regatta/leave{path}").status_code == 403


def test_a_name_comes_as_it_was_given(ann: Program, monkeypatch: pytest.MonkeyPatch) -> None:
    """Without the marks that pages put around what is written from right to left."""
    monkeypatch.setattr(daily, "now", lambda: ends(DAY) - 3_600_000)
    opened = done(ann.post("/daily", {"game": "meuterer", "name": DINA}))
    ann.token, owner = opened["token"], owner_hash(opened["token"])
    ann.on_loop(rename, ann.room, owner, DINA, lambda guest: replace(guest, ladder=True))
    ann.on_loop(ann.room.change, ratings.count, "meuterer", [Placing(owner, 1), Placing(f"{BOT}mate", 2)])
    play(ann, opened["table"])
    evening = done(ann.post("/regatta", {"game": "meuterer"}))["id"]
    done(ann.post(f"/regatta/enter?id={evening}", {"name": DINA}), 200)
    for path, people in (
        ("/ladder?game=meuterer", "newcomers"),
        ("/daily?game=meuterer", "standings"),
        (f"/regatta?id={evening}", "standings"),
    ):
        (told,) = done(ann.get(path), 200)[people]
        assert told["name"] == DINA, path


@pytest.mark.parametrize("name", ["Cleo ", "Cl\u202eeo", "Cl\neo"])
def test_a_name_that_no_table_takes_does_not_stop_the_round(ann: Program, name: str) -> None:
    made = done(ann.post("/regatta", {"game": "meuterer", "title": "Friday", "rounds": 1}))
    ann.token, path = made["token"], f"?id={made['id']}"
    for number in range(3):
        done(ann.other().post(f"/regatta/enter{path}", {"name": f"Bot {number}"}), 200)
    entered = ann.other().post(f"/regatta/enter{path}", {"name": name})
    assert entered.status_code == (200 if name.strip() == "Cleo" else 422)
    assert ann.post(f"/regatta/begin{path}", {"round": 1}).status_code == 200
    told = done(ann.get(f"/regatta{path}"), 200)
    assert all(one["name"] == one["name"].strip() for one in told["standings"])


def test_who_leaves_a_closed_table_hears_no_more_of_it(ann: Program) -> None:
    made = done(ann.post("/regatta", {"game": "meuterer", "title": "Friday", "rounds": 1}))
    ann.token, path = made["token"], f"?id={made['id']}"
    for number, one in enumerate([ann, *(ann.other() for _number in range(4))]):
        done(one.post(f"/regatta/enter{path}", {"name": f"Bot {number}"}), 200)
    done(ann.post(f"/regatta/begin{path}", {"round": 1}), 200)
    table = done(ann.get(f"/regatta{path}"), 200)["table"]
    (seat,) = ann.match(table).seats_of(owner_hash(ann.token))
    with ann.listening(table, "seat=none&views=none") as watching:
        watching.receive_json()
        ann.delete(f"/tables/{table}/seats/{seat}")
        told = watching.receive_json()
    assert told == {"error": CLOSED, "status": 403}


def test_a_table_that_cannot_be_read_hides_the_regatta_from_nobody(
    ann: Program, monkeypatch: pytest.MonkeyPatch
) -> None:
    made = done(ann.post("/regatta", {"game": "meuterer", "title": "Friday", "rounds": 1}))
    ann.token, path = made["token"], f"?id={made['id']}"
    for number, one in enumerate([ann, ann.other(), ann.other()]):
        done(one.post(f"/regatta/enter{path}", {"name": f"Bot {number}"}), 200)
    done(ann.post(f"/regatta/begin{path}", {"round": 1}), 200)
    play(ann, done(ann.get(f"/regatta{path}"), 200)["table"])

    async def fails(*_values: object) -> Match:
        raise Outdated("This match is damaged.")

    with monkeypatch.context() as patch:
        patch.setattr(type(ann.room), "get", fails)
        told = done(ann.get(f"/regatta{path}"), 200)
    assert (told["table"], told["finished"]) == (None, 0)
    assert len(told["standings"]) == 3
