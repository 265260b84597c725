"""CA-20 to CA-29: the rounds of the voyage."""

from __future__ import annotations

from collections import Counter
from typing import Any

import pytest

from quarterdeck.games.cartagena.actions import PIRATE_NAMES
from quarterdeck.games.cartagena.state import Dry, Phase, Side
from tests.games.cartagena.table import Match, every_size

ALL = list(PIRATE_NAMES)
LEFT = ("", "tembo", "tembo nero", "tembo nero pang")


def last_turn(up: str, **fields: Any) -> Match:
    """Four players, the last one to act, Crackpott and others face up."""
    return Match(players=4, used="bijoux ojo sate", up=f"crackpott {up}", sides=[Side.DIAZ] * 4, **fields)


@every_size
def test_CA_20_the_row_has_three_cards_more_than_players(players: int) -> None:
    assert Match(players=players, up="pang").closed == players + 2


@every_size
def test_CA_20_the_giver_shuffles_all_cards_for_each_row(players: int) -> None:
    used = ["bijoux", "ojo", "sate"][: players - 1]
    seen: Counter[str] = Counter()
    for seed in range(40):
        match = Match(players=players, used=" ".join(used), up="crackpott", seed=seed)
        match.play(f"{players - 1} take crackpott")
        if match.row[0][0] == "ghost":
            assert match.told("ghost_met")
        else:
            assert match.face_down == [name for name in ALL if name != match.row[0][0]]
            assert match.closed == players + 2
        seen[match.row[0][0]] += 1
    assert len(seen) >= 10


def test_CA_20_a_round_begins_with_its_giver() -> None:
    match = last_turn("").play("3 take crackpott")
    assert match.told("round_began") == [(1, 2)]
    assert (match.s.giver, match.s.round_no, match.s.acted, match.s.opened) == (1, 2, 0, 1)
    assert match.to_act == (1,)
    assert match.s.first == 0


def test_CA_21_each_player_uses_one_card_the_giver_first() -> None:
    match = Match(players=4, up="pang crackpott sate bijoux ojo", giver=2, turn=2)
    for seat, pirate in ((2, "crackpott"), (3, "sate"), (0, "ojo"), (1, "pang")):
        assert match.to_act == (seat,)
        match.play(f"{seat} take {pirate}")
        if pirate == "ojo":
            match.play("0 side diaz")
    match.play("1 coin")
    assert match.told("used") == [(2, "crackpott"), (3, "sate"), (0, "ojo"), (1, "pang")]
    assert match.kinds().count("sailed") == 1
    assert match.s.giver == 3


def test_CA_22_any_face_up_card_or_the_next() -> None:
    match = Match(players=4, used="bijoux", up="pang valverde crackpott")
    assert match.to_act == (1,)
    assert match.legal() == ["take valverde", "take crackpott", "take pang", "open"]


def test_CA_22_without_a_face_up_card_the_next_is_opened_without_asking() -> None:
    match = Match(players=4, up="valverde", gold_pile=[1, 1]).play("0 take valverde")
    assert match.told("opened")[0][::2] == (1, 5)
    assert match.told("opened")[0][1] == match.row[1][0]
    assert match.closed == 5


def test_CA_22_with_a_face_up_card_nothing_is_opened() -> None:
    match = Match(players=4, up="valverde bijoux").play("0 take valverde")
    assert match.told("opened") == []
    assert match.legal() == ["take bijoux", "open"]


def test_CA_23_who_opens_may_use_only_the_last_card() -> None:
    match = Match(players=4, up="valverde bijoux").next_door("tembo").play("0 open")
    assert match.told("opened") == [(0, "tembo", 4)]
    assert match.legal() == ["take tembo", "open"]
    match.next_door("nero").play("0 open")
    assert match.legal() == ["take nero", "open"]


def test_CA_23_the_next_player_may_use_the_others_again() -> None:
    match = Match(players=4, up="valverde bijoux").next_door("sate").play("0 open", "0 take sate")
    assert match.legal(1) == ["take valverde", "take bijoux", "open"]


def test_CA_23_the_last_card_must_be_used() -> None:
    match = Match(players=4, up="valverde bijoux ojo nero tembo crackpott").next_door("sate").play("0 open")
    assert match.told("opened", "used") == [(0, "sate", 0), (0, "sate")]
    assert match.coins[0] == 2
    assert match.to_act == (1,)


def test_CA_23_the_last_card_asks_what_it_asks() -> None:
    match = Match(players=4, up="valverde bijoux ojo nero tembo crackpott").next_door("pang").play("0 open")
    assert match.to_act == (0,)
    assert match.legal() == ["draw", "coin"]


@pytest.mark.parametrize("used", ["", "bijoux", "bijoux ojo", "bijoux ojo nero"])
def test_CA_24_with_no_door_closed_one_of_the_face_up_cards(used: str) -> None:
    row = ["bijoux", "ojo", "nero", "tembo", "crackpott", "sate", "valverde"]
    rest = [one for one in row if one not in used.split()]
    match = Match(players=4, used=used, up=" ".join(rest))
    assert match.legal() == [f"take {one}" for one in ALL if one in rest]
    assert len(match.legal()) >= 4


def test_CA_25_the_ghost_ends_the_turn() -> None:
    match = Match(players=4, up="valverde").next_door("ghost").play("0 open")
    assert match.told("opened", "ghost_met", "used") == [(0, "ghost", 5), (0,)]
    assert match.row == [("valverde", None), ("ghost", 0)]
    assert match.to_act == (1,)
    assert match.legal() == ["take valverde", "open"]


def test_CA_25_a_ghost_behind_the_door_opened_at_the_start_of_a_turn() -> None:
    matches = [last_turn("", seed=seed).play("3 take crackpott") for seed in range(60)]
    haunted = [match for match in matches if match.row[0][0] == "ghost"]
    assert 0 < len(haunted) < 20
    for match in haunted:
        assert match.told("ghost_met") == [(1,)]
        assert match.told("opened")[0] == (1, "ghost", 6)
        assert match.told("opened")[1][::2] == (2, 5)
        assert match.to_act == (2,)


def test_CA_25_a_ghost_as_the_last_card() -> None:
    match = Match(players=4, up="valverde bijoux ojo nero tembo crackpott").next_door("ghost").play("0 open")
    assert match.told("ghost_met") == [(0,)]
    assert match.to_act == (1,)


def test_CA_26_a_used_card_is_gone_for_this_round() -> None:
    match = Match(players=4, up="valverde sate").play("0 take sate")
    assert match.row == [("valverde", None), ("sate", 0)]
    assert "take sate" not in match.legal(1)
    assert "sate" not in match.face_down


@pytest.mark.parametrize("left", [0, 1, 2, 3])
def test_CA_27_the_ship_moves_a_space_for_each_card_left(left: int) -> None:
    match = last_turn(LEFT[left]).play("3 take crackpott")
    assert match.told("sailed") == [(-1, left, left)]
    assert match.s.space == left


def test_CA_27_the_ghost_is_a_used_card() -> None:
    match = Match(players=4, used="bijoux ojo sate", up="tembo").next_door("ghost").play("3 open")
    assert match.told("sailed") == [(-1, 1, 1)]


def test_CA_27_after_the_round_the_left_neighbour_is_the_giver() -> None:
    match = Match(players=3, up="sate crackpott valverde", giver=2, turn=2)
    match.play("2 take sate", "0 take crackpott", "1 take valverde")
    assert match.s.giver == 0
    assert match.told("round_began") == [(0, 2)]


@pytest.mark.parametrize(
    ("space", "left", "met"), [(11, 1, True), (10, 3, True), (12, 1, False), (8, 3, False)]
)
def test_CA_28_a_storm_sends_a_pirate_to_the_lifeboat(space: int, left: int, met: bool) -> None:
    match = last_turn(LEFT[left], space=space).play("3 take crackpott")
    assert match.told("storm_met") == ([(-1, 12)] if met else [])
    assert len(match.told("stormed")) == int(met)
    assert match.told("returned") == []
    assert match.s.storms == 0
    if met:
        ((giver, sick),) = match.told("stormed")
        assert giver == 1
        assert ALL[match.s.boat] == sick
        assert sick not in match.face_down
        assert sick not in [pirate for pirate, _ in match.row]
        assert len(match.face_down) + len(match.row) == 12
    else:
        assert match.s.boat == -1


def test_CA_28_before_the_row_is_laid() -> None:
    match = last_turn("tembo", space=11).play("3 take crackpott")
    order = match.kinds()
    assert order.index("storm_met") < order.index("round_began") < order.index("stormed")
    assert order.index("stormed") < order.index("opened")


def test_CA_28_the_next_storm_exchanges_the_two() -> None:
    match = last_turn("tembo", space=15, boat="pang").play("3 take crackpott")
    ((_, sick),) = match.told("stormed")
    assert sick != "pang"
    assert match.told("returned") == [(1, "pang")]
    assert ALL[match.s.boat] == sick
    assert sick not in match.face_down
    assert "pang" in match.face_down or "pang" in [pirate for pirate, _ in match.row]


def test_CA_28_decision_the_pirate_is_drawn_at_random_and_shown_to_all() -> None:
    sick: Counter[str] = Counter()
    for seed in range(150):
        match = last_turn("tembo", space=15, boat="pang", seed=seed).play("3 take crackpott")
        sick[match.told("stormed")[0][1]] += 1
        assert match.heard(2, "stormed") == match.told("stormed")
    # Twelve pirates, each 12 or 13 times on average; the one in the boat comes back and is not drawn again.
    assert set(sick) == set(ALL) - {"pang"}
    assert max(sick.values()) < 35


def test_CA_28_two_storms_in_one_move() -> None:
    match = last_turn("tembo nero", space=10, storm=[11, 12, *[-1] * 6]).play("3 take crackpott")
    assert match.told("storm_met") == [(-1, 11), (-1, 12)]
    first, second = (pirate for _, pirate in match.told("stormed"))
    assert first != second
    assert match.told("returned") == [(1, first)]
    assert ALL[match.s.boat] == second


def test_CA_28_a_pirate_in_the_lifeboat_stays_away() -> None:
    for seed in range(40):
        match = last_turn("tembo", boat="pang", seed=seed).play("3 take crackpott")
        for _ in range(6):
            if match.closed and "open" in match.legal():
                match.play(f"{match.to_act[0]} open")
        assert "pang" not in [pirate for pirate, _ in match.row]
        assert "pang" not in match.face_down


def test_CA_29_the_voyage_ends_at_the_mutiny_space() -> None:
    match = last_turn("tembo", space=22).play("3 take crackpott")
    assert match.told("sailed") == [(-1, 1, 23)]
    assert match.told("voyage_ended") == [(-1, 1, 0)]
    assert match.s.duel >= 0
    assert match.told("round_began") == []


def test_CA_29_the_ship_stops_there() -> None:
    match = last_turn("tembo nero pang", space=22).play("3 take crackpott")
    assert match.told("sailed") == [(-1, 1, 23)]
    assert match.s.space == match.s.goal == 23


def test_CA_29_no_storm_is_met_once_the_mutiny_begins() -> None:
    match = last_turn("tembo nero pang", space=20, storm=[21, 22, *[-1] * 6]).play("3 take crackpott")
    assert match.told("voyage_ended") == [(-1, 1, 0)]
    assert match.told("storm_met", "stormed") == []
    assert match.s.boat == -1


@pytest.mark.parametrize(
    ("fields", "pirate", "dry"),
    [
        ({"pile": "pink 1, pink 2"}, "crackpott", Dry.COMBAT),
        ({"gold_pile": [3]}, "valverde", Dry.GOLD),
        ({"supply": 1}, "valverde", Dry.COINS),
        ({"supply": 1, "gold_pile": [1]}, "valverde", Dry.GOLD | Dry.COINS),
    ],
)
def test_CA_29_the_voyage_ends_after_the_round_in_which_a_supply_ran_out(
    fields: dict[str, Any], pirate: str, dry: int
) -> None:
    others = [one for one in ("sate", "tembo", "bijoux", "valverde", "crackpott") if one != pirate][-3:]
    match = Match(players=4, up=f"{pirate} {' '.join(others)} chang-ye nero ojo", coins=[2] * 4, **fields)
    match.play(f"0 take {pirate}")
    assert sum(1 << ("combat", "gold", "coins").index(pile) for _, pile in match.told("ran_out")) == dry
    assert match.s.dry == dry
    # The round is played to its end.
    assert match.told("voyage_ended") == []
    match.play("1 take ojo", "1 side diaz", "2 take chang-ye", "2 rob 0", "3 take bijoux", "3 side diaz")
    assert match.told("voyage_ended") == [(-1, 0, dry)]


def test_CA_29_what_can_not_be_paid_is_not_paid() -> None:
    match = Match(players=4, up="crackpott sate", pile="pink 3", supply=0).play(
        "0 take crackpott", "1 take sate"
    )
    assert match.told("drew_combat") == [(0, 1)]
    assert match.told("went_empty") == [(0, "combat"), (1, "coins")]
    assert match.coins == [1] * 4


def test_CA_29_decision_a_supply_that_fills_up_again_counts() -> None:
    match = Match(players=4, used="bijoux ojo", up="sate nero", supply=1, coins=[1, 1, 1, 4])
    match.play("2 take sate", "3 take nero", "3 buy", "3 done")
    assert match.s.supply == 1
    assert match.told("ran_out") == [(-1, "coins")]
    assert match.told("voyage_ended") == [(-1, 0, Dry.COINS)]


def test_CA_29_the_voyage_does_not_end_before_the_round_is_over() -> None:
    match = Match(players=2, up="sate tembo", supply=1).play("0 take sate")
    assert match.phase == Phase.CABINS
    assert match.to_act == (1,)
