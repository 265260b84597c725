"""Whatever is handed in, it is taken as it is meant or refused in one sentence; no other error comes out."""

from __future__ import annotations

import json
import tomllib
from collections.abc import Callable
from functools import cache
from typing import Any, TypeVar

import pytest
from hypothesis import given
from hypothesis import strategies as st

import quarterdeck
from quarterdeck import Game, QuarterdeckError, Record, RecordError, SetupError, TableFileError
from quarterdeck.play import GAMES
from tests.conformance.settings import each_game
from tests.strategies import SETUPS, anything, games, setups

T = TypeVar("T")
TOML = {
    name: spec.components.file.read_text("utf-8")
    for name, spec in GAMES.items()
    if spec.components is not None
}
KEYS = {
    "meuterer": ["start", "pirate_nest", "cards", "island", "x"],
    "cartagena": ["combat", "gold", "coins", "route", "x"],
    "mutiny": ["tile", "x"],
}


@cache
def finished(name: str) -> str:
    """The file of a whole match."""
    record = Record(quarterdeck.game(name, players=3), seed="whole")
    while not record.position.over:
        record.append(record.position.to_act[0], record.position.legal()[-1])
    return record.dumps()


def one_sentence(error: Exception) -> bool:
    return "\n" not in str(error) and 10 < len(str(error)) < 400


def attempt(act: Callable[[], T], refusal: type[QuarterdeckError]) -> T | None:
    """What `act` gives, or None if it is refused in one sentence."""
    try:
        return act()
    except refusal as error:
        if not one_sentence(error):
            raise AssertionError(f"{error!s} is no sentence") from error
        return None


def fuzzed(text: str) -> st.SearchStrategy[str]:
    """A text with a few lines dropped, doubled, swapped, cut or changed."""
    lines = text.splitlines()
    at = st.integers(0, len(lines) - 1)
    junk = st.text(max_size=12)

    def change(edits: list[tuple[str, int, int, str]]) -> str:
        changed = list(lines)
        for kind, first, second, words in edits:
            i, j = first % len(changed), second % len(changed)
            if kind == "drop" and len(changed) > 1:
                del changed[i]
            elif kind == "double":
                changed.insert(j, changed[i])
            elif kind == "swap":
                changed[i], changed[j] = changed[j], changed[i]
            elif kind == "cut":
                changed[i] = changed[i][: second % (len(changed[i]) + 1)]
            elif kind == "word":
                parts = changed[i].split(" ")
                parts[second % len(parts)] = words
                changed[i] = " ".join(parts)
            else:
                changed[i] = changed[i] + words
        return "\n".join(changed) + "\n"

    kinds = st.sampled_from(["drop", "double", "swap", "cut", "word", "add"])
    return st.lists(st.tuples(kinds, at, at, junk), min_size=1, max_size=3).map(change)


@each_game
@given(data=st.data())
def test_a_changed_match_file_is_refused_or_means_a_whole_match(name: str, data: st.DataObject) -> None:
    text = data.draw(fuzzed(finished(name)))
    record = attempt(lambda: Record.loads(text), RecordError)
    if record is not None:
        # What is read is a match of its own, whose file reads back.
        assert Record.loads(record.dumps()) == record
        assert record.position.over == ("\nscores" in record.dumps())


@given(st.text(max_size=200))
def test_any_text_is_refused_as_a_match_file(text: str) -> None:
    with pytest.raises(RecordError) as caught:
        Record.loads(text)
    assert one_sentence(caught.value)
    with pytest.raises(RecordError) as caught:
        Record.loads("quarterdeck match 1\n" + text)
    assert one_sentence(caught.value)


@each_game
@given(data=st.data())
def test_a_set_up_in_a_file_is_refused_or_played(name: str, data: st.DataObject) -> None:
    text = fuzzed(finished(name).replace("\nseat 0 ", "\nsetup {}\nseat 0 "))
    changed = data.draw(text).replace("setup {}", "setup " + json.dumps(data.draw(SETUPS[name])))
    record = attempt(lambda: Record.loads(changed), RecordError)
    assert record is None or Record.loads(record.dumps()).position == record.position


@given(setups())
def test_a_set_up_is_refused_or_played(one: tuple[Game, dict[str, Any]]) -> None:
    game, setup = one
    position = attempt(lambda: game.start(seed=1, setup=setup), SetupError)
    if position is None:
        return
    json.dumps(position.to_json())
    for _ in range(25):
        if not position.over:
            position = position.play(position.to_act[0], position.legal()[0])


@given(games(), anything)
def test_any_json_as_a_set_up(game: Game, setup: Any) -> None:
    if setup in (None, {}):
        return
    with pytest.raises(SetupError) as caught:
        game.start(seed=1, setup=setup)
    assert one_sentence(caught.value)


@each_game
@given(data=st.data())
def test_a_changed_table_is_refused_or_makes_a_game(name: str, data: st.DataObject) -> None:
    try:
        table = tomllib.loads(data.draw(fuzzed(TOML[name])))
    except tomllib.TOMLDecodeError:
        return
    game = attempt(lambda: quarterdeck.game(name, players=3, table=table), TableFileError)
    if game is None:
        return
    position = game.start(seed=1)
    assert quarterdeck.game(name, players=3, table=game.table.to_json()) == game
    for _ in range(25):
        position = position.play(position.to_act[0], position.legal()[0])


@each_game
@given(data=st.data())
def test_any_plain_data_as_a_table(name: str, data: st.DataObject) -> None:
    table = data.draw(st.dictionaries(st.sampled_from(KEYS[name]), anything))
    with pytest.raises(TableFileError) as caught:
        quarterdeck.game(name, table=table)
    assert one_sentence(caught.value)


@each_game
@given(data=st.data())
def test_any_bytes_as_a_table_file(
    name: str, tmp_path_factory: pytest.TempPathFactory, data: st.DataObject
) -> None:
    file = tmp_path_factory.getbasetemp() / "fuzzed.toml"
    file.write_bytes(data.draw(st.binary(max_size=300) | fuzzed(TOML[name]).map(str.encode)))
    attempt(lambda: quarterdeck.game(name, table=file), TableFileError)
