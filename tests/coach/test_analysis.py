"""What is said of a match follows from what its perspective saw of it, ply by ply."""

from __future__ import annotations

import json
import random
from typing import Any

import numpy as np
import pytest

import quarterdeck
from quarterdeck import GameOptionError, Record, SeatError
from quarterdeck.bots.search import Candidate
from quarterdeck.coach import OPEN, Analysis, Decision, Station, Viewer, analyse, moments, strong
from quarterdeck.coach.analysis import stations
from quarterdeck.play import GAMES

each_game = pytest.mark.parametrize("name", list(GAMES))
each_perspective = pytest.mark.parametrize("perspective", [1, None, OPEN])
BRIEF = strong(24)


def played(name: str, most: int, seed: int = 3) -> Record:
    """So many moves of a random game."""
    game, chooser = quarterdeck.game(name), random.Random(seed)
    game.warm()
    record = Record(game, seed=seed)
    while not record.position.over and len(record.moves) < most:
        legal = record.position.legal()
        record.append(record.position.to_act[0], chooser.choice(legal))
    return record


@each_game
@each_perspective
def test_every_ply_has_its_chances_and_the_same_each_time(name: str, perspective: Viewer) -> None:
    record = played(name, 12)
    told: list[tuple[int, int]] = []
    analysis = analyse(record, perspective, BRIEF, lambda done, of: told.append((done, of)))
    assert [one.ply for one in analysis.stations] == list(range(13))
    assert told == [(done, 13) for done in range(1, 14)]
    for one in analysis.stations:
        assert all(0 <= win <= 1 for win in one.wins)
        if perspective != OPEN:
            assert sum(one.wins) + one.nobody == pytest.approx(1)
    assert analyse(record, perspective, BRIEF) == analysis


@each_game
def test_a_seat_is_told_nothing_that_other_hands_would_change(name: str) -> None:
    record = played(name, 12)
    others = 0
    for seat in (*range(2), None):
        found = list(stations(record.positions(), record.moves, seat, BRIEF))
        dealt = [position.view(seat).sample(5) for position in record.positions()]
        others += sum(world != position for world, position in zip(dealt, record.positions(), strict=True))
        assert list(stations(dealt, record.moves, seat, BRIEF)) == found
    assert others > 10


@each_game
def test_with_open_cards_each_seat_speaks_for_itself(name: str) -> None:
    record = played(name, 6)
    open_ = analyse(record, OPEN, BRIEF)
    for seat in range(record.game.players):
        own = analyse(record, seat, BRIEF)
        assert [one.wins[seat] for one in own.stations] == [one.wins[seat] for one in open_.stations]
        assert list(own.decisions()) == [one for one in open_.decisions() if one.seat == seat]


@each_game
@each_perspective
def test_later_moves_change_nothing_of_what_came_before(name: str, perspective: Viewer) -> None:
    whole, part = (analyse(played(name, most), perspective, BRIEF) for most in (10, 6))
    assert whole.until(6) == part


def test_of_a_secret_move_others_are_told_that_it_was_made() -> None:
    record = played("meuterer", 80)
    secret = next(
        ply
        for ply, (_seat, action) in enumerate(record.moves, 1)
        if record.game.spec.public_text(action.id) != action.text
    )
    seat, action = record.moves[secret - 1]
    texts = {
        who: Analysis(record.game, who, record.moves, ()).move_text(secret)
        for who in (seat, (seat + 1) % 4, None, OPEN)
    }
    public = record.game.spec.public_text(action.id)
    assert texts == {seat: action.text, (seat + 1) % 4: public, None: public, OPEN: action.text}


# Random games whose last move, the choice of one seat alone, decides whether that seat wins.
LAST = [
    ("meuterer", 56, "sell - / 1 ruby", "sell 1 ruby / -"),
    ("cartagena", 35, "mascot", "play grey 1"),
    ("mutiny", 41, "pick 2", "pick 1"),
]


@pytest.mark.parametrize(("name", "seed", "winning", "losing"), LAST)
def test_a_last_move_that_gives_the_game_away_is_a_loss(
    name: str, seed: int, winning: str, losing: str
) -> None:
    for last, loss in ((winning, 0), (losing, 1)):
        record = played(name, 999, seed)
        seat, _action = record.moves.pop()
        shorter = Record(record.game, seed=seed)
        for mover, action in record.moves:
            shorter.append(mover, action)
        shorter.append(seat, last)
        ends = list(stations(list(shorter.positions())[-2:], shorter.moves[-1:], seat, strong(200)))
        decision = ends[-1].decision
        assert decision is not None
        assert (decision.best.action.text, decision.played.text) == (winning, last)
        assert decision.loss == loss
        found = moments(Analysis(record.game, seat, shorter.moves[-1:], ends))
        losses = [(one.seat, one.before, one.after) for one in found if one.kind == "loss"]
        assert losses == ([(seat, 1, 0)] if loss else [])


def test_a_chance_that_turns_without_a_decision_is_luck() -> None:
    wins = [(0.5, 0.25, 0.25), (0.5, 0.25, 0.25), (0.1, 0.55, 0.35), (0.12, 0.55, 0.33)]
    game = quarterdeck.game("meuterer", players=3)
    moves = [(0, game.actions[0])] * 3
    found = moments(
        Analysis(game, None, moves, [Station(at, win, 0.0, {}, None) for at, win in enumerate(wins)])
    )
    assert [(one.kind, one.ply, one.seat, one.before, one.after) for one in found] == [
        ("luck", 2, 0, 0.5, 0.1)
    ]
    assert found[0].to_json() == {"kind": "luck", "ply": 2, "seat": 0, "before": 0.5, "after": 0.1}


def test_what_a_decision_led_to_is_not_counted_as_luck() -> None:
    """A seat that gave away 30% has had no bad luck."""
    game = quarterdeck.game("meuterer", players=3)
    best, worse = game.actions[:2]
    made = Decision(1, 0, worse, (Candidate(best, 0.9, 0.5), Candidate(worse, 0.1, 0.2)))
    stations_ = [Station(0, (0.5, 0.5, 0.0), 0.0, {}, None), Station(1, (0.2, 0.52, 0.28), 0.0, {}, made)]
    found = moments(Analysis(game, 0, [(0, worse)], stations_))
    assert [(one.kind, one.seat) for one in found] == [("loss", 0), ("luck", 2)]


@pytest.mark.parametrize("seat", [4, -1, 1.0, True, "any", np.zeros(2)], ids=str)
def test_a_seat_that_is_not_there_is_refused(seat: Any) -> None:
    with pytest.raises(SeatError, match="There is no seat "):
        analyse(played("meuterer", 1), seat, BRIEF)


def test_only_a_match_is_analysed() -> None:
    records: list[Any] = [None, "match.qd", quarterdeck.game("meuterer").start(seed=1)]
    for record in records:
        with pytest.raises(GameOptionError, match=r"^The coach analyses a match, as .*, not "):
            analyse(record)


def test_only_a_search_analyses() -> None:
    player: Any = 2_000
    with pytest.raises(
        GameOptionError, match=r"^The coach searches by what strong\(…\) gives, not by 2000\.$"
    ):
        analyse(played("meuterer", 1), None, player)


def test_moments_are_those_of_an_analysis() -> None:
    record: Any = played("meuterer", 1)
    with pytest.raises(
        GameOptionError, match=r"^Moments are found in what analyse\(…\) gives, not in <Record"
    ):
        moments(record)
    with pytest.raises(GameOptionError, match="most is a whole number, 0 or more, not -1"):
        moments(analyse(record, None, BRIEF), -1)


@pytest.mark.parametrize("ply", [0, 3, -1, "1"])
def test_a_move_that_was_not_made_has_no_text(ply: Any) -> None:
    analysis = analyse(played("meuterer", 2), None, BRIEF)
    assert analysis.move_text(1) != analysis.move_text(2)
    with pytest.raises(GameOptionError, match="ply is a whole number from 1 to 2, not "):
        analysis.move_text(ply)
    if ply != 0:
        with pytest.raises(GameOptionError, match="ply is a whole number from 0 to 2, not "):
            analysis.until(ply)


def test_a_number_of_any_kind_is_a_seat() -> None:
    record = played("mutiny", 3)
    seat: Any = np.int64(1)
    analysis = analyse(record, seat, BRIEF)
    assert analysis == analyse(record, 1, BRIEF)
    assert json.loads(json.dumps(analysis.to_json()))["perspective"] == 1


@each_perspective
def test_an_analysis_is_plain_data(perspective: Viewer) -> None:
    analysis = analyse(played("mutiny", 12), perspective, BRIEF)
    told = analysis.to_json()
    assert json.loads(json.dumps(told)) == told
    assert told["perspective"] == perspective
    assert len(told["stations"]) == len(told["moves"]) + 1 == 13
    assert all(one["loss"] >= 0 for one in told["decisions"])
    assert bool(told["decisions"]) == (perspective is not None)
