"""Names at every door where somebody chooses one: none looks like another, and none is a tower of marks."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import httpx2
import pytest

from quarterdeck.play import Record
from quarterdeck.tables.match.match import Match
from quarterdeck.tables.match.terms import Terms
from quarterdeck.tables.seats import HUMAN, VACANT
from quarterdeck.tables.store.store import Store
from tests.tables.tables import ann_first, record
from tests.web.desk import JSON, Desk, another, error_of

CYRILLIC = "\u0410nn"
TOWER = "A\u0300\u0301\u0302\u0303\u0304nn"
Door = Callable[[Desk, str], httpx2.Response]


def a_table(ann: Desk, name: str) -> httpx2.Response:
    form = {"game": "cartagena", "players": 3, "name0": "Ann", "name1": name, "kind1": "human"}
    return ann.post("/tables", form, **JSON)


def a_program_s_table(ann: Desk, name: str) -> httpx2.Response:
    seats = [{"kind": "me", "name": "Ann"}, {"kind": "me", "name": name}, {"kind": "open"}]
    return ann.client.post("/api/v1/tables", json={"game": "cartagena", "seats": seats})


def waiting(ann: Desk) -> Match:
    return ann.enter(record(ann_first()), [HUMAN, VACANT, VACANT, VACANT])


def a_seat(ann: Desk, name: str) -> httpx2.Response:
    return another(ann).post(f"/table/{waiting(ann).id}/sit", {"seat": 1, "name": name}, **JSON)


def a_program_s_seat(ann: Desk, name: str) -> httpx2.Response:
    return ann.client.post(f"/api/v1/tables/{waiting(ann).id}/seats/1", json={"name": name})


def another_name(ann: Desk, name: str) -> httpx2.Response:
    ben, match = another(ann), waiting(ann)
    ben.post(f"/table/{match.id}/sit", {"seat": 1, "name": "Ben"})
    return ben.post(f"/table/{match.id}/rename", {"seat": 1, "name": name}, **JSON)


DOORS = (a_table, a_program_s_table, a_seat, a_program_s_seat, another_name)


@pytest.mark.parametrize("door", DOORS)
@pytest.mark.parametrize("name", [CYRILLIC, "\uff21nn", "aNN"])
def test_no_door_takes_a_name_that_looks_like_another(ann: Desk, door: Door, name: str) -> None:
    refused = door(ann, name)
    assert refused.status_code in (400, 422)
    assert "alike" in error_of(refused) or "looks like it" in error_of(refused)
    assert door(ann, "Anna").status_code in (200, 201)


@pytest.mark.parametrize("door", [*DOORS, lambda ann, name: ann.post("/me/name", {"name": name}, **JSON)])
def test_no_door_takes_a_tower_of_marks(ann: Desk, door: Door) -> None:
    refused = door(ann, TOWER)
    assert refused.status_code in (400, 422)
    assert "too many marks" in error_of(refused)
    assert door(ann, "Nguy\u1ec5n").status_code in (200, 201)


@pytest.mark.parametrize("name", ["x" * 3000, "Ann \u202egro.live", TOWER, " "])
def test_only_a_name_that_can_be_shown_is_offered_again(ann: Desk, name: str) -> None:
    match = waiting(ann)
    ann.post("/me/name", {"name": "Ann"})
    assert ann.post("/tables", {"quick": "meuterer", "name0": name}).status_code == 303
    assert ann.post(f"/table/{match.id}/sit", {"seat": 0, "name": name}).status_code == 303
    guest = ann.on_loop(ann.room.guest, ann.owner)
    assert guest.name == "Ann"


def test_nobody_builds_towers_in_talk(ann: Desk) -> None:
    match = ann.table()
    said = ann.post(f"/table/{match.id}/say", {"text": f"Look at {TOWER}"}, **JSON)
    assert said.status_code == 400


def test_a_table_of_before_goes_on_with_its_names(ann: Desk) -> None:
    old = Record(record().game, ann_first(), ["Jos\u00e9", "Jose\u0301", TOWER, "Dan"])
    made: Any = Match.fresh(old, [HUMAN, "random", "random", "random"], ann.owner, Terms())
    ann.on_loop(ann.room.create, made)
    store: Store = ann.room.store
    again = Match.stored(store.table(made.id))
    assert again.names == old.names
    assert ann.act(made, 0, 0, "offer 1").status_code == 303
    assert TOWER in ann.get(f"/table/{made.id}").text
