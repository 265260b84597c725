"""A crash test that sees nothing wrong is worth what it would have seen."""

from __future__ import annotations

import random
from pathlib import Path

import pytest

from benchmarks.crash.ledger import Decision, Ledger
from quarterdeck.play import Game, Record
from quarterdeck.tables.match.match import Match
from quarterdeck.tables.seats import HUMAN
from quarterdeck.tables.store.append import Write
from quarterdeck.tables.store.store import Store
from tests.tables.tables import play


def played() -> Match:
    """A match, over, without bots."""
    match = Match.fresh(Record(Game("meuterer"), seed="crash"), [HUMAN] * 4, "ann")
    dice = random.Random(1)
    while not match.over:
        seat = match.to_act[0]
        play(match, seat, match.version, dice.choice(match.position.legal(seat)))
    return match


@pytest.fixture
def match() -> Match:
    return played()


def stored(path: Path, match: Match, until: int | None = None) -> str:
    """The match in a database, or only its first moves; returns the database's URL."""
    url = f"sqlite:///{path / 'quarterdeck.sqlite3'}"
    store = Store(url)
    store.add(match.row, match.summary())
    store.append([Write(match.id, match.entries[:until], match.summary())])
    store.close()
    return url


def noted(match: Match, until: int | None = None) -> Ledger:
    """What its players noted, if all their moves, or only the first ones, were answered."""
    ledger = Ledger(4)
    for entry in match.entries[:until]:
        decision = Decision(match.id, entry.seat, entry.number - 1, entry.data["action"])
        ledger.pending[match.id][entry.seat] = decision
        ledger.acknowledge(0, decision, entry.number)
    return ledger


def test_all_is_well_where_the_log_is_what_was_acknowledged(tmp_path: Path, match: Match) -> None:
    ledger = noted(match)
    ledger.check(url := stored(tmp_path, match), ledger.pages())
    assert ledger.check_all(url) == 0
    assert ledger.wrong == []
    assert ledger.moves == match.version


def test_an_acknowledged_move_that_is_not_there_is_found(tmp_path: Path, match: Match) -> None:
    ledger = noted(match)
    ledger.check(stored(tmp_path, match, -1), ledger.pages())
    (wrong,) = ledger.wrong
    assert f"as version {match.version}, where None is" in wrong


def test_another_move_in_its_place_is_found(tmp_path: Path, match: Match) -> None:
    ledger = noted(match)
    ledger.made[match.id][5] = ledger.made[match.id][5]._replace(action="another")
    ledger.check(stored(tmp_path, match), ledger.pages())
    assert len(ledger.wrong) == 1


def test_a_move_made_twice_is_found(tmp_path: Path, match: Match) -> None:
    ledger = noted(match)
    # As the log was it held one move more than its players made.
    del ledger.made[match.id][5]
    pages = ledger.pages()
    ledger.check(url := stored(tmp_path, match), pages)
    ledger.check_all(url)
    assert len(ledger.wrong) == 2
    assert all(wrong.startswith("nobody made Entry(number=5,") for wrong in ledger.wrong)


def test_a_move_without_an_answer_yet_may_be_there_and_only_once(tmp_path: Path, match: Match) -> None:
    ledger = noted(match)
    decision = ledger.made[match.id].pop(5)
    ledger.pending[match.id][decision.seat] = decision
    ledger.check(stored(tmp_path, match), ledger.pages())
    assert ledger.wrong == []
    ledger.pending[match.id][decision.seat] = decision._replace(action="another")
    ledger.check(f"sqlite:///{tmp_path / 'quarterdeck.sqlite3'}", ledger.pages())
    assert len(ledger.wrong) == 1


def test_one_version_acknowledged_for_two_moves_is_found(match: Match) -> None:
    ledger = noted(match)
    other = Decision(match.id, 0, 4, "another")
    ledger.pending[match.id][0] = other
    ledger.acknowledge(0, other, 5)
    assert ledger.wrong[0].startswith("version 5 was acknowledged for")


def test_a_game_that_did_not_come_to_its_end_is_found(tmp_path: Path, match: Match) -> None:
    ledger = noted(match, -1)
    ledger.check_all(stored(tmp_path, match, -1))
    assert ledger.wrong == [f"table {match.id} was not played to its end"]


def test_moves_that_were_made_though_nobody_was_told_are_counted(tmp_path: Path, match: Match) -> None:
    ledger = noted(match)
    for entry, later in zip(match.entries[:3], (1, 0, 1), strict=True):
        ledger.again[ledger.made[match.id][entry.number]] = entry.at + later
    assert ledger.check_all(stored(tmp_path, match)) == 2
