"""ME-50 to ME-55: the mutiny."""

from __future__ import annotations

import pytest

from tests.games.meuterer.table import (
    Match,
    by_island,
    cards,
    every_rule_set,
    with_shown_conflicts,
)


def asked(match: Match) -> list[int]:
    """Who is asked in the mutiny, one after the other, if everybody passes."""
    order = []
    while match.json["phase"] == "mutiny":
        (seat,) = match.position.to_act
        order.append(seat)
        match.fight(0)
    return order


@every_rule_set
def test_ME_50_the_captain_and_the_first_mate_against_the_mutineer_and_the_cabin_boy(rules: str) -> None:
    hand = "conflict"
    match = Match(hand, hand, hand, hand, rules=rules)
    match.goods("", "/ first-mate", "/ mutineer", "/ cabin-boy")
    while match.json["phase"] == "mutiny":
        match.play(f"{match.position.to_act[0]} {match.legal()[-1]}")
    # Against: two cards and the First Mate. For: two cards.
    assert match.told("mutiny_lost") == [(2, 2, 3)]


@every_rule_set
def test_ME_50_the_merchant_and_the_loader_take_no_part(rules: str) -> None:
    match = Match("conflict", "conflict", "conflict", "conflict", rules=rules)
    match.goods("", "/ merchant", "/ mutineer", "/ loader")
    assert match.refused("1 conflict 1") == "ME-50"
    assert match.refused("3 conflict 0") == "ME-50"
    assert asked(match) == [0, 2]


@with_shown_conflicts
def test_ME_50_no_shown_conflict_of_a_merchant_or_loader_counts(rules: str) -> None:
    match = Match("", "conflict conflict", "conflict", "", rules=rules)
    match.goods("", "conflict conflict / merchant", "conflict / loader", "/ mutineer").fight(0, 0)
    assert match.told("mutiny_won") == [(3, 0, 0)]


@by_island
@pytest.mark.parametrize("captain", [0, 1, 3])
def test_ME_51_once_around_from_the_captain(rules: str, captain: int) -> None:
    roles = ["mutineer", "cabin-boy", "first-mate"]
    plans = [f"/ {roles[(seat - captain - 1) % 4]}" if seat != captain else "" for seat in range(4)]
    match = Match("conflict", "conflict", "wine", "", rules=rules, captain=captain).goods(*plans)
    assert asked(match) == [(captain + turn) % 4 for turn in range(4)]


@by_island
def test_ME_51_any_number_of_conflict_cards_from_the_hand(rules: str) -> None:
    match = Match("conflict conflict conflict wine", "conflict", "salt", rules=rules)
    match.goods("", "/ mutineer", "/ loader")
    assert match.legal() == ["conflict 0", "conflict 1", "conflict 2", "conflict 3"]
    assert match.refused("0 conflict 4") == "ME-51"
    match.fight(2)
    assert match.hand(0) == cards("conflict wine")
    assert match.seat(0)["conflicts_played"] == 2
    assert match.told("fought") == [(0, 2)]
    assert match.legal() == ["conflict 0", "conflict 1"]
    match.fight(1)
    assert match.told("mutiny_lost") == [(1, 1, 2)]


@every_rule_set
def test_ME_51_those_without_a_conflict_card_are_asked_too(rules: str) -> None:
    match = Match("wine", "salt", "", "grain", rules=rules)
    match.goods("", "/ mutineer", "/ cabin-boy", "/ first-mate")
    for seat in (0, 1, 2, 3):
        assert match.position.to_act == (seat,)
        assert match.legal() == ["conflict 0"]
        assert match.refused(f"{seat} conflict 1") == ("ME-52" if rules == "manual" else "ME-51")
        match.fight(0)
    assert match.told("fought") == [(0, 0), (1, 0), (2, 0), (3, 0)]


@every_rule_set
def test_ME_51_nobody_plays_out_of_turn(rules: str) -> None:
    match = Match("conflict", "conflict", "salt", rules=rules).goods("", "/ mutineer", "/ loader")
    assert match.refused("1 conflict 1") == ("ME-52" if rules == "manual" else "ME-51")


@by_island
def test_ME_51_later_players_see_what_was_played(rules: str) -> None:
    match = Match("conflict conflict", "conflict", "salt", rules=rules).goods("", "/ mutineer", "/ loader")
    match.fight(2)
    assert [match.view(viewer)["seats"][0]["conflicts_played"] for viewer in (None, 1, 2)] == [2] * 3
    assert match.view(1)["seats"][0]["hand_size"] == 0


def test_ME_52_manual_one_card_a_turn_around_and_around() -> None:
    match = Match("conflict conflict", "conflict conflict", "conflict", rules="manual")
    match.goods("", "/ mutineer", "/ cabin-boy")
    assert match.legal() == ["conflict 0", "conflict 1"]
    assert match.refused("0 conflict 2") == "ME-52"
    order = []
    for number in (1, 1, 1, 1, 1, 0, 0, 0):
        order.append(match.position.to_act[0])
        match.fight(number)
    assert order == [0, 1, 2, 0, 1, 2, 0, 1]
    assert match.told("mutiny_won") == [(1, 3, 2)]


def test_ME_52_manual_a_pass_is_final() -> None:
    match = Match("conflict conflict", "conflict conflict", "conflict", rules="manual")
    match.goods("", "/ mutineer", "/ cabin-boy")
    match.fight(0, 1, 0)
    # The Captain and the Cabin Boy have passed: the Mutineer alone goes on until passing too.
    assert match.position.to_act == (1,)
    assert match.refused("0 conflict 1") == "ME-52"
    match.fight(1)
    assert match.position.to_act == (1,)
    match.fight(0)
    assert match.told("mutiny_won") == [(1, 2, 0)]


@by_island
def test_ME_52_belongs_to_the_manual_alone(rules: str) -> None:
    match = Match("conflict conflict", "conflict", "salt", rules=rules).goods("", "/ mutineer", "/ loader")
    match.fight(1, 0)
    assert match.told("mutiny_lost") == [(1, 0, 1)]
    assert match.hand(0) >= cards("conflict")


@every_rule_set
def test_ME_53_the_first_mate_is_worth_one_conflict(rules: str) -> None:
    match = Match("", "", "", "", rules=rules)
    match.goods("", "/ mutineer", "/ cabin-boy", "/ first-mate").fight(0, 0, 0, 0)
    assert match.told("mutiny_lost") == [(1, 0, 1)]


@every_rule_set
def test_ME_53_cards_of_the_first_mate_count_besides_that_conflict(rules: str) -> None:
    match = Match("", "", "conflict", "", rules=rules)
    match.goods("", "/ mutineer", "/ first-mate", "/ loader").fight(0, 0, 1)
    if rules == "manual":
        match.fight(0)
    assert match.told("mutiny_lost") == [(1, 0, 2)]


@with_shown_conflicts
def test_ME_54_conflicts_shown_in_phase_2_count(rules: str) -> None:
    match = Match("conflict", "conflict conflict", "", rules=rules)
    match.goods("conflict", "conflict conflict / mutineer", "/ loader").fight(0, 0)
    assert match.told("mutiny_won") == [(1, 2, 1)]


def test_ME_54_french_conflicts_shown_in_phase_2_do_not_count() -> None:
    match = Match("conflict conflict", "conflict conflict", "", rules="french")
    match.goods("conflict", "conflict conflict / mutineer", "/ loader").fight(1, 0)
    assert match.told("mutiny_lost") == [(1, 0, 1)]


@with_shown_conflicts
def test_ME_54_shown_and_played_conflicts_add_up_for_all_four_roles(rules: str) -> None:
    hand = "conflict"
    match = Match("conflict conflict", hand, hand, hand, rules=rules)
    match.goods("conflict", "conflict / first-mate", "conflict / mutineer", "conflict / cabin-boy")
    match.fight(1, 0, 0, 0)
    if rules == "manual":
        match.fight(0)
    # Against: shown one each, played one, and the First Mate's own. For: shown one each.
    assert match.told("mutiny_lost") == [(2, 2, 4)]


@every_rule_set
def test_ME_55_a_tie_succeeds(rules: str) -> None:
    match = Match("conflict", "conflict", "", rules=rules).goods("", "/ mutineer", "/ loader").fight(1, 1)
    if rules == "manual":
        match.fight(0, 0)
    assert match.told("mutiny_won") == [(1, 1, 1)]
    assert match.json["captain"] == 1


@every_rule_set
def test_ME_55_a_mutiny_nobody_fights_over_succeeds(rules: str) -> None:
    match = Match("conflict", "", "", rules=rules).goods("", "/ mutineer", "/ loader").fight(0, 0)
    assert match.told("mutiny_won") == [(1, 0, 0)]


@every_rule_set
def test_ME_55_one_conflict_less_fails(rules: str) -> None:
    match = Match("conflict", "conflict", "", rules=rules).goods("", "/ mutineer", "/ loader").fight(1, 0)
    if rules == "manual":
        match.fight(0)
    assert match.told("mutiny_lost") == [(1, 0, 1)]
    assert match.json["captain"] == 0
