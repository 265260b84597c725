"""ME-20: the Captain's offer."""

from __future__ import annotations

import pytest

from tests.games.meuterer.table import Match, every_rule_set


@pytest.mark.parametrize("points", range(4))
@every_rule_set
def test_ME_20_the_captain_offers_openly(rules: str, points: int) -> None:
    match = Match("salt", "salt", "wine", rules=rules, captain=1)
    assert match.view(0)["offer"] is None
    match.play(f"1 offer {points}")
    assert match.told("offered") == [(1, points)]
    assert [match.view(viewer)["offer"] for viewer in (None, 0, 1, 2)] == [points] * 4
    assert (match.json["phase"], match.position.to_act) == ("show", (1,))


@every_rule_set
def test_ME_20_only_the_captain_makes_the_offer(rules: str) -> None:
    match = Match("salt", "salt", "wine", rules=rules, captain=1)
    assert match.position.to_act == (1,)
    assert match.legal(0) == []
    assert match.refused("0 offer 2") == "ME-20"


@every_rule_set
def test_ME_20_the_offer_is_made_once(rules: str) -> None:
    match = Match("salt", "salt", "wine", rules=rules).play("0 offer 3")
    assert match.refused("0 offer 1") == "ME-20"


@every_rule_set
def test_ME_20_nothing_is_shown_before_the_offer(rules: str) -> None:
    match = Match("salt", "salt", "wine", rules=rules)
    assert match.refused("0 show salt") == "ME-30"
    assert match.refused("0 leave") == "ME-30"


@every_rule_set
def test_ME_20_the_offer_of_the_next_round_is_a_new_one(rules: str) -> None:
    match = Match("salt", "salt", "wine", rules=rules).goods("", "/ loader", "/ merchant", offer=2).pass_on()
    assert (match.json["round"], match.json["phase"], match.json["offer"]) == (2, "offer", None)
