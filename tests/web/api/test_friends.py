"""Friends for programs: who agrees, who asks whom, and what is refused."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.web.api.program import Program, program

SEATS = [{"kind": "me", "name": "Ann"}, {"kind": "open"}, {"kind": "random"}, {"kind": "random"}]


def play(one: Program, other: Program) -> None:
    """A running table of these two."""
    made = one.make(SEATS)
    answer = other.post(f"/tables/{made['table']}/seats/1", {"name": "Ben"})
    assert answer.status_code == 201, answer.text
    other.token = other.token or answer.json()["token"]


def agree(one: Program, name: str, **more: object) -> None:
    assert one.ask("PUT", "/friends", {"name": name, **more}).status_code == 200


def test_a_program_asks_a_friend_who_declines(tmp_path: Path) -> None:
    with program(tmp_path) as ann:
        ben = ann.other()
        play(ann, ben)
        assert ann.get("/friends").json() == {"friends": [], "asked": []}
        agree(ann, "Ann", seen=True)
        agree(ben, "Ben")
        (friend,) = ann.get("/friends").json()["friends"]
        assert (friend["name"], friend["games"], friend["seen"]) == ("Ben", 1, None)
        (known,) = ben.get("/friends").json()["friends"]
        assert known["seen"] is not None
        table = ann.make(SEATS)["table"]
        answer = ann.post(f"/tables/{table}/invitations", {"friend": friend["id"]})
        assert (answer.status_code, answer.json()) == (201, {"table": table, "friend": friend["id"]})
        asked = [{"table": table, "game": "meuterer", "name": "Ann"}]
        assert ben.get("/friends").json()["asked"] == asked
        assert ben.delete(f"/tables/{table}/invitations").json()["asked"] == []
        assert ann.delete("/friends").json() == {"friends": [], "asked": []}
        assert ben.get("/friends").json()["friends"] == []


def test_who_asks_is_called_by_their_own_name(tmp_path: Path) -> None:
    """Without the marks that pages put around what is written from right to left."""
    dina = "\u05d3\u05d9\u05e0\u05d4"
    with program(tmp_path) as ann:
        ben = ann.other()
        play(ann, ben)
        agree(ann, dina)
        agree(ben, "Ben")
        (friend,) = ann.get("/friends").json()["friends"]
        ann.post(f"/tables/{ann.make(SEATS)['table']}/invitations", {"friend": friend["id"]})
        assert [one["name"] for one in ben.get("/friends").json()["asked"]] == [dina]


@pytest.mark.parametrize("method", ["GET", "PUT", "DELETE"])
def test_friends_take_a_token(tmp_path: Path, method: str) -> None:
    with program(tmp_path) as nobody:
        body = {"name": "Eve"} if method == "PUT" else None
        assert nobody.ask(method, "/friends", body).status_code == 401


def test_what_is_no_friend_or_no_name_is_refused(tmp_path: Path) -> None:
    with program(tmp_path) as ann:
        table = ann.make(SEATS)["table"]
        assert ann.post(f"/tables/{table}/invitations", {"friend": "x"}).status_code == 404
        assert ann.post(f"/tables/{table}/invitations", {"friend": "x" * 65}).status_code == 422
        assert ann.ask("PUT", "/friends", {"name": ""}).status_code == 422
        assert ann.ask("PUT", "/friends", {"name": "\n"}).status_code in (400, 422)
        assert ann.ask("PUT", "/friends", {"name": "Ann", "evil": 1}).status_code == 422
        assert ann.delete("/tables/nowhere/invitations").status_code == 404
