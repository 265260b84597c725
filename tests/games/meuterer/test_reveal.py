"""ME-40: the actions turn up."""

from __future__ import annotations

import pytest

from tests.games.meuterer.table import Match, every_rule_set


@every_rule_set
def test_ME_40_all_actions_are_revealed_once_all_have_left(rules: str) -> None:
    match = Match("wine", "salt", "salt", "salt", rules=rules)
    match.goods("", "/ mutineer", "/ first-mate", "/ merchant")
    assert match.told("revealed") == [(1, "mutineer"), (2, "first-mate"), (3, "merchant")]
    for viewer in (None, 0, 1, 2, 3):
        roles = [one["role"] for one in match.view(viewer)["seats"]]
        assert roles == [None, "mutineer", "first-mate", "merchant"]


@pytest.mark.parametrize("kept", [0, 1, 4])
@every_rule_set
def test_ME_40_the_mutineer_is_bound_for_as_many_islands_on_as_cards_in_hand(rules: str, kept: int) -> None:
    match = Match("wine", "grain " * (4 - kept) + "cloth " * kept, "salt", rules=rules, ship=1)
    match.goods("wine", "grain " * (4 - kept) + "/ mutineer", "/ loader")
    assert match.json["destinations"] == {"captain": 1, "mutineer": 1 + kept}
    assert match.told("mutineer_bound") == [(1, match.json["islands"][1 + kept]["name"])]
    assert match.rules_told("mutineer_bound") == {"ME-40"}


@every_rule_set
def test_ME_40_cards_that_are_no_goods_count_too(rules: str) -> None:
    match = Match("wine", "salt conflict pirates", "salt", rules=rules, pirates="on")
    match.goods("wine", "/ mutineer", "/ loader")
    assert match.json["destinations"]["mutineer"] == 3


@every_rule_set
def test_ME_40_both_destinations_may_be_one_island(rules: str) -> None:
    match = Match("wine wine", "salt salt", "grain", rules=rules).goods("", "/ mutineer", "/ loader")
    assert match.json["destinations"] == {"captain": 2, "mutineer": 2}


@every_rule_set
def test_ME_40_without_a_mutineer_there_is_no_mutiny(rules: str) -> None:
    match = Match("wine conflict", "salt conflict", "grain", rules=rules)
    match.goods("", "/ cabin-boy", "/ first-mate").pass_on()
    kinds = match.kinds()
    assert "fought" not in kinds
    assert "mutineer_bound" not in kinds
    assert "mutiny_won" not in kinds
    assert "mutiny_lost" not in kinds
    assert match.json["captain"] == 0


@every_rule_set
def test_ME_40_the_cards_of_the_hand_stay_secret(rules: str) -> None:
    match = Match("wine", "salt ruby", "grain", rules=rules).goods("", "/ mutineer", "/ loader")
    assert [match.view(viewer)["seats"][1]["hand"] for viewer in (None, 0, 2)] == [None] * 3
