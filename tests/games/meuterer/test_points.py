"""ME-60 and ME-61: points for those who fought, and for the First Mate."""

from __future__ import annotations

import pytest

from tests.games.meuterer.table import Match, every_rule_set

# Docking two islands on from Hochland: Grünland, 4 points; four islands on: Eisfelsen, 5 points.
RING = ["Hochland", "Frosthöhle", "Grünland", "Karge Zunge", "Eisfelsen", "Affeninsel"]


def ring(rules: str) -> list[str]:
    return RING if rules == "manual" else [*RING, *REST]


REST = ["Kalte Klippe", "Sommerland", "Rotes Riff", "Piratennest", "Fingerhut", "Sandkap"]


@every_rule_set
def test_ME_60_without_a_mutiny_the_captain_scores_the_dock(rules: str) -> None:
    match = Match("grain salt", "", "", rules=rules, ring=ring(rules)).goods("", "/ loader", "/ merchant")
    assert match.told("docked") == [(0, "Grünland", 4)]
    assert match.rules_told("docked") == {"ME-60"}
    assert match.position.scores == (4, 0, 0)


@every_rule_set
def test_ME_60_with_a_suppressed_mutiny_too(rules: str) -> None:
    match = Match("conflict salt wine", "grain", "", "cloth", rules=rules, ring=ring(rules))
    match.goods("", "/ mutineer", "/ cabin-boy", "/ loader").fight(1, 0, 0)
    if rules == "manual":
        match.fight(0)
    # The destination was set with three cards in hand: Karge Zunge.
    assert match.told("docked") == [(0, "Karge Zunge", 4)]
    assert match.position.scores == (4, 0, 0, 0)
    assert match.json["ship"] == 3


@pytest.mark.parametrize("offer", range(4))
@every_rule_set
def test_ME_60_the_first_mate_scores_one_and_the_offer_which_the_captain_loses(
    rules: str, offer: int
) -> None:
    match = Match("grain salt", "", "", rules=rules, ring=ring(rules))
    match.goods("", "/ first-mate", "/ merchant", offer=offer)
    assert match.position.scores == (4 - offer, 1 + offer, 0)
    assert match.told("mate_rewarded") == [(1, 1 + offer, offer)]
    assert match.told("offer_paid") == ([(0, offer)] if offer else [])


@every_rule_set
def test_ME_60_the_captain_may_fall_below_zero(rules: str) -> None:
    match = Match("grain", "", "", rules=rules, ring=ring(rules), scores=[-4, 0, 0])
    match.goods("", "/ first-mate", "/ merchant", offer=3)
    assert match.position.scores == (-4 + 3 - 3, 4, 0)


@every_rule_set
def test_ME_60_with_no_first_mate_the_captain_keeps_the_offer(rules: str) -> None:
    match = Match("grain salt", "", "", rules=rules, ring=ring(rules))
    match.goods("", "/ loader", "/ merchant", offer=3)
    assert match.position.scores == (4, 0, 0)
    assert match.told("offer_paid", "mate_rewarded") == []


@every_rule_set
def test_ME_60_mutineer_and_cabin_boy_score_nothing_when_they_lose(rules: str) -> None:
    match = Match("", "grain", "salt", "wine", rules=rules, ring=ring(rules))
    match.goods("", "/ mutineer", "/ cabin-boy", "/ first-mate", offer=1).fight(0, 0, 0, 0)
    # The Captain kept no card, so the ship stays at Hochland: 5 points, less the offer.
    assert match.position.scores == (4, 0, 0, 2)
    assert match.told("cabin_boy_rewarded", "became_captain") == []


@every_rule_set
def test_ME_60_a_cabin_boy_without_a_mutineer_scores_nothing(rules: str) -> None:
    match = Match("grain", "", "", rules=rules, ring=ring(rules)).goods("", "/ cabin-boy", "/ loader")
    assert match.position.scores == (3, 0, 0)


@every_rule_set
def test_ME_61_a_successful_mutineer_scores_the_dock_and_is_captain(rules: str) -> None:
    match = Match("grain", "salt cloth", "", "wine", rules=rules, ring=ring(rules))
    match.goods("", "/ mutineer", "/ merchant", "/ loader", offer=3).fight(0, 0)
    assert match.told("docked") == [(1, "Grünland", 4)]
    assert match.rules_told("docked") == {"ME-61"}
    assert match.told("became_captain") == [(1,)]
    assert match.position.scores == (0, 4, 0, 0)
    assert match.json["captain"] == 1


@every_rule_set
def test_ME_61_the_cabin_boy_scores_two(rules: str) -> None:
    match = Match("grain", "salt cloth", "", "wine", rules=rules, ring=ring(rules))
    match.goods("", "/ mutineer", "/ cabin-boy", "/ loader").fight(0, 0, 0)
    assert match.told("cabin_boy_rewarded") == [(2, 2)]
    assert match.position.scores == (0, 4, 2, 0)


@every_rule_set
def test_ME_61_old_captain_and_first_mate_score_nothing_and_pay_nothing(rules: str) -> None:
    match = Match("grain", "salt cloth conflict", "", "wine", rules=rules, ring=ring(rules))
    match.goods("", "/ mutineer", "/ first-mate", "/ loader", offer=3).fight(0, 1, 0)
    if rules == "manual":
        match.fight(0)
    assert match.told("docked") == [(1, "Karge Zunge", 4)]
    assert match.position.scores == (0, 4, 0, 0)
    assert match.told("offer_paid", "mate_rewarded") == []


@every_rule_set
def test_ME_61_the_new_captain_makes_the_next_offer(rules: str) -> None:
    match = Match("grain", "salt cloth", "", "wine", rules=rules, ring=ring(rules))
    match.goods("", "/ mutineer", "/ merchant", "/ cabin-boy").fight(0, 0, 0).pass_on()
    assert match.position.to_act == (1,)
    assert match.legal() == ["offer 0", "offer 1", "offer 2", "offer 3"]
