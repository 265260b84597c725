"""The coach in the browser: whom it answers, from whose knowledge, and what it keeps to itself."""

from __future__ import annotations

import re
import time
from asyncio import Lock
from dataclasses import replace
from itertools import pairwise

import pytest

from quarterdeck.coach import Station
from quarterdeck.play import Game, Record
from quarterdeck.tables.match import commands
from quarterdeck.tables.match.match import Match, Viewer
from quarterdeck.tables.match.terms import Terms
from quarterdeck.tables.seats import HUMAN
from quarterdeck.web import coaching
from quarterdeck.web.table import winchart
from quarterdeck.workers import InProcess, Urgency, WorkerTask
from tests.web.coached import ask, hurry, latest_coach, over, running, spied
from tests.web.desk import JSON, Desk, words


@pytest.fixture(autouse=True)
def brief(monkeypatch: pytest.MonkeyPatch) -> None:
    hurry(monkeypatch)


# -- replays


def test_a_replay_shows_chart_choices_and_moments_once_the_coach_was_asked(ann: Desk) -> None:
    match = over(ann, 10_000)
    path = f"/table/{match.id}/replay?ply=30&seat=all"
    assert "Ask the coach" in ann.get(path).text
    assert 'class="winning"' not in ann.get(path).text
    assert ann.post(f"/table/{match.id}/coach", {"ply": 30, "seat": "all"}).headers["location"] == path
    ask(ann, match, 30)
    page = ann.get(path).text
    for seat, name in enumerate(match.names):
        curve = re.search(rf'<g data-owner="{seat}">.*?</g>', page, re.DOTALL)
        assert curve
        assert f'href="#i-seat-sign-{seat}"' in curve[0]
        assert re.search(rf'<text class="name"[^>]*>{name}</text>', curve[0])
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
    monkeypatch.setattr(coaching.RunningAnalysis, "done", False)
    page = ann.get(f"/table/{match.id}/replay?seat=all").text
    assert again in page
    assert re.search(r'<progress id="coach-progress" max="45" value="45">', page)
    assert "45 of 45 positions" in words(page)


def test_several_analyses_take_turns_so_that_none_stands_still(
    ann: Desk, monkeypatch: pytest.MonkeyPatch
) -> None:
    match, coach = over(ann, 12), latest_coach()
    order: list[Viewer] = []
    done: list[Viewer] = []
    run = InProcess.run

    async def noted(self: InProcess, task: WorkerTask, urgency: Urgency) -> object:
        assert order == done
        order.append(task.body["perspective"])
        answer = await run(self, task, urgency)
        done.append(order[-1])
        return answer

    monkeypatch.setattr(InProcess, "run", noted)

    def ask_for_both() -> None:
        for viewer in ("all", 0):
            coach.start(match, viewer)

    ann.on_loop(ask_for_both)
    while not coach.idle:
        time.sleep(0.01)
    assert order == ["all", 0] * (match.ply + 1)


@pytest.mark.parametrize(("seat", "eyes"), [("1", {1, None}), ("none", {None}), ("all", {0, 1, 2, 3, None})])
def test_nobodys_hand_is_looked_into_but_the_replays_own(
    ann: Desk, monkeypatch: pytest.MonkeyPatch, seat: str, eyes: set[int | None]
) -> None:
    match = over(ann)
    looked = spied(monkeypatch, match)
    run = coaching.RunningAnalysis(
        match, int(seat) if seat.isdecimal() else None if seat == "none" else "all"
    )
    ann.on_loop(run.work, run.follow(match), ann.room.runner, Lock())
    assert run.done
    assert looked | {None} == eyes


def test_a_seats_replay_says_nothing_of_the_choices_of_others(ann: Desk) -> None:
    match = over(ann)
    by_seat = {seat: ask(ann, match, 0, seat).json()["region"] for seat in ("0", "none", "all")}
    assert "From what Ann could know at each move" in words(by_seat["0"])
    assert "From what everybody could see" in words(by_seat["none"])
    assert "The cards are open" in words(by_seat["all"])
    coach = latest_coach()
    expected: dict[Viewer, set[int]] = {0: {0}, None: set(), "all": {0, 1, 2, 3}}
    for seat, movers in expected.items():
        run = coach.run(match, seat)
        assert run is not None
        assert {one.seat for one in run.analysis_of(match).decisions()} == movers


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
    ann.on_loop(ann.room.matches.show, open_)
    region = ask(ann, open_).json()["region"]
    assert "&lt;i&gt;" in region
    assert "<i>" not in region


def test_who_asks_without_a_form_of_ours_is_refused(ann: Desk) -> None:
    match = over(ann)
    form = {"ply": 0, "seat": "all", "csrf": ""}
    assert ann.post(f"/table/{match.id}/coach", form).status_code == 403
    assert ann.post(f"/table/{match.id}/advice", {"seat": 0, "version": 0, "csrf": ""}).status_code == 403
    assert latest_coach().run(match, "all") is None


def test_a_move_or_seat_that_is_none_is_refused(ann: Desk) -> None:
    match = over(ann)
    for query, status in (("ply=9999", 404), ("seat=9", 404), ("seat=you", 400), ("spoilers=perhaps", 400)):
        assert ann.get(f"/table/{match.id}/coach?{query}", **JSON).status_code == status
        assert ann.get(f"/table/{match.id}/figures?{query}", **JSON).status_code == status


def test_what_was_taken_back_is_thought_about_again(ann: Desk) -> None:
    match = over(ann, 6)
    run = coaching.RunningAnalysis(match, None)
    ann.on_loop(run.work, run.follow(match), ann.room.runner, Lock())
    before = list(run.stations)
    match.positions.pop()
    match.record.moves.pop()
    match.record.position = match.positions[-1]
    seat = match.to_act[0]
    match.add("move", seat, 0, action=match.position.legal()[-1].text, by="player")
    match.add("move", match.to_act[0], 0, action=match.position.legal()[0].text, by="player")
    ann.on_loop(run.work, run.follow(match), ann.room.runner, Lock())
    fresh = coaching.RunningAnalysis(match, None)
    ann.on_loop(fresh.work, fresh.follow(match), ann.room.runner, Lock())
    assert run.stations == fresh.stations
    assert (run.stations[:6], len(run.stations)) == (before[:6], 8)


def test_nothing_tells_whether_a_hidden_move_was_taken_back_for_another(ann: Desk) -> None:
    names = ["Ann", "Ben"]
    terms = Terms(coach=True)
    told = []
    for bids in (["bid 0 1", "bid 0 1"], ["bid 0 1", "bid 0 2"]):
        record = Record(Game("mutiny", players=2), seed="coach", names=names)
        match = Match.fresh(record, [HUMAN, HUMAN], ann.owner, terms)
        match.seats[1] = replace(match.seats[1], holders=("ben",))
        run = latest_coach()._runs[match.id, 0] = coaching.RunningAnalysis(match, 0)
        ann.on_loop(ann.room.matches.show, match)
        commands.act("ben", 1, 0, bids[0])(match, 0)
        run.follow(match)
        run.stations = [Station(ply, (0.5, 0.5), 0.0, {}, None) for ply in range(2)]
        commands.take_back("ben", 1)(match, 0)
        commands.act("ben", 1, match.version, bids[1])(match, 0)
        path = f"/table/{match.id}/coach?seat=0&ply=1"
        told.append(ann.get(path, **JSON).text.replace(match.id, "table"))
    assert told[0] == told[1]
    assert 'class=\\"winning' in told[0]


@pytest.mark.parametrize("spoilers", ["on", "off"])
def test_what_was_taken_back_is_shown_no_more(ann: Desk, spoilers: str) -> None:
    match = running(ann)
    before = ann.get(f"/table/{match.id}/replay?seat=none&spoilers={spoilers}").text
    ann.act(match, 0, match.version, match.position.legal(0)[0].text)
    run = latest_coach()._runs[match.id, None] = coaching.RunningAnalysis(match, None)
    ann.on_loop(run.work, run.follow(match), ann.room.runner, Lock())
    ann.on_loop(ann.room.execute, match, commands.take_back(ann.owner, 0))
    assert match.ply < len(run.moves)
    for ply in range(match.ply + 1):
        path = f"/table/{match.id}/replay?ply={ply}&seat=none&spoilers={spoilers}"
        assert ann.get(path).status_code == 200
        assert ann.get(path.replace("replay", "figures")).status_code == 200
    assert "Ask the coach" in before


def test_who_asks_while_an_older_state_is_analysed_gets_the_newer_one(ann: Desk) -> None:
    match = over(ann)
    other = other_end(match, 12)
    coach = latest_coach()

    def ask_twice() -> None:
        coach.start(match, None)
        coach.start(other, None)

    ann.on_loop(ask_twice)
    run = coach.run(match, None)
    assert run is not None
    while coach.at_work(run):
        assert not run.done or run.moves == tuple(other.record.moves)
        time.sleep(0.01)
    fresh = coaching.RunningAnalysis(other, None)
    ann.on_loop(fresh.work, fresh.follow(other), ann.room.runner, Lock())
    assert run.done
    assert run.stations == fresh.stations


def test_the_latest_analyses_are_kept_and_others_forgotten(
    ann: Desk, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(coaching, "KEPT", 2)
    match = over(ann)
    for seat in ("0", "1", "2"):
        ask(ann, match, 0, seat)
    assert [latest_coach().run(match, seat) is not None for seat in range(3)] == [False, True, True]


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
            ann.on_loop(ann.room.matches.show, one)
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
    run = latest_coach().run(match, "all")
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


class Preparing(InProcess):
    """Still compiles its rules."""

    @property
    def ready(self) -> bool:
        return False

    @property
    def preparing(self) -> bool:
        return True


def test_who_asks_too_early_gets_a_replay_that_asks_again(ann: Desk, monkeypatch: pytest.MonkeyPatch) -> None:
    match = over(ann)
    monkeypatch.setattr(latest_coach(), "_runner", Preparing())
    form = {"ply": "44", "seat": "all"}
    answer = ann.post(f"/table/{match.id}/coach", form)
    assert answer.status_code == 303
    assert answer.headers["location"] == f"/table/{match.id}/replay?ply=44&seat=all#asked"
    page = ann.get(answer.headers["location"]).text
    assert "The coach is still getting ready: it can be asked in some minutes." in words(page)
    assert "data-later" in page
    assert ann.post(f"/table/{match.id}/coach", form, **JSON).status_code == 503
