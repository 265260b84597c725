"""The section [size] of a component table, for each game, and what it must not say."""

from __future__ import annotations

import json
import pickle
from pathlib import Path
from typing import Any

import pytest

import quarterdeck
from quarterdeck import Game, Record
from quarterdeck.errors import GameOptionError, TableFileError
from quarterdeck.play import GAMES

each_game = pytest.mark.parametrize("name", list(GAMES))


def with_size(name: str, **size: Any) -> dict[str, Any]:
    """The tiny table as plain data, with other figures."""
    data = quarterdeck.game(name, table="tiny").table.to_json()
    return {**data, "size": {**data["size"], **size}}


@each_game
def test_the_tiny_table_is_found_by_its_name_and_is_its_own_plain_data(name: str) -> None:
    game = quarterdeck.game(name, table="tiny")
    assert game == quarterdeck.game(name, table=game.table.to_json())
    assert game == pickle.loads(pickle.dumps(game))
    assert game != quarterdeck.game(name, players=2 if name != "meuterer" else 3)
    assert json.loads(json.dumps(game.table.to_json()))["size"]["players"] == [2]


@each_game
def test_the_published_table_says_nothing_of_a_size(name: str) -> None:
    game = quarterdeck.game(name)
    assert "size" not in game.table.to_json()
    assert game.spec.table_json(game.table) is None


@each_game
def test_a_table_says_for_how_many_players_it_is(name: str) -> None:
    assert quarterdeck.game(name, table="tiny").players == 2
    assert quarterdeck.game(name, table="tiny", players="2").players == 2
    with pytest.raises(GameOptionError, match=r" with this component table “players” can be 2, not “4”\.$"):
        quarterdeck.game(name, table="tiny", players=4)


@pytest.mark.parametrize(("name", "key"), [("cartagena", "cards"), ("mutiny", "rum")])
def test_a_wrong_figure_is_told_with_its_line_though_another_section_has_that_word(
    name: str, key: str, tmp_path: Path
) -> None:
    components = GAMES[name].components
    assert components is not None
    text = components.file.read_text("utf-8") + f"\n[size]\n{key} = 99\n"
    (tmp_path / "mine.toml").write_text(text, "utf-8")
    with pytest.raises(TableFileError, match=rf"line {text.count(chr(10))}: {key} must be a whole number"):
        quarterdeck.game(name, table=tmp_path / "mine.toml")


@each_game
def test_actions_and_observations_are_those_of_the_game(name: str) -> None:
    tiny, usual = quarterdeck.game(name, table="tiny"), quarterdeck.game(name)
    assert tiny.actions is usual.actions
    position = tiny.start(seed=1)
    view = position.view(position.to_act[0])
    assert view.observation().shape == (usual.features,)
    assert abs(view.observation()).max() <= 2


@each_game
def test_a_match_file_of_a_tiny_game_brings_its_table(name: str) -> None:
    record = Record(quarterdeck.game(name, table="tiny"), seed="a")
    while not record.position.over:
        record.append(record.position.to_act[0], record.position.legal()[-1])
    text = record.dumps()
    assert '"size"' in text
    assert Record.loads(text) == record
    assert record.verify().over


@each_game
@pytest.mark.parametrize(
    ("size", "sentence"),
    [
        ({"masts": 3}, "Unknown key masts; here may stand players"),
        ({"players": []}, "players needs a list of different numbers from 2 to "),
        ({"players": [2, 2]}, "players needs a list of different numbers from 2 to "),
        ({"players": [1]}, "players needs a list of different numbers from 2 to "),
        ({"players": 2}, "players needs a list of different numbers from 2 to "),
        ({"players": [[2]]}, "players needs a list of different numbers from 2 to "),
        ({"players": "23"}, "players needs a list of different numbers from 2 to "),
    ],
)
def test_a_size_that_no_game_has_is_refused(name: str, size: dict[str, Any], sentence: str) -> None:
    with pytest.raises(TableFileError) as error:
        quarterdeck.game(name, table=with_size(name, **size))
    assert error.value.sentence.startswith(sentence)


@pytest.mark.parametrize(
    ("name", "size", "sentence"),
    [
        ("meuterer", {"hand": 6}, "hand must be a whole number from 1 to 5."),
        ("meuterer", {"rounds": 0}, "rounds must be a whole number from 1 to 9."),
        ("meuterer", {"rounds": True}, "rounds must be a whole number from 1 to 9."),
        ("mutiny", {"doubloons": 0}, "doubloons must be a whole number from 1 to 10."),
        ("mutiny", {"rum": 7}, "rum must be a whole number from 0 to 6."),
        ("mutiny", {"turns": 0.5}, "turns must be a whole number from 1 to 99."),
        ("cartagena", {"sailors": 4}, "sailors must be one of 2, 6, 10."),
        ("cartagena", {"cards": 9}, "cards must be a whole number from 0 to 8."),
    ],
)
def test_a_figure_stays_within_its_bounds(name: str, size: dict[str, Any], sentence: str) -> None:
    with pytest.raises(TableFileError) as error:
        quarterdeck.game(name, table=with_size(name, **size))
    assert error.value.sentence == sentence


@each_game
def test_a_size_is_a_section(name: str) -> None:
    data = {**quarterdeck.game(name, table="tiny").table.to_json(), "size": 3}
    with pytest.raises(TableFileError, match="size must be a section"):
        Game(name, table=data)
