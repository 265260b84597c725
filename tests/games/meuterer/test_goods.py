"""ME-30 to ME-34: showing goods, leaving, and taking an action card."""

from __future__ import annotations

import pytest

from tests.games.meuterer.table import Match, both_sizes, cards, every_rule_set


@every_rule_set
@both_sizes
@pytest.mark.parametrize("captain", [0, 2])
def test_ME_30_the_captain_begins_and_the_turn_goes_clockwise(rules: str, players: int, captain: int) -> None:
    match = Match(*["grain cloth"] * players, rules=rules, captain=captain).play(f"{captain} offer 0")
    order = []
    for _ in range(2 * players):
        (seat,) = match.position.to_act
        order.append(seat)
        match.play(f"{seat} {match.legal()[0]}")
    assert order == [(captain + turn) % players for turn in range(players)] * 2


@every_rule_set
def test_ME_30_one_card_a_turn_goes_from_the_hand_to_the_table(rules: str) -> None:
    match = Match("wine wine grain", "salt", "salt", rules=rules).play("0 offer 0", "0 show wine")
    assert match.hand(0) == cards("wine grain")
    assert match.seat(0)["shown"] == ["wine"]
    assert match.told("showed") == [(0, "wine")]
    assert match.refused("0 show wine") == "ME-30"


@every_rule_set
def test_ME_30_any_card_may_be_shown_a_conflict_too(rules: str) -> None:
    match = Match("conflict ruby cloth", "salt", "salt", rules=rules).play("0 offer 0")
    assert match.legal() == ["show ruby", "show cloth", "show conflict", "leave"]


@every_rule_set
def test_ME_30_a_card_that_is_not_in_the_hand_can_not_be_shown(rules: str) -> None:
    match = Match("wine", "salt", "salt", rules=rules).play("0 offer 0")
    assert match.refused("0 show ruby") == "ME-30"
    assert match.refused("0 show pirates") == "ME-30"


@every_rule_set
def test_ME_30_those_who_have_left_are_passed_over_until_all_have(rules: str) -> None:
    match = Match("wine wine", "salt", "salt", "grain grain", rules=rules)
    match.play("0 offer 0", "0 show wine", "1 leave merchant", "2 leave loader", "3 show grain")
    assert match.position.to_act == (0,)
    match.play("0 show wine")
    assert match.position.to_act == (3,)
    match.play("3 show grain", "0 leave")
    assert match.position.to_act == (3,)
    assert match.json["phase"] == "show"


@every_rule_set
def test_ME_31_an_empty_hand_must_leave(rules: str) -> None:
    match = Match("wine", "", "salt", rules=rules).play("0 offer 0", "0 show wine")
    assert match.legal() == ["leave"]
    assert match.refused("1 show wine") == "ME-31"
    match.play("1 leave merchant", "2 show salt")
    assert match.legal(0) == ["leave"]
    assert match.refused("0 show wine") == "ME-31"


@every_rule_set
def test_ME_31_leaving_with_an_empty_hand_is_still_asked_for(rules: str) -> None:
    match = Match("", "salt", "salt", rules=rules).play("0 offer 0")
    assert match.position.to_act == (0,)
    assert not match.seat(0)["left"]


@every_rule_set
def test_ME_32_who_has_left_shows_nothing_more(rules: str) -> None:
    match = Match("wine wine", "salt", "salt", rules=rules)
    match.play("0 offer 0", "0 show wine", "1 leave")
    assert match.refused("1 show salt") == "ME-32"
    match.play("1 leave merchant", "2 show salt", "0 leave")
    assert match.legal(1) == match.legal(0) == []
    assert match.refused("1 show salt") == "ME-30"


@every_rule_set
def test_ME_32_how_many_cards_stay_is_public_and_which_is_not(rules: str) -> None:
    match = Match("wine", "salt ruby ruby", "grain", rules=rules).play("0 offer 0", "0 leave", "1 leave")
    assert match.told("left") == [(0, 1), (1, 3)]
    for viewer in (None, 0, 2):
        seen = match.view(viewer)["seats"][1]
        assert (seen["hand_size"], seen["hand"], seen["known"]) == (3, None, [])
    assert match.view(1)["seats"][1]["hand"] == ["ruby", "ruby", "salt"]
    assert match.view(1)["seats"][0]["hand"] is None


@every_rule_set
def test_ME_32_everyone_sees_who_left_in_which_order(rules: str) -> None:
    match = Match("wine", "salt", "grain", rules=rules)
    match.play("0 offer 0", "0 show wine", "1 leave loader", "2 show grain", "0 leave", "2 leave")
    assert [one["left_order"] for one in match.view(None)["seats"]] == [1, 0, 2]
    assert [one["left"] for one in match.view(None)["seats"]] == [True] * 3


@pytest.mark.parametrize("kept", range(6))
@every_rule_set
def test_ME_33_the_captain_is_bound_for_as_many_islands_on_as_cards_are_left(rules: str, kept: int) -> None:
    match = Match("grain grain grain grain cloth", "salt", "salt", rules=rules)
    match.play("0 offer 0")
    for good in ["grain", "grain", "grain", "grain", "cloth"][: 5 - kept]:
        match.play(f"0 show {good}")
        if kept < 5 and not match.seat(1)["left"]:
            match.play("1 leave loader", "2 leave merchant")
    match.play("0 leave")
    # With an empty hand the ship's own island is the destination.
    assert match.told("captain_bound") == [(0, match.json["islands"][kept]["name"])]
    assert match.rules_told("captain_bound") == {"ME-33"}


@pytest.mark.parametrize(("rules", "places"), [("english", 12), ("french", 12), ("manual", 6)])
def test_ME_33_the_count_goes_on_around_the_ring(rules: str, places: int) -> None:
    match = Match("grain grain grain", "salt", "salt", rules=rules, ship=places - 2)
    match.play("0 offer 0", "0 leave")
    assert match.json["destinations"] == {"captain": 1, "mutineer": None}


@every_rule_set
def test_ME_33_cards_that_are_no_goods_count_too(rules: str) -> None:
    match = Match("grain conflict pirates", "salt", "salt", rules=rules, pirates="on")
    match.play("0 offer 0", "0 leave")
    assert match.json["destinations"]["captain"] == 3


@every_rule_set
def test_ME_33_the_captain_takes_no_action_card_and_the_destination_is_public(rules: str) -> None:
    match = Match("grain", "salt", "salt", rules=rules).play("0 offer 0", "0 leave")
    assert match.position.to_act == (1,)
    assert match.seat(0)["role"] is None
    assert [match.view(viewer)["destinations"]["captain"] for viewer in (None, 0, 1, 2)] == [1] * 4


@every_rule_set
def test_ME_34_leaving_is_final_and_comes_before_the_look_at_the_cards(rules: str) -> None:
    match = Match("wine", "salt", "salt", rules=rules).play("0 offer 0", "0 show wine")
    assert match.legal() == ["show salt", "leave"]
    assert match.refused("1 leave merchant") == "ME-34"
    match.play("1 leave")
    assert match.position.to_act == (1,)
    assert match.refused("1 leave") == "ME-34"
    assert match.seat(1)["role"] is None


@every_rule_set
def test_ME_34_the_card_taken_is_secret_and_the_others_go_back(rules: str) -> None:
    match = Match("wine", "salt", "salt", "salt", rules=rules)
    match.play("0 offer 0", "0 leave", "1 leave merchant", "2 leave")
    assert match.legal() == ["leave mutineer", "leave cabin-boy", "leave first-mate", "leave loader"]
    assert match.refused("2 leave merchant") == "ME-34"
    assert match.told("chose") == [(1, "merchant")]
    assert [match.view(viewer)["seats"][1]["role"] for viewer in (None, 0, 3)] == ["unknown"] * 3
    assert match.view(1)["seats"][1]["role"] == "merchant"


@every_rule_set
def test_ME_34_the_second_to_choose_knows_what_the_first_took(rules: str) -> None:
    match = Match("wine", "salt", "salt", "salt", rules=rules)
    match.play("0 offer 0", "0 leave", "1 leave mutineer", "2 leave")
    assert match.view(2)["roles_gone"] == ["mutineer"]
    assert match.view(2)["seats"][1]["role"] == "mutineer"
    match.play("2 leave loader")
    assert match.view(2)["seats"][1]["role"] == "mutineer"
    # The first to choose saw all five, so of a later choice only that it was another one is known.
    assert match.view(1)["seats"][2]["role"] == "unknown"
    assert match.view(1)["roles_gone"] == []


@every_rule_set
def test_ME_34_the_third_knows_which_are_gone_but_not_who_has_which(rules: str) -> None:
    match = Match("wine", "salt", "salt", "salt", rules=rules)
    match.play("0 offer 0", "0 leave", "1 leave mutineer", "2 leave loader", "3 leave")
    view = match.view(3)
    assert view["roles_gone"] == ["mutineer", "loader"]
    assert [one["role"] for one in view["seats"]] == [None, "unknown", "unknown", None]
    deals = {
        tuple(one["role"] for one in match.position.view(3).sample(seed=seed).to_json()["seats"])
        for seed in range(40)
    }
    assert deals == {(None, "mutineer", "loader", None), (None, "loader", "mutineer", None)}


@every_rule_set
def test_ME_34_who_has_not_looked_knows_nothing_of_the_roles(rules: str) -> None:
    match = Match("wine", "salt", "salt", "salt", rules=rules)
    match.play("0 offer 0", "0 leave", "1 leave mutineer", "2 leave loader")
    for viewer in (None, 0, 3):
        assert match.view(viewer)["roles_gone"] == []
        assert {one["role"] for one in match.view(viewer)["seats"]} == {None, "unknown"}


@every_rule_set
def test_ME_34_the_captain_never_looks(rules: str) -> None:
    match = Match("wine wine", "salt", "salt salt", rules=rules)
    match.play("0 offer 0", "0 show wine", "1 leave mutineer", "2 show salt", "0 leave")
    assert match.view(0)["roles_gone"] == []
    assert match.view(0)["seats"][1]["role"] == "unknown"
