"""The component table: the published one (ME-1, ME-4), one of one's own, and what makes no table."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

import quarterdeck
from quarterdeck import TableFileError
from quarterdeck.games.meuterer.table import COMPONENTS
from tests.games.meuterer.table import Match

TEXT = COMPONENTS.file.read_text("utf-8")


def plain() -> dict[str, Any]:
    table: dict[str, Any] = quarterdeck.game("meuterer").table.to_json()
    return table


def test_ME_4_other_figures_make_another_game(tmp_path: Path) -> None:
    file = tmp_path / "rich.toml"
    file.write_text(TEXT.replace("trade = [4, 3, 2]\ndock = 5", "trade = [15, 7, 1]\ndock = 30", 1), "utf-8")
    game = quarterdeck.game("meuterer", players=3, table=file)
    assert game != quarterdeck.game("meuterer", players=3)
    match = Match("wine", "salt", "", table=file)
    match.goods("wine", "salt / merchant", "/ cabin-boy")
    assert match.told("docked") == [(0, "Hochland", 30)]
    assert match.told("trade_points") == [(0, "Hochland", 7, 2), (1, "Hochland", 15, 2)]


def test_ME_1_other_counts_make_another_deck() -> None:
    table = plain()
    table["cards"] |= {"conflict": 0, "grain": 20}
    match = Match("", "", "", table=table)
    assert match.json["draw_pile"] == 42
    assert match.json["unseen"] == {"ruby": 4, "salt": 5, "wine": 6, "cloth": 7, "grain": 20}


def test_ME_10_the_start_island_is_the_one_that_is_named() -> None:
    table = plain() | {"start": "Sandkap"}
    for seed in range(5):
        body = quarterdeck.game("meuterer", table=table).start(seed=seed).to_json()
        assert body["islands"][body["ship"]]["name"] == "Sandkap"
        assert len({one["name"] for one in body["islands"]}) == 12


def test_ME_13_a_table_without_a_nest_has_the_pirates_opposite_the_ship() -> None:
    table = plain()
    del table["pirate_nest"]
    body = quarterdeck.game("meuterer", table=table, pirates="on").start(seed=1).to_json()
    assert body["pirate_ship"] == 6


@pytest.mark.parametrize("rules", ["english", "manual"])
def test_ME_13_the_nest_may_be_where_the_ship_starts(rules: str) -> None:
    table = {**plain(), "pirate_nest": "Hochland"}
    body = quarterdeck.game("meuterer", table=table, pirates="on", rules=rules).start(seed=1).to_json()
    assert body["pirate_ship"] == body["ship"] == 0


def test_ME_4_a_table_may_have_fewer_islands() -> None:
    table = plain()
    table["island"] = [one for one in table["island"] if one["name"] not in ("Sandkap", "Fingerhut")]
    game = quarterdeck.game("meuterer", table=table)
    assert len(game.start(seed=1).to_json()["islands"]) == 10
    assert {one["name"] for one in game.start(seed=2).to_json()["islands"]} == {
        one["name"] for one in table["island"]
    }


def line_of(text: str, words: str) -> int:
    return next(number for number, line in enumerate(text.splitlines(), 1) if words in line)


@pytest.mark.parametrize(
    ("old", "new", "told", "at"),
    [
        (
            'start = "Hochland"',
            'start = "Hochmoor"',
            "start must name one of the islands (ME-10).",
            "start =",
        ),
        ('start = "Hochland"', "", "start must name one of the islands (ME-10).", None),
        (
            'pirate_nest = "Piratennest"',
            'pirate_nest = "Nest"',
            "pirate_nest must name one of the islands (ME-13).",
            "pirate_nest",
        ),
        ("start =", "begin = 3\nstart =", "Unknown key begin; a table has start", "begin"),
        ("[cards]", "[deck]", "Unknown key deck", "[deck]"),
        ("ruby = 4", "rubies = 4", "Unknown kind of card rubies; the kinds are ruby salt", "rubies"),
        ("ruby = 4\n", "", "The count of ruby cards is missing (ME-1).", "[cards]"),
        ("ruby = 4", "ruby = -1", "The count of ruby cards must be a whole number from 0 to 99.", "ruby ="),
        ("ruby = 4", "ruby = 4.5", "The count of ruby cards must be a whole number", "ruby ="),
        ("ruby = 4", "ruby = true", "The count of ruby cards must be a whole number", "ruby ="),
        ("ruby = 4", 'ruby = "4"', "The count of ruby cards must be a whole number", "ruby ="),
        (
            "pirates = 1",
            "pirates = 2",
            "The count of pirates cards must be a whole number from 0 to 1.",
            "pirates = 2",
        ),
        (
            "grain = 8",
            "grain = 72",
            "The deck has 100 cards beside the pirates; it needs 24 to 99 (ME-1).",
            "[cards]",
        ),
        ("cloth = 7\ngrain = 8", "cloth = 0\ngrain = 2", "The deck has 23 cards", "[cards]"),
        ('name = "Sandkap"', 'name = "Hochland"', "Two islands are called Hochland.", 'name = "Hochland"'),
        ('name = "Sandkap"\n', "", "Island 12 needs a name of 1 to 40 characters.", "[[island]]"),
        ('name = "Sandkap"', 'name = " "', "Island 12 needs a name", "[[island]]"),
        ('name = "Sandkap"', f'name = "{"x" * 41}"', "Island 12 needs a name", "[[island]]"),
        ('name = "Sandkap"', 'name = "Sand\\nkap"', "Island 12 needs a name", "[[island]]"),
        ('name = "Sandkap"', "name = 7", "Island 12 needs a name", "[[island]]"),
        ('name = "Sandkap"', 'name = "Sandkap"\nsells = 1', "Sandkap: unknown key sells", "sells"),
        (
            '"Sandkap"\nbuys = "wine"',
            '"Sandkap"\nbuys = "beer"',
            "Sandkap: buys must be any or one of ruby",
            "Sandkap",
        ),
        (
            '"Sandkap"\nbuys = "wine"',
            '"Sandkap"\nbuys = "conflict"',
            "Sandkap: buys must be any or",
            "Sandkap",
        ),
        ('"Sandkap"\nbuys = "wine"', '"Sandkap"', "Sandkap: buys must be any or", "Sandkap"),
        ("trade = [4, 2, 1]", "trade = [4, 2]", "Sandkap: trade needs three figures", "Sandkap"),
        ("trade = [4, 2, 1]", "trade = 4", "Sandkap: trade needs three figures", "Sandkap"),
        (
            "trade = [4, 2, 1]",
            "trade = [4, 2, 16]",
            "Sandkap: a trade figure must be a whole number from 0 to 15.",
            "Sandkap",
        ),
        (
            "trade = [4, 2, 1]\ndock = 3",
            "trade = [4, 2, 1]",
            "Sandkap: dock must be a whole number from 0 to 30.",
            "Sandkap",
        ),
        ("trade = [4, 2, 1]\ndock = 3", "trade = [4, 2, 1]\ndock = 31", "Sandkap: dock must be", "Sandkap"),
        ("trade = [4, 3, 2]", "trade = [4, 3]", "Hochland: trade needs three figures", 'name = "Hochland"'),
        ("[cards]", "[cards", "This is not valid TOML", "[cards"),
    ],
)
def test_a_broken_table_is_told_in_one_sentence_with_its_line(
    tmp_path: Path, old: str, new: str, told: str, at: str | None
) -> None:
    assert TEXT.count(old) >= 1
    text = TEXT.replace(old, new, 1)
    file = tmp_path / "own.toml"
    file.write_text(text, "utf-8")
    with pytest.raises(TableFileError) as caught:
        quarterdeck.game("meuterer", table=file)
    assert caught.value.sentence.startswith(told)
    assert caught.value.path == file
    assert caught.value.line == (None if at is None else line_of(text, at))
    assert "\n" not in str(caught.value)


@pytest.mark.parametrize(
    ("change", "told"),
    [
        ({"cards": 7}, "A [cards] section"),
        ({"cards": None}, "A [cards] section"),
        ({"island": {}}, "The table has no [[island]] sections (ME-4)."),
        ({"island": [1, 2]}, "The table has no [[island]] sections (ME-4)."),
        ({"island": []}, "The table has 0 islands; it needs 6 to 12 (ME-4)."),
        ({"island": plain()["island"] + [{"name": "X"}]}, "The table has 13 islands"),
        ({"start": ["Hochland"]}, "start must name one of the islands"),
        ({"pirate_nest": {}}, "pirate_nest must name one of the islands"),
        ({5: 6}, "Unknown key 5"),
        ({"k" * 9000: 6}, "Unknown key " + "k" * 40 + ";"),
        ({"cards": {"k" * 9000: 6}}, "Unknown kind of card " + "k" * 40 + ";"),
    ],
)
def test_broken_plain_data_is_told_in_one_sentence(change: dict[Any, Any], told: str) -> None:
    with pytest.raises(TableFileError) as caught:
        quarterdeck.game("meuterer", table={**plain(), **change})
    assert caught.value.sentence.startswith(told)
    assert caught.value.line is None
