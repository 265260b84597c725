"""What workers are sent: whole views, nothing but views, and answers that come back whole."""

from __future__ import annotations

from asyncio import Lock
from contextlib import suppress
from types import SimpleNamespace
from typing import Any, cast

import pytest

from quarterdeck.bots import bot
from quarterdeck.bots.uniform import Uniform
from quarterdeck.bots.warming import compile_one
from quarterdeck.coach import advise, strong
from quarterdeck.coach.advice import explained
from quarterdeck.coach.analysis import (
    OPEN,
    Station,
    Viewer,
    decision_before,
    stations,
    views_of,
)
from quarterdeck.play import GAMES, Game, Position, Record, View
from quarterdeck.tables.match.match import Match
from quarterdeck.web.coaching import RunningAnalysis
from quarterdeck.workers import Failed, Urgency, Workers, WorkerTask, codec, frames
from quarterdeck.workers.tasks import answer

QUICK = 16


def positions(game: str, most: int = 40) -> list[Position]:
    position = Game(game).start(seed=5)
    found: list[Position] = []
    while position.to_act and len(found) < most:
        found.append(position)
        seat = position.to_act[0]
        position = position.play(seat, Uniform("").choose(position.view(seat)))
    return found


def sent(view: View) -> bytes:
    return frames.packed(codec.view_data(view))


def arrived(data: Any) -> Any:
    """Plain data as another process gets it."""
    return frames.unpacked(frames.packed(data)[frames.LENGTH.size :])


@pytest.fixture(scope="module")
def _compiled() -> None:
    compile_one(Game("meuterer"))


@pytest.mark.parametrize("game", GAMES)
def test_a_view_arrives_whole(game: str) -> None:
    for position in positions(game):
        for seat in (*range(position.game.players), None):
            view = position.view(seat)
            read = codec.read_view(arrived(codec.view_data(view)))
            assert read == view
            assert read.to_json() == view.to_json()
            assert [str(event) for event in read.events] == [str(event) for event in view.events]


@pytest.mark.parametrize("game", GAMES)
def test_what_a_worker_is_sent_depends_on_nothing_that_its_seat_could_not_know(game: str) -> None:
    dealt_otherwise = 0
    for position in positions(game)[::4]:
        for seat in (*range(position.game.players), None):
            view = position.view(seat)
            other = view.sample(1)
            dealt_otherwise += other != position
            assert sent(other.view(seat)) == sent(view)
    assert dealt_otherwise


def test_a_view_of_other_options_and_rules_arrives_whole() -> None:
    game = Game("meuterer", players=3)
    view = game.start(seed=1).view(0)
    read = codec.read_view(codec.view_data(view))
    assert read == view
    assert read.game == game


@pytest.mark.usefixtures("_compiled")
def test_advice_comes_back_as_it_is_given_here() -> None:
    view = next(one.view(one.to_act[0]) for one in positions("meuterer") if len(one.legal()) > 2)
    made = explained(advise(view, strong(QUICK)), view)
    assert codec.read_advice(arrived(codec.advice_data(made)), view.game.actions) == made


@pytest.mark.usefixtures("_compiled")
@pytest.mark.parametrize("perspective", [None, 1, OPEN])
def test_an_analysis_of_a_worker_is_that_of_one_process(perspective: Viewer) -> None:
    record = Record(Game("meuterer"), "7", ["Ann", "Ben", "Cem", "Dan"])
    position = record.game.start(seed="7")
    for _ply in range(6):
        seat = position.to_act[0]
        action = Uniform("").choose(position.view(seat))
        record.moves.append((seat, action))
        position = position.play(seat, action)
    here = list(stations(record.positions(), record.moves, perspective, strong(QUICK)))
    last: tuple[Position, Station] | None = None
    for ply, (position, wanted) in enumerate(zip(record.positions(), here, strict=True)):
        before = decision_before(*last, record.moves) if last else None
        body = {
            "ply": ply,
            "perspective": perspective,
            "views": codec.views_data(views_of(position, perspective)),
            "before": codec.before_data(before),
            "simulations": QUICK,
        }
        found = codec.read_station(arrived(answer("station", arrived(body), bot)), record.game.actions)
        assert found == wanted
        last = position, found


class Noting(Workers):
    """Notes the tasks, and does none: each ply is as good as any."""

    def __init__(self) -> None:
        super().__init__(1, compiling=False)
        self.tasks: list[WorkerTask] = []

    async def run(self, task: WorkerTask, urgency: Urgency) -> Any:
        self.tasks.append(task)
        if task.name == "choose":
            raise Failed
        view = codec.read_view(task.body["views"][0])
        choices = {str(view.seat): [[action.id, 0.5, 0.5] for action in view.legal()]}
        return {"ply": task.body["ply"], "wins": [], "nobody": 1, "choices": choices, "decision": None}


async def written(position: Position, seat: int) -> list[bytes]:
    """All that is written to a worker for a move of a seat, and for the analysis of this ply; and what of the
    move is written for the next one.
    """
    runner, view = Noting(), position.view(seat)
    with suppress(Failed):
        await runner.choose("mate", "seed", view, 1)
    run = RunningAnalysis(cast(Match, SimpleNamespace(game=position.game)), seat)
    run.moves = ((seat, view.legal()[0]),)
    await run.work([position, position.play(*run.moves[0])], runner, Lock())
    choice, first, second = runner.tasks
    return [frames.packed(one) for one in (choice, first, second.body["before"])]


@pytest.mark.anyio
@pytest.mark.parametrize("game", GAMES)
async def test_a_task_depends_on_nothing_that_its_seat_could_not_know(game: str) -> None:
    for position in positions(game)[1::6]:
        seat = position.to_act[0]
        other = position.view(seat).sample(2)
        assert await written(position, seat) == await written(other, seat)
