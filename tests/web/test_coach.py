"""The coach in the browser: whom it answers, from whose knowledge, and what it keeps to itself."""

from __future__ import annotations

import re
import time
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest

from quarterdeck.coach import comparison
from quarterdeck.kernel import jit
from quarterdeck.play import Game, Position, Record, View
from quarterdeck.settings import Settings
from quarterdeck.tables import wishes
from quarterdeck.tables.match import Match, Viewer
from quarterdeck.tables.seats import HUMAN, VACANT
from quarterdeck.tables.terms import Terms
from quarterdeck.web import coaching, winchart
from tests.tables.tables import ann_first, played, record
from tests.web.desk import JSON, Desk, another, desk, error_of, words

OFF = "At this table nobody asks the coach while the match goes on; when it is over, all can."


@pytest.fixture(autouse=True)
def brief(monkeypatch: pytest.MonkeyPatch) -> None:
    """A coach that is ready, and takes little time."""
    Game("meuterer").warm()
    monkeypatch.setattr(coaching, "SIMULATIONS", 16)
    monkeypatch.setattr(coaching, "SECONDS", 0.05)
    monkeypatch.setattr(comparison, "WORLDS", 2)


def coach_of(browser: Desk) -> coaching.Coach:
    """The coach of the server at which a browser is."""
    (route,) = [one for one in browser.client.app._app.routes if one.name == "ask"]  # type: ignore[attr-defined]
    found = route.endpoint.__self__._desk.coach
    assert isinstance(found, coaching.Coach)
    return found


def over(ann: Desk, plies: int = 44) -> Match:
    """A match that was played here: its first moves, in which nothing is secret."""
    whole = played(plies)
    match = Match(whole.row, whole.entries, shown=True)
    ann.on_loop(ann.room.show, match)
    return match


def spied(monkeypatch: pytest.MonkeyPatch) -> set[int | None]:
    """The seats from which anybody looks at a position from now on."""
    looked: set[int | None] = set()
    view = Position.view

    def spy(position: Position, seat: int | None) -> View:
        looked.add(seat)
        return view(position, seat)

    monkeypatch.setattr(Position, "view", spy)
    return looked


def running(ann: Desk, ben: Desk | None = None, coach: bool = True) -> Match:
    """A match of Ann's, who is the first to act, and Ben's if he has a browser."""
    kinds = [HUMAN, VACANT if ben else "random", "random", "random"]
    made = Match.fresh(record(ann_first()), kinds, ann.owner, Terms(coach=coach))
    match: Match = ann.on_loop(ann.room.create, made)
    if ben:
        ann.on_loop(ann.room.wish, match, wishes.sit(ben.owner, 1, "<Ben>"))
    return match


def ask(browser: Desk, match: Match, ply: int = 0, seat: str = "all", spoilers: str = "on") -> Any:
    """Ask the coach about a replay, and wait for all that it says."""
    form = {"ply": ply, "seat": seat, "spoilers": spoilers}
    told = browser.post(f"/table/{match.id}/coach", form, **JSON)
    while told.status_code == 200 and told.json()["busy"]:
        time.sleep(0.01)
        query = f"ply={ply}&seat={seat}&spoilers={spoilers}"
        told = browser.get(f"/table/{match.id}/coach?{query}", **JSON)
    return told


def advice(browser: Desk, match: Match, seat: int = 0, headers: dict[str, str] = JSON) -> Any:
    form = {"seat": seat, "version": match.version}
    return browser.post(f"/table/{match.id}/advice", form, **headers)


# -- replays


def test_a_replay_shows_chart_choices_and_moments_once_the_coach_was_asked(ann: Desk) -> None:
    match = over(ann, 10_000)
    path = f"/table/{match.id}/replay?ply=30&seat=all"
    assert "Ask the coach" in ann.get(path).text
    assert 'class="winning"' not in ann.get(path).text
    assert ann.post(f"/table/{match.id}/coach", {"ply": 30, "seat": "all"}).headers["location"] == path
    ask(ann, match, 30)
    page = ann.get(path).text
    assert len(re.findall(r'<g class="of-\d">', page)) == 4
    for name in match.names:
        assert re.search(rf'<text class="name"[^>]*>{name}</text>', page)
    assert "After move 30:" in words(page)
    assert page.count("<em>played</em>") >= 1
    links = re.findall(
        r'<li class="(mistake|luck)"><a href="/table/[a-z0-9]+/replay\?ply=(\d+)&amp;seat=all"', page
    )
    assert links
    assert all(1 <= int(ply) <= match.ply for _kind, ply in links)


def test_without_script_the_page_loads_itself_again_while_the_coach_is_at_work(
    ann: Desk, monkeypatch: pytest.MonkeyPatch
) -> None:
    match = over(ann)
    ask(ann, match)
    again = '<noscript><meta http-equiv="refresh"'
    assert again not in ann.get(f"/table/{match.id}/replay?seat=all").text
    monkeypatch.setattr(coaching.Coach, "at_work", lambda *_: True)
    monkeypatch.setattr(coaching.Run, "done", False)
    page = ann.get(f"/table/{match.id}/replay?seat=all").text
    assert again in page
    assert re.search(r'<progress id="coach-progress" max="\d+" value="\d+">', page)


@pytest.mark.parametrize(("seat", "eyes"), [("1", {1, None}), ("none", {None}), ("all", {0, 1, 2, 3, None})])
def test_nobodys_hand_is_looked_into_but_the_replays_own(
    ann: Desk, monkeypatch: pytest.MonkeyPatch, seat: str, eyes: set[int | None]
) -> None:
    match = over(ann)
    looked = spied(monkeypatch)
    run = coaching.Run(match, int(seat) if seat.isdecimal() else None if seat == "none" else "all")
    run.work(run.follow(match))
    assert run.done
    assert looked | {None} == eyes


def test_a_seats_replay_says_nothing_of_the_choices_of_others(ann: Desk) -> None:
    match = over(ann)
    by_seat = {seat: ask(ann, match, 0, seat).json()["region"] for seat in ("0", "none", "all")}
    assert "From what Ann could know at each move" in words(by_seat["0"])
    assert "From what everybody could see" in words(by_seat["none"])
    assert "The cards are open" in words(by_seat["all"])
    coach = coach_of(ann)
    expected: dict[Viewer, set[int]] = {0: {0}, None: set(), "all": {0, 1, 2, 3}}
    for seat, movers in expected.items():
        run = coach.run(match, seat)
        assert run is not None
        assert {one.seat for one in run.analysis.decisions()} == movers


def test_all_figures_are_a_table_with_a_row_for_each_move(ann: Desk) -> None:
    match = over(ann)
    path = f"/table/{match.id}/figures?ply=7&seat=all"
    assert ann.get(path).headers["location"] == f"/table/{match.id}/replay?ply=7&seat=all"
    ask(ann, match)
    assert ann.get(path).text.count('<th scope="row">') == match.ply + 1
    assert ann.get(f"{path}&spoilers=off").text.count('<th scope="row">') == 8


def test_names_are_written_as_text(ann: Desk) -> None:
    made = Match.fresh(Record(Game("meuterer"), 7, ["<i>", "Ben", "Cleo", "Dan"]), [HUMAN] * 4, "")
    made.add("move", made.to_act[0], 0, action=made.position.legal()[0].text, by="player")
    open_ = Match(made.row, made.entries, shown=True)
    ann.on_loop(ann.room.show, open_)
    region = ask(ann, open_).json()["region"]
    assert "&lt;i&gt;" in region
    assert "<i>" not in region


def test_who_asks_without_a_form_of_ours_is_refused(ann: Desk) -> None:
    match = over(ann)
    form = {"ply": 0, "seat": "all", "csrf": ""}
    assert ann.post(f"/table/{match.id}/coach", form).status_code == 403
    assert ann.post(f"/table/{match.id}/advice", {"seat": 0, "version": 0, "csrf": ""}).status_code == 403
    assert coach_of(ann).run(match, "all") is None


def test_a_move_or_seat_that_is_none_is_refused(ann: Desk) -> None:
    match = over(ann)
    for query, status in (("ply=9999", 404), ("seat=9", 404), ("seat=you", 400), ("spoilers=perhaps", 400)):
        assert ann.get(f"/table/{match.id}/coach?{query}", **JSON).status_code == status
        assert ann.get(f"/table/{match.id}/figures?{query}", **JSON).status_code == status


def test_what_was_taken_back_is_thought_about_again(ann: Desk) -> None:
    match = over(ann, 6)
    run = coaching.Run(match, None)
    run.work(run.follow(match))
    before = list(run.stations)
    match.positions.pop()
    match.record.moves.pop()
    match.record.position = match.positions[-1]
    seat = match.to_act[0]
    match.add("move", seat, 0, action=match.position.legal()[-1].text, by="player")
    match.add("move", match.to_act[0], 0, action=match.position.legal()[0].text, by="player")
    run.work(run.follow(match))
    fresh = coaching.Run(match, None)
    fresh.work(fresh.follow(match))
    assert run.stations == fresh.stations
    assert (run.stations[:6], len(run.stations)) == (before[:6], 8)


def test_the_latest_analyses_are_kept_and_others_forgotten(
    ann: Desk, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(coaching, "KEPT", 2)
    match = over(ann)
    for seat in ("0", "1", "2"):
        ask(ann, match, 0, seat)
    assert [coach_of(ann).run(match, seat) is not None for seat in range(3)] == [False, True, True]


# -- without spoilers


def other_end(match: Match, ply: int) -> Match:
    """The same up to there, and then no more than two moves."""
    other = Match(match.row, match.entries[:ply], shown=True)
    for _ in range(2):
        seat = other.to_act[0]
        other.add("move", seat, 0, action=other.position.legal(seat)[-1].text, by="player")
    return other


@pytest.mark.parametrize("seat", ["0", "none", "all"])
def test_without_spoilers_later_moves_change_no_byte_of_what_the_coach_says(ann: Desk, seat: str) -> None:
    match = over(ann)
    for ply in (0, 12, 40):
        pages = []
        for one in (match, other_end(match, ply)):
            ann.on_loop(ann.room.show, one)
            ask(ann, one, 0, seat)
            pages.append(ask(ann, one, ply, seat, "off").json()["region"])
        assert pages[0] == pages[1]
        assert 'class="winning"' in pages[0]
        assert "<progress" not in pages[0]
        plies = re.findall(r'<li class="(?:mistake|luck)"><a href="[^"]*\?ply=(\d+)', pages[0])
        assert all(int(one) <= ply for one in plies)


def test_without_spoilers_nothing_tells_how_far_the_coach_has_come(
    ann: Desk, monkeypatch: pytest.MonkeyPatch
) -> None:
    match = over(ann)
    ask(ann, match)
    path = f"/table/{match.id}/replay?ply=20&seat=all&spoilers=off"
    done = ann.get(path).text
    run = coach_of(ann).run(match, "all")
    assert run is not None
    monkeypatch.setattr(coaching.Coach, "at_work", lambda *_: True)
    for known in (21, 22, match.ply):
        del run.stations[known:]
        run.stations += [run.stations[-1]] * (known - len(run.stations))
        assert ann.get(path).text == done
    del run.stations[20:]
    early = ann.get(path).text
    assert 'class="winning"' not in early
    assert "The coach goes through the game…" in early
    del run.stations[3:]
    assert ann.get(path).text == early


# -- while a match goes on


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
    assert re.search(r"The coach: Offer the First Mate [^%]+ \d+ %", said)
    assert "Chances to win, from what you can know: Ann" in said
    # Without script the whole page comes.
    page = advice(ann, match, headers={})
    assert page.status_code == 200
    assert "Chances to win, from what you can know: Ann" in words(page.text)
    assert match.number == 0


def test_advice_is_made_of_the_seats_own_view(ann: Desk, monkeypatch: pytest.MonkeyPatch) -> None:
    match = running(ann)
    looked = spied(monkeypatch)
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
    coach = coach_of(ann)
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


def test_too_many_at_once_are_told_to_wait(ann: Desk, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(coaching, "WAITING", -1)
    monkeypatch.setattr(coaching, "CROWD", 0)
    for answer in (ask(ann, over(ann)), advice(ann, running(ann))):
        assert answer.status_code == 503
        assert error_of(answer) == "The coach is busy with others: ask again in a minute."
        assert "retry-after" in answer.headers


def test_a_coach_that_is_not_ready_says_so(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(jit, "loaded", lambda: False)
    for compiled, status, start in (
        (True, 503, "The coach is still"),
        (False, 403, "There is no coach here"),
    ):
        folder = tmp_path / str(compiled)
        folder.mkdir()
        with desk(folder, settings=Settings(compiled=compiled)) as ann:
            for answer in (ask(ann, over(ann)), advice(ann, running(ann))):
                assert (answer.status_code, error_of(answer)[: len(start)]) == (status, start)


def test_an_analysis_that_failed_can_be_asked_for_again(ann: Desk, monkeypatch: pytest.MonkeyPatch) -> None:
    match = over(ann)
    with monkeypatch.context() as broken:
        broken.setattr(coaching, "stations", lambda *_: 1 / 0)
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
    ann.on_loop(ann.room.wish, match, wishes.fill(ann.owner, "random"))
    assert "4 players, coach" in words(another(ann).get(f"/table/{made}").text)
    plain = ann.post("/tables", {**form, "coach": "off"}, **JSON).json()["table"]
    assert not ann.on_loop(ann.room.get, plain).terms.coach
    assert match.terms.to_json()["coach"] is True


def test_terms_of_before_there_was_a_coach_have_none() -> None:
    stored = Terms().to_json()
    del stored["coach"]
    assert Terms.from_json(stored) == Terms(coach=False)


# -- the chart


def test_names_beside_the_chart_stand_apart_and_inside() -> None:
    for wins in ([0.0] * 5, [1.0] * 5, [0.5, 0.51, 0.0, 0.5, 1.0], [0.2, 0.2, 0.6]):
        found = winchart.curves([wins], 0, 0)
        labels = sorted(curve.label for curve in found)
        assert all(high - low >= winchart.LINE - 0.2 for low, high in pairwise(labels))
        assert labels[0] >= winchart.height_of(1)
        assert labels[-1] <= winchart.height_of(0)


def test_a_line_goes_through_its_chances() -> None:
    (curve,) = winchart.curves([[0.0], [0.5], [1.0]], 2, 1)
    assert curve.here == (winchart.place_of(1, 2), winchart.height_of(0.5))
    assert curve.end == (winchart.RIGHT, winchart.height_of(1))
    assert curve.path == "M34.0 164.0L143.0 87.0L252.0 10.0"
