"""ME-62 to ME-67: selling the shown goods."""

from __future__ import annotations

import pytest

from tests.games.meuterer.table import Match, by_island, every_rule_set

HOCHLAND, FROSTHOEHLE, GRUENLAND, KARGE_ZUNGE, EISFELSEN, AFFENINSEL = range(6)
PIRATENNEST, FINGERHUT, SANDKAP = 9, 10, 11


@by_island
def test_ME_62_a_ship_that_did_not_move_sells_at_one_island(rules: str) -> None:
    match = Match("salt", "salt salt", "grain", rules=rules, ship=GRUENLAND)
    match.goods("salt", "salt salt / loader", "grain / merchant")
    assert match.told("sold") == [(0, "Grünland", "salt", 1), (1, "Grünland", "salt", 2)]
    assert match.told("trade_points") == [(1, "Grünland", 5, 1)]


@by_island
def test_ME_62_the_island_the_ship_came_from_is_scored_by_itself(rules: str) -> None:
    match = Match("salt", "salt salt", "grain", rules=rules, ship=GRUENLAND, came_from=AFFENINSEL)
    match.goods("salt", "salt salt / loader", "grain / merchant")
    assert match.told("trade_points") == [(1, "Grünland", 5, 1), (2, "Affeninsel", 2, 1)]


@by_island
def test_ME_62_the_new_destination_is_not_active_yet(rules: str) -> None:
    match = Match("wine wine wine", "salt", "salt", rules=rules, ship=FROSTHOEHLE)
    match.goods("wine wine", "salt / loader", "salt / merchant")
    # One card kept: the Captain is bound for Grünland, which buys salt, but only from the next round on.
    assert match.told("docked") == [(0, "Grünland", 4)]
    assert match.told("sold", "trade_points") == []


@by_island
def test_ME_62_an_inactive_island_buys_nothing(rules: str) -> None:
    match = Match("salt ruby", "grain", "cloth", rules=rules, ship=SANDKAP, came_from=FINGERHUT)
    match.goods("salt", "grain / loader", "cloth / merchant")
    assert match.told("sold", "trade_points") == []


@by_island
def test_ME_63_an_island_takes_the_kind_it_buys(rules: str) -> None:
    match = Match("wine salt", "grain wine", "cloth", rules=rules, ship=SANDKAP)
    match.goods("wine salt", "grain wine / loader", "cloth / merchant")
    assert match.told("sold") == [(0, "Sandkap", "wine", 1), (1, "Sandkap", "wine", 1)]
    assert match.rules_told("sold") == {"ME-63"}


@by_island
@pytest.mark.parametrize("ship", [HOCHLAND, PIRATENNEST])
def test_ME_63_hochland_and_piratennest_take_any_kind_one_a_player(rules: str, ship: int) -> None:
    match = Match("wine salt salt", "grain", "ruby", rules=rules, ship=ship)
    match.goods("wine salt salt", "grain / loader", "ruby / cabin-boy")
    assert match.legal() == ["sell 2 salt / -", "sell 1 wine / -"]
    match.play("0 sell 2 salt / -")
    island = match.json["islands"][ship]["name"]
    assert match.told("sold") == [
        (0, island, "salt", 2),
        (1, island, "grain", 1),
        (2, island, "ruby", 1),
    ]
    assert match.told("trade_points") == [(0, island, 4, 1)]


@by_island
@pytest.mark.parametrize("pirates", ["off", "on"])
def test_ME_63_conflict_cards_are_never_sold(rules: str, pirates: str) -> None:
    match = Match("conflict conflict", "conflict grain", "conflict", rules=rules, pirates=pirates)
    match.goods("conflict conflict", "conflict grain / loader", "conflict / merchant")
    assert match.told("sold") == [(1, "Hochland", "grain", 1)]
    assert match.told("trade_points") == [(1, "Hochland", 4, 1)]


@by_island
def test_ME_63_a_pirates_card_is_never_sold(rules: str) -> None:
    match = Match("pirates", "", "", rules=rules, pirates="on", pirate_ship=AFFENINSEL)
    match.goods("pirates", "/ loader", "/ merchant")
    assert match.told("sold", "trade_points") == []


@by_island
def test_ME_63_a_sale_of_the_wrong_kind_is_refused(rules: str) -> None:
    match = Match("wine salt salt", "wine", "ruby", rules=rules, ship=SANDKAP, came_from=HOCHLAND)
    match.goods("wine salt salt", "wine / loader", "ruby / cabin-boy")
    assert match.refused("0 sell 2 salt / 1 wine") == "ME-63"


@by_island
def test_ME_64_a_player_decides_which_kind_an_island_that_takes_any_gets(rules: str) -> None:
    match = Match("wine wine salt", "salt grain", "grain", rules=rules)
    match.goods("wine wine salt", "salt grain / loader", "grain / merchant")
    assert match.position.to_act == (0,)
    assert match.legal() == ["sell 1 salt / -", "sell 2 wine / -"]
    match.play("0 sell 1 salt / -")
    assert match.legal(1) == ["sell 1 salt / -", "sell 1 grain / -"]
    match.play("1 sell 1 grain / -")
    # Three sold one card each: the third figure, and the first for the Merchant.
    assert match.told("trade_points") == [
        (0, "Hochland", 2, 3),
        (1, "Hochland", 2, 3),
        (2, "Hochland", 4, 3),
    ]


@by_island
def test_ME_64_cards_that_both_islands_take_are_shared_and_one_kind_may_be_split(rules: str) -> None:
    match = Match("", "grain grain grain", "", rules=rules, ship=AFFENINSEL, came_from=KARGE_ZUNGE)
    match.goods("", "grain grain grain / loader", "/ merchant")
    assert match.position.to_act == (1,)
    assert match.legal() == [
        "sell - / 3 grain",
        "sell 1 grain / 2 grain",
        "sell 2 grain / 1 grain",
        "sell 3 grain / -",
    ]
    match.play("1 sell 1 grain / 2 grain")
    assert match.told("sold") == [(1, "Affeninsel", "grain", 1), (1, "Karge Zunge", "grain", 2)]
    assert match.told("trade_points") == [(1, "Affeninsel", 2, 1), (1, "Karge Zunge", 6, 1)]


@by_island
def test_ME_64_the_new_captain_decides_first_and_on_clockwise(rules: str) -> None:
    two = "wine salt"
    match = Match(two, two, two, two, rules=rules)
    match.goods(two, f"{two} / cabin-boy", f"{two} / mutineer", f"{two} / loader").fight(0, 0, 0)
    order = []
    while match.json["phase"] == "sell":
        order.append(match.position.to_act[0])
        match.play(f"{order[-1]} {match.legal()[0]}")
    assert order == [2, 3, 0, 1]


@by_island
def test_ME_64_each_sees_the_decisions_before(rules: str) -> None:
    two = "wine salt"
    match = Match(two, two, two, rules=rules).goods(two, f"{two} / merchant", f"{two} / loader")
    match.play("0 sell 1 wine / -")
    for viewer in (None, 1, 2):
        sales = [one["sale"] for one in match.view(viewer)["seats"]]
        assert sales == [{"here": ["wine", 1], "there": None}, None, None]


@by_island
def test_ME_64_no_card_is_held_back_that_an_active_island_would_take(rules: str) -> None:
    match = Match("wine wine salt", "", "", rules=rules, ship=HOCHLAND, came_from=SANDKAP)
    match.goods("wine wine salt", "/ loader", "/ merchant")
    assert match.legal() == [
        "sell 1 salt / 2 wine",
        "sell 1 wine / 1 wine",
        "sell 2 wine / -",
    ]
    # Salt alone would hold the wine back from Sandkap, one wine the other one, wine astern the salt.
    assert match.refused("0 sell 1 salt / -") == "ME-64"
    assert match.refused("0 sell 1 wine / -") == "ME-64"
    assert match.refused("0 sell - / 2 wine") == "ME-64"
    assert match.refused("0 sell - / -") == "ME-64"


@by_island
def test_ME_64_a_card_stays_unsold_if_its_island_got_another_kind(rules: str) -> None:
    match = Match("wine salt", "grain", "", rules=rules).goods("wine salt", "grain / loader", "/ cabin-boy")
    match.play("0 sell 1 wine / -")
    assert match.told("sold") == [(0, "Hochland", "wine", 1), (1, "Hochland", "grain", 1)]


@by_island
def test_ME_64_nobody_sells_more_than_was_shown(rules: str) -> None:
    match = Match("wine salt", "grain", "", rules=rules).goods("wine salt", "grain / loader", "/ cabin-boy")
    assert match.refused("0 sell 2 wine / -") == "ME-64"
    assert match.refused("0 sell 1 ruby / -") == "ME-64"


@by_island
def test_ME_62_there_is_no_sale_astern_of_a_ship_that_did_not_move(rules: str) -> None:
    match = Match("wine salt", "grain", "", rules=rules).goods("wine salt", "grain / loader", "/ cabin-boy")
    assert match.refused("0 sell 1 wine / 1 salt") == "ME-62"


@by_island
def test_ME_64_with_only_one_possible_sale_it_is_made_for_the_player(rules: str) -> None:
    match = Match("wine", "wine salt", "salt conflict", rules=rules, ship=SANDKAP, came_from=GRUENLAND)
    match.goods("wine", "wine salt / loader", "salt conflict / merchant")
    assert match.told("sold") == [
        (0, "Sandkap", "wine", 1),
        (1, "Sandkap", "wine", 1),
        (1, "Grünland", "salt", 1),
        (2, "Grünland", "salt", 1),
    ]
    assert match.json["phase"] == "return"


@by_island
@pytest.mark.parametrize(
    ("sold", "points"),
    [
        ((3, 2, 1, 0), [4, 0, 0, 0]),
        ((2, 2, 1, 0), [3, 3, 0, 0]),
        ((2, 2, 2, 1), [2, 2, 2, 0]),
        ((1, 1, 1, 1), [0, 0, 0, 0]),
        ((0, 0, 0, 0), [0, 0, 0, 0]),
    ],
)
def test_ME_65_only_those_who_sell_the_most_score(
    rules: str, sold: tuple[int, ...], points: list[int]
) -> None:
    kinds = ("wine", "salt", "cloth", "grain")
    hands = [f"{kind} " * count for kind, count in zip(kinds, sold, strict=True)]
    # Nobody keeps a card, so the Captain docks at Hochland for 5 points, and starts at −5 here.
    match = Match(*hands, rules=rules, scores=[-5, 0, 0, 0])
    match.goods(hands[0], f"{hands[1]} / loader", f"{hands[2]} / cabin-boy", f"{hands[3]} / first-mate")
    assert match.position.scores == (points[0], points[1], points[2], points[3] + 1)
    assert match.rules_told("trade_points") <= {"ME-65"}


@by_island
def test_ME_65_the_figures_are_those_of_the_island(rules: str) -> None:
    match = Match("ruby", "ruby", "", "", rules=rules, ship=EISFELSEN, came_from=FINGERHUT)
    match.goods("ruby", "ruby / loader", "/ cabin-boy", "/ first-mate")
    match.play("0 sell 1 ruby / -", "1 sell - / 1 ruby")
    assert match.told("trade_points") == [(0, "Eisfelsen", 6, 1), (1, "Fingerhut", 2, 1)]


@by_island
def test_ME_65_three_tied_may_score_nothing_where_the_figure_is_0(rules: str) -> None:
    match = Match("ruby", "ruby", "ruby", "", rules=rules, ship=FINGERHUT)
    match.goods("ruby", "ruby / loader", "ruby / cabin-boy", "/ first-mate")
    assert match.told("trade_points") == [(seat, "Fingerhut", 0, 3) for seat in (0, 1, 2)]


@by_island
@pytest.mark.parametrize(
    ("kinds", "others"),
    [
        (("wine", "salt", "", ""), 3),
        (("wine", "salt", "cloth", ""), 2),
        (("wine", "salt", "cloth", "grain"), 0),
    ],
)
def test_ME_66_merchant_wins_a_tie_a_four_way_tie_included(
    rules: str, kinds: tuple[str, ...], others: int
) -> None:
    match = Match(*kinds, rules=rules)
    match.goods(kinds[0], f"{kinds[1]} / merchant", f"{kinds[2]} / loader", f"{kinds[3]} / cabin-boy")
    tied = [seat for seat in range(4) if kinds[seat]]
    expected = [(seat, "Hochland", 4 if seat == 1 else others, len(tied)) for seat in tied]
    assert match.told("trade_points") == expected
    assert match.rules_told("trade_points") == {"ME-65", "ME-66"}


@by_island
def test_ME_66_a_merchant_who_sells_less_scores_nothing(rules: str) -> None:
    match = Match("wine wine", "salt", "cloth cloth", rules=rules)
    match.goods("wine wine", "salt / merchant", "cloth cloth / loader")
    assert match.told("trade_points") == [(0, "Hochland", 3, 2), (2, "Hochland", 3, 2)]


@by_island
def test_ME_66_a_merchant_alone_scores_as_anybody(rules: str) -> None:
    match = Match("wine", "salt salt", "cloth", rules=rules)
    match.goods("wine", "salt salt / merchant", "cloth / loader")
    assert match.told("trade_points") == [(1, "Hochland", 4, 1)]
    assert match.rules_told("trade_points") == {"ME-65"}


@by_island
def test_ME_66_counts_at_each_island(rules: str) -> None:
    match = Match("grain wine", "grain wine", "", rules=rules, ship=KARGE_ZUNGE, came_from=SANDKAP)
    match.goods("grain wine", "grain wine / merchant", "/ loader")
    assert match.told("trade_points") == [
        (0, "Karge Zunge", 3, 2),
        (1, "Karge Zunge", 6, 2),
        (0, "Sandkap", 2, 2),
        (1, "Sandkap", 4, 2),
    ]


@pytest.mark.parametrize(
    ("shown", "points"),
    [
        (("wine wine", "wine", "", ""), [2, 0, 0, 0]),
        (("wine", "wine", "", ""), [1, 1, 0, 0]),
        (("wine", "wine", "wine", ""), [0, 0, 0, 0]),
        (("wine", "wine", "wine", "wine"), [0, 0, 0, 0]),
        (("wine grain", "wine salt", "grain grain", "ruby"), [1, 3, 2, 2]),
        (("conflict", "conflict conflict", "", ""), [0, 0, 0, 0]),
    ],
)
def test_ME_67_manual_every_kind_by_itself(shown: tuple[str, ...], points: list[int]) -> None:
    match = Match(*shown, rules="manual", ship=4, scores=[-5, 0, 0, -1])
    match.goods(shown[0], f"{shown[1]} / loader", f"{shown[2]} / cabin-boy", f"{shown[3]} / first-mate")
    # The Captain docks at Eisfelsen for 5 and the First Mate has 1: the scores at the start make up for it.
    assert match.position.scores == tuple(points)
    assert match.told("sold", "trade_points") == []


@pytest.mark.parametrize(
    ("shown", "points"),
    [
        (("wine", "wine", "", ""), [1, 2, 0, 0]),
        (("wine", "wine", "wine", ""), [0, 2, 0, 0]),
        (("wine", "wine", "wine", "wine"), [0, 2, 0, 0]),
        (("wine wine", "wine", "", ""), [2, 0, 0, 0]),
        (("wine", "wine wine", "", ""), [0, 2, 0, 0]),
        (("wine salt", "wine salt grain", "grain", ""), [2, 6, 1, 0]),
    ],
)
def test_ME_67_manual_a_merchant_among_them_always_scores_two(
    shown: tuple[str, ...], points: list[int]
) -> None:
    match = Match(*shown, rules="manual", ship=4, scores=[-5, 0, 0, 0])
    match.goods(shown[0], f"{shown[1]} / merchant", f"{shown[2]} / cabin-boy", f"{shown[3]} / loader")
    assert match.position.scores == tuple(points)
    assert match.rules_told("kind_points") == {"ME-67"}


def test_ME_67_manual_never_asks_what_is_sold() -> None:
    match = Match("wine salt", "grain", "", rules="manual", came_from=4)
    match.goods("wine salt", "grain / cabin-boy", "/ first-mate")
    assert (match.json["phase"], match.json["round"]) == ("offer", 2)
    assert match.refused("0 sell 1 wine / -") == "ME-67"


@every_rule_set
def test_ME_67_belongs_to_the_manual_alone(rules: str) -> None:
    match = Match("wine", "grain", "", rules=rules, ship=SANDKAP % 6).goods(
        "wine", "grain / loader", "/ merchant"
    )
    assert bool(match.told("kind_points")) == (rules == "manual")
