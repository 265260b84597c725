"""The numbered rules of each game: found by number, cited where they exist, and on the page of the rules."""

from __future__ import annotations

import re
from typing import NamedTuple

import pytest

from quarterdeck.errors import QuarterdeckError
from quarterdeck.games.cartagena.words import actions as cartagena_actions
from quarterdeck.games.cartagena.words import overview as cartagena_overview
from quarterdeck.games.meuterer.words import actions as meuterer_actions
from quarterdeck.games.meuterer.words import overview as meuterer_overview
from quarterdeck.games.mutiny.words import actions as mutiny_actions
from quarterdeck.games.mutiny.words import overview as mutiny_overview
from quarterdeck.kernel.rulebook import Rulebook
from quarterdeck.play import GAMES
from scripts import write_rules


class Expected(NamedTuple):
    """What is known of a game's rules: their letters, numbers, decisions, an example and two gaps."""

    letters: str
    numbers: list[int]
    decided: list[int]
    example: int
    gaps: dict[str, tuple[int, int]]
    overview: list[str]
    forms: tuple[tuple[str, str], ...]

    def ids(self, numbers: list[int]) -> list[str]:
        return [f"{self.letters}-{number}" for number in numbers]


EXPECTED = {
    "meuterer": Expected(
        "ME",
        [
            1,
            2,
            3,
            4,
            *range(10, 14),
            20,
            *range(30, 35),
            40,
            *range(50, 56),
            *range(60, 68),
            *range(70, 76),
            *range(80, 84),
            90,
            91,
        ],
        [11, 13, 33, 34, 52, 54, 60, 64, 67, 70, 73, 74, 80, 81, 90],
        66,
        {"ME-57": (55, 60), "9999": (90, 91), "0": (1, 2)},
        [
            *(text for _title, text in meuterer_overview.ROUND),
            *(id for _what, id, _how in meuterer_overview.COMPARED),
        ],
        meuterer_actions.FORMS,
    ),
    "cartagena": Expected(
        "CA",
        [*range(1, 5), *range(10, 14), *range(20, 30), *range(40, 53), *range(60, 70), 80, 81],
        [4, 13, 28, 29, 41, 43, 45, 46, 48, 51, 60, 65, 66, 67, 80],
        48,
        {"CA-35": (29, 40), "9999": (80, 81), "0": (1, 2)},
        [text for _title, text in (*cartagena_overview.VOYAGE, *cartagena_overview.MUTINY)],
        cartagena_actions.FORMS,
    ),
    "mutiny": Expected(
        "MU",
        [*range(1, 7), 10, 11, *range(20, 29), *range(30, 33), 40, 41, 50, 60, 61],
        [2, 3, 4, 5, 21, 22, 23, 27, 31, 32, 50, 60],
        27,
        {"MU-15": (11, 20), "9999": (60, 61), "0": (1, 2)},
        [text for _title, text in mutiny_overview.TURN],
        mutiny_actions.FORMS,
    ),
}
each_game = pytest.mark.parametrize("name", list(EXPECTED))


def rulebook(name: str) -> Rulebook:
    return GAMES[name].rulebook


@each_game
def test_every_rule_id_is_there_once_and_in_order(name: str) -> None:
    book, expected = rulebook(name), EXPECTED[name]
    assert list(book.rules) == expected.ids(expected.numbers)
    assert [rule for section in book.sections for rule in section.rules] == list(book.rules.values())


@each_game
def test_every_rule_that_is_cited_exists(name: str) -> None:
    book, expected = rulebook(name), EXPECTED[name]
    told = [f"{rule.text} {rule.decision or ''}" for rule in book.rules.values()]
    told += [*expected.overview, *(text for _form, text in expected.forms)]
    cited = {id for text in told for id in re.findall(r"[A-Z]{2}-\d+", text)}
    assert len(cited) >= 10
    assert cited <= set(book.rules)


@each_game
def test_the_decisions_are_marked(name: str) -> None:
    decided = [rule.id for rule in rulebook(name).rules.values() if rule.decision]
    assert decided == EXPECTED[name].ids(EXPECTED[name].decided)


@each_game
@pytest.mark.parametrize("form", ["{0}-{1}", "{2}-{1}", "{2}{1}", "{1}", " {0} {1} ", "{2}_0{1}"])
def test_a_rule_is_found_however_its_id_is_written(name: str, form: str) -> None:
    letters, example = EXPECTED[name].letters, EXPECTED[name].example
    found = rulebook(name).find(form.format(letters, example, letters.lower()))
    assert found.id == f"{letters}-{example}"


@each_game
def test_an_unknown_rule_is_answered_with_the_nearest(name: str) -> None:
    title = GAMES[name].title.partition(":")[0]
    for wrong, near in EXPECTED[name].gaps.items():
        first, second = EXPECTED[name].ids(list(near))
        id = wrong if "-" in wrong else f"{EXPECTED[name].letters}-{wrong}"
        with pytest.raises(QuarterdeckError) as caught:
            rulebook(name).find(wrong)
        assert str(caught.value) == f"{title} has no rule {id}: the nearest are {first} and {second}."


@each_game
@pytest.mark.parametrize("wrong", ["", "{}-", "XX-1", "mutiny", "6" * 40, "-1x", "٦٦"])
def test_what_is_no_rule_number_is_answered_with_how_to_write_one(name: str, wrong: str) -> None:
    letters, example = EXPECTED[name].letters, EXPECTED[name].example
    told = f"is not the number of a rule: write it like {letters}-{example}"
    with pytest.raises(QuarterdeckError, match=told):
        rulebook(name).find(wrong.format(letters))


@each_game
def test_the_rules_page_names_each_value_of_a_house_rule(name: str) -> None:
    page = write_rules.WRITERS[name]()
    for option in (one for one in GAMES[name].options if one.rule):
        chapter = page.partition(f"### {option.rule}\n")[2].partition("\n### ")[0]
        heads = [line.partition(":")[0] for line in chapter.splitlines() if line.startswith("- ")]
        assert all(f"`{value}`" in head for value, head in zip(option.choices, heads, strict=True))


@each_game
def test_the_rules_page_is_in_step_with_the_rules(name: str) -> None:
    page = write_rules.WRITERS[name]()
    assert write_rules.PAGES[name].read_text("utf-8") == page, "run python -m scripts.write_rules"
    headings = re.findall(r"^### ([A-Z]{2}-\d+)$", page, re.MULTILINE)
    assert headings == list(rulebook(name).rules)


def test_rule_sets_are_named_where_a_rule_is_not_for_all() -> None:
    rules = rulebook("meuterer").rules.values()
    only = {rule.id: tuple(one.name for one in rule.rule_sets) for rule in rules if rule.rule_sets}
    by_island = ("ME-51", "ME-62", "ME-63", "ME-64", "ME-65", "ME-66")
    assert only == {
        **dict.fromkeys(by_island, ("english", "french")),
        **dict.fromkeys(("ME-11", "ME-52", "ME-67"), ("manual",)),
    }
