"""Situations in which every sensible player does the same."""

from __future__ import annotations

import random
from itertools import permutations
from math import isfinite
from typing import Any

import numpy as np
import pytest

import quarterdeck
from quarterdeck import Position
from quarterdeck.bots import bot
from quarterdeck.bots.heuristics.judge import points
from quarterdeck.games.cartagena.heuristics import odds
from quarterdeck.games.cartagena.heuristics.odds import best_door
from quarterdeck.games.cartagena.state import PAIRS as MOST_DUELS

# Five own cards and one of the other side's, for whoever is for Captain Valverde.
FIVE = ["pink 1", "pink 1", "pink 2", "pink 2", "pink 3"]
PAIRS = [[9, 1], [8, 2], [3, 7], [4, 6], [10, 5]]
EVERYBODY = [0, 1, 2, 3]


def laid(players: int = 4, seed: int = 1, **setup: Any) -> Position:
    """A match laid out by hand."""
    return quarterdeck.game("cartagena", players=players).start(seed=seed, setup=setup)


def always(position: Position, seat: int | None = None) -> str:
    """What the bot does in a seat (the first to act), whatever its seed."""
    view = position.view(position.to_act[0] if seat is None else seat)
    (only,) = {str(bot("rule-of-thumb", number).choose(view)) for number in range(12)}
    return only


def worths(position: Position, seat: int | None = None) -> dict[str, float]:
    return points(position.view(position.to_act[0] if seat is None else seat))


# The voyage


def test_CA_60_without_a_conviction_the_last_chance_to_place_one_is_taken() -> None:
    row = ["valverde", "ojo"]
    last = laid(ship=22, round=9, row=row, sides=[None, "diaz", "diaz", "valverde"])
    assert always(last) == "take ojo"
    early = laid(ship=2, row=row, sides=[None, None, None, None])
    assert always(early) == "take valverde"


def test_CA_48_many_coins_on_sate_are_taken() -> None:
    assert always(laid(row=["pang", "sate"], sate_coins=3)) == "take sate"
    assert worths(laid(row=["pang", "sate"], sate_coins=3))["take sate"] > 3.5


def test_CA_66_who_is_short_of_cards_near_the_end_takes_cards_and_not_coins() -> None:
    layout: dict[str, Any] = {"ship": 21, "row": ["sate", "crackpott"], "sides": ["valverde"] * 4}
    assert always(laid(**layout, hands=[["pink 1"] * 2, None, None, None])) == "take crackpott"
    assert always(laid(**layout, hands=[FIVE * 2, None, None, None], sate_coins=2)) == "take sate"


def test_CA_25_the_ghost_keeps_a_player_from_opening_only_where_he_may_be() -> None:
    row = [["pang", 0], "tembo"]
    afraid, safe = laid(row=row), laid(row=row, boat="ghost")
    assert worths(safe)["open"] > worths(afraid)["open"]


def test_CA_47_the_richest_is_robbed() -> None:
    position = laid(row=["chang-ye"], coins=[1, 2, 5, 1], boat="sate").play(0, "take chang-ye")
    assert always(position) == "rob 2"


def test_CA_46_pang_gives_a_card_to_who_has_few_and_a_coin_to_who_has_many() -> None:
    few = laid(row=["pang"], ship=15, hands=[["pink 1", "grey 1"], None, None, None])
    many = laid(row=["pang"], ship=15, hands=[FIVE * 2, None, None, None])
    assert always(few.play(0, "take pang")) == "draw"
    assert always(many.play(0, "take pang")) == "coin"


def test_CA_43_the_card_of_the_own_colour_is_kept() -> None:
    sides = ["diaz", None, None, None]
    position = laid(row=["tembo"], sides=sides, pile=["pink 3", "grey 2"]).play(0, "take tembo")
    assert always(position) == "keep grey 2"


def test_CA_41_gold_or_combat_is_kept_by_what_is_missing() -> None:
    layout: dict[str, Any] = {"row": ["diaz"], "sides": ["diaz"] * 4, "ship": 21}
    armed = laid(**layout, hands=[["grey 1"] * 5, None, None, None], gold_pile=[3], pile=["pink 1"])
    bare = laid(**layout, hands=[["grey 1"], None, None, None], gold_pile=[1], pile=["grey 3"])
    assert always(armed.play(0, "take diaz")) == "keep gold"
    assert always(bare.play(0, "take diaz")) == "keep combat"


def test_CA_45_nobody_sells_a_card_that_a_duel_will_need() -> None:
    layout: dict[str, Any] = {"row": ["nero"], "sides": ["valverde"] * 4, "ship": 20}
    needed = laid(**layout, hands=[FIVE, None, None, None]).play(0, "take nero")
    assert max(worth for text, worth in worths(needed).items() if text.startswith("sell")) < 0
    spare = laid(**layout, hands=[[*FIVE, "grey 1", "grey 1", "grey 1"], None, None, None])
    assert always(spare.play(0, "take nero")) == "sell grey 1"


def test_CA_44_cards_of_the_other_colour_are_swapped_and_good_ones_kept() -> None:
    hand = ["grey 2", "pink 3", "pink 2", "pink 2"]
    position = laid(row=["wessel-jan"], sides=["valverde", None, None, None], hands=[hand, None, None, None])
    position = position.play(0, "take wessel-jan")
    assert always(position) == "swap grey 2"
    assert always(position.play(0, "swap grey 2")) == "done"


def test_CA_51_the_stronger_sailor_stands_for_the_own_side() -> None:
    for side in ("valverde", "diaz"):
        position = laid(row=["cambivalute"], sides=[side, None, None, None]).play(0, "take cambivalute")
        assert always(position) == f"higher {side}"


def test_CA_51_a_pair_that_stands_against_me_is_turned_and_one_for_me_is_left() -> None:
    known = [[*pair, EVERYBODY] for pair in PAIRS[:4]]
    position = laid(row=["cambivalute"], sides=["diaz", None, None, None], pairs=[*known, PAIRS[4]])
    position = position.play(0, "take cambivalute")
    assert always(position) == "inspect A"
    assert always(position.play(0, "inspect A")) == "swap"
    assert always(position.play(0, "inspect C")) == "keep"


def test_CA_49_a_side_is_chosen_by_the_cards_by_the_sailors_and_by_the_others() -> None:
    grey = [["grey 3", "grey 2", "grey 1"], None, None, None]
    assert always(laid(row=["bijoux"], hands=grey).play(0, "take bijoux")) == "side diaz"
    pairs = [[9, 2, [0]], [8, 1, [0]], [10, 4, [0]]]
    assert always(laid(row=["bijoux"], pairs=pairs).play(0, "take bijoux")) == "side valverde"
    spied = laid(
        row=["bijoux"], sides=[None, "diaz", "diaz", None], spied=[[0, 1], [0, 2]], coins=[6, 1, 1, 1]
    )
    assert always(spied.play(0, "take bijoux")) == "side diaz"


def test_CA_50_a_conviction_that_is_known_is_not_spied_on_again() -> None:
    position = laid(row=["ojo"], sides=["diaz", "diaz", "valverde", "valverde"], spied=[[0, 1], [0, 2]])
    assert always(position.play(0, "take ojo")) == "spy 3"


# The mutiny


def test_CA_47_a_coin_that_can_be_stolen_is_stolen() -> None:
    position = laid(coins=[0, 2, 0, 0], row=["chang-ye"]).play(0, "take chang-ye")
    assert always(position) == "rob 1"


def test_CA_50_an_unknown_side_is_looked_at_rather_than_none() -> None:
    position = laid(sides=["diaz", None, "diaz", None], row=["ojo"]).play(0, "take ojo")
    found = worths(position)
    assert found["spy 2"] > found["done"] == 0


def test_CA_51_where_all_pairs_are_known_and_stand_well_none_needs_a_look() -> None:
    well = [[low, 11 - low, [0]] for low in range(1, 6)]
    position = laid(sides=["diaz"] * 4, pairs=well, row=["cambivalute"]).play(0, "take cambivalute")
    assert set(worths(position).values()) == {0.0}
    badly = [*well[:4], [6, 5, [0]]]
    position = laid(sides=["diaz"] * 4, pairs=badly, row=["cambivalute"]).play(0, "take cambivalute")
    assert always(position) == "inspect E"


def test_CA_49_a_conviction_that_a_rival_knows_is_handled_and_else_left_as_well() -> None:
    setup: dict[str, Any] = {
        "sides": ["diaz", "valverde", None, None],
        "pairs": [[1, 10, [0]], [2, 9, [0]], [3, 8, [0]]],
    }
    known = worths(laid(**setup, spied=[[1, 0], [0, 1]], row=["bijoux"]).play(0, "take bijoux"))
    assert known["side diaz"] > known["done"] > known["side valverde"]
    unknown = worths(laid(**setup, row=["bijoux"]).play(0, "take bijoux"))
    assert unknown["side diaz"] == unknown["done"] > unknown["side valverde"]


def test_CA_66_a_mascot_that_costs_the_game_is_not_laid() -> None:
    game = quarterdeck.game("cartagena", players=3, mascot_in_first_round="yes")
    setup = {"sides": ["diaz", "valverde", "diaz"], "duels": [], "pairs": [[10, 1], [9, 2], [8, 3]]}
    position = game.start(seed=1, setup=setup)
    for seat in range(3):
        found = worths(position, seat)
        assert found["mascot"] < min(worth for action, worth in found.items() if action != "mascot")


def test_CA_80_where_there_is_a_single_duel_all_cards_count_in_it() -> None:
    position = quarterdeck.game("cartagena", table="tiny").start(seed=1)
    mine = position.to_json()["seats"][position.to_act[0]]["combat"]
    assert mine == ["pink 1", "pink 2", "grey 1"]
    found = worths(position)
    assert found["side valverde"] > found["side diaz"] + 2


def in_duels(*hands: list[str], pairs: list[list[int]] | None = None, **setup: Any) -> Position:
    """The mutiny of so many players, the first two for Captain Valverde, the others for Ramon Diaz."""
    sides = ["valverde", "valverde", "diaz", "diaz"][: len(hands)]
    layout = {"sides": sides, "pairs": pairs or PAIRS, "duels": [], "hands": list(hands), **setup}
    return laid(players=len(hands), **layout)


def test_CA_64_in_a_duel_that_is_won_the_mascot_is_laid_in_the_second_round() -> None:
    position = in_duels(FIVE, ["pink 1"] * 4, ["grey 1"] * 5, ["grey 1"] * 5)
    for seat, card in enumerate(("pink 1", "pink 1", "grey 1", "grey 1")):
        position = position.play(seat, f"play {card}")
    assert always(position, 0) == "mascot"


def test_CA_66_a_lost_duel_costs_no_more_than_one_card() -> None:
    position = in_duels(["pink 3", *FIVE], ["pink 1"] * 4, ["grey 1"] * 5, ["grey 1"] * 5, pairs=[[1, 10]])
    assert worths(position, 0)["play pink 1"] > worths(position, 0)["play pink 3"]
    for seat, card in enumerate(("pink 1", "pink 1", "grey 1", "grey 1")):
        position = position.play(seat, f"play {card}")
    assert always(position, 0) == "mascot"


def test_CA_63_a_lost_duel_is_for_cards_of_the_other_colour() -> None:
    hand = [*FIVE[:4], "grey 2"]
    position = in_duels(hand, ["pink 3"] * 4, ["grey 1"] * 5, ["grey 1"] * 5, pairs=[[1, 10]])
    assert always(position, 0) == "play grey 2"


def two_all(hand: list[str], pair: list[int]) -> Position:
    """Two players, both sides with two duels: this hand against a rival with one card, in the last duel."""
    rounds = [[["pink 1", "grey 1"], [None, None]]] * 4
    pairs = [[10, 2], [1, 9], [8, 3], [4, 7], pair]
    sides = ["valverde", "diaz"]
    return laid(players=2, sides=sides, pairs=pairs, hands=[hand, ["grey 1"]], duels=rounds)


def test_CA_61_in_the_last_duel_all_is_spent_that_is_needed() -> None:
    position = two_all(["pink 3", "pink 2"], [5, 6])
    assert position.to_json()["wins"] == {"valverde": 2, "diaz": 2}
    position = position.play(0, "play pink 2").play(1, "play grey 1")
    assert position.to_json()["duels"][-1]["total"] == {"valverde": 7, "diaz": 7}
    # Seven each, and the stronger cards are his own: a tie is won (CA-68).
    assert always(position, 0) == "mascot"
    position = two_all(["pink 3", "pink 1"], [5, 6]).play(0, "play pink 1").play(1, "play grey 1")
    assert always(position, 0) == "play pink 3"


def test_CA_65_a_lone_mascot_robs_who_is_in_the_way() -> None:
    position = in_duels(FIVE, ["pink 1"] * 5, ["grey 1"] * 5, ["grey 1"] * 5, coins=[3, 6, 1, 1])
    for seat, card in enumerate(("pink 1", "pink 1", "grey 1", "grey 1")):
        position = position.play(seat, f"play {card}")
    position = position.play(0, "mascot").play(1, "play pink 1").play(2, "play grey 1").play(3, "play grey 1")
    assert position.to_json()["phase"] == "rob"
    assert always(position) == "rob 1"


# Odds


@pytest.mark.parametrize("closed", [1, 2])
@pytest.mark.parametrize("ghost", [False, True])
def test_CA_25_the_worth_of_closed_doors_is_exact_for_two(closed: int, ghost: bool) -> None:
    worths = [3.0, 0.5, 2.0, 1.0]
    behind: list[float | None] = [*worths, *([None] if ghost else [])]
    total, orders = 0.0, list(permutations(behind, closed))
    mean = {
        first: sum(0.0 if other is None else other for other in rest) / len(rest)
        for first in behind
        for rest in [[other for other in behind if other is not first]]
    }
    for doors in orders:
        first = doors[0]
        if first is None:
            continue
        if closed == 1:
            total += first
        else:
            last = doors[1]
            total += first if first >= mean[first] else 0.0 if last is None else last
    assert best_door(np.array(worths), 4, ghost, closed) == pytest.approx(total / len(orders))


def test_more_doors_are_never_worse_and_the_ghost_never_better() -> None:
    worths = np.array([3.0, 0.5, 2.0, 1.0, 1.5])
    chances = [best_door(worths, 5, False, closed) for closed in range(1, 6)]
    assert chances == sorted(chances)
    assert all(best_door(worths, 5, True, closed) < chances[closed - 1] for closed in range(1, 6))
    assert best_door(worths, 0, True, 3) == 0.0


def race(wins: int, losses: int, chances: list[float], cards: int = 5) -> float:
    """The chance to win most of the duels."""
    return odds.race(wins, losses, np.array(chances), len(chances), cards, np.zeros(MOST_DUELS + 1))


def test_CA_61_the_race_to_three_duels() -> None:
    assert race(0, 0, [0.5] * 5) == pytest.approx(0.5)
    assert race(2, 2, [0.3]) == pytest.approx(0.3)
    assert race(2, 0, [0.5] * 3) == pytest.approx(1 - 0.5**3)
    assert race(3, 1, [0.1]) == 1
    assert race(1, 3, [0.9]) == 0
    assert race(0, 0, [0.6] * 5, cards=3) == pytest.approx(0.6**3)


def test_CA_66_who_has_fewer_cards_than_duels_to_come_may_lose_for_it() -> None:
    assert race(2, 2, [0.9], cards=0) == 0
    assert race(1, 2, [0.8, 0.7], cards=1) == 0
    assert race(1, 2, [0.8, 0.7], cards=2) == pytest.approx(0.8 * 0.7)
    assert race(2, 1, [0.8, 0.7], cards=1) == pytest.approx(0.8)


# Whole games


@pytest.mark.parametrize("players", [2, 3, 4])
def test_every_legal_action_of_every_question_is_judged(players: int) -> None:
    chooser = random.Random(players)
    asked = set()
    for seed in range(6):
        position = quarterdeck.game("cartagena", players=players).start(seed=seed)
        while not position.over:
            seat = chooser.choice(position.to_act)
            view = position.view(seat).to_json()
            asked.add(view["phase"])
            found = worths(position, seat)
            assert set(found) == set(view["legal"])
            assert all(map(isfinite, found.values()))
            position = position.play(seat, chooser.choice(view["legal"]))
    assert asked >= {"cabins", "diaz", "tembo", "swap", "trade", "pang", "side", "sailors", "duel"}


@pytest.mark.parametrize("players", [2, 3, 4])
def test_CA_60_and_CA_66_hardly_ever_put_the_rule_of_thumb_bot_out_of_the_game(players: int) -> None:
    game = quarterdeck.game("cartagena", players=players)
    out = 0
    for number in range(8):
        position = game.start(seed=f"sensible {number}")
        seats = [bot("rule-of-thumb", f"{number}/{seat}") for seat in range(players)]
        while not position.over:
            seat = position.to_act[0]
            position = position.play(seat, seats[seat].choose(position.view(seat)))
        body = position.to_json()
        out += sum(not one["alive"] for one in body["seats"])
        assert len(body["route"]["spaces"]) > 1
    assert out <= 2
