"""CA-44, CA-45: Wessel-Jan's swaps and Dean Nero's trades."""

from __future__ import annotations

from typing import Any

import pytest

from quarterdeck.games.cartagena.cards import under_owner
from quarterdeck.games.cartagena.state import NONE, Phase
from quarterdeck.games.cartagena.supplies import sure_of
from tests.games.cartagena.table import Match, bag, with_card


def swapping(hand: str, **fields: Any) -> Match:
    return with_card("wessel-jan", hand, **fields).play("0 take wessel-jan")


def trading(hand: str, **fields: Any) -> Match:
    return with_card("nero", hand, **fields).play("0 take nero")


# CA-44: Wessel-Jan


def test_CA_44_put_cards_under_then_draw_as_many() -> None:
    match = swapping("pink 1, pink 1, grey 2", pile="grey 3, grey 3, grey 3")
    assert match.phase == Phase.SWAP
    assert match.legal() == ["swap pink 1", "swap grey 2", "done"]
    match.play("0 swap grey 2")
    assert match.legal() == ["swap pink 1", "done"]
    assert match.told("drew_combat") == []
    match.play("0 swap pink 1", "0 done")
    assert match.hand(0) == bag("pink 1, grey 3, grey 3")
    assert match.under == ["grey 2", "pink 1"]
    assert match.told("drew_combat") == [(0, 2)]
    assert match.to_act == (1,)


def test_CA_44_three_at_most() -> None:
    match = swapping("pink 1, pink 1, pink 1, pink 1", pile="grey 3, grey 3, grey 3, grey 3")
    match.play("0 swap pink 1", "0 swap pink 1", "0 swap pink 1")
    assert match.hand(0) == bag("pink 1, grey 3, grey 3, grey 3")
    assert match.to_act == (1,)


def test_CA_44_none_is_allowed() -> None:
    match = swapping("pink 1, grey 1", pile="grey 3").play("0 done")
    assert match.hand(0) == bag("pink 1, grey 1")
    assert match.told("put_under", "drew_combat", "went_empty") == []


def test_CA_44_in_the_order_chosen_even_onto_an_empty_pile() -> None:
    match = swapping("pink 1, grey 2, grey 3", pile="", dry=1)
    match.play("0 swap grey 3", "0 swap pink 1", "0 done")
    assert match.heard(0, "drew_combat_card") == [(0, "grey 3"), (0, "pink 1")]
    assert match.hand(0) == bag("pink 1, grey 2, grey 3")


def test_CA_44_own_cards_come_back_when_the_pile_is_short() -> None:
    match = swapping("pink 1, pink 2, grey 2", pile="grey 3")
    match.play("0 swap pink 2", "0 swap pink 1", "0 done")
    assert match.hand(0) == bag("grey 2, grey 3, pink 2")
    assert match.under == ["pink 1"]
    assert match.told("ran_out") == []


def test_CA_44_with_the_last_card_of_the_hand_it_ends() -> None:
    """Everybody sees that the hand is empty."""
    match = swapping("pink 1, grey 2", pile="grey 3, grey 3").play("0 swap pink 1", "0 swap grey 2")
    assert match.hand(0) == bag("grey 3, grey 3")
    assert match.to_act == (1,)


def test_CA_44_one_kind_of_card_is_asked_for_all_the_same() -> None:
    assert swapping("pink 1, pink 1").legal() == ["swap pink 1", "done"]


def test_CA_44_without_cards_it_is_skipped() -> None:
    match = swapping("")
    assert match.to_act == (1,)
    assert match.told("used", "came_to_nothing") == [(0, "wessel-jan"), (0, "wessel-jan")]


def test_CA_44_the_others_see_how_many() -> None:
    match = swapping("pink 1, grey 2", pile="grey 3, grey 3").play("0 swap grey 2", "0 done")
    assert match.heard(1, "put_under_card", "drew_combat_card") == []
    assert match.heard(1, "put_under", "drew_combat") == [(0,), (0, 1)]
    assert match.heard(0, "put_under_card") == [(0, "grey 2")]


def test_CA_44_what_is_known_of_a_hand_is_known_of_hand_and_bottom_of_the_pile() -> None:
    match = Match(players=4, up="wessel-jan bijoux", pile="grey 3, grey 3")
    match.play("0 take wessel-jan", "0 swap pink 1", "0 done")
    assert under_owner(match.s.trail[0]) == 0
    assert sure_of(match.s, 1, 0, 0) == 1


# CA-45: Dean Nero


def test_CA_45_combat_cards_for_coins() -> None:
    match = trading("pink 1, grey 3", pile="grey 2")
    assert match.phase == Phase.TRADE
    assert match.legal() == ["sell pink 1", "sell grey 3", "buy", "done"]
    match.play("0 sell grey 3")
    assert match.coins[0] == 2
    assert match.under == ["grey 3"]
    assert match.legal() == ["sell pink 1", "done"]
    match.play("0 done")
    assert match.hand(0) == bag("pink 1")
    assert match.told("sold") == [(0,)]
    assert match.told("drew_combat") == []
    assert (match.s.trades, match.s.direction) == (0, NONE)


def test_CA_45_coins_for_combat_cards() -> None:
    match = trading("pink 1", pile="grey 2, grey 2, grey 2", coins=[2])
    match.play("0 buy")
    assert match.legal() == ["buy", "done"]
    assert match.coins[0] == 1
    assert match.piles[2] == 27
    match.play("0 done")
    assert match.hand(0) == bag("pink 1, grey 2")
    assert match.told("bought", "drew_combat") == [(0,), (0, 1)]


def test_CA_45_three_at_most() -> None:
    match = trading("pink 1, pink 1, pink 1, pink 1").play(*["0 sell pink 1"] * 3)
    assert (match.coins[0], match.hand(0), match.to_act) == (4, bag("pink 1"), (1,))
    match = trading("", coins=[4], pile="grey 1, grey 1, grey 1, grey 1").play(*["0 buy"] * 3)
    assert (match.coins[0], match.hand(0), match.to_act) == (1, bag("grey 1, grey 1, grey 1"), (1,))


def test_CA_45_none_is_allowed() -> None:
    match = trading("pink 1").play("0 done")
    assert match.told("sold", "bought") == []
    assert match.to_act == (1,)


def test_CA_45_never_gold_cards() -> None:
    match = Match("", players=4, up="nero bijoux", coins=[0])
    match.s.gold[0, 2] = 2
    match.play("0 take nero")
    assert match.to_act == (1,)
    assert match.gold(0) == {3: 2}


def test_CA_45_decision_each_trade_is_carried_out_at_once() -> None:
    """The card that is bought comes from the pile at once, and the coin can be paid out again."""
    match = trading("", coins=[2], pile="pink 2", under=[(1, "grey 3")]).play("0 buy")
    assert match.heard(0, "drew_combat_card") == [(0, "pink 2")]
    match.play("0 buy")
    assert match.heard(0, "drew_combat_card") == [(0, "pink 2"), (0, "grey 3")]
    assert match.told("ran_out") == [(-1, "combat")]


@pytest.mark.parametrize(("supply", "sold"), [(1, 1), (2, 2), (0, 0)])
def test_CA_45_decision_no_sale_that_the_supply_can_not_pay(supply: int, sold: int) -> None:
    match = trading("pink 1, pink 1, pink 1", supply=supply, coins=[0]).play(*["0 sell pink 1"] * sold)
    assert match.coins[0] == sold
    assert match.to_act == (1,)
    assert match.told("ran_out") == ([(-1, "coins")] if sold else [])


def test_CA_45_decision_no_purchase_from_an_empty_pile() -> None:
    match = trading("pink 1", pile="", dry=1)
    assert match.legal() == ["sell pink 1", "done"]
    match = trading("", pile="grey 1", coins=[3]).play("0 buy")
    assert match.to_act == (1,)


def test_CA_45_the_last_coin_ends_the_purchases() -> None:
    match = trading("pink 1", pile="grey 1, grey 1, grey 1", coins=[1]).play("0 buy")
    assert match.to_act == (1,)
    assert match.coins[0] == 0


def test_CA_45_the_last_card_ends_the_sales() -> None:
    match = trading("pink 1, grey 1").play("0 sell pink 1", "0 sell grey 1")
    assert match.to_act == (1,)


def test_CA_45_without_anything_to_trade_it_is_skipped() -> None:
    match = trading("", coins=[0])
    assert match.to_act == (1,)
    assert match.told("came_to_nothing") == [(0, "nero")]
    assert trading("", coins=[3], pile="", dry=1).to_act == (1,)
    assert trading("", coins=[3], pile="grey 1").to_act == (0,)
    assert trading("pink 1", coins=[0], supply=0, dry=4).to_act == (1,)


def test_CA_45_the_others_see_that_a_card_is_sold() -> None:
    match = trading("pink 1, grey 3").play("0 sell grey 3")
    assert match.heard(1, "sold_card") == []
    assert match.heard(1, "sold") == [(0,)]
    assert match.heard(0, "sold_card") == [(0, "grey 3")]
    assert under_owner(match.s.trail[0]) == 0
