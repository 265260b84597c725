"""CA-40 to CA-43: the pirates who bring cards."""

from __future__ import annotations

import pytest

from quarterdeck.games.cartagena.cards import knows_under, under_owner
from quarterdeck.games.cartagena.state import NONE, Phase
from quarterdeck.games.cartagena.supplies import sure_of, told_gold
from tests.games.cartagena.table import bag, with_card

# CA-40: Captain Valverde


def test_CA_40_a_gold_card_and_a_coin() -> None:
    match = with_card("valverde", gold_pile=[2]).play("0 take valverde")
    assert match.gold(0) == {2: 1}
    assert match.coins == [2, 1, 1, 1]
    assert match.told("got_coins") == [(0, 1, "valverde")]
    assert match.to_act == (1,)


def test_CA_40_nobody_else_sees_the_gold_card() -> None:
    match = with_card("valverde", gold_pile=[3, 3]).play("0 take valverde")
    assert match.heard(0, "drew_gold_card") == [(0, 3)]
    assert match.heard(1, "drew_gold_card") == []
    assert match.heard(1, "drew_gold") == [(0, 1)]
    assert [told_gold(match.s, viewer, 0, 2) for viewer in range(4)] == [0, 0, 0, 0]


def test_CA_40_an_empty_pile_still_leaves_the_coin() -> None:
    match = with_card("valverde", gold_pile=[]).play("0 take valverde")
    assert match.told("went_empty") == [(0, "gold")]
    assert match.coins[0] == 2


# CA-41: Ramon Diaz


def test_CA_41_look_at_one_of_each_and_keep_the_gold() -> None:
    match = with_card("diaz", "grey 2", gold_pile=[3], pile="pink 2").play("0 take diaz")
    assert match.phase == Phase.DIAZ
    assert match.legal() == ["keep gold", "keep combat"]
    assert match.heard(0, "looked_at_card", "looked_at_gold_card") == [(0, "pink 2", 0), (0, 3)]
    match.play("0 keep gold")
    assert match.gold(0) == {3: 1}
    assert match.hand(0) == bag("grey 2")
    assert match.under == ["pink 2"]
    assert match.piles[:2] == (1, 0)
    assert match.told("kept") == [(0, "gold", 0)]
    assert match.to_act == (1,)


def test_CA_41_or_keep_the_combat_card() -> None:
    match = with_card("diaz", "grey 2", gold_pile=[3], pile="pink 2").play("0 take diaz", "0 keep combat")
    assert match.gold(0) == {}
    assert match.hand(0) == bag("grey 2, pink 2")
    assert match.gold_under == [3]
    assert match.told("kept") == [(0, "combat", 0)]


def test_CA_41_the_others_see_neither_card() -> None:
    match = with_card("diaz", gold_pile=[3], pile="pink 2").play("0 take diaz", "0 keep combat")
    assert match.heard(2, "looked_at_card", "looked_at_gold_card", "kept_card") == []
    assert match.heard(2, "looked_at") == [(0, 1, 1, 0)]
    assert match.rules_told("looked_at") == match.rules_told("kept") == {"CA-41"}


def test_CA_41_cards_that_are_looked_at_have_not_run_out() -> None:
    match = with_card("diaz", gold_pile=[3], pile="pink 2").play("0 take diaz")
    assert match.told("ran_out") == []
    match.play("0 keep gold")
    assert match.told("ran_out") == [(-1, "gold")]
    match = with_card("diaz", gold_pile=[3], pile="pink 2").play("0 take diaz", "0 keep combat")
    assert match.told("ran_out") == [(-1, "combat")]


def test_CA_41_who_put_a_card_under_knows_it() -> None:
    match = with_card("diaz", gold_pile=[3], pile="pink 2").play("0 take diaz", "0 keep gold")
    assert under_owner(match.s.trail[0]) == NONE
    assert [knows_under(match.s.trail[0], seat) for seat in range(4)] == [True, False, False, False]
    match = with_card("diaz", gold_pile=[3], pile="pink 2").play("0 take diaz", "0 keep combat")
    assert match.s.gold_trail[0] == 2 + 4 * 0b0001


def test_CA_41_a_card_from_below_may_be_put_back_unseen() -> None:
    """Seat 1 knows that it put this card there, and then only that seat 0 took or put back some card."""
    match = with_card("diaz", "grey 2", gold_pile=[3], pile="", under=[(1, "pink 2")])
    match.play("0 take diaz")
    assert sure_of(match.s, 1, 0, 1) == 1
    match.play("0 keep gold")
    assert match.under == ["pink 2"]
    assert under_owner(match.s.trail[0]) == 0
    assert sure_of(match.s, 1, 0, 1) == 1
    assert match.s.look_old == 0


@pytest.mark.parametrize(
    ("gold", "combat", "told"),
    [
        ([], "pink 3", [(0, "gold")]),
        ([2], "", [(0, "combat")]),
        ([], "", [(0, "combat"), (0, "gold")]),
    ],
)
def test_CA_41_an_empty_pile_leaves_the_top_of_the_other(
    gold: list[int], combat: str, told: list[tuple[int, str]]
) -> None:
    match = with_card("diaz", "", gold_pile=gold, pile=combat).play("0 take diaz")
    assert match.to_act == (1,)
    assert match.hand(0) == bag(combat)
    assert sorted(match.gold(0).elements()) == gold
    assert match.told("went_empty") == told
    assert match.told("looked_at", "kept") == []


# CA-42: Crackpott


def test_CA_42_the_two_top_cards() -> None:
    match = with_card("crackpott", "grey 1", pile="", under=[(1, "pink 2"), (2, "grey 3"), (3, "pink 1")])
    match.play("0 take crackpott")
    assert match.hand(0) == bag("grey 1, pink 2, grey 3")
    assert match.under == ["pink 1"]
    assert match.heard(0, "drew_combat_card") == [(0, "pink 2"), (0, "grey 3")]
    assert match.heard(1, "drew_combat_card") == []
    assert match.heard(1, "drew_combat") == [(0, 2)]


@pytest.mark.parametrize(("pile", "number"), [("pink 3", 1), ("", 0)])
def test_CA_42_fewer_cards_if_the_pile_has_fewer(pile: str, number: int) -> None:
    match = with_card("crackpott", "", pile=pile).play("0 take crackpott")
    assert match.hand(0) == bag(pile)
    assert match.told("went_empty") == [(0, "combat")]
    assert match.told("drew_combat") == [(0, number)][:number]


# CA-43: Tembo


def test_CA_43_keep_one_of_two() -> None:
    match = with_card("tembo", "grey 1", pile="pink 2, grey 3").play("0 take tembo")
    assert match.phase == Phase.TEMBO
    assert match.legal() == ["keep pink 2", "keep grey 3"]
    assert sorted(match.heard(0, "looked_at_card")) == [(0, "grey 3", 1), (0, "pink 2", 1)]
    match.play("0 keep grey 3")
    assert match.hand(0) == bag("grey 1, grey 3")
    assert match.under == ["pink 2"]
    assert match.to_act == (1,)


def test_CA_43_the_others_see_only_that_it_is_done() -> None:
    match = with_card("tembo", pile="pink 2, grey 3").play("0 take tembo", "0 keep pink 2")
    assert match.heard(1, "looked_at_card", "kept_card") == []
    assert match.heard(1, "looked_at", "kept") == [(0, 2, 0, 1), (0, "combat", 1)]
    assert match.heard(0, "kept_card") == [(0, "pink 2")]
    assert match.rules_told("looked_at") == match.rules_told("kept") == {"CA-43"}


def test_CA_43_two_equal_cards_are_asked_for_all_the_same() -> None:
    match = with_card("tembo", "", pile="pink 2, pink 2").play("0 take tembo")
    assert match.legal() == ["keep pink 2"]
    match.play("0 keep pink 2")
    assert match.hand(0) == bag("pink 2")
    assert match.under == ["pink 2"]


def test_CA_43_a_single_card_is_taken() -> None:
    match = with_card("tembo", "", pile="grey 2").play("0 take tembo")
    assert match.hand(0) == bag("grey 2")
    assert match.told("looked_at", "went_empty") == []
    assert match.told("ran_out") == [(-1, "combat")]
    assert match.to_act == (1,)


def test_CA_43_an_empty_pile_gives_nothing() -> None:
    match = with_card("tembo", "grey 1", pile="").play("0 take tembo")
    assert match.hand(0) == bag("grey 1")
    assert match.told("went_empty") == [(0, "combat")]


def test_CA_43_two_cards_that_are_looked_at_have_not_run_out() -> None:
    match = with_card("tembo", pile="pink 2, grey 3").play("0 take tembo", "0 keep pink 2")
    assert match.told("ran_out") == []
    assert match.piles[0] == 1


@pytest.mark.parametrize(
    ("pile", "under", "owner"),
    [("pink 1, pink 1", [(1, "grey 3")], NONE), ("pink 1", [(1, "grey 3")], 0), ("", [(1, "grey 3")] * 2, 0)],
)
def test_CA_43_what_is_known_of_the_card_put_back(
    pile: str, under: list[tuple[int, str]], owner: int
) -> None:
    match = with_card("tembo", "", pile=pile, under=under).play("0 take tembo")
    match.play(f"0 {match.legal()[0]}")
    assert under_owner(match.s.trail[int(match.s.under) - 1]) == owner
    last = match.s.trail[int(match.s.under) - 1]
    assert [knows_under(last, seat) for seat in range(4)] == [True, False, False, False]
    assert match.s.look_old == 0
    assert list(match.s.look) == [NONE, NONE]
