"""CA-46 to CA-50, CA-52: the pirates who bring coins, those who ask for a side, and the Ghost."""

from __future__ import annotations

import pytest

from quarterdeck.games.cartagena.state import Phase, Saw, Side
from tests.games.cartagena.table import Match, bag, with_card

VALVERDE, DIAZ = Side.VALVERDE, Side.DIAZ

# CA-46: Pang


def test_CA_46_pang_gives_the_top_combat_card() -> None:
    match = with_card("pang", "", pile="grey 2, grey 2").play("0 take pang")
    assert match.legal() == ["draw", "coin"]
    match.play("0 draw")
    assert match.hand(0) == bag("grey 2")
    assert match.coins == [1] * 4


def test_CA_46_pang_gives_a_coin_instead() -> None:
    match = with_card("pang", "", pile="grey 2, grey 2").play("0 take pang", "0 coin")
    assert match.hand(0) == bag("")
    assert match.coins == [2, 1, 1, 1]
    assert match.told("got_coins") == [(0, 1, "pang")]


def test_CA_46_what_only_one_can_give_is_given() -> None:
    match = with_card("pang", "", pile="").play("0 take pang")
    assert (match.coins[0], match.to_act) == (2, (1,))
    match = with_card("pang", "", pile="grey 2", supply=0).play("0 take pang")
    assert (match.hand(0), match.to_act) == (bag("grey 2"), (1,))
    assert match.told("went_empty") == []


def test_CA_46_nothing_from_two_empty_supplies() -> None:
    match = with_card("pang", "", pile="", supply=0).play("0 take pang")
    assert match.to_act == (1,)
    assert (match.hand(0), match.coins[0]) == (bag(""), 1)
    assert match.told("went_empty") == [(0, "combat"), (0, "coins")]


# CA-47: Chang Ye


def test_CA_47_steal_a_coin_from_a_player_who_has_one() -> None:
    match = with_card("chang-ye", coins=[0, 2, 0, 1]).play("0 take chang-ye")
    assert match.phase == Phase.ROB
    assert match.legal() == ["done", "rob 1", "rob 3"]
    match.play("0 rob 1")
    assert match.coins == [1, 1, 0, 1]
    assert match.told("robbed") == [(0, 1, 0)]
    assert match.rules_told("robbed") == {"CA-47"}


def test_CA_47_one_player_to_rob_is_robbed_if_the_thief_wants_to() -> None:
    match = with_card("chang-ye", coins=[4, 0, 2, 0]).play("0 take chang-ye")
    assert match.legal() == ["done", "rob 2"]
    match.play("0 rob 2")
    assert match.coins == [5, 0, 1, 0]
    assert match.to_act == (1,)


def test_CA_47_with_nobody_to_rob_the_turn_ends() -> None:
    match = with_card("chang-ye", coins=[4, 0, 0, 0]).play("0 take chang-ye")
    assert match.coins == [4, 0, 0, 0]
    assert match.told("robbed", "came_to_nothing") == [(0, "chang-ye")]
    assert match.to_act == (1,)


def test_CA_47_CA_60_who_is_out_is_no_target() -> None:
    """In the mutiny, where the same choice is asked for a mascot (CA-65)."""
    match = Match(players=4, phase=Phase.ROB, duel=0, turn=0, alive=0b1011)
    assert match.legal() == ["rob 1", "rob 3"]


def test_CA_47_no_gold_card_is_stolen() -> None:
    match = with_card("chang-ye", coins=[0, 0, 1, 0])
    match.s.gold[1, 2] = 3
    match.play("0 take chang-ye", "0 rob 2")
    assert match.gold(1) == {3: 3}
    assert match.told("robbed") == [(0, 2, 0)]


# CA-48: Satè


def test_CA_48_sate_gives_a_coin() -> None:
    match = with_card("sate").play("0 take sate")
    assert match.coins == [2, 1, 1, 1]
    assert match.told("got_coins", "went_empty") == [(0, 1, "sate")]
    assert match.told("sate_grew") == []


def test_CA_48_to_uncover_on_lays_a_coin_on_it() -> None:
    match = Match(players=4, up="sate").next_door("bijoux").play("0 open")
    assert match.told("sate_grew") == [(0, 1)]
    assert match.piles[2] == 26
    assert match.kinds()[:2] == ["sate_grew", "opened"]


def test_CA_48_to_use_another_card_lays_a_coin_on_it_too() -> None:
    match = Match(players=4, up="sate crackpott bijoux").play(
        "0 take crackpott", "1 take bijoux", "1 side diaz"
    )
    assert match.told("sate_grew") == [(0, 1), (1, 2)]
    match.play("2 take sate")
    assert match.coins == [1, 1, 4, 1]
    assert match.told("got_coins") == [(2, 3, "sate")]
    assert match.s.sate == 0
    assert match.piles[2] == 23


def test_CA_48_decision_one_coin_a_turn() -> None:
    match = Match(players=4, up="sate").next_door("bijoux").play("0 open").next_door("nero")
    match.play("0 open").next_door("ojo").play("0 open", "0 take ojo")
    assert match.s.sate == 1


def test_CA_48_one_who_could_not_use_it_lays_nothing() -> None:
    """Seat 0 opens past the first card, and finds Satè; the next one to act could have used it."""
    match = Match(players=4, up="bijoux").next_door("sate").play("0 open")
    assert match.s.sate == 0
    match.next_door("crackpott").play("0 open", "0 take crackpott")
    assert match.told("sate_grew") == [(0, 1)]
    match.play("1 take bijoux")
    assert match.told("sate_grew") == [(0, 1), (1, 2)]


def test_CA_48_a_ghost_behind_the_next_door_does_not_help() -> None:
    match = Match(players=4, up="sate").next_door("ghost").play("0 open")
    assert match.told("sate_grew", "ghost_met") == [(0, 1), (0,)]


def test_CA_48_CA_29_a_coin_that_is_offered_is_still_in_the_supply() -> None:
    match = Match(players=4, up="sate crackpott bijoux", supply=1).play("0 take crackpott")
    assert match.told("sate_grew") == [(0, 1)]
    assert (match.s.sate, match.s.supply) == (1, 1)
    assert match.told("ran_out") == []
    match.play("1 take sate")
    assert match.told("got_coins", "went_empty") == [(1, 1, "sate"), (1, "coins")]
    assert match.told("ran_out") == [(-1, "coins")]
    assert (match.coins, match.s.sate, match.s.supply) == ([1, 2, 1, 1], 0, 0)


def test_CA_48_only_a_coin_that_is_there_is_offered() -> None:
    match = Match(players=4, up="sate crackpott bijoux", supply=1)
    match.play("0 take crackpott", "1 take bijoux", "1 side diaz")
    assert match.told("sate_grew") == [(0, 1)]
    match = Match(players=4, up="sate crackpott", supply=0).play("0 take crackpott")
    assert match.told("sate_grew") == []


def test_CA_48_an_offer_blocks_no_other_payment() -> None:
    match = Match(players=4, up="sate pang nero bijoux", supply=1, pile="pink 1, pink 1").play("0 take pang")
    assert match.legal() == ["draw", "coin"]
    match.play("0 coin")
    # The coin from the card was the last of the supply.
    assert (match.s.sate, match.s.supply) == (0, 0)
    match.play("1 take sate")
    assert match.told("got_coins", "went_empty") == [(0, 1, "pang"), (1, "coins")]
    match = Match(players=4, up="sate nero bijoux", supply=2, sate=2).play("0 take nero", "0 sell pink 1")
    assert (match.s.sate, match.s.supply) == (1, 1)


def test_CA_48_who_uses_it_gets_no_more_than_the_supply_has() -> None:
    match = Match(players=4, up="sate bijoux", supply=3, sate=3).play("0 take sate")
    assert match.told("got_coins", "went_empty") == [(0, 3, "sate"), (0, "coins")]
    assert (match.coins[0], match.s.supply, match.s.sate) == (4, 0, 0)


def test_CA_48_decision_the_offer_ends_with_the_round() -> None:
    match = Match(players=2, up="sate crackpott tembo", pile="pink 1, pink 1, pink 1, grey 1, grey 1")
    match.play("0 take crackpott", "1 take tembo", "1 keep pink 1")
    assert match.told("sate_grew") == [(0, 1), (1, 2)]
    assert match.told("sate_back") == [(-1, 2)]
    assert (match.s.sate, match.s.supply) == (0, 28)


# CA-49: Bijoux


def test_CA_49_choose_a_side() -> None:
    match = with_card("bijoux").play("0 take bijoux")
    assert match.phase == Phase.SIDE
    assert match.legal() == ["side valverde", "side diaz"]
    match.play("0 side diaz")
    assert match.s.side[0] == DIAZ
    assert match.told("side_placed") == [(0, 0)]
    assert match.rules_told("side_placed") == {"CA-49"}
    assert match.heard(0, "side_chosen") == [(0, "diaz")]
    assert match.heard(1, "side_chosen") == []


@pytest.mark.parametrize("after", [VALVERDE, DIAZ])
def test_CA_49_change_it_later_or_only_seem_to(after: Side) -> None:
    match = with_card("bijoux", sides=[DIAZ]).play("0 take bijoux")
    assert match.legal() == ["done", "side valverde", "side diaz"]
    match.play(f"0 side {after.name.lower()}")
    assert match.s.side[0] == after
    assert match.told("side_placed") == []
    assert match.told("side_handled") == [(0,)]
    assert match.heard(1, "side_chosen") == []


def test_CA_49_what_others_have_seen_may_have_changed() -> None:
    match = with_card("bijoux", sides=[DIAZ, VALVERDE])
    match.s.saw[1, 0] = Saw.FRESH + DIAZ
    match.s.saw[2, 0] = Saw.STALE + VALVERDE
    match.s.saw[2, 1] = Saw.FRESH + VALVERDE
    match.play("0 take bijoux", "0 side valverde")
    assert match.saw(1, 0) == (Saw.STALE, DIAZ)
    assert match.saw(2, 0) == (Saw.STALE, VALVERDE)
    assert match.saw(2, 1) == (Saw.FRESH, VALVERDE)
    assert match.saw(3, 0) is None


# CA-50: Ojo


def test_CA_50_without_a_side_choose_one() -> None:
    match = with_card("ojo", sides=[None, DIAZ, DIAZ]).play("0 take ojo")
    assert match.legal() == ["side valverde", "side diaz"]
    match.play("0 side valverde")
    assert match.s.side[0] == VALVERDE
    assert match.told("side_placed") == [(0, 1)]
    assert match.rules_told("side_placed") == {"CA-50"}


def test_CA_50_bijoux_after_another_used_ojo_is_bijoux() -> None:
    match = Match(players=4, used="ojo", up="bijoux").play("1 take bijoux", "1 side diaz")
    assert match.told("side_placed") == [(1, 0)]


def test_CA_50_with_a_side_look_at_anothers() -> None:
    match = with_card("ojo", sides=[DIAZ, DIAZ, None, VALVERDE]).play("0 take ojo")
    assert match.phase == Phase.SPY
    assert match.legal() == ["done", "spy 1", "spy 3"]
    match.play("0 spy 3")
    assert match.saw(0, 3) == (Saw.FRESH, VALVERDE)
    assert match.saw(1, 3) is None
    assert match.heard(0, "spied_side") == [(0, 3, "valverde")]
    assert match.heard(3, "spied_side") == []
    assert match.heard(1, "spied") == [(0, 3)]
    assert match.to_act == (1,)


def test_CA_50_a_second_look_is_fresh_again() -> None:
    match = with_card("ojo", sides=[DIAZ, DIAZ, DIAZ])
    match.s.saw[0, 1] = Saw.STALE + VALVERDE
    match.play("0 take ojo", "0 spy 1")
    assert match.saw(0, 1) == (Saw.FRESH, DIAZ)


def test_CA_50_a_single_conviction_is_looked_at_by_who_wants_to() -> None:
    match = with_card("ojo", sides=[DIAZ, None, DIAZ]).play("0 take ojo")
    assert match.legal() == ["done", "spy 2"]
    match.play("0 spy 2")
    assert match.saw(0, 2) == (Saw.FRESH, DIAZ)
    assert match.to_act == (1,)


def test_CA_50_none_to_look_at() -> None:
    match = with_card("ojo", sides=[DIAZ]).play("0 take ojo")
    assert match.told("spied", "came_to_nothing") == [(0, "ojo")]
    assert match.to_act == (1,)


# CA-52: Ghost


def test_CA_52_the_ghost_does_nothing() -> None:
    match = Match("pink 1", players=4, up="valverde").next_door("ghost")
    before = (match.piles, match.coins, match.hand(0))
    match.play("0 open")
    assert (match.piles, match.coins, match.hand(0)) == before
    assert match.kinds() == ["opened", "ghost_met"]
