"""ME-80 to ME-83: the pirates."""

from __future__ import annotations

import pytest

from tests.games.meuterer.table import Match, both_pirates, cards, every_rule_set, with_shown_conflicts

SPEED = {"on": 1, "double": 2}


@every_rule_set
@both_pirates
@pytest.mark.parametrize("kept", range(5))
def test_ME_80_the_pirates_sail_counter_clockwise_an_island_a_card(
    rules: str, pirates: str, kept: int
) -> None:
    match = Match("pirates" + " grain" * kept, "salt", "wine", rules=rules, pirates=pirates, pirate_ship=5)
    match.play("0 offer 0", "0 show pirates")
    places = len(match.json["islands"])
    end = (5 - kept * SPEED[pirates]) % places
    assert match.json["pirate_ship"] == end
    names = [island["name"] for island in match.json["islands"]]
    assert match.told("pirates_sailed") == [(0, names[5], names[end])]


@every_rule_set
def test_ME_80_the_cards_are_counted_when_the_card_is_shown(rules: str) -> None:
    match = Match("grain pirates wine", "salt", "wine", rules=rules, pirates="on", pirate_ship=5)
    match.play("0 offer 0", "0 show grain", "1 leave loader", "2 leave merchant", "0 show pirates")
    assert match.json["pirate_ship"] == 4
    match.play("0 show wine")
    assert match.json["pirate_ship"] == 4


@every_rule_set
def test_ME_80_no_card_left_no_way(rules: str) -> None:
    match = Match("pirates", "salt", "wine", rules=rules, pirates="double", pirate_ship=3)
    match.play("0 offer 0", "0 show pirates")
    assert match.json["pirate_ship"] == 3
    assert match.told("plundered") == []


def laden(rules: str, pirates: str, hand: str, pirate_ship: int, ship: int = 0) -> Match:
    """Shown are a conflict by seat 0, salt by 1, wine by 2; then seat 0 has the pirates card to show."""
    match = Match(
        f"conflict pirates {hand}",
        "salt",
        "wine conflict",
        rules=rules,
        pirates=pirates,
        ship=ship,
        pirate_ship=pirate_ship,
    )
    match.play("0 offer 0", "0 show conflict", "1 show salt", "2 show wine")
    return match


@every_rule_set
@both_pirates
def test_ME_81_meeting_the_merchantman_takes_all_shown_cards(rules: str, pirates: str) -> None:
    match = laden(rules, pirates, "grain grain", pirate_ship=2 * SPEED[pirates])
    match.play("0 show pirates")
    assert match.json["pirate_ship"] == match.json["ship"] == 0
    assert match.told("plundered") == [(0,)]
    assert match.rules_told("plundered") == {"ME-81"}
    assert [one["shown"] for one in match.json["seats"]] == [[], [], []]
    assert match.json["discards"]["known"] == {"salt": 1, "wine": 1, "conflict": 1, "pirates": 1}


@every_rule_set
@both_pirates
def test_ME_81_passing_it_too(rules: str, pirates: str) -> None:
    match = laden(rules, pirates, "grain grain", pirate_ship=1)
    match.play("0 show pirates")
    assert match.json["pirate_ship"] != match.json["ship"]
    assert match.told("plundered") == [(0,)]
    assert [one["shown"] for one in match.json["seats"]] == [[], [], []]


@every_rule_set
@both_pirates
@pytest.mark.parametrize("hand", ["", "grain"])
def test_ME_81_lying_at_the_same_island_before_counts(rules: str, pirates: str, hand: str) -> None:
    match = laden(rules, pirates, hand, pirate_ship=0)
    match.play("0 show pirates")
    assert match.told("plundered") == [(0,)]
    assert [one["shown"] for one in match.json["seats"]] == [[], [], []]


@every_rule_set
@both_pirates
def test_ME_81_pirates_who_do_not_reach_the_ship_take_nothing(rules: str, pirates: str) -> None:
    match = laden(rules, pirates, "grain", pirate_ship=1 + SPEED[pirates])
    match.play("0 show pirates")
    assert match.json["pirate_ship"] == 1
    assert match.told("plundered") == []
    assert [one["shown"] for one in match.json["seats"]] == [["conflict"], ["salt"], ["wine"]]


@every_rule_set
def test_ME_81_double_meets_an_island_it_only_passes(rules: str) -> None:
    match = laden(rules, "double", "grain", pirate_ship=2, ship=1)
    match.play("0 show pirates")
    assert match.json["pirate_ship"] == 0
    assert match.told("plundered") == [(0,)]


@every_rule_set
def test_ME_81_players_who_have_left_lose_theirs_too(rules: str) -> None:
    match = Match("salt wine grain", "pirates cloth", "ruby", rules=rules, pirates="on", pirate_ship=1)
    match.play("0 offer 0", "0 show salt", "1 show cloth", "2 show ruby", "0 leave")
    match.play("1 show pirates", "2 leave loader")
    assert match.told("plundered") == []
    match = Match("salt wine grain", "pirates cloth ruby", "ruby", rules=rules, pirates="on", pirate_ship=1)
    match.play("0 offer 0", "0 show salt", "1 show cloth", "2 show ruby", "0 leave", "1 show pirates")
    assert match.told("plundered") == [(1,)]
    assert match.seat(0)["shown"] == []
    # The Captain's course was set with two cards in hand, and stands.
    assert match.json["destinations"]["captain"] == 2


@with_shown_conflicts
def test_ME_81_plundered_conflicts_no_longer_count(rules: str) -> None:
    match = laden(rules, "on", "grain", pirate_ship=1)
    match.play("0 show pirates", "1 leave mutineer", "2 leave cabin-boy", "0 leave").fight(0, 0, 0)
    assert match.told("mutiny_won") == [(1, 0, 0)]


@every_rule_set
def test_ME_82_the_pirates_card_is_discarded_at_once(rules: str) -> None:
    match = Match("pirates grain", "salt", "wine", rules=rules, pirates="on", pirate_ship=3)
    match.play("0 offer 0", "0 show pirates")
    assert match.told("showed") == [(0, "pirates")]
    assert match.seat(0)["shown"] == []
    assert match.json["discards"] == {"size": 1, "known": {"pirates": 1}}


@every_rule_set
def test_ME_82_its_player_and_the_round_go_on_as_usual(rules: str) -> None:
    match = Match("pirates grain cloth", "salt", "wine", rules=rules, pirates="on", pirate_ship=1)
    match.play("0 offer 0", "0 show pirates")
    assert match.position.to_act == (1,)
    match.play("1 show salt", "2 show wine")
    assert match.position.to_act == (0,)
    assert match.legal() == ["show cloth", "show grain", "leave"]
    match.play("0 show grain", "1 leave merchant", "2 leave cabin-boy", "0 leave").pass_on()
    assert match.json["round"] == 2
    assert match.json["discards"]["known"] == {"pirates": 1, "grain": 1, "salt": 1, "wine": 1}


@every_rule_set
@both_pirates
@pytest.mark.parametrize("pirate_ship", [1, 2])
def test_ME_83_a_merchantman_that_meets_or_passes_the_pirates_changes_nothing(
    rules: str, pirates: str, pirate_ship: int
) -> None:
    match, away = (
        Match("grain cloth", "salt", "wine", rules=rules, pirates=pirates, pirate_ship=place).goods(
            "", "salt / cabin-boy", "wine / first-mate"
        )
        for place in (pirate_ship, 5)
    )
    assert match.json["ship"] == 2
    assert match.json == {**away.json, "pirate_ship": pirate_ship}
    assert match.told("plundered", "pirates_sailed") == []
    assert match.hand(0) >= cards("grain cloth")
