"""The waiting room while whoever made the table is absent: what the others are offered, asked and told."""

from __future__ import annotations

import pytest

from quarterdeck.tables.entry import now
from quarterdeck.tables.match.absence import DAY, DAYS
from quarterdeck.tables.match.match import Match
from quarterdeck.tables.seats import HUMAN, VACANT
from tests.tables.tables import record
from tests.web.desk import JSON, Desk, another, error_of, words
from tests.web.outline import Outline
from tests.web.table.test_waiting import page, room, sit


@pytest.fixture
def cleo(ann: Desk) -> Desk:
    return another(ann)


@pytest.fixture
def match(ann: Desk, ben: Desk, cleo: Desk, monkeypatch: pytest.MonkeyPatch) -> Match:
    """A table of Ann's, who has not been there for days, with Ben and Cleo at it, who have just come back."""
    made = ann.enter(record(), [HUMAN, VACANT, VACANT, VACANT])
    sit(ben, made, 1, "Ben")
    sit(cleo, made, 2, "Cleo")
    later = now() + DAYS * DAY
    for module in ("attendance", "presence", "commit"):
        monkeypatch.setattr(f"quarterdeck.tables.live.{module}.now", lambda: later)
    monkeypatch.setattr("quarterdeck.web.table.waiting.now", lambda: later)
    for desk in (ben, cleo):
        page(desk, made)
    return made


def keys(browser: Desk, match: Match) -> set[str]:
    """What a browser may press in the waiting room, by the keys of the buttons."""
    found = Outline(page(browser, match)).elements
    return {str(one["data-key"]) for tag, one in found if tag == "button" and "data-key" in one}


def ask(browser: Desk, match: Match, what: str, **of: int) -> None:
    answer = browser.post(f"/table/{match.id}/ask", {"what": what, **of}, **JSON)
    assert answer.status_code == 200, answer.text


def answer(browser: Desk, match: Match, word: str) -> None:
    question = match.agreement.question
    assert question is not None
    form = {"question": match.version_at(question.number)}
    assert browser.post(f"/table/{match.id}/{word}", form, **JSON).status_code == 200


def test_those_who_sit_there_are_offered_a_vote_and_nobody_else(ann: Desk, ben: Desk, match: Match) -> None:
    shown = words(page(ben, match))
    assert "Whoever made this table is absent" in shown
    assert "7 days without a sign" in shown
    assert {"dismissed-0", "fill"} <= keys(ben, match)
    # Nobody sends away alone somebody who is there.
    assert "dismissed-2" not in keys(ben, match)
    stranger = page(another(ann), match)
    assert "absent" not in words(stranger)
    assert "dismiss" not in stranger


def test_nothing_is_offered_once_the_maker_is_back(ann: Desk, ben: Desk, match: Match) -> None:
    assert {"dismissed-1", "dismissed-2", "fill", "really-close"} <= keys(ann, match)
    assert "absent" not in words(page(ben, match))
    assert keys(ben, match).isdisjoint({"dismissed-0", "dismissed-2", "fill"})
    refused = ben.post(f"/table/{match.id}/ask", {"what": "free", "of": 0}, **JSON)
    assert (refused.status_code, "is there" in error_of(refused)) == (403, True)


def test_a_maker_without_a_seat_is_there_while_their_page_is_open(ann: Desk, ben: Desk, match: Match) -> None:
    ann.post(f"/table/{match.id}/leave", {"seat": 0})
    assert "Whoever made this table is absent" not in words(page(ben, match))


def test_everybody_in_the_room_is_told_of_the_vote(ann: Desk, ben: Desk, cleo: Desk, match: Match) -> None:
    watcher = another(ann)
    with room(cleo, match) as asked, room(watcher, match) as watching:
        ask(ben, match, "free", of=0)
        sentence = "Ben would like to free the seat of Ann, who is absent."
        for socket in (asked, watching):
            assert sentence in words(socket.receive_json()["regions"]["region_question"])
        assert {"agree", "refuse"} <= keys(cleo, match)
        mine = page(ben, match)
        assert "Take that back" in mine
        assert "Still to answer: Cleo." in words(mine)
        assert keys(watcher, match).isdisjoint({"agree", "refuse"})
        # One thing after the other.
        assert keys(cleo, match).isdisjoint({"dismissed-0", "fill"})
        answer(cleo, match, "agree")
        for socket in (asked, watching):
            told = socket.receive_json()["regions"]
            assert "Ann is absent: the others have freed the seat." in words(told["region_question"])
            assert "Free" in words(told["region_chairs"])
    assert match.seats[0].kind == VACANT


def test_a_refusal_is_told_to_everybody(ben: Desk, cleo: Desk, match: Match) -> None:
    with room(ben, match) as socket:
        ask(ben, match, "fill")
        socket.receive_json()
        answer(cleo, match, "refuse")
        assert "Cleo does not agree." in words(socket.receive_json()["regions"]["region_question"])


def test_together_they_begin_and_every_page_goes_to_the_table(ben: Desk, cleo: Desk, match: Match) -> None:
    ask(cleo, match, "fill")
    with room(ben, match) as socket:
        answer(ben, match, "agree")
        assert socket.receive_json() == {"go": f"/table/{match.id}"}
    assert [seat.away for seat in match.seats] == [True, False, False, False]


def test_a_guest_is_asked_to_leave_and_may_watch(ann: Desk, ben: Desk, cleo: Desk, match: Match) -> None:
    ask(ben, match, "free", of=0)
    answer(cleo, match, "agree")
    zed = another(ann)
    sit(zed, match, 0, "Zed")
    ask(ben, match, "free", of=0)
    assert keys(zed, match).isdisjoint({"agree", "refuse"})
    assert "Ben would like Zed to leave the table." in words(page(zed, match))
    answer(cleo, match, "agree")
    shown = page(zed, match)
    assert "You were asked to leave this table: for an hour you can’t take a seat here." in words(shown)
    assert 'data-key="take' not in shown
    # Whoever was only absent may sit down again.
    assert 'data-key="take-0"' in page(ann, match)
