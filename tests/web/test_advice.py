"""The coach while a match goes on: where it was agreed, for who is to act, and for nobody else."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from quarterdeck.bots.search import Candidate
from quarterdeck.coach import Advice
from quarterdeck.kernel import jit
from quarterdeck.play import Game
from quarterdeck.settings import Settings
from quarterdeck.tables.match import commands
from quarterdeck.tables.match.match import Match
from quarterdeck.tables.match.terms import Terms
from quarterdeck.tables.seats import HUMAN
from quarterdeck.web import coaching
from quarterdeck.web.table import coached
from quarterdeck.workers import Failed, InProcess, Urgency, WorkerTask
from tests.tables.tables import ann_first, record
from tests.web.coached import advice, ask, hurry, latest_coach, over, running, spied
from tests.web.desk import JSON, Desk, another, desk, error_of, words

OFF = "At this table nobody asks the coach while the match goes on; when it is over, all can."


@pytest.fixture(autouse=True)
def brief(monkeypatch: pytest.MonkeyPatch) -> None:
    hurry(monkeypatch)


def test_where_it_was_not_agreed_nobody_gets_an_answer(ann: Desk) -> None:
    match = running(ann, coach=False)
    page = ann.get(f"/table/{match.id}").text
    assert "Ask the coach" not in page
    assert "coach" not in words(page)
    for answer in (advice(ann, match), ask(ann, match, seat="0"), ask(ann, match, seat="none")):
        assert (answer.status_code, error_of(answer)) == (403, OFF)
    assert "Ask the coach" not in ann.get(f"/table/{match.id}/replay?seat=0").text


def test_who_is_to_act_is_told_the_choices_with_chances_and_a_best_one(ann: Desk) -> None:
    match = running(ann)
    assert "Ask the coach" in ann.get(f"/table/{match.id}").text
    told = advice(ann, match)
    assert told.status_code == 200
    said = words(told.json()["advice"])
    assert re.search(r"The coach: Offer the First Mate [^%]+ \d+%", said)
    assert "Chances to win, from what you can know: Ann" in said
    # Without script the whole page comes.
    page = advice(ann, match, headers={})
    assert page.status_code == 200
    assert "Chances to win, from what you can know: Ann" in words(page.text)
    assert match.number == 0


def test_each_figure_of_advice_says_what_it_is(ann: Desk) -> None:
    told = advice(ann, running(ann)).json()["advice"]
    assert "Chance to win; bar: how often the coach would choose it" in words(told)
    rows = re.findall(r"<li.*?</li>", told, re.DOTALL)
    assert rows
    for row in rows:
        assert re.search(r"Chance to win: \d+%", words(row))
        assert re.search(
            r'<meter [^>]*aria-label="How often the coach would choose it" aria-valuetext="\d+', row
        )


@pytest.mark.parametrize(
    ("wins", "caveat"),
    [
        ((0.22, 0.234), "has 23%: too small a lead for the coach to be sure."),
        ((0.22, 0.31), "has 31%, in too few tries for the coach to be sure."),
        ((0.22, 0.222), "a close call"),
        ((0.3, None), "a close call"),
    ],
)
def test_advice_says_why_it_is_not_the_choice_with_the_highest_chance(
    wins: tuple[float, float | None], caveat: str
) -> None:
    first, second = Game("meuterer").start(1).legal()[:2]
    choices = Candidate(first, 0.5, wins[0]), Candidate(second, 0.4, wins[1])
    told = coached.advice(Advice(choices, (0.25,) * 4, 0.0), ["Ann", "Ben", "Cleo", "Dan"])
    said = words(coached.advice_html(told))
    assert caveat in said
    assert ("to be sure" in said) == ("to be sure" in caveat)


def test_advice_is_made_of_the_seats_own_view(ann: Desk, monkeypatch: pytest.MonkeyPatch) -> None:
    match = running(ann)
    looked = spied(monkeypatch, match)
    assert advice(ann, match).status_code == 200
    assert looked == {0}


def test_nobody_else_gets_it(ann: Desk, ben: Desk) -> None:
    match = running(ann, ben)
    stranger = another(ann)
    for browser, seat in ((ben, 0), (stranger, 0), (stranger, 1)):
        assert advice(browser, match, seat).status_code == 403
    late = advice(ben, match, 1)
    assert (late.status_code, error_of(late)) == (
        409,
        "This page was out of date: it is not your turn now.",
    )
    before = [browser.get(f"/table/{match.id}").text for browser in (ben, stranger)]
    assert advice(ann, match).status_code == 200
    assert [browser.get(f"/table/{match.id}").text for browser in (ben, stranger)] == before
    assert all("Ask the coach" not in page for page in before)


def test_another_seats_replay_is_not_analysed_while_the_match_goes_on(ann: Desk, ben: Desk) -> None:
    match = running(ann, ben)
    assert ask(ben, match, seat="0").status_code == 403
    assert ask(ben, match, seat="all").status_code == 403
    assert ask(another(ann), match, seat="1").status_code == 403
    assert ask(ben, match, seat="1").status_code == 200
    coach = latest_coach()
    assert [coach.run(match, seat) is None for seat in (0, 1, "all")] == [True, False, True]
    # What the one has asked for is not shown to the other.
    assert ann.get(f"/table/{match.id}/coach?seat=1", **JSON).status_code == 403
    assert ann.get(f"/table/{match.id}/figures?seat=1", **JSON).status_code == 403


def test_behind_a_curtain_nobody_asks(ann: Desk) -> None:
    made = Match.fresh(record(ann_first()), [HUMAN, HUMAN, "random", "random"], ann.owner, Terms(coach=True))
    match: Match = ann.on_loop(ann.room.create, made)
    assert advice(ann, match).status_code == 409
    assert ask(ann, match, seat="0").status_code == 403


def test_a_page_that_is_out_of_date_gets_no_advice(ann: Desk) -> None:
    match = running(ann)
    answer = ann.post(f"/table/{match.id}/advice", {"seat": 0, "version": 3}, **JSON)
    assert (answer.status_code, "out of date" in error_of(answer)) == (409, True)
    assert ann.post(f"/table/{match.id}/advice", {"seat": "x", "version": 0}, **JSON).status_code == 400
    assert ann.get(f"/table/{match.id}/advice").headers["location"] == f"/table/{match.id}"


# -- how often, and when


def test_asking_is_counted(tmp_path: Path) -> None:
    with desk(tmp_path, settings=Settings.model_validate({"limit_coach": "2/hour"})) as ann:
        match, finished = running(ann), over(ann)
        assert advice(ann, match).status_code == 200
        assert ask(ann, finished).status_code == 200
        assert advice(ann, match).status_code == 429
        assert ask(ann, finished, seat="0").status_code == 429
        # To look costs nothing.
        assert ann.get(f"/table/{finished.id}/coach?seat=all", **JSON).status_code == 200


def test_what_a_coach_that_is_not_ready_is_asked_does_not_count(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with desk(tmp_path, settings=Settings.model_validate({"limit_coach": "1/hour"})) as ann:
        match, finished = running(ann), over(ann)
        with monkeypatch.context() as early:
            early.setattr(InProcess, "ready", False)
            early.setattr(InProcess, "preparing", True)
            for _time in range(2):
                assert ask(ann, finished).status_code == 503
                assert advice(ann, match).status_code == 503
        assert advice(ann, match).status_code == 200


def test_too_many_at_once_are_told_to_wait(ann: Desk, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(coaching, "WAITING", -1)
    monkeypatch.setattr(coaching, "CROWD", 0)
    for answer in (ask(ann, over(ann)), advice(ann, running(ann))):
        assert answer.status_code == 503
        assert error_of(answer) == "The coach is busy with others: ask again in a minute."
        assert "retry-after" in answer.headers


def test_the_log_says_where_advice_failed(
    ann: Desk, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    async def fail(self: InProcess, task: WorkerTask, urgency: Urgency) -> object:
        raise Failed("advice.py, line 12: KeyError")

    match = running(ann)
    monkeypatch.setattr(InProcess, "run", fail)
    assert advice(ann, match).status_code == 503
    assert "The coach could not advise: advice.py, line 12: KeyError" in caplog.text


def test_a_coach_that_is_not_ready_says_so(ann: Desk, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(jit, "loaded", lambda: False)
    finished, played = over(ann), running(ann)
    for preparing, status, start in (
        (True, 503, "The coach is still"),
        (False, 403, "There is no coach here"),
    ):
        monkeypatch.setattr(InProcess, "preparing", preparing)
        for answer in (ask(ann, finished), advice(ann, played)):
            assert (answer.status_code, error_of(answer)[: len(start)]) == (status, start)


def test_an_analysis_that_failed_can_be_asked_for_again(ann: Desk, monkeypatch: pytest.MonkeyPatch) -> None:
    match = over(ann)
    with monkeypatch.context() as broken:
        broken.setattr(coaching, "read_station", lambda *_: 1 / 0)
        failed = ask(ann, match).json()["region"]
    assert "Something went wrong: the coach has not come to an end." in words(failed)
    assert "Ask the coach" in failed
    assert 'class="winning"' in ask(ann, match).json()["region"]


# -- the terms


def test_whether_it_may_be_asked_is_agreed_shown_and_kept(ann: Desk) -> None:
    form = {"game": "meuterer", "players": 4, "kind1": "open", "kind2": "random", "kind3": "random"}
    made = ann.post("/tables", {**form, "public": "on", "coach": "on"}, **JSON).json()["table"]
    match: Match = ann.on_loop(ann.room.get, made)
    assert match.terms.coach
    assert "Anybody may ask the coach." in words(ann.get(f"/table/{made}").text)
    assert "no clock · coach" in words(ann.get("/lobby").text)
    ann.on_loop(ann.room.execute, match, commands.fill(ann.owner, "random"))
    assert "4 players, coach" in words(another(ann).get(f"/table/{made}").text)
    plain = ann.post("/tables", {**form, "coach": "off"}, **JSON).json()["table"]
    assert not ann.on_loop(ann.room.get, plain).terms.coach
    assert match.terms.to_json()["coach"] is True


def test_terms_of_before_there_was_a_coach_have_none() -> None:
    stored = Terms().to_json()
    del stored["coach"]
    assert Terms.from_json(stored) == Terms(coach=False)
