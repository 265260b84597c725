"""ME-10 to ME-13: how a match begins."""

from __future__ import annotations

from collections import Counter

import pytest

import quarterdeck
from quarterdeck.games.meuterer.state import ANY, TRADE
from quarterdeck.games.meuterer.table import GOODS
from tests.games.meuterer.table import both_pirates, both_sizes, by_island, every_rule_set
from tests.games.meuterer.test_components import DECK, ISLANDS

SEEDS = range(60)


def starts(rules: str, players: int = 4, pirates: str = "off") -> list[quarterdeck.Position]:
    game = quarterdeck.game("meuterer", rules=rules, players=players, pirates=pirates)
    return [game.start(seed=seed) for seed in SEEDS]


@by_island
def test_ME_10_all_twelve_islands_lie_shuffled_in_a_ring(rules: str) -> None:
    rings = [tuple(one["name"] for one in start.to_json()["islands"]) for start in starts(rules)]
    assert all(sorted(ring) == sorted(ISLANDS) for ring in rings)
    assert len(set(rings)) == len(rings)
    for place in range(1, 12):
        assert len({ring[place] for ring in rings}) > 8


@every_rule_set
def test_ME_10_the_figures_that_are_scored_lie_where_their_island_does(rules: str) -> None:
    for start in starts(rules):
        for place, one in enumerate(start.to_json()["islands"]):
            buys, (alone, two, three), dock = ISLANDS[one["name"]]
            kind = ANY if buys == "any" else GOODS.index(buys)
            packed = TRADE.pack(buys=kind, alone=alone, two=two, three=three)
            assert (start.state.trade[place], start.state.dock[place]) == (packed, dock)


@every_rule_set
def test_ME_10_the_ship_lies_at_hochland_which_alone_is_active(rules: str) -> None:
    for start in starts(rules):
        body = start.to_json()
        assert body["islands"][body["ship"]]["name"] == "Hochland"
        assert [one["name"] for one in body["islands"] if one["active"]] == ["Hochland"]
        assert body["came_from"] is None


def test_ME_11_manual_has_hochland_and_five_of_the_others_at_random() -> None:
    rings = [tuple(one["name"] for one in start.to_json()["islands"]) for start in starts("manual")]
    assert all(len(set(ring)) == 6 and ring[0] == "Hochland" for ring in rings)
    used = Counter(name for ring in rings for name in ring[1:])
    assert set(used) == set(ISLANDS) - {"Hochland"}
    # Each of the eleven is in 5 of 11 rings: in 27 of 60 on average, hardly ever in under 12 or over 43.
    assert 12 <= min(used.values()) <= max(used.values()) <= 43


@every_rule_set
@both_sizes
def test_ME_12_any_seat_may_be_the_first_captain(rules: str, players: int) -> None:
    captains = Counter(start.to_json()["captain"] for start in starts(rules, players))
    assert set(captains) == set(range(players))
    assert all(start.to_act == (start.to_json()["captain"],) for start in starts(rules, players))


@every_rule_set
@both_sizes
def test_ME_12_five_cards_each_and_the_rest_is_the_draw_pile(rules: str, players: int) -> None:
    for start in starts(rules, players):
        body = start.to_json()
        assert [one["hand_size"] for one in body["seats"]] == [5] * players
        assert body["draw_pile"] == 36 - 5 * players
        assert body["discards"]["size"] == 0
        bag = Counter(body["unseen"])
        for one in body["seats"]:
            bag.update(one["hand"])
        assert bag == DECK


@both_pirates
@by_island
def test_ME_13_the_pirate_ship_starts_at_piratennest(rules: str, pirates: str) -> None:
    for start in starts(rules, pirates=pirates):
        body = start.to_json()
        assert body["islands"][body["pirate_ship"]]["name"] == "Piratennest"


@both_pirates
def test_ME_13_manual_without_piratennest_has_the_pirate_ship_opposite(pirates: str) -> None:
    seen = set()
    for start in starts("manual", pirates=pirates):
        body = start.to_json()
        names = [one["name"] for one in body["islands"]]
        at_nest = "Piratennest" in names
        seen.add(at_nest)
        assert body["pirate_ship"] == (names.index("Piratennest") if at_nest else 3)
    assert seen == {True, False}


@every_rule_set
def test_ME_13_no_pirate_ship_without_the_pirates(rules: str) -> None:
    assert all(start.to_json()["pirate_ship"] is None for start in starts(rules))


@pytest.mark.parametrize(("players", "rounds"), [(3, 9), (4, 8)])
@every_rule_set
def test_ME_70_eight_rounds_with_four_and_nine_with_three(rules: str, players: int, rounds: int) -> None:
    body = starts(rules, players)[0].to_json()
    assert (body["round"], body["rounds"]) == (1, rounds)
