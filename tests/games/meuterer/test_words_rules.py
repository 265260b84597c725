"""Meuterer's rules in words: each has its number, is found by it, and stands on the page of the rules."""

from __future__ import annotations

import re

import pytest

from quarterdeck.errors import QuarterdeckError
from quarterdeck.games.meuterer.words import actions, names, overview, rules
from scripts import write_rules


def test_every_rule_id_is_there_once_and_in_order() -> None:
    numbers = [*range(1, 5), *range(10, 14), 20, *range(30, 35), 40, *range(50, 56), *range(60, 68)]
    numbers += [*range(70, 76), *range(80, 84), 90, 91]
    assert list(rules.RULES) == [f"ME-{number}" for number in numbers]
    assert [id for section in rules.SECTIONS for id in section.ids] == list(rules.RULES)


def test_every_rule_that_is_cited_exists() -> None:
    told = [f"{rule.text} {rule.decision or ''}" for rule in rules.RULES.values()]
    told += [text for _title, text in overview.ROUND]
    told += [id for _what, id, _how in overview.COMPARED]
    told += [text for _form, text in actions.FORMS]
    cited = {id for text in told for id in re.findall(r"ME-\d+", text)}
    assert len(cited) >= 20
    assert cited <= set(rules.RULES)


def test_rule_sets_are_named_where_a_rule_is_not_for_all() -> None:
    only = {
        rule.id: rule.rule_sets for rule in rules.RULES.values() if len(rule.rule_sets) < len(names.RULE_SETS)
    }
    by_island = ("ME-51", "ME-62", "ME-63", "ME-64", "ME-65", "ME-66")
    assert only == {
        **dict.fromkeys(by_island, ("english", "french")),
        **dict.fromkeys(("ME-11", "ME-52", "ME-67"), ("manual",)),
    }


@pytest.mark.parametrize("name", ["ME-66", "me-66", "me66", "66", " ME 66 ", "me_066"])
def test_a_rule_is_found_however_its_id_is_written(name: str) -> None:
    assert rules.rule(name).id == "ME-66"


def test_an_unknown_rule_is_answered_with_the_nearest() -> None:
    with pytest.raises(
        QuarterdeckError, match=r"^Meuterer has no rule ME-57: the nearest are ME-55 and ME-60\.$"
    ):
        rules.rule("ME-57")
    with pytest.raises(QuarterdeckError, match=r"the nearest are ME-90 and ME-91\.$"):
        rules.rule("9999")


@pytest.mark.parametrize("name", ["", "ME-", "CA-1", "mutiny", "6" * 40, "-1x", "٦٦"])
def test_what_is_no_rule_number_is_answered_with_how_to_write_one(name: str) -> None:
    with pytest.raises(QuarterdeckError, match="is not the number of a rule: write it like ME-66"):
        rules.rule(name)


def test_the_rules_page_is_in_step_with_the_rules() -> None:
    assert write_rules.PAGES["meuterer"].read_text(encoding="utf-8") == write_rules.meuterer(), (
        "run python -m scripts.write_rules"
    )


def test_the_rules_page_has_a_heading_for_every_rule() -> None:
    headings = re.findall(r"^### (ME-\d+)$", write_rules.meuterer(), re.MULTILINE)
    assert headings == list(rules.RULES)
