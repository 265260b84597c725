"""Matches about which the coach can be asked, and how a browser asks it."""

from __future__ import annotations

import time
from typing import Any

import pytest

from quarterdeck.coach import comparison
from quarterdeck.play import Game, Position, View
from quarterdeck.tables.match import commands
from quarterdeck.tables.match.match import Match
from quarterdeck.tables.match.terms import Terms
from quarterdeck.tables.seats import HUMAN, VACANT
from quarterdeck.web import coaching
from quarterdeck.workers import TaskRunner
from tests.tables.tables import ann_first, played, record
from tests.web.desk import JSON, Desk

_coaches: list[coaching.Coach] = []


def hurry(monkeypatch: pytest.MonkeyPatch) -> None:
    """Coaches of servers that begin from now on are ready, and take little time."""

    def made(runner: TaskRunner) -> coaching.Coach:
        _coaches.append(coaching.Coach(runner))
        return _coaches[-1]

    monkeypatch.setattr("quarterdeck.web.context.Coach", made)
    Game("meuterer").warm()
    monkeypatch.setattr(coaching, "SIMULATIONS", 16)
    monkeypatch.setattr(coaching, "SECONDS", 0.05)
    monkeypatch.setattr(comparison, "WORLDS", 2)


def latest_coach() -> coaching.Coach:
    """The coach of the server that began last."""
    return _coaches[-1]


def over(ann: Desk, plies: int = 44) -> Match:
    """A match that was played here: its first moves, in which nothing is secret."""
    whole = played(plies)
    match = Match(whole.row, whole.entries, shown=True)
    ann.on_loop(ann.room.matches.show, match)
    return match


def spied(monkeypatch: pytest.MonkeyPatch, match: Match) -> set[int | None]:
    """The seats from which anybody looks at a position of this match from now on. Positions that were dealt
    from a seat's view are not its positions: whoever looks at them sees what the seat could think of.
    """
    looked: set[int | None] = set()
    view = Position.view

    def spy(position: Position, seat: int | None) -> View:
        if any(position is one for one in match.positions):
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
        ann.on_loop(ann.room.execute, match, commands.sit(ben.owner, 1, "<Ben>"))
    return match


def ask(browser: Desk, match: Match, ply: int = 0, seat: str = "all", spoilers: str = "on") -> Any:
    """Ask the coach about a replay, and wait for all that it says."""
    form = {"ply": ply, "seat": seat, "spoilers": spoilers}
    told = browser.post(f"/table/{match.id}/coach", form, **JSON)
    while told.status_code == 200 and told.json()["busy"]:
        time.sleep(0.1)
        query = f"ply={ply}&seat={seat}&spoilers={spoilers}"
        told = browser.get(f"/table/{match.id}/coach?{query}", **JSON)
    return told


def advice(browser: Desk, match: Match, seat: int = 0, headers: dict[str, str] = JSON) -> Any:
    form = {"seat": seat, "version": match.version}
    return browser.post(f"/table/{match.id}/advice", form, **headers)
