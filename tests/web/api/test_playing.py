"""Views, reasons, moves and replays, as programs get them."""

from __future__ import annotations

import pytest

from quarterdeck.play import Game, Record
from quarterdeck.tables.match.match import Match
from quarterdeck.tables.match.terms import Terms
from quarterdeck.tables.seats import HUMAN
from quarterdeck.web import coaching
from tests.tables.tables import ann_first, kinds, played, record
from tests.web.api.program import Program, error_of


@pytest.fixture
def match(ann: Program) -> Match:
    return ann.enter(record(ann_first()), kinds(1))


def test_a_view_is_the_seat_s_own_with_what_it_may_do(ann: Program, match: Match) -> None:
    told = ann.get(f"/tables/{match.id}/view").json()
    seen = match.position.view(0)
    assert told["view"] == seen.to_json()
    assert [row["action"] for row in told["legal"]] == [action.text for action in seen.legal()]
    assert [row["sentence"] for row in told["legal"]] == [action.sentence() for action in seen.legal()]
    assert (told["seat"], told["version"], told["ply"]) == (0, 0, 0)
    assert told["prompt"] == seen.prompt(match.names)


def test_without_a_token_a_view_is_a_spectator_s(ann: Program, match: Match) -> None:
    for path in (f"/tables/{match.id}/view", f"/tables/{match.id}/view?seat=none"):
        told = ann.other().get(path).json()
        assert (told["seat"], told["legal"], told["plan"]) == (None, [], "")
        assert told["view"] == match.position.view(None).to_json()


def test_who_holds_several_seats_says_which(ann: Program) -> None:
    both = ann.enter(record(ann_first()), [HUMAN, HUMAN, "random", "random"])
    assert ann.get(f"/tables/{both.id}/view").status_code == 422
    for seat in (0, 1):
        told = ann.get(f"/tables/{both.id}/view?seat={seat}").json()
        assert told["view"]["seat"] == seat


def test_a_reason_names_its_rule(ann: Program, match: Match) -> None:
    why = ann.get(f"/tables/{match.id}/why?action=show+wine").json()
    rule, sentence = match.position.view(0).why_not("show wine")
    assert why == {"action": "show wine", "legal": False, "rule": rule, "sentence": sentence}
    assert ann.get(f"/tables/{match.id}/why?action=offer+2").json()["legal"] is True
    assert ann.get(f"/tables/{match.id}/why?action=dance").status_code == 422
    assert ann.other().get(f"/tables/{match.id}/why?action=offer+2").status_code == 403


def test_a_move_is_made_once_however_often_it_is_sent(ann: Program, match: Match) -> None:
    for _ in range(2):
        answer = ann.move(match, 0, 0, "offer 2")
        assert (answer.status_code, answer.json()) == (200, {"version": 1})
    other = ann.move(match, 0, 0, "offer 3")
    assert other.status_code == 409
    assert match.ply == 1


def test_another_move_for_one_that_was_made_is_never_taken_for_it(ann: Program) -> None:
    both = ann.enter(record(ann_first()), [HUMAN, HUMAN, "random", "random"])
    assert ann.move(both, 0, 0, "offer 2").status_code == 200
    assert ann.move(both, 0, 0, "offer 3").status_code == 409
    assert ann.move(both, 0, 0, "offer 2").status_code == 200


def test_an_illegal_move_cites_its_rule(ann: Program, match: Match) -> None:
    answer = ann.move(match, 0, 0, "show wine")
    assert answer.status_code == 422
    assert answer.json()["rule"].startswith("ME-")
    assert answer.json()["rule"] in error_of(answer)
    assert match.version == 0


def test_a_move_is_taken_back_and_a_plan_is_kept_from_the_others(ann: Program) -> None:
    made = Record(Game("cartagena"), seed="plan", names=["Ann", "Ben", "Cleo", "Dan"])
    match = ann.enter(made, [HUMAN, "random", "random", "random"])
    planned = ann.post(f"/tables/{match.id}/seats/0/plan", {"action": "mascot"})
    # Nothing that anybody else knows of: the version would tell them.
    assert planned.json() == {"version": 0}
    assert ann.get(f"/tables/{match.id}/view").json()["plan"] == "mascot"
    assert ann.other().get(f"/tables/{match.id}/view?seat=none").json()["plan"] == ""
    assert ann.post(f"/tables/{match.id}/seats/0/back").status_code == 403
    assert ann.post(f"/tables/{match.id}/seats/0/return").json() == {"version": 0}


def test_before_all_have_sat_down_nobody_sees_a_hand(ann: Program) -> None:
    id_ = ann.make()["table"]
    match = ann.match(id_)
    told = ann.get(f"/tables/{id_}/view").json()
    assert told["legal"] == []
    assert told["view"] == match.position.view(None).to_json()
    assert ann.get(f"/tables/{id_}/replay").json()["view"]["seat"] is None
    with ann.listening(id_, "views=all") as socket:
        assert socket.receive_json()["view"]["seat"] is None


def test_a_replay_is_seen_from_one_s_own_seat_until_the_end(ann: Program, match: Match) -> None:
    ann.move(match, 0, 0, "offer 2")
    told = ann.get(f"/tables/{match.id}/replay?ply=1").json()
    seen = match.positions[1].view(0)
    assert told["view"] == {**seen.to_json(), "legal": []}
    assert [fact["kind"] for fact in told["events"]] == [event.kind for event in seen.events]
    assert (told["plies"], told["seat"]) == (1, 0)
    assert ann.get(f"/tables/{match.id}/replay?ply=2").status_code == 404
    for seat in ("1", "all"):
        assert ann.get(f"/tables/{match.id}/replay?seat={seat}").status_code == 403


def test_when_it_is_over_everything_may_be_seen(ann: Program) -> None:
    match = played(10_000)
    ann.on_loop(ann.room.matches.show, match)
    for seat in ("0", "3", "none", "all"):
        told = ann.other().get(f"/tables/{match.id}/replay?ply={match.ply}&seat={seat}")
        assert told.status_code == 200
    assert told.json()["view"]["format"] == match.position.to_json()["format"]
    assert ann.other().get(f"/tables/{match.id}/match.qd").status_code == 200


def test_talk_is_for_the_seats_and_what_is_for_them_alone_stays_there(ann: Program, match: Match) -> None:
    path = f"/tables/{match.id}/messages"
    assert ann.post(path, {"text": "Ahoy!"}).status_code == 201
    assert ann.post(path, {"text": "<b>psst</b>", "audience": "seats"}).json()["number"] == 2
    heard = [[row["text"] for row in one.get(path).json()["messages"]] for one in (ann, ann.other())]
    assert heard == [["Ahoy!", "<b>psst</b>"], ["Ahoy!"]]
    assert [row["number"] for row in ann.get(f"{path}?after=1").json()["messages"]] == [2]
    assert ann.other().post(path, {"text": "Ahoy!"}).status_code == 401
    ben = ann.other()
    ben.make()
    assert ben.post(path, {"text": "Ahoy!"}).status_code == 403
    for text in ("", "x" * 301, "a\x00b", "\u202e"):
        assert ann.post(path, {"text": text}).status_code in (400, 422)


# -- the coach


@pytest.fixture
def coached(ann: Program, monkeypatch: pytest.MonkeyPatch) -> Match:
    """A table of Ann's, who is to act, at which anybody may ask the coach."""
    Game("meuterer").warm()
    monkeypatch.setattr(coaching, "SECONDS", 0.05)
    return ann.enter(record(ann_first()), kinds(1), Terms(coach=True))


def test_advice_has_every_choice_with_its_chance(ann: Program, coached: Match) -> None:
    told = ann.get(f"/tables/{coached.id}/advice").json()
    legal = {action.text: action.sentence() for action in coached.position.legal(0)}
    assert {one["action"]: one["sentence"] for one in told["choices"]} == legal
    assert (told["seat"], told["version"]) == (0, 0)
    assert sum(one["share"] for one in told["choices"]) == pytest.approx(1)
    assert sum(told["wins"]) + told["nobody"] == pytest.approx(1)


def test_advice_is_for_who_holds_the_seat_and_is_to_act(ann: Program, coached: Match, match: Match) -> None:
    for query in ("", "?seat=0", "?seat=none", "?seat=1"):
        assert ann.other().get(f"/tables/{coached.id}/advice{query}").status_code == 403
    assert ann.get(f"/tables/{coached.id}/advice?seat=1").status_code == 403
    refused = ann.get(f"/tables/{match.id}/advice")
    assert (refused.status_code, "nobody asks the coach" in error_of(refused)) == (403, True)
    while 0 in coached.to_act:
        ann.move(coached, 0, coached.version, coached.position.legal(0)[0].text)
    assert ann.get(f"/tables/{coached.id}/advice").status_code == 409
