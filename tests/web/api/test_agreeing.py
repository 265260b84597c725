"""What programs ask each other at a table, and agree on."""

from __future__ import annotations

import json

import pytest

from quarterdeck.play import Record
from quarterdeck.tables.entry import now
from quarterdeck.tables.match.absence import DAY, DAYS
from quarterdeck.web.api.feed import feed_of
from tests.web.api.program import Program, error_of

PLAYERS = [{"kind": "me", "name": "Ann"}, {"kind": "open"}, {"kind": "random"}, {"kind": "random"}]
LIVE = {"clock": "live", "per_move": 30, "reserve": 300}


def at_table(ann: Program) -> tuple[str, Program]:
    """A table of Ann's program with Ben's at it, and a clock."""
    table = ann.make(PLAYERS, terms=LIVE)["table"]
    ben = ann.other()
    seated = ben.post(f"/tables/{table}/seats/1", {"name": "Ben"})
    assert seated.status_code == 201, seated.text
    ben.token = seated.json()["token"]
    return table, ben


def test_a_draw_is_asked_for_and_agreed_on(ann: Program) -> None:
    table, ben = at_table(ann)
    version = ann.post(f"/tables/{table}/question", {"what": "draw"}).json()["version"]
    told = ben.get(f"/tables/{table}").json()
    assert told["question"] == {
        "version": version,
        "what": "draw",
        "of": None,
        "seat": 0,
        "sentence": "Ann offers a draw.",
        "agreed": [0],
        "missing": [1],
    }
    assert ben.post(f"/tables/{table}/question/agree", {"version": version}).status_code == 200
    told = ann.get(f"/tables/{table}").json()
    assert (told["state"], told["ended"], told["question"], told["to_act"]) == ("over", "draw", None, [])
    assert told["seed"]
    seen = ann.get(f"/tables/{table}/view").json()
    assert (seen["prompt"], seen["legal"]) == ("The match ended in a draw by agreement.", [])
    assert seen["view"]["to_act"] == []
    assert Record.loads(ann.get(f"/tables/{table}/match.qd").text).ended == "draw"


def test_a_pause_stops_the_clocks_until_somebody_goes_on(ann: Program) -> None:
    table, ben = at_table(ann)
    version = ann.post(f"/tables/{table}/question", {"what": "pause"}).json()["version"]
    ben.post(f"/tables/{table}/question/agree", {"version": version})
    told = ann.get(f"/tables/{table}").json()
    assert (told["state"], told["paused"], told["to_act"]) == ("running", True, [])
    seen = ann.get(f"/tables/{table}/view").json()
    assert (seen["prompt"], seen["legal"]) == ("The match is paused by agreement.", [])
    answer = ann.post(f"/tables/{table}/moves", {"seat": 0, "version": told["version"], "action": "offer 2"})
    assert (answer.status_code, error_of(answer)) == (403, "The match is paused: let it go on first.")
    assert ann.get(f"/tables/{table}/why?action=offer+2").status_code == 403
    ben.post(f"/tables/{table}/resume")
    assert not ann.get(f"/tables/{table}").json()["paused"]


def test_streams_tell_what_was_asked_and_how_it_ended(ann: Program) -> None:
    table, ben = at_table(ann)
    for what in ("pause", "abandon"):
        version = ann.post(f"/tables/{table}/question", {"what": what}).json()["version"]
        ben.post(f"/tables/{table}/question/agree", {"version": version})
    match = ann.match(table)
    told = [json.loads(feed_of(match).message(match, None, number, "all") or "") for number in range(2, 8)]
    kinds = [message["events"][0]["kind"] for message in told]
    asked = ["question_asked", "question_agreed"]
    assert kinds == [*asked, "match_paused", *asked, "match_ended"]
    assert told[0]["events"][0]["data"] == {"what": "pause"}
    assert told[-1]["events"][0] == {
        "kind": "match_ended",
        "seat": -1,
        "sentence": "The match was abandoned.",
        "rule": None,
        "data": {"how": "abandoned"},
    }
    assert [message["over"] for message in told] == [False] * 5 + [True]
    assert [bool(message["to_act"]) for message in told] == [True, True, False, False, False, False]
    assert all(message["view"]["to_act"] == message["to_act"] for message in told)


def test_somebody_is_asked_to_leave_before_the_match_begins(ann: Program) -> None:
    table = ann.make([PLAYERS[0], {"kind": "open"}, {"kind": "open"}, {"kind": "random"}])["table"]
    ben = ann.other()
    ben.token = ben.post(f"/tables/{table}/seats/1", {"name": "Ben"}).json()["token"]
    refused = ben.post(f"/tables/{table}/seats/0/dismiss")
    assert refused.status_code == 403
    assert ann.post(f"/tables/{table}/seats/1/dismiss").status_code == 200
    again = ben.post(f"/tables/{table}/seats/1", {"name": "Ben"})
    assert (again.status_code, "asked to leave" in error_of(again)) == (403, True)


def test_questions_that_make_no_sense_are_refused_in_a_sentence(ann: Program) -> None:
    table, ben = at_table(ann)
    assert ann.post(f"/tables/{table}/question", {"what": "tea"}).status_code == 422
    answer = ann.post(f"/tables/{table}/question", {"what": "bot", "of": 1})
    assert (answer.status_code, "Ben is not absent" in error_of(answer)) == (403, True)
    stale = ben.post(f"/tables/{table}/question/agree", {"version": 1})
    assert stale.status_code == 409


def test_the_others_free_a_seat_and_begin_while_the_maker_is_absent(
    ann: Program, monkeypatch: pytest.MonkeyPatch
) -> None:
    table = ann.make([PLAYERS[0], *[{"kind": "open"}] * 3])["table"]
    ben, cleo = ann.other(), ann.other()
    for seat, (program, name) in enumerate([(ben, "Ben"), (cleo, "Cleo")], 1):
        program.token = program.post(f"/tables/{table}/seats/{seat}", {"name": name}).json()["token"]
    refused = ben.post(f"/tables/{table}/question", {"what": "free", "of": 0})
    assert (refused.status_code, "is there" in error_of(refused)) == (403, True)
    later = now() + DAYS * DAY
    for module in ("attendance", "presence", "commit"):
        monkeypatch.setattr(f"quarterdeck.tables.live.{module}.now", lambda: later)
    for program in (ben, cleo):
        program.get(f"/tables/{table}/view")
    for what, of in (("free", 0), ("fill", None)):
        version = ben.post(f"/tables/{table}/question", {"what": what, "of": of}).json()["version"]
        question = cleo.get(f"/tables/{table}").json()["question"]
        assert (question["what"], question["of"], question["missing"]) == (what, of, [2])
        assert cleo.post(f"/tables/{table}/question/agree", {"version": version}).status_code == 200
    match = ann.match(table)
    told = [json.loads(feed_of(match).message(match, None, number, "all") or "") for number in range(3, 7)]
    events = [message["events"][0] for message in told]
    assert [event["kind"] for event in events] == [
        "question_asked", "question_agreed", "seat_left", "question_asked"
    ]  # fmt: skip
    assert events[0]["data"] == {"what": "free", "of": 0}
    assert events[2]["sentence"] == "Ann is absent: the others have freed the seat."
    assert events[2]["data"] == {"by": "vote"}
    assert all("view" not in message or not message["legal"] for message in told)
    assert ann.get(f"/tables/{table}").json()["state"] == "running"
