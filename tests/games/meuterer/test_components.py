"""ME-1 to ME-4: what is in the box."""

from __future__ import annotations

import pytest

import quarterdeck
from tests.games.meuterer.table import Match, all_cards, both_pirates, both_sizes, cards, every_rule_set

DECK = {"ruby": 4, "salt": 5, "wine": 6, "cloth": 7, "grain": 8, "conflict": 6}

ISLANDS = {
    "Hochland": ("any", [4, 3, 2], 5),
    "Frosthöhle": ("cloth", [3, 2, 1], 3),
    "Grünland": ("salt", [5, 3, 2], 4),
    "Karge Zunge": ("grain", [6, 3, 2], 4),
    "Eisfelsen": ("ruby", [6, 4, 3], 5),
    "Affeninsel": ("grain", [2, 1, 1], 2),
    "Kalte Klippe": ("cloth", [5, 2, 2], 4),
    "Sommerland": ("salt", [3, 1, 1], 2),
    "Rotes Riff": ("wine", [4, 2, 2], 3),
    "Piratennest": ("any", [4, 3, 2], 5),
    "Fingerhut": ("ruby", [2, 1, 0], 2),
    "Sandkap": ("wine", [4, 2, 1], 3),
}


@every_rule_set
@both_sizes
def test_ME_1_thirty_six_goods_cards(rules: str, players: int) -> None:
    match = Match(*[""] * players, rules=rules)
    assert match.json["draw_pile"] == 36
    assert all_cards(match) == DECK


@every_rule_set
@both_pirates
def test_ME_1_one_pirates_card_more_with_the_pirates(rules: str, pirates: str) -> None:
    match = Match(*[""] * 4, rules=rules, pirates=pirates)
    assert match.json["draw_pile"] == 37
    assert all_cards(match) == {**DECK, "pirates": 1}


@every_rule_set
@both_sizes
def test_ME_2_five_action_cards_none_of_them_for_the_captain(rules: str, players: int) -> None:
    match = Match(*["salt"] * players, rules=rules).play("0 offer 0", "0 leave", "1 leave")
    roles = ["leave mutineer", "leave cabin-boy", "leave first-mate", "leave merchant", "leave loader"]
    assert match.legal() == roles


@every_rule_set
def test_ME_2_a_captain_still_in_takes_no_action_card(rules: str) -> None:
    match = Match(*["salt"] * 4, rules=rules).play("0 offer 0")
    assert match.refused("0 leave loader") == "ME-2"
    match.goods("", "/ loader", "/ mutineer", "/ merchant")
    assert [one["role"] for one in match.json["seats"]] == [None, "loader", "mutineer", "merchant"]


@every_rule_set
def test_ME_3_the_captain_cards_show_0_to_3(rules: str) -> None:
    match = Match(*["salt"] * 3, rules=rules)
    assert match.legal() == ["offer 0", "offer 1", "offer 2", "offer 3"]
    with pytest.raises(quarterdeck.ActionTextError):
        match.position.play(0, "offer 4")


@pytest.mark.parametrize("rules", ["english", "french"])
def test_ME_4_twelve_islands_with_their_figures(rules: str) -> None:
    islands = Match(*[""] * 3, rules=rules).json["islands"]
    found = {one["name"]: (one["buys"], one["trade"], one["dock"]) for one in islands}
    assert len(islands) == 12
    assert found == ISLANDS


def test_ME_4_the_six_islands_of_the_manual_have_the_same_figures() -> None:
    for seed in range(5):
        position = quarterdeck.game("meuterer", rules="manual").start(seed=seed)
        for one in position.to_json()["islands"]:
            assert ISLANDS[one["name"]] == (one["buys"], one["trade"], one["dock"])


def test_a_set_up_takes_its_cards_from_the_deck() -> None:
    match = Match("ruby ruby", "salt", "grain", discards=["wine", "wine"])
    assert match.json["draw_pile"] == 36 - 6
    assert all_cards(match) == DECK
    assert match.hand(0) == cards("ruby ruby")
