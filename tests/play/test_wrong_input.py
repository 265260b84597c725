"""What a program may get wrong: one sentence each, of a kind that says what it was."""

from __future__ import annotations

import pickle
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import quarterdeck
from quarterdeck.play import Action, Position
from quarterdeck.play.checks import room_for

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


@pytest.mark.parametrize("body", [None, 5, {}, [], {"game": "mutiny"}, np.zeros(1)])
def test_a_body_that_is_not_of_this_game(body: Any) -> None:
    with pytest.raises(quarterdeck.GameOptionError, match="for a position of Meuterer, not of "):
        GAME.text(body)


@pytest.mark.parametrize("names", [[], ["Ann"], "Anna", None, [1, 2, 3, 4], ["Ann"] * 5])
def test_names_that_are_not_one_for_each_seat(position: Position, names: Any) -> None:
    idle = (position.to_act[0] + 1) % 4
    for seat in (position.to_act[0], idle, None):
        with pytest.raises(
            quarterdeck.GameOptionError, match=r"^Names are a list of texts, one for each seat"
        ):
            position.view(seat).prompt(names)


def test_a_table_that_is_an_array() -> None:
    for name in ("meuterer", "cartagena", "mutiny"):
        with pytest.raises(quarterdeck.TableFileError):
            quarterdeck.game(name, table=np.zeros(0))


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


def test_a_record_is_of_a_game_and_has_a_seed() -> None:
    name: Any = "mutiny"
    seed: Any = 1.5
    with pytest.raises(quarterdeck.GameOptionError, match=r"quarterdeck\.game\(…\) gives, not 'mutiny'"):
        quarterdeck.Record(name, "a")
    with pytest.raises(
        quarterdeck.GameOptionError, match=r"^A seed is a text, or a whole number .* not 1\.5"
    ):
        quarterdeck.Record(GAME, seed)


def test_a_path_that_can_not_be_read_is_refused(tmp_path: Path) -> None:
    for path in ("a\0b", tmp_path, tmp_path / "missing.qd"):
        with pytest.raises(quarterdeck.RecordError, match="can't be read"):
            quarterdeck.Record.load(path)


def test_a_seed_may_be_any_text_and_any_number_that_can_be_written() -> None:
    view = GAME.start(seed=1).view(0)
    for seed in ("\ud800", "", -3, 10**4000):
        assert GAME.start(seed=seed) == GAME.start(seed=str(seed))
        assert view.sample(seed) == view.sample(str(seed))
        assert GAME.playouts(2, seed)[1] == GAME.playouts(2, str(seed))[1]
    number: Any = np.int64(7)
    assert GAME.start(seed=number) == GAME.start(seed=7)


@pytest.mark.parametrize("seed", [1.5, True, b"x", [1], 10**5000], ids=lambda seed: type(seed).__name__)
def test_a_seed_that_is_no_text_or_whole_number_is_refused(seed: Any) -> None:
    sentence = r"^A seed is a text, or a whole number of at most some thousand digits, not "
    for deal in (GAME.start, GAME.start(seed=1).view(0).sample, lambda seed: GAME.playouts(1, seed)):
        with pytest.raises(quarterdeck.GameOptionError, match=sentence):
            deal(seed)


def test_random_games_have_a_seed_that_is_named() -> None:
    nothing: Any = None
    with pytest.raises(quarterdeck.GameOptionError, match=r"not None\.$"):
        GAME.playouts(1, nothing)


@pytest.mark.parametrize("count", [-1, 2.5, True, "5", None, 10**19])
def test_a_number_of_games_that_is_none(count: Any) -> None:
    with pytest.raises(quarterdeck.GameOptionError, match=r"^count is a whole number from 0 to "):
        GAME.playouts(count)


@pytest.mark.parametrize("first", [-1, 1.5, "x", 10**20])
def test_a_first_game_that_is_none(first: Any) -> None:
    with pytest.raises(quarterdeck.GameOptionError, match=r"^first is a whole number from 0 to "):
        GAME.playouts(3, 0, first)


def test_more_games_than_there_is_memory_for(monkeypatch: pytest.MonkeyPatch) -> None:
    def full(*_shape: Any) -> Any:
        raise MemoryError

    monkeypatch.setattr("quarterdeck.play.checks.np.zeros", full)
    with pytest.raises(
        quarterdeck.GameOptionError, match=r"no memory for the results of 9 games: play fewer"
    ):
        room_for(9, 4)


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
