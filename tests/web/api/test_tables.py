"""Tables made, found and joined by programs."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from quarterdeck.bots import BOTS
from quarterdeck.play import GAMES
from quarterdeck.settings import Settings
from quarterdeck.settings.values import Rate
from quarterdeck.tables.entry import now
from quarterdeck.tables.match.absence import DAY
from quarterdeck.tables.seats import SUBSTITUTE
from quarterdeck.web.api import BASE
from quarterdeck.web.boards import BOARDS
from tests.tables.tables import played
from tests.web.api.program import SEATS, Program, error_of, program


def nested(depth: int) -> list[Any]:
    lists: list[Any] = []
    for _level in range(depth):
        lists = [lists]
    return lists


def test_a_table_has_components_of_its_maker_s_own(ann: Program) -> None:
    own = GAMES["meuterer"].read_table(None).to_json()
    own["cards"]["ruby"] = 9
    body = {"game": "meuterer", "seats": [{"kind": "me", "name": "Ann"}, *[{"kind": SUBSTITUTE}] * 3]}
    made = ann.post("/tables", {**body, "components": own}).json()
    assert ann.get(f"/tables/{made['table']}").json()["components"] == own
    assert ann.get(f"/tables/{ann.post('/tables', body).json()['table']}").json()["components"] is None
    for wrong, sentence in (
        ({}, "table: A [cards] section with a count for each kind is missing (ME-1)."),
        ({**own, "gold": 3}, "table: Unknown key gold"),
        ({**own, "start": nested(900)}, "table: "),
    ):
        answer = ann.post("/tables", {**body, "components": wrong})
        assert answer.status_code == 422
        assert error_of(answer).startswith(sentence)
    rated = {"clock": "slow", "days": 3, "take_back": False, "coach": False, "rated": True}
    answer = ann.post("/tables", {**body, "components": own, "terms": rated})
    assert error_of(answer) == "A game with components of your own is not rated."


def test_the_games_are_told_with_the_values_of_their_options(ann: Program) -> None:
    told = ann.get("/games").json()
    assert {game["id"] for game in told["games"]} == set(BOARDS)
    for game in told["games"]:
        for option in game["options"]:
            known = GAMES[game["id"]].option(option["name"])
            assert known is not None
            assert [row["value"] for row in option["values"]] == list(known.choices)
    assert [bot["name"] for bot in told["bots"]] == list(BOTS)


def test_a_table_is_as_it_was_asked_for(ann: Program) -> None:
    terms = {"clock": "live", "per_move": 30, "reserve": 300, "take_back": False}
    opened = ann.make(options={"rules": "french"}, terms=terms, public=True)
    table = ann.other().get(f"/tables/{opened['table']}").json()
    assert (table["game"], table["options"]["rules"], table["options"]["players"]) == (
        "meuterer",
        "french",
        4,
    )
    assert (table["state"], table["to_act"], table["version"], table["seed"]) == ("waiting", [], 0, None)
    assert [seat["kind"] for seat in table["seats"]] == ["human", "open", "random", "random"]
    assert (table["terms"]["clock"], table["terms"]["take_back"]) == ("live", False)
    assert [clock["left"] for clock in table["clocks"]] == [330_000] * 4
    assert opened["seats"] == [0]


def test_a_token_is_shown_once_and_can_hold_several_tables(ann: Program) -> None:
    first, second = ann.make(), ann.make()
    assert first["token"].startswith("qd_")
    assert second["token"] is None
    for opened in (first, second):
        assert ann.get(f"/tables/{opened['table']}/view").json()["seat"] == 0


def test_a_program_finds_its_tables_again_those_that_wait_for_it_first(ann: Program) -> None:
    waiting = ann.make()["table"]
    running = [ann.make(seats=[{"kind": "me"}, *SEATS[2:], {"kind": "random"}])["table"] for _ in range(2)]
    told = {table["table"]: table for table in ann.get("/playing").json()["tables"]}
    assert set(told) == {waiting, *running}
    assert told[waiting]["state"] == "waiting"
    assert told[waiting]["mine"] == [0]
    turns = [table["turn"] for table in told.values()]
    assert turns == sorted(turns, reverse=True)
    for table in running:
        assert told[table]["turn"] == (0 in ann.get(f"/tables/{table}").json()["to_act"])
    ben = ann.other()
    ben.make()
    assert [table["mine"] for table in ben.get("/playing").json()["tables"]] == [[0]]
    assert ann.other().get("/playing").status_code == 401


def test_public_tables_are_listed_by_state_and_others_are_not(ann: Program) -> None:
    shown = ann.make(public=True)["table"]
    ann.make()
    listed = [table["table"] for table in ann.other().get("/tables").json()["tables"]]
    assert listed == [shown]
    assert ann.get("/tables?state=running").json() == {"tables": []}
    ann.post(f"/tables/{shown}/fill", {})
    running = ann.get("/tables?state=running").json()["tables"]
    assert [(table["table"], table["state"]) for table in running] == [(shown, "running")]


@pytest.mark.parametrize(("days", "waits", "runs"), [(13, True, True), (15, False, True), (36, False, False)])
def test_old_tables_are_not_listed(
    ann: Program, monkeypatch: pytest.MonkeyPatch, days: int, waits: bool, runs: bool
) -> None:
    waiting, running = (ann.make(public=True)["table"] for _table in range(2))
    ann.post(f"/tables/{running}/fill", {})
    later = now() + days * DAY
    monkeypatch.setattr("quarterdeck.web.context.now", lambda: later)
    listed = {state: ann.get(f"/tables?state={state}").json()["tables"] for state in ("waiting", "running")}
    assert [table["table"] for table in listed["waiting"]] == [waiting] * waits
    assert [table["table"] for table in listed["running"]] == [running] * runs


def test_a_seat_is_taken_left_and_taken_again(ann: Program) -> None:
    id_ = ann.make()["table"]
    ben = ann.other()
    sat = ben.post(f"/tables/{id_}/seats/1", {"name": "Ben"})
    assert (sat.status_code, sat.json()["seat"]) == (201, 1)
    ben.token = sat.json()["token"]
    match = ann.match(id_)
    assert match.names[1] == "Ben"
    assert match.running
    late = ann.other().post(f"/tables/{id_}/seats/1", {"name": "Cleo"})
    assert (late.status_code, error_of(late)) == (403, "Ben has that seat: take one that is open.")
    assert ben.delete(f"/tables/{id_}/seats/1").json() == {"version": 2}
    assert match.seats[1].kind == SUBSTITUTE
    assert ben.get(f"/tables/{id_}/view?seat=1").status_code == 403
    cleo = ann.other().post(f"/tables/{id_}/seats/1", {"name": "Cleo"})
    assert cleo.status_code == 201


def test_who_made_a_table_fills_or_closes_it_and_nobody_else(ann: Program) -> None:
    id_ = ann.make()["table"]
    ben = ann.other()
    ben.make()
    for path in ("fill", "close"):
        assert ben.post(f"/tables/{id_}/{path}", {}).status_code == 403
        assert ann.other().post(f"/tables/{id_}/{path}", {}).status_code == 401
    assert ann.post(f"/tables/{id_}/fill", {"bot": "random"}).json() == {"version": 1}
    assert ann.post(f"/tables/{id_}/close").status_code == 403
    other = ann.make()["table"]
    ann.post(f"/tables/{other}/close")
    assert ann.get(f"/tables/{other}").json()["state"] == "closed"


def test_a_second_token_holds_the_seat_until_it_is_revoked(ann: Program) -> None:
    id_ = ann.make()["table"]
    handed = ann.post(f"/tables/{id_}/seats/0/tokens")
    assert handed.status_code == 201
    twin = ann.other(handed.json()["token"])
    assert twin.get(f"/tables/{id_}/view").json()["seat"] == 0
    assert ann.delete(f"/tables/{id_}/seats/0/tokens").status_code == 200
    assert twin.get(f"/tables/{id_}/view").json()["seat"] is None
    assert twin.post(f"/tables/{id_}/seats/0/tokens").status_code == 403


def test_the_seed_is_told_when_the_match_is_over(ann: Program) -> None:
    match = played(10_000)
    ann.on_loop(ann.room.matches.show, match)
    table = ann.get(f"/tables/{match.id}").json()
    assert (table["state"], table["seed"]) == ("over", match.record.seed)
    assert ann.get(f"/tables/{match.id}/match.qd").text == match.record.dumps()


@pytest.mark.parametrize(
    ("changed", "sentence"),
    [
        ({"game": "chess"}, "There is no game “chess”; there are "),
        ({"game": 7}, "“game” is wrong: it has to be a text."),
        (
            {"options": {"rules": "klingon"}},
            "In Meuterer “rules” can be english, french, manual, not “klingon”.",
        ),
        ({"options": {"weather": "fair"}}, "Meuterer has no option “weather”; it has "),
        ({"options": {"players": 3}}, "“seats” has 4 seats, and “players” is 3: they have to agree."),
        ({"options": {"players": 3.5}}, "“options.players"),
        ({"seats": []}, "“seats” is wrong: its length has to be 1 or more."),
        ({"seats": [*SEATS, *SEATS]}, "In Meuterer “players” can be 3, 4, not “8”."),
        ({"seats": [{"kind": "bo'sun"}] * 4}, "“seats.0.kind” can be me, open, "),
        ({"seats": [{"kind": "human"}] * 4}, "“seats.0.kind” can be me, open, "),
        ({"seats": [{"kind": "me", "name": ""}, *SEATS[1:]]}, "“seats.0.name"),
        ({"seats": [{"kind": "me", "name": "a\nb"}, *SEATS[1:]]}, "A player's name has 1 to 40 "),
        (
            {"seats": [SEATS[0], {"kind": "open", "name": "Ben"}, *SEATS[2:]]},
            "“seats.1.name” names an open seat: whoever sits down there brings a name.",
        ),
        (
            {"seats": [{"kind": "me", "nickname": "a"}, *SEATS[1:]]},
            "“seats.0.nickname” is wrong: there is no such field.",
        ),
        ({"terms": {"clock": "sundial"}}, "“sundial” is no choice for “clock”: "),
        ({"terms": {"hourglass": 1}}, "“hourglass” is no choice for “terms”: "),
        ({"terms": {"clock": "live", "per_move": True}}, "“per_move” has to be a whole number of "),
        ({"public": "yes"}, "“public” is wrong: it has to be true or false."),
        ({"secret": 1}, "“secret” is wrong: there is no such field."),
    ],
)
def test_a_table_that_cannot_be_is_one_sentence(ann: Program, changed: dict[str, Any], sentence: str) -> None:
    answer = ann.post("/tables", {"game": "meuterer", "seats": SEATS, **changed})
    assert answer.status_code == 422
    assert error_of(answer).startswith(sentence)


def test_a_body_that_is_not_called_json_is_told_what_to_call_it(ann: Program) -> None:
    # As curl sends it, unless it is told otherwise.
    body = json.dumps({"game": "meuterer", "seats": SEATS})
    answer = ann.client.post(f"{BASE}/tables", content=body, headers={"content-type": "text/plain"})
    said = "The body of this request is not announced as JSON: send “Content-Type: application/json” with it."
    assert (answer.status_code, error_of(answer)) == (400, said)


def test_a_misspelt_field_of_an_address_is_not_taken_for_none(ann: Program) -> None:
    id_ = ann.make()["table"]
    for path in ("/tables?sate=over", f"/tables/{id_}/view?seat=0&sest=1", f"/tables/{id_}?seat=0"):
        answer = ann.get(path)
        assert answer.status_code == 422, path
        assert error_of(answer).endswith("” is wrong: there is no such field.")
    assert ann.get("/tables?state=over").status_code == 200


def test_the_choices_of_a_field_are_listed_in_the_language_asked_for(ann: Program) -> None:
    assert error_of(ann.get("/tables?state=lost")) == (
        "“state” is wrong: it has to be one of waiting, running, over."
    )
    german = error_of(ann.ask("GET", "/tables?state=lost", **{"accept-language": "de"}))
    assert german == "„state“ ist falsch: es muss eines von waiting, running, over sein."


def test_a_seat_of_somebody_else_is_named_in_a_program_s_words(ann: Program) -> None:
    id_ = ann.make()["table"]
    ben = ann.other()
    ben.post(f"/tables/{id_}/seats/1", {"name": "Ben"})
    seat = f"/tables/{id_}/seats/1"
    for method, path, body in [
        ("DELETE", seat, None),
        ("POST", f"{seat}/return", None),
        ("POST", f"{seat}/plan", {"action": "leave"}),
        ("POST", f"{seat}/back", None),
        ("POST", f"{seat}/tokens", None),
        ("DELETE", f"{seat}/tokens", None),
    ]:
        answer = ann.ask(method, path, body)
        assert (answer.status_code, error_of(answer)) == (403, "This token does not hold that seat."), path
        answer = ann.ask(method, path.replace("/seats/1", "/seats/9"), body)
        assert (answer.status_code, error_of(answer)) == (404, "There is no such seat at this table."), path


def test_a_rated_table_says_so_and_goes_without_help(ann: Program) -> None:
    terms: dict[str, Any] = {"clock": "slow", "days": 2, "take_back": False, "rated": True}
    made = ann.post("/tables", {"game": "meuterer", "seats": SEATS, "terms": terms}).json()
    assert ann.get(f"/tables/{made['table']}").json()["terms"]["rated"] is True
    terms["coach"] = True
    helped = ann.post("/tables", {"game": "meuterer", "seats": SEATS, "terms": terms})
    assert (helped.status_code, error_of(helped)[:23]) == (422, "A rated game goes witho")
    terms["coach"] = False
    seats = [{**SEATS[0], "name": f"Ann {seat}"} if seat < 2 else SEATS[seat] for seat in range(4)]
    shared = ann.post("/tables", {"game": "meuterer", "seats": seats, "terms": terms})
    assert (shared.status_code, error_of(shared)[:25]) == (422, "A game of several people ")


def test_the_ladder_has_bots_and_who_has_joined(ann: Program) -> None:
    assert ann.get("/ladder?game=chess").status_code == 404
    told = ann.get("/ladder?game=meuterer").json()
    assert told["newcomers"] == []
    thumb = next(one for one in told["ladder"] if one["points"] == 1000)
    assert thumb == {
        "name": "Rule of thumb",
        "bot": True,
        "place": None,
        "points": 1000,
        "margin": None,
        "games": 0,
    }


def test_too_many_tables_are_refused_by_address_and_by_token(tmp_path: Path) -> None:
    with program(tmp_path, settings=Settings(limit_tables=Rate(1, 3600))) as ann:
        for _ in range(10):
            ann.other().make()
        ben = ann.other()
        answer = ben.post("/tables", {"game": "meuterer", "seats": SEATS})
        assert answer.status_code == 429
        assert error_of(answer).startswith("That was too often: ")
        assert int(answer.headers["retry-after"]) > 3000


def test_a_program_has_only_so_many_unfinished_tables(tmp_path: Path) -> None:
    with program(tmp_path, settings=Settings(open_tables=1)) as ann:
        ann.make()
        answer = ann.post("/tables", {"game": "meuterer", "seats": SEATS})
        assert answer.status_code == 403
        assert error_of(answer).startswith("You have 1 unfinished ")
