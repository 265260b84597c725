"""What follows from what a seat knows: worlds dealt from a view are fair, and never against what was seen."""

from __future__ import annotations

from collections import Counter
from math import comb, sqrt
from typing import Any

import pytest

from tests.games.meuterer.table import DECK, Match, cards, every_rule_set, with_pile, with_shown_conflicts

WORLDS = 2000


@pytest.fixture(autouse=True)
def interpreted() -> None:
    """Thousands of worlds are dealt here, so these tests run compiled."""
    Match("", "", "").game.warm()


def worlds(match: Match, viewer: int | None, count: int = 200) -> list[dict[str, Any]]:
    """Positions dealt from what a viewer knows, as plain data."""
    view = match.position.view(viewer)
    return [view.sample(seed=seed).to_json() for seed in range(count)]


def chi_square(found: Counter[Any], expected: dict[Any, float]) -> float:
    """How far counts are from what was expected, in standard deviations of chi-square's distribution."""
    assert set(found) <= set(expected)
    bins = [(found[key], mean) for key, mean in expected.items() if mean >= 8]
    # What is rare is taken together.
    rare = [key for key, mean in expected.items() if mean < 8]
    if sum(expected[key] for key in rare) >= 8:
        bins.append((sum(found[key] for key in rare), sum(expected[key] for key in rare)))
    free = len(bins) - 1
    return (sum((seen - mean) ** 2 / mean for seen, mean in bins) - free) / sqrt(2 * free)


def test_before_any_shuffle_a_hand_is_any_five_of_the_unseen_cards() -> None:
    match = Match("ruby salt wine cloth grain", "conflict " * 5, "cloth " * 5, "grain " * 5)
    unseen = DECK - cards("ruby salt wine cloth grain")
    size = sum(unseen.values())
    dealt = worlds(match, 0, WORLDS)
    for kind, number in unseen.items():
        # The number of cards of a kind in five of them follows the hypergeometric distribution.
        chances = {
            k: WORLDS * comb(number, k) * comb(size - number, 5 - k) / comb(size, 5)
            for k in range(min(5, number) + 1)
        }
        for seat in (1, 2, 3):
            found = Counter(one["seats"][seat]["hand"].count(kind) for one in dealt)
            assert chi_square(found, chances) < 4, (kind, seat)


def test_before_any_shuffle_hands_are_dealt_together() -> None:
    match = Match("grain " * 5, "salt " * 5, "wine " * 5)
    dealt = [
        [one["seats"][seat]["hand"].count("ruby") for seat in (1, 2)] for one in worlds(match, 0, WORLDS)
    ]
    pairs = comb(31, 5) * comb(26, 5)
    chances = {
        (a, b): WORLDS * comb(4, a) * comb(27, 5 - a) * comb(4 - a, b) * comb(22 + a, 5 - b) / pairs
        for a in range(5)
        for b in range(5 - a)
    }
    assert chi_square(Counter((a, b) for a, b in dealt), chances) < 4


@every_rule_set
def test_ME_32_cards_that_were_seen_are_in_no_dealt_hand(rules: str) -> None:
    match = Match("ruby ruby", "ruby salt", "ruby wine", rules=rules)
    match.play("0 offer 0", "0 show ruby", "1 show ruby", "2 show ruby")
    for one in worlds(match, 0):
        assert [seat["shown"] for seat in one["seats"]] == [["ruby"]] * 3
        assert one["seats"][0]["hand"] == ["ruby"]
        assert "ruby" not in one["seats"][1]["hand"] + one["seats"][2]["hand"]
    assert match.view(0)["unseen"] == dict(DECK - cards("ruby ruby ruby ruby"))


@pytest.mark.parametrize("viewer", [None, 1])
@pytest.mark.parametrize("own", ["ruby " * 4 + "pirates ", "cloth " * 5])
def test_ME_73_just_after_a_shuffle_the_pile_is_the_former_discards(viewer: int | None, own: str) -> None:
    hands = ["grain " * 4, own, "wine " * 5]
    match = with_pile("", *hands, pirates="on" if "pirates" in own else "off").goods(
        "", "/ merchant", "/ cabin-boy"
    )
    discards = DECK - cards("".join(hands))
    piles, drawn = set(), Counter[str]()
    for one in worlds(match, viewer, 400):
        pile = Counter(one["unseen"])
        assert pile <= discards
        (card,) = (discards - pile).elements()
        # The missing card is the one that seat 0 drew; all other hidden cards are from before the shuffle.
        held = Counter(one["seats"][0]["hand"])
        assert held[card] > 0
        older = held + Counter(one["seats"][1]["hand"]) + Counter(one["seats"][2]["hand"]) - Counter([card])
        assert older == cards("".join(hands))
        drawn[card] += 1
        piles.add(str(sorted(one["seats"][2]["hand"])))
    assert set(drawn) == set(discards)
    assert len(piles) > 3


def test_ME_73_a_hand_drawn_since_the_shuffle_is_made_of_what_was_shuffled() -> None:
    match = with_pile("", "", "ruby " * 4 + "salt", "grain " * 5).goods("", "/ merchant", "/ cabin-boy")
    made = DECK - cards("ruby " * 4 + "salt" + " grain" * 5)
    for one in worlds(match, None, 400):
        assert Counter(one["seats"][0]["hand"]) <= made


@every_rule_set
def test_ME_34_a_role_seen_gone_is_never_dealt_to_a_later_chooser(rules: str) -> None:
    match = Match("wine", "salt", "salt", "salt", rules=rules)
    match.play("0 offer 0", "0 leave", "1 leave mutineer", "2 leave loader", "3 leave")

    def roles(viewer: int | None, count: int = 400) -> Counter[tuple[str | None, ...]]:
        return Counter(tuple(one["role"] for one in world["seats"]) for world in worlds(match, viewer, count))

    assert {deal[2] for deal in roles(1)} == {"cabin-boy", "first-mate", "merchant", "loader"}
    assert {deal[1] for deal in roles(1)} == {"mutineer"}
    assert {deal[1] for deal in roles(2)} == {"mutineer"}
    assert set(roles(3)) == {(None, "mutineer", "loader", None), (None, "loader", "mutineer", None)}
    assert {deal[3] for deal in roles(2)} == {None}
    assert len(roles(0)) == 20


def test_ME_34_unknown_roles_are_equally_likely() -> None:
    match = Match("wine wine", "salt", "salt", "salt salt")
    match.play("0 offer 0", "0 show wine", "1 leave mutineer", "2 leave loader", "3 show salt")
    every = [f"{a} {b}" for a in ROLES for b in ROLES if a != b]
    for viewer in (None, 0, 3):
        found = Counter(
            f"{one['seats'][1]['role']} {one['seats'][2]['role']}" for one in worlds(match, viewer, 600)
        )
        assert chi_square(found, dict.fromkeys(every, 600 / 20)) < 4


ROLES = ("mutineer", "cabin-boy", "first-mate", "merchant", "loader")


def given_back(rules: str, left: str) -> Match:
    """Seat 1 has put cloth, ruby and salt back, in this order; `left` is what seat 2 then held."""
    match = with_pile("ruby salt cloth", "wine " * 5, "grain " * 5, left, rules=rules)
    match.goods("", "/ loader", "/ merchant")
    return match.play("1 return cloth", "1 return ruby", "1 return salt")


def test_ME_74_french_a_card_known_under_the_pile_is_where_its_loader_put_it() -> None:
    match = given_back("french", "conflict conflict conflict wine cloth")
    assert match.view(1)["draw_pile"] == 3
    for one in worlds(match, 1, 50):
        assert [card["good"] for card in one["given_back"]] == ["cloth", "ruby", "salt"]
        assert one["unseen"] == {}
    # Others know that three cards are there, and that is all.
    orders = {str([card["good"] for card in one["given_back"]]) for one in worlds(match, 2, 50)}
    assert len(orders) > 20


def test_ME_74_french_the_loader_knows_who_drew_it_until_it_is_shown() -> None:
    match = given_back("french", "conflict conflict wine")
    assert match.hand(2) == cards("conflict conflict wine cloth ruby")
    assert match.view(1)["seats"][2]["known"] == ["ruby", "cloth"]
    assert match.view(0)["seats"][2]["known"] == match.view(None)["seats"][2]["known"] == []
    for one in worlds(match, 1, 100):
        assert Counter(one["seats"][2]["hand"]) >= cards("ruby cloth")
    match.play("0 offer 0", "0 leave", "1 leave merchant", "2 show ruby")
    assert match.view(1)["seats"][2]["known"] == ["cloth"]


def test_ME_74_french_a_loader_who_draws_a_returned_card_has_it_once() -> None:
    match = given_back("french", "conflict conflict conflict wine cloth")
    match.play("0 offer 0", "0 leave", "1 show grain", "2 leave merchant", "1 leave cabin-boy")
    match.round_no = 2
    match.pass_on()
    assert match.hand(1) == cards("grain " * 4 + "cloth")
    assert Counter(match.view(1)["seats"][1]["hand"]) == match.hand(1)


def test_ME_74_french_a_card_from_the_bottom_was_drawn_since_the_shuffle() -> None:
    match = given_back("french", "conflict conflict wine")
    assert [int(number) for number in match.position.view(None).state.fresh[:3]] == [5, 5, 5]


def test_ME_74_french_what_the_next_loader_draws_may_have_gone_back_again() -> None:
    match = given_back("french", "conflict conflict conflict wine cloth")
    match.play("0 offer 0", "0 leave", "1 leave merchant", "2 leave loader")
    assert match.view(1)["seats"][2]["known"] == []


def test_ME_51_french_a_conflict_that_is_played_is_no_longer_known_in_the_hand() -> None:
    match = with_pile("conflict ruby salt", "wine " * 5, "grain " * 5, "cloth " * 4, rules="french")
    match.goods("", "/ loader", "/ merchant")
    match.play("1 return conflict", "1 return ruby", "1 return salt")
    assert match.view(1)["seats"][2]["known"] == ["conflict"]
    match.play("0 offer 0", "0 leave", "1 leave merchant", "2 leave mutineer").fight(0, 1)
    # In its place seat 2 has drawn the next card from the bottom.
    assert match.view(1)["seats"][2]["known"] == ["ruby"]


@with_shown_conflicts
def test_ME_74_the_loader_knows_what_lies_under_the_discards(rules: str) -> None:
    match = given_back(rules, "conflict conflict conflict wine cloth")
    own, other = worlds(match, 1, 50), worlds(match, 0, 50)
    for one in own:
        assert [card["good"] for card in one["given_back"]] == ["cloth", "ruby", "salt"]
        assert one["discards"]["size"] == match.json["discards"]["size"]
    assert len({str(one["given_back"]) for one in other}) > 20


def test_ME_74_while_the_loader_chooses_others_see_only_numbers() -> None:
    match = Match("grain", "salt salt", "wine").goods("", "/ loader", "/ merchant")
    assert match.view(1)["just_drawn"] is not None
    assert match.view(0)["just_drawn"] is None
    assert len({str(one["just_drawn"]) for one in worlds(match, 0, 50)}) > 20
    assert {str(one["just_drawn"]) for one in worlds(match, 1, 20)} == {str(match.json["just_drawn"])}
    for one in worlds(match, 0, 50):
        assert len(one["just_drawn"]) == 6
        assert Counter(one["just_drawn"]) <= Counter(one["seats"][1]["hand"])


def test_ME_34_the_possible_choices_of_a_later_player_are_those_that_were_left() -> None:
    match = Match("wine", "salt", "salt", "salt")
    match.play("0 offer 0", "0 leave", "1 leave mutineer", "2 leave loader", "3 leave")
    possible = {
        viewer: [str(one) for one in match.position.view(viewer).possible(3)] for viewer in (0, 1, 2, 3)
    }
    assert len(possible[0]) == 5
    assert "leave mutineer" not in possible[1]
    assert possible[2] == possible[3] == ["leave cabin-boy", "leave first-mate", "leave merchant"]


def test_what_is_unseen_is_all_that_is_not_seen() -> None:
    match = Match("ruby ruby", "conflict", "wine", pirates="on", discards=["salt", "pirates"])
    match.play("0 offer 0", "0 show ruby")
    assert match.view(0)["unseen"] == dict(DECK - cards("ruby ruby salt"))
    assert match.view(None)["unseen"] == dict(DECK - cards("ruby salt"))
