"""What workers are sent: whole views, nothing but views, and answers that come back whole."""

from __future__ import annotations

from itertools import islice
from typing import Any

import pytest

from quarterdeck.bots.uniform import Uniform
from quarterdeck.bots.warming import compile_one
from quarterdeck.coach import advise, strong
from quarterdeck.coach.advice import explained
from quarterdeck.coach.analysis import (
    OPEN,
    Perspective,
    Station,
    decision_before,
    station,
    stations,
    views_of,
)
from quarterdeck.play import GAMES, Game, Position, Record, View
from quarterdeck.workers import codec, frames
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
        for seat in range(position.game.players):
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
def test_an_analysis_of_a_worker_is_that_of_one_process(perspective: Perspective) -> None:
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
        found = codec.read_station(arrived(answer("station", arrived(body))), record.game.actions)
        assert found == wanted
        last = position, found


@pytest.mark.usefixtures("_compiled")
def test_a_station_needs_nothing_but_views() -> None:
    (position,) = islice(positions("meuterer"), 1)
    made = station(0, views_of(position, 0), None, 0, strong(QUICK))
    assert made.wins == station(0, {0: position.view(0).sample(3).view(0)}, None, 0, strong(QUICK)).wins
