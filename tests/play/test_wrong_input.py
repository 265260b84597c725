"""What a program may get wrong: one sentence each, of a kind that says what it was."""

from __future__ import annotations

import pickle
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import quarterdeck
from quarterdeck.play import Action, Position

GAME = quarterdeck.game("meuterer")
# Python does not write it.
ENDLESS = pytest.param(10**5000, id="endless")


@pytest.fixture
def position() -> Position:
    return GAME.start(seed=1)


@pytest.mark.parametrize("seat", [4, -1, "0", 1.0, True, [0], ENDLESS])
def test_a_seat_that_is_none(position: Position, seat: Any) -> None:
    asked = (lambda: position.view(seat), lambda: position.legal(seat), lambda: position.play(seat, "leave"))
    for ask in asked:
        with pytest.raises(quarterdeck.SeatError, match="seats are the numbers 0 to 3"):
            ask()


def test_a_seat_may_be_any_whole_number(position: Position) -> None:
    seat: Any = np.int64(2)
    assert position.view(seat) == position.view(2)


@pytest.mark.parametrize("action", [None, 3, 2.5, b"leave", ["leave"]])
def test_an_action_that_is_none(position: Position, action: Any) -> None:
    with pytest.raises(quarterdeck.ActionTextError, match="offer 0"):
        position.play(0, action)
    with pytest.raises(quarterdeck.ActionTextError):
        GAME.action(action)


def test_an_action_made_by_hand_is_taken_by_its_text(position: Position) -> None:
    seat = position.to_act[0]
    assert position.play(seat, Action(-1, "offer 2", GAME.spec)) == position.play(seat, "offer 2")


@pytest.mark.parametrize("name", [[], None, 7, "chess", ENDLESS])
def test_a_game_that_is_none(name: Any) -> None:
    with pytest.raises(quarterdeck.GameOptionError, match="there are meuterer, cartagena, mutiny"):
        quarterdeck.game(name)


@pytest.mark.parametrize("option", ["self", "name", "colour"])
def test_an_option_that_is_none(option: str) -> None:
    with pytest.raises(quarterdeck.GameOptionError, match="it has players, rules, pirates"):
        quarterdeck.game("meuterer", **{option: 4})


@pytest.mark.parametrize("players", [5, "many", None, ENDLESS])
def test_a_value_that_an_option_has_not(players: Any) -> None:
    with pytest.raises(quarterdeck.GameOptionError, match="“players” can be 3, 4, not “"):
        quarterdeck.game("meuterer", players=players)


def test_names_that_are_no_texts() -> None:
    names: Any = [1, 2, 3, 4]
    with pytest.raises(quarterdeck.RecordError, match="printable"):
        quarterdeck.Record(GAME, seed="s", names=names)


def test_paths_that_are_none(tmp_path: Path) -> None:
    for path in ("a\0b", tmp_path, tmp_path / "missing.qd"):
        with pytest.raises(quarterdeck.RecordError, match="can't be read"):
            quarterdeck.Record.load(path)


def test_a_seed_may_be_any_text() -> None:
    assert GAME.start(seed="\ud800") == GAME.start(seed="\ud800")


def test_fewer_games_than_none() -> None:
    with pytest.raises(quarterdeck.GameOptionError, match="below zero"):
        GAME.playouts(-1)


def test_files_may_begin_with_a_byte_order_mark(tmp_path: Path) -> None:
    record = quarterdeck.Record(GAME, seed="mark")
    path = tmp_path / "match.qd"
    path.write_text(record.dumps(), encoding="utf-8-sig")
    assert quarterdeck.Record.load(path) == record


def test_an_error_in_an_option_names_its_line() -> None:
    text = quarterdeck.Record(GAME, seed="s").dumps()
    with pytest.raises(quarterdeck.RecordError, match="not “many”") as found:
        quarterdeck.Record.loads(text.replace("option pirates off", "option pirates many"))
    assert found.value.line == text.split("\n").index("option pirates off") + 1


def test_positions_views_and_actions_travel_between_processes(position: Position) -> None:
    moved = position.play(position.to_act[0], "offer 1")
    for thing in (moved, moved.view(2), moved.view(None), GAME, moved.legal()[0], moved.events):
        assert pickle.loads(pickle.dumps(thing)) == thing
    assert pickle.loads(pickle.dumps(moved)).view(1).events == moved.view(1).events


def test_a_game_travels_with_its_own_table_and_finds_its_rules_where_it_arrives() -> None:
    own = quarterdeck.game("meuterer", rules="french", table=GAME.table.to_json() | {"start": "Sandkap"})
    arrived = pickle.loads(pickle.dumps(own))
    assert arrived == own != GAME
    assert arrived.spec is own.spec
