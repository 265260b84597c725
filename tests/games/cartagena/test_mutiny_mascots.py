"""CA-65 and CA-67: what the mascots bring in the second round of a duel."""

from __future__ import annotations

import pytest

from quarterdeck.games.cartagena.events import Event
from quarterdeck.games.cartagena.state import NONE, Phase, Side
from tests.games.cartagena.mutineers import D, Mutiny, V

MANY = "p1 p1 p2 p3 g1 g1 g2 g3"


def test_CA_65_one_mascot_alone_steals_a_coin_of_its_players_choice() -> None:
    match = Mutiny(MANY, MANY, MANY, coins=(1, 2, 3)).round("p1", "p1", "p1").forget().round("p1", "m", "p1")
    assert match.s.phase == Phase.ROB
    assert match.asked() == [1]
    assert match.s.turn == 1
    assert match.legal(1) == "0 2"
    assert match.ids(0) == match.ids(2) == []
    match.rob(1, 2)
    assert match.coins() == [1, 3, 2]
    assert match.told(Event.ROBBED) == [(1, 2, 1)]
    assert match.s.phase == Phase.DUEL
    assert match.s.turn == NONE
    assert match.s.duel_round == 3
    assert match.asked() == [0, 2]


def test_CA_65_a_choice_of_one_is_no_choice() -> None:
    match = Mutiny(MANY, MANY, MANY, coins=(0, 2, 3)).round("p1", "p1", "p1").round("p1", "m", "p1")
    assert match.told(Event.ROBBED) == [(1, 2, 1)]
    assert match.coins() == [0, 3, 2]
    assert match.asked() == [0, 2]


def test_CA_65_an_own_coin_cannot_be_stolen_and_with_no_other_nothing_happens() -> None:
    match = Mutiny(MANY, MANY, MANY, coins=(0, 2, 0)).round("p1", "p1", "p1").round("p1", "m", "p1")
    assert match.told(Event.ROBBED, Event.MASCOT_PAID) == []
    assert match.coins() == [0, 2, 0]
    assert match.s.supply == 20
    assert match.asked() == [0, 2]


def test_CA_65_a_lone_mascot_takes_nothing_from_the_supply() -> None:
    match = Mutiny(MANY, MANY, MANY).round("p1", "p1", "p1").round("m", "p1", "p1").rob(0, 1)
    assert match.s.supply == 20
    assert match.coins() == [2, 0, 1]


@pytest.mark.parametrize("sides", [(V, D, None), (V, D, V)])
def test_CA_65_CA_60_coins_of_players_who_are_out_are_out_of_reach(sides: tuple[Side | None, ...]) -> None:
    # The third seat is out for want of a conviction, or for want of a card in the first round.
    hand = MANY if sides[2] is None else ""
    match = Mutiny(MANY, MANY, hand, sides=sides, coins=(1, 0, 9))
    match.round("p1", "p1", "-").round("p1", "m", "-")
    assert match.told(Event.ROBBED) == [(1, 0, 1)]
    match = Mutiny(MANY, MANY, hand, sides=sides, coins=(0, 0, 9))
    match.round("p1", "p1", "-").round("p1", "m", "-")
    assert match.told(Event.ROBBED) == []
    assert match.coins() == [0, 0, 9]


def test_CA_65_the_only_player_left_robs_nobody() -> None:
    match = Mutiny(MANY, MANY, sides=(V, None)).round("p1", "-").round("m", "-")
    assert match.told(Event.ROBBED, Event.MASCOT_PAID) == []
    assert match.s.duel == 1


def test_CA_65_several_mascots_each_take_a_coin_from_the_supply() -> None:
    match = Mutiny(MANY, MANY, MANY, MANY, first=2).round("p1", "p1", "p1", "p1").forget()
    match.round("m", "m", "p1", "m")
    assert match.told(Event.MASCOT_PAID) == [(3, 1), (0, 1), (1, 1)]
    assert match.coins() == [2, 2, 1, 2]
    assert match.s.supply == 17
    assert match.told(Event.ROBBED, Event.COIN_GIVEN_BACK) == []
    assert match.asked() == [2]


def test_CA_65_a_mascot_laid_for_want_of_cards_brings_a_coin_too() -> None:
    match = Mutiny("p1", "p1", MANY).round("p1", "p1", "p1").forget().round("-", "-", "p1")
    assert match.told(Event.MASCOT_PAID) == [(0, 1), (1, 1)]


def test_CA_65_the_lone_mascot_of_the_last_player_to_choose_ends_no_duel_too_soon() -> None:
    match = Mutiny(MANY, MANY, MANY).round("p1", "p1", "p1").round("p1", "p1", "m")
    assert match.told(Event.DUEL_WON) == []
    match.rob(2, 0)
    assert match.s.duel == 0
    assert match.fighting() == [0, 1]


def test_CA_65_later_mascots_take_nothing() -> None:
    match = (
        Mutiny(MANY, MANY, MANY, MANY).round("p1", "p1", "p1", "p1").round("p1", "p1", "p2", "p2").forget()
    )
    match.round("m", "p2", "m", "p1").round("-", "m", "-", "p3").round("-", "-", "-", "m")
    assert match.told(Event.ROBBED, Event.MASCOT_PAID, Event.COIN_GIVEN_BACK) == []
    assert match.coins() == [1, 1, 1, 1]
    assert match.s.supply == 20


def test_CA_65_mascots_of_the_first_round_take_nothing() -> None:
    match = Mutiny("", "", MANY, coins=(1, 1, 1), supply=0).round("-", "-", "p1")
    assert match.told(Event.ROBBED, Event.MASCOT_PAID, Event.COIN_GIVEN_BACK) == []
    assert match.coins() == [1, 1, 1]


def test_CA_65_again_in_the_next_duel() -> None:
    match = Mutiny(MANY, MANY)
    match.round("p1", "p1").round("m", "m").round("p1", "p1").round("m", "m")
    assert match.coins() == [3, 3]
    assert match.s.supply == 16


def test_CA_65_an_empty_supply_ends_no_voyage_any_more() -> None:
    match = Mutiny(MANY, MANY, supply=2).round("p1", "p1").round("m", "m")
    assert match.s.supply == 0
    assert match.s.dry == 0
    assert match.told(Event.RAN_OUT, Event.VOYAGE_ENDED) == []


def test_CA_67_if_the_supply_cannot_pay_every_player_still_in_gives_a_coin_first() -> None:
    match = Mutiny(MANY, MANY, MANY, MANY, coins=(2, 3, 4, 5), supply=1, first=1)
    match.round("p1", "p1", "p1", "p1").forget().round("m", "p1", "p1", "m")
    assert match.told(Event.COIN_GIVEN_BACK) == [(1,), (2,), (3,), (0,)]
    assert match.told(Event.MASCOT_PAID) == [(3, 1), (0, 1)]
    assert match.kinds()[-6:] == [Event.COIN_GIVEN_BACK] * 4 + [Event.MASCOT_PAID] * 2
    assert match.coins() == [2, 2, 3, 5]
    assert match.s.supply == 3


@pytest.mark.parametrize(("supply", "given"), [(3, False), (2, True)])
def test_CA_67_only_if_it_cannot(supply: int, given: bool) -> None:
    match = Mutiny(MANY, MANY, MANY, MANY, supply=supply)
    match.round("p1", "p1", "p1", "p1").round("m", "m", "m", "p1")
    assert bool(match.told(Event.COIN_GIVEN_BACK)) == given
    assert [paid for _, paid in match.told(Event.MASCOT_PAID)] == [1, 1, 1]


def test_CA_67_who_has_no_coin_gives_none_and_who_is_out_neither() -> None:
    match = Mutiny(MANY, MANY, MANY, MANY, sides=(V, D, None, V), coins=(0, 2, 9, 1), supply=0)
    match.round("p1", "p1", "-", "p1").round("m", "m", "-", "p1")
    assert match.told(Event.COIN_GIVEN_BACK) == [(1,), (3,)]
    assert match.told(Event.MASCOT_PAID) == [(0, 1), (1, 1)]
    assert match.coins() == [1, 2, 9, 0]
    assert match.s.supply == 0


def test_CA_67_who_has_gone_out_in_a_duel_gives_no_coin() -> None:
    match = Mutiny(MANY, MANY, "", coins=(1, 1, 9), supply=1).round("p1", "p1", "-").round("m", "m", "-")
    assert match.told(Event.COIN_GIVEN_BACK) == [(0,), (1,)]
    assert match.coins() == [1, 1, 9]
    assert match.s.supply == 1


@pytest.mark.parametrize(
    ("first", "paid"),
    [(0, [(0, 1), (2, 1), (3, 0)]), (1, [(2, 1), (3, 1), (0, 0)]), (3, [(3, 1), (0, 1), (2, 0)])],
)
def test_CA_67_still_too_little_is_paid_clockwise_from_the_oldest(
    first: int, paid: list[tuple[int, int]]
) -> None:
    match = Mutiny(MANY, MANY, MANY, MANY, coins=(0, 1, 0, 0), supply=1, first=first)
    match.round("p1", "p1", "p1", "p1").forget().round("m", "p1", "m", "m")
    assert match.told(Event.COIN_GIVEN_BACK) == [(1,)]
    assert match.told(Event.MASCOT_PAID) == paid
    assert match.s.supply == 0
    assert sum(match.coins()) == 2
    assert match.asked() == [1]


def test_CA_67_with_no_coin_anywhere_nothing_is_paid() -> None:
    match = Mutiny(MANY, MANY, coins=(0, 0), supply=0).round("p1", "p1").round("m", "m")
    assert match.told(Event.COIN_GIVEN_BACK) == []
    assert match.told(Event.MASCOT_PAID) == [(0, 0), (1, 0)]
    assert match.coins() == [0, 0]


def test_CA_67_a_lone_mascot_needs_no_supply() -> None:
    match = Mutiny(MANY, MANY, MANY, supply=0).round("p1", "p1", "p1").round("m", "p1", "p1")
    assert match.told(Event.COIN_GIVEN_BACK) == []
    assert match.legal(0) == "1 2"
