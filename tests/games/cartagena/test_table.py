"""The component table: the one of the game (CA-1 to CA-4), one of one's own, and what makes no table."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

import quarterdeck
from quarterdeck.errors import TableFileError
from quarterdeck.games.cartagena.table import COMPONENTS, ComponentTable, standard
from quarterdeck.games.cartagena.template import template
from tests.games.cartagena.table import Match

TEXT = COMPONENTS.file.read_text("utf-8")


def plain() -> dict[str, Any]:
    return standard().to_json()


def changed(section: str, key: str, value: Any) -> dict[str, Any]:
    data = plain()
    data[section] = {**data[section], key: value}
    return data


def test_CA_1_CA_2_CA_4_the_standard_table() -> None:
    table = standard()
    assert table.combat == (10, 6, 4, 10, 6, 4)
    assert table.gold == (6, 6, 6)
    assert table.coins == 30
    assert table.goal == len(table.route) - 1 == 23
    assert table.storms == (12, 16, 20)
    assert [table.start(players) for players in (2, 3, 4)] == [8, 4, 0]


def test_CA_4_what_is_reconstructed_is_marked_so() -> None:
    assert "reconstructed (CA-4)" in TEXT


def test_CA_4_other_figures_make_another_game(tmp_path: Path) -> None:
    file = tmp_path / "short.toml"
    text = TEXT.replace("pink = [10, 6, 4]", "pink = [4, 0, 9]").replace("total = 30", "total = 12")
    file.write_text(text.replace('"volcano", "sea", ', '"volcano", '), "utf-8")
    match = Match(players=2, components=COMPONENTS.load(file))
    assert list(match.s.pile) == [2, 0, 9, 8, 6, 4]
    assert match.s.supply == 10
    assert (match.s.space, match.s.goal) == (8, 22)
    assert list(match.s.storm) == [11, 15, 19, *[-1] * 5]


def test_CA_4_a_table_of_ones_own_may_be_richer(tmp_path: Path) -> None:
    file = tmp_path / "rich.toml"
    file.write_text(TEXT.replace("total = 30", "total = 120"), "utf-8")
    rich = quarterdeck.game("cartagena", table=file)
    assert rich != quarterdeck.game("cartagena")
    assert rich.start(seed=1).to_json()["supply"]["coins"] == 116


def test_CA_28_a_route_may_have_up_to_eight_storm_spaces() -> None:
    spaces = ["gold", "treasure", "volcano", "mutiny"]
    assert list(template(2, COMPONENTS.from_json(changed("route", "spaces", spaces))).storm) == [-1] * 8
    spaces[3:3] = ["storm"] * 8
    table = COMPONENTS.from_json(changed("route", "spaces", spaces))
    assert list(template(2, table).storm) == [3, 4, 5, 6, 7, 8, 9, 10]


def test_CA_12_the_islands_of_a_route_may_lie_in_any_order() -> None:
    spaces = ["sea", "volcano", "storm", "gold", "treasure", "sea", "mutiny"]
    table = COMPONENTS.from_json(changed("route", "spaces", spaces))
    assert [table.start(players) for players in (2, 3, 4)] == [1, 4, 3]
    assert (table.goal, table.storms) == (6, (2,))


def line_of(words: str) -> int:
    return next(number for number, line in enumerate(TEXT.splitlines(), 1) if words in line)


@pytest.mark.parametrize(
    ("old", "new", "told", "at"),
    [
        (
            "pink = [10, 6, 4] ",
            "pink = [3, 6, 4] ",
            "4 players start with a pink 1 each; there must be as many (CA-10).",
            "pink =",
        ),
        (
            "grey = [10, 6, 4] ",
            "grey = [0, 6, 4] ",
            "4 players start with a grey 1 each; there must be as many (CA-10).",
            "grey =",
        ),
        (
            "grey = [10, 6, 4] ",
            "grey = [11, 6, 4] ",
            "There are 41 combat cards; there must be 9 to 40 (CA-2).",
            "[combat]",
        ),
        (
            "grey = [10, 6, 4] ",
            "grey = [10, 6] ",
            "grey needs three numbers from 0 to 40: how many cards are worth 1, 2 and 3 (CA-2).",
            "grey =",
        ),
        (
            "pink = [10, 6, 4] ",
            "pink = [10, 6, -1] ",
            "pink needs three numbers from 0 to 40: how many cards are worth 1, 2 and 3 (CA-2).",
            "pink =",
        ),
        (
            "cards = [6, 6, 6] ",
            "cards = [6, 6, 7] ",
            "There are 19 gold cards; there must be 1 to 18 (CA-1).",
            "[gold]",
        ),
        (
            "cards = [6, 6, 6] ",
            "cards = [0, 0, 0] ",
            "There are 0 gold cards; there must be 1 to 18 (CA-1).",
            "[gold]",
        ),
        (
            "cards = [6, 6, 6] ",
            "cards = [6, 6, true] ",
            "cards needs three numbers from 0 to 18: how many cards are worth 1, 2 and 3 (CA-1).",
            "cards =",
        ),
        (
            "total = 30 ",
            "total = 4 ",
            "total must be a whole number of coins from 5 to 120 (CA-1).",
            "total =",
        ),
        (
            "total = 30 ",
            "total = 121 ",
            "total must be a whole number of coins from 5 to 120 (CA-1).",
            "total =",
        ),
        (
            '"mutiny",\n]',
            '"sea",\n]',
            "The route needs exactly one space mutiny; it has 0 (CA-12).",
            "spaces = [",
        ),
        (
            '"treasure", "sea"',
            '"volcano", "sea"',
            "The route needs exactly one space treasure; it has 0 (CA-12).",
            "spaces = [",
        ),
        (
            '"mutiny",\n]',
            '"mutiny", "sea",\n]',
            "The route ends with mutiny (CA-4).",
            "spaces = [",
        ),
        (
            '"volcano", "sea", "sea",',
            '"volcano", "storm", "storm", "storm", "storm", "storm", "storm",',
            "The route has 9 storm spaces; it may have up to 8 (CA-28).",
            '"volcano", "sea"',
        ),
        (
            '"volcano", "sea"',
            '"volcano", "whale"',
            "Unknown space whale; the spaces are gold treasure volcano sea storm mutiny (CA-4).",
            '"volcano", "sea"',
        ),
        (
            '"volcano", "sea"',
            f'"volcano", 0x{"f" * 5000}',
            "Unknown space …; the spaces are gold treasure volcano sea storm mutiny (CA-4).",
            "spaces = [",
        ),
        ("total = 30 ", "sum = 30 ", "Unknown key sum; here may stand total.", "total ="),
        ("[gold]", "[silver]", "Unknown key silver; here may stand combat gold coins route size.", "[gold]"),
        (
            "total = 30 ",
            "",
            "The section [coins] with total is missing (CA-4).",
            "[coins]",
        ),
        (
            "total = 30 ",
            "total = = 30 ",
            "This is not valid TOML; compare it with the table that comes with the game.",
            "total =",
        ),
    ],
)
def test_an_error_names_what_is_wrong_and_where(
    tmp_path: Path, old: str, new: str, told: str, at: str
) -> None:
    assert TEXT.count(old) == 1
    file = tmp_path / "mine.toml"
    file.write_text(TEXT.replace(old, new), "utf-8")
    with pytest.raises(TableFileError) as caught:
        COMPONENTS.load(file)
    assert caught.value.sentence == told
    assert caught.value.line == line_of(at)
    assert str(caught.value) == f"{file}, line {line_of(at)}: {told}"


def test_a_route_of_many_spaces_is_refused() -> None:
    spaces = ["gold", "treasure", "volcano", *["sea"] * 96, "mutiny"]
    with pytest.raises(TableFileError, match="at most 99 spaces"):
        COMPONENTS.from_json(changed("route", "spaces", spaces))
    assert COMPONENTS.from_json(changed("route", "spaces", [*spaces[:-2], "mutiny"])).goal == 98


@pytest.mark.parametrize(
    ("change", "told"),
    [
        ({"coins": 7}, "coins must be a section."),
        ({"coins": {}}, "The section [coins] with total is missing (CA-4)."),
        ({"route": {"spaces": "sea"}}, "spaces needs a list of at most 99 spaces (CA-4)."),
        ({"route": {"spaces": [["sea"]]}}, "Unknown space ['sea'];"),
        ({5: 6}, "Unknown key 5;"),
        ({"k" * 9000: 6}, "Unknown key " + "k" * 40 + ";"),
        ({"gold": {"cards": [6, 6, 6], "k" * 9000: 6}}, "Unknown key " + "k" * 40 + ";"),
        ({"coins": {"total": True}}, "total must be"),
        ({"coins": {"total": 12.5}}, "total must be"),
    ],
)
def test_broken_plain_data_is_told_in_one_sentence(change: dict[Any, Any], told: str) -> None:
    with pytest.raises(TableFileError) as caught:
        COMPONENTS.from_json({**plain(), **change})
    assert caught.value.sentence.startswith(told)
    assert caught.value.line is None


def test_a_section_may_be_missing() -> None:
    data = plain()
    del data["gold"]
    with pytest.raises(TableFileError, match=r"The section \[gold\] with cards is missing"):
        COMPONENTS.from_json(data)


def test_a_table_is_a_value() -> None:
    table = ComponentTable((4, 0, 0, 4, 0, 1), (1, 0, 0), 5, ("gold", "treasure", "volcano", "mutiny"))
    assert COMPONENTS.from_json(table.to_json()) == table
