"""Readings that a table can choose: CA-13 the oldest, CA-48 Satè, CA-60 and CA-65 to CA-67 the mutiny."""

from __future__ import annotations

import pytest

import quarterdeck
from quarterdeck.errors import GameOptionError
from quarterdeck.games.cartagena.events import Event
from quarterdeck.games.cartagena.supplies import sate_pays
from tests.games.cartagena.mutineers import D, Mutiny, V
from tests.games.cartagena.table import ALL_OPPONENTS, AT_ONCE, SET_ASIDE, Match

# CA-13


@pytest.mark.parametrize("oldest", [0, 1, 2])
def test_CA_13_a_table_may_name_the_oldest(oldest: int) -> None:
    game = quarterdeck.game("cartagena", players=3, oldest=oldest)
    for seed in range(8):
        body = game.start(seed=seed).to_json()
        assert (body["first_giver"], body["giver"]) == (oldest, oldest)


def test_CA_13_without_a_named_oldest_chance_says_who_it_is() -> None:
    game = quarterdeck.game("cartagena", players=3)
    assert {game.start(seed=seed).to_json()["first_giver"] for seed in range(30)} == {0, 1, 2}


def test_CA_13_the_oldest_has_a_seat_at_the_table() -> None:
    with pytest.raises(GameOptionError, match=r"has one of the seats 1 to 2, not seat 3 \(CA-13\)"):
        quarterdeck.game("cartagena", players=2, oldest=2)


# CA-48: coins that are set aside


def test_CA_48_set_aside_the_coin_leaves_the_supply_at_once() -> None:
    match = Match(players=4, up="sate crackpott", supply=1, readings=SET_ASIDE).play("0 take crackpott")
    assert match.told("sate_grew") == [(0, 1)]
    assert match.told("ran_out") == [(-1, "coins")]
    assert match.s.supply == 0
    match = Match(players=4, up="sate crackpott", supply=0, readings=SET_ASIDE).play("0 take crackpott")
    assert match.told("sate_grew") == []


def test_CA_48_set_aside_the_coins_on_it_are_paid_even_by_an_empty_supply() -> None:
    match = Match(players=4, up="sate bijoux", supply=0, sate=2, readings=SET_ASIDE).play("0 take sate")
    assert match.told("got_coins", "went_empty") == [(0, 2, "sate"), (0, "coins")]
    assert match.coins[0] == 3


def test_CA_48_set_aside_only_the_first_coin_is_then_paid_by_the_supply() -> None:
    match = Match(players=4, up="sate crackpott", supply=9, readings=SET_ASIDE)
    match.play("0 take crackpott")
    assert sate_pays(match.s) == 2
    match.play("1 take sate")
    assert match.told("sate_grew", "got_coins") == [(0, 1), (1, 2, "sate")]
    assert (match.coins[1], match.s.supply) == (3, 7)


def test_CA_48_set_aside_they_are_not_there_for_others() -> None:
    match = Match(players=4, up="sate pang bijoux", supply=1, pile="pink 1", readings=SET_ASIDE)
    match.play("0 take pang")
    assert match.told("drew_combat") == [(0, 1)]
    assert match.s.sate == 1


def test_CA_48_set_aside_unclaimed_coins_go_back_at_the_end_of_the_round() -> None:
    match = Match(players=2, up="sate crackpott nero", readings=SET_ASIDE)
    match.play("0 take crackpott", "1 take nero", "1 done")
    assert match.told("sate_grew", "sate_back") == [(0, 1), (1, 2), (-1, 2)]
    assert (match.s.sate, match.s.supply) == (0, 28)


# CA-66: the mascot in a first round


def test_CA_66_who_holds_a_card_can_not_lay_the_mascot_in_a_first_round() -> None:
    match = Mutiny("p1 p1", "g1 g1", sides=(V, D), coins=(1, 1))
    assert match.legal(0) == "p1"


def test_CA_66_a_table_may_allow_it_at_the_price_of_the_game() -> None:
    match = Mutiny("p1 p1", "g1 g1", sides=(V, D), coins=(1, 1), readings=AT_ONCE)
    assert match.legal(0) == "p1 m"
    match.lay(0, "m").lay(1, "g1")
    assert not match.s.alive & 1
    assert match.told(Event.MASCOT_AT_ONCE) == [(0,)]
    assert match.told(Event.OUT_OF_CARDS) == []


def test_CA_66_who_has_no_card_is_out_in_either_reading() -> None:
    match = Mutiny("", "g1 g1", sides=(V, D), coins=(1, 1), readings=AT_ONCE).lay(1, "g1")
    assert match.told(Event.OUT_OF_CARDS) == [(0,)]
    assert match.told(Event.MASCOT_AT_ONCE) == []


def test_CA_66_a_card_laid_in_a_first_round_may_be_the_mascot_for_the_others() -> None:
    game = quarterdeck.game("cartagena", players=3, mascot_in_first_round="yes")
    setup = {"sides": ["diaz", "diaz", "valverde"], "duels": []}
    position = game.start(seed=1, setup=setup).play(0, "mascot")
    laid = {position.view(1).sample(deal).to_json()["seats"][0]["posted"] for deal in range(40)}
    assert laid == {"pink 1", "grey 1", "mascot"}
    assert position.view(1).to_json()["seats"][0]["posted"] == "unknown"


# CA-60, CA-65, CA-67: players who are out

SIDES = (V, D, None)


def lone_mascot(readings: int = 0) -> Mutiny:
    """Seat 2 has no side; seat 0 alone lays its mascot in the second round."""
    match = Mutiny("p1 p1", "g1 g1", "p1", sides=SIDES, coins=(0, 1, 1), readings=readings)
    return match.lay(0, "p1").lay(1, "g1").lay(0, "m").lay(1, "g1")


def test_CA_65_CA_60_who_is_out_is_not_robbed() -> None:
    assert lone_mascot().coins() == [1, 0, 1]


def test_CA_65_CA_60_a_table_may_count_all_as_opponents() -> None:
    match = lone_mascot(ALL_OPPONENTS)
    assert match.legal(0) == "1 2"
    assert match.rob(0, 2).coins() == [1, 1, 0]


@pytest.mark.parametrize(("readings", "coins"), [(0, [1, 1, 1]), (ALL_OPPONENTS, [1, 1, 0])])
def test_CA_67_who_is_out_gives_a_coin_only_if_all_are_opponents(readings: int, coins: list[int]) -> None:
    match = Mutiny("p1 p1", "g1 g1", "p1", sides=SIDES, coins=(1, 1, 1), supply=0, readings=readings)
    match.lay(0, "p1").lay(1, "g1").lay(0, "m").lay(1, "m")
    assert match.coins() == coins
    assert (match.s.supply == 1) == bool(readings)


@pytest.mark.parametrize("option", [{"sate": "aside"}, {"duel_opponents": "none"}, {"oldest": 4}])
def test_a_reading_that_there_is_not_is_refused(option: dict[str, str | int]) -> None:
    with pytest.raises(GameOptionError, match="can be"):
        quarterdeck.game("cartagena", **option)


def test_the_readings_are_in_the_record_and_in_every_view() -> None:
    game = quarterdeck.game(
        "cartagena", sate="set aside", mascot_in_first_round="yes", duel_opponents="all", oldest=1
    )
    view = game.start(seed=1).view(2).to_json()
    assert view["readings"] == ["sate_set_aside", "mascot_in_first_round", "all_are_opponents"]
    assert view["options"]["duel_opponents"] == "all"
