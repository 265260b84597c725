"""Tables whose rules this program no longer has: what their pages show, and what they keep to themselves."""

from __future__ import annotations

from html import unescape

import pytest

from quarterdeck.play import Record
from quarterdeck.tables.match.match import Match
from tests.tables.tables import finished, kinds, record
from tests.tables.upgrade import downgrade, upgrade
from tests.web.desk import Desk, words

OVER = "This match was played by version 0 of the rules; this program plays version 1."
SENTENCE = "This match began under version 0 of the rules and can't go on under 1."


def test_a_finished_match_is_shown_as_it_is_stored(ann: Desk, monkeypatch: pytest.MonkeyPatch) -> None:
    downgrade(monkeypatch)
    match = ann.table(made=record("<seed>"))
    ann.on_loop(finished, ann.room, match)
    text, moves = match.record.dumps(), match.record.moves
    upgrade(monkeypatch, keeps=False)
    ann.on_loop(ann.room.matches.drop, match.id)
    for path in ("", "/replay?ply=3"):
        answer = ann.get(f"/table/{match.id}{path}")
        assert answer.status_code == 200
        said = unescape(words(answer.text))
        assert OVER in said
        for number, (seat, action) in enumerate(moves, 1):
            assert f"{number} {match.names[seat]} {action}" in said
    assert ann.get(f"/table/{match.id}/match.qd").text == text
    assert match.id in ann.get("/games").text
    # A program that has these rules reads it.
    downgrade(monkeypatch)
    assert Record.loads(text).position.scores == match.position.scores


def test_a_running_match_is_not_shown_at_all(ann: Desk, monkeypatch: pytest.MonkeyPatch) -> None:
    downgrade(monkeypatch)
    match = ann.table(made=record("a secret seed"))
    seat = match.to_act[0]
    ann.on_loop(ann.room.submit, match, seat, 0, "offer 2")
    upgrade(monkeypatch, keeps=False)
    ann.on_loop(ann.room.matches.drop, match.id)
    for path in ("", "/replay?ply=0", "/match.qd"):
        answer = ann.get(f"/table/{match.id}{path}")
        assert answer.status_code == 409
        assert SENTENCE in unescape(words(answer.text))
        assert "offer" not in answer.text
        assert "a secret seed" not in answer.text


def test_a_finished_match_whose_deal_others_still_play_is_not_shown(
    ann: Desk, monkeypatch: pytest.MonkeyPatch
) -> None:
    downgrade(monkeypatch)
    fresh = Match.fresh(record("a secret seed"), kinds(1), ann.owner, parent=("r/1/0", "duplicate"))
    match = ann.on_loop(ann.room.create, fresh)
    ann.on_loop(finished, ann.room, match)
    upgrade(monkeypatch, keeps=False)
    ann.on_loop(ann.room.matches.drop, match.id)
    for path in ("", "/match.qd"):
        answer = ann.get(f"/table/{match.id}{path}")
        assert answer.status_code == 409
        assert "a secret seed" not in answer.text


def test_programs_get_the_sentence(ann: Desk, monkeypatch: pytest.MonkeyPatch) -> None:
    downgrade(monkeypatch)
    match = ann.table()
    ann.on_loop(finished, ann.room, match)
    upgrade(monkeypatch, keeps=False)
    ann.on_loop(ann.room.matches.drop, match.id)
    answer = ann.client.get(f"/table/{match.id}", headers={"accept": "application/json"})
    assert (answer.status_code, answer.json()) == (409, {"error": SENTENCE})
