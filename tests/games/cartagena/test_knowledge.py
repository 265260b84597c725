"""What a seat can know of the voyage: views that tell no more, and worlds that agree with them."""

from __future__ import annotations

from collections import Counter
from typing import Any

import numpy as np
import pytest

from quarterdeck import Position
from quarterdeck.games.cartagena.cards import shown_by, shown_kind, under_kind, under_owner
from quarterdeck.games.cartagena.state import KINDS, NONE, State
from quarterdeck.games.cartagena.supplies import sure_of
from tests.games.cartagena.table import Match, every_size
from tests.games.cartagena.worlds import (
    DECK,
    STARTING,
    alike,
    chi_square,
    duels,
    heard_alike,
    others,
    pool,
    start,
    without,
    worlds,
)
from tests.games.positions import play

# Cards of the voyage


def test_CA_10_the_starting_cards_are_known_to_be_in_every_hand() -> None:
    position = start(4)
    for viewer in others(position):
        for world in worlds(position, viewer):
            assert [one["combat"] for one in world["seats"]] == [STARTING] * 4


def test_CA_10_in_every_world_all_know_the_starting_cards() -> None:
    for seed in range(3):
        world = start(3).view(0).sample(seed=seed).state
        for viewer, holder in ((0, 1), (1, 0), (1, 2), (2, 1)):
            assert [sure_of(world, viewer, holder, kind) for kind in range(KINDS)] == [1, 0, 0, 1, 0, 0]


def test_CA_10_other_unknown_cards_are_dealt_in_proportion() -> None:
    position = play(start(row=["crackpott"]), "0 take crackpott")
    unseen = DECK - Counter(STARTING * 3)
    size = sum(unseen.values())
    dealt = Counter[str]()
    for world in worlds(position, None, 900):
        drawn = Counter(world["seats"][0]["combat"]) - Counter(STARTING)
        assert sum(drawn.values()) == 2
        dealt.update(drawn)
    assert chi_square(dealt, {card: 1800 * number / size for card, number in unseen.items()}) < 4


def test_CA_11_a_drawn_card_is_its_seats_secret() -> None:
    piles = (["pink 3", "grey 2"], ["grey 1", "grey 1"])
    positions = [play(start(row=["crackpott"], pile=pile), "0 take crackpott") for pile in piles]
    assert alike(others(positions[0], 0), *positions)
    assert heard_alike(others(positions[0], 0), *positions)
    assert not alike([0], *positions)


def test_CA_29_all_count_the_same_supplies_whatever_lies_under_the_piles() -> None:
    looking = play(start(row=["diaz"]), "0 take diaz")
    for position in (looking, looking.play(0, "keep combat"), looking.play(0, "keep gold")):
        for viewer in (None, *range(position.game.players)):
            assert position.view(viewer).to_json()["supply"] == position.to_json()["supply"]


@pytest.mark.parametrize("kept", ["gold", "combat"])
def test_CA_41_the_two_cards_are_the_secret_of_who_looks(kept: str) -> None:
    piles = ((["pink 3"], [1]), (["grey 2"], [3]))
    positions = [play(start(row=["diaz"], pile=pile, gold_pile=gold), "0 take diaz") for pile, gold in piles]
    assert alike(others(positions[0], 0), *positions)
    assert heard_alike(others(positions[0], 0), *positions)
    positions = [play(one, f"0 keep {kept}") for one in positions]
    assert alike(others(positions[0], 0), *positions)
    assert heard_alike(others(positions[0], 0), *positions)
    assert not alike([0], *positions)


def test_CA_41_both_cards_are_in_every_world_of_who_looks() -> None:
    position = play(start(row=["diaz"]), "0 take diaz")
    seen = position.to_json()["looking"]
    assert {str(one["looking"]) for one in worlds(position, 0)} == {str(seen)}
    assert len({str(one["looking"]) for one in worlds(position, 1)}) > 6


def two_in_the_pile(one: str, other: str, **setup: Any) -> Position:
    """Seats 0 and 1 have their starting cards, and only two cards are left in the shuffled pile."""
    hands = [None, None, without(one, other, *STARTING, *STARTING)]
    return start(hands=hands, **setup)


def test_CA_41_who_put_a_combat_card_under_knows_it_there_and_when_it_is_drawn() -> None:
    position = two_in_the_pile("pink 3", "grey 2", row=["diaz", "crackpott"])
    position = play(position, "0 take diaz", "0 keep gold")
    (put,) = position.to_json()["under"]["combat"]
    for viewer in (None, 1, 2):
        assert {str(one["under"]["combat"]) for one in worlds(position, viewer)} > {str([put])}
    assert {str(one["under"]["combat"]) for one in worlds(position, 0)} == {str([put])}
    position = play(position, "1 take crackpott")
    for world in worlds(position, 0):
        assert Counter(world["seats"][1]["combat"]) >= Counter([*STARTING, put["card"]])
    assert any(put["card"] not in world["seats"][1]["combat"] for world in worlds(position, None))


def test_CA_41_a_gold_card_put_back_and_drawn_is_known_to_who_put_it_back() -> None:
    # The two cards of the pile are all that seat 2 has left of the gold.
    gold = [1] * 6 + [2] * 5 + [3] * 5
    position = start(row=["diaz", "valverde"], gold=[None, None, gold], gold_pile=[3, 2], pile=["pink 2"])
    position = play(position, "0 take diaz", "0 keep combat")
    assert [one["value"] for one in position.view(0).to_json()["under"]["gold"]] == [None, 3]
    assert {str(one["under"]["gold"][1]["value"]) for one in worlds(position, 0)} == {"3"}
    assert {str(one["under"]["gold"][1]["value"]) for one in worlds(position, 1)} == {"1", "2", "3"}
    position = play(position, "1 take valverde")
    # Seat 0 knows which card is left, and nothing of the one that was drawn; seat 1 the other way round.
    assert {one["under"]["gold"][0]["value"] for one in worlds(position, 0)} == {3}
    assert {str(one["seats"][1]["gold"]) for one in worlds(position, 0)} == {"[1]", "[2]", "[3]"}
    assert {str(one["seats"][1]["gold"]) for one in worlds(position, 1)} == {"[2]"}
    assert {one["under"]["gold"][0]["value"] for one in worlds(position, 1)} == {1, 2, 3}
    assert all(one["under"]["gold"][0]["value"] in (2, 3) for one in worlds(position, 2))


def test_CA_40_a_gold_card_that_was_seen_is_known_in_the_hand_of_who_draws_it() -> None:
    position = start(
        row=[["pang", 0], "valverde"], gold_under=[[3, [0]]], gold=[None, None, [1] * 6 + [2] * 6 + [3] * 5]
    )
    assert position.to_json()["supply"]["gold"] == 1
    position = play(position, "1 take valverde")
    assert {str(one["seats"][1]["gold"]) for one in worlds(position, 0)} == {"[3]"}
    assert {str(one["seats"][1]["gold"]) for one in worlds(position, None)} == {"[1]", "[2]", "[3]"}


def test_CA_40_unknown_gold_cards_are_dealt_in_proportion() -> None:
    position = start(gold=[[1, 1, 1], [3], None])
    dealt = Counter[int]()
    for world in worlds(position, 0, 600):
        dealt.update(world["seats"][1]["gold"])
    assert chi_square(dealt, {1: 600 * 3 / 15, 2: 600 * 6 / 15, 3: 600 * 6 / 15}) < 4


@pytest.mark.parametrize("kept", ["pink 2", "grey 3"])
def test_CA_43_the_card_that_is_put_back_is_known_to_who_put_it(kept: str) -> None:
    position = play(two_in_the_pile("pink 2", "grey 3", row=["tembo"]), "0 take tembo")
    assert {str(one["looking"]["combat"]) for one in worlds(position, 0)} == {
        str(position.to_json()["looking"]["combat"])
    }
    position = play(position, f"0 keep {kept}")
    put = "grey 3" if kept == "pink 2" else "pink 2"
    for world in worlds(position, 0):
        # It has never been in the hand.
        assert world["under"]["combat"] == [{"card": put, "by": None}]
        assert Counter(world["seats"][0]["combat"]) == Counter([*STARTING, kept])
    found = {world["under"]["combat"][0]["card"] for world in worlds(position, 1)}
    assert found > {put}


def test_CA_43_which_card_is_kept_is_a_secret() -> None:
    before = play(two_in_the_pile("pink 2", "grey 3", row=["tembo"]), "0 take tembo")
    positions = [play(before, f"0 keep {card}") for card in ("pink 2", "grey 3")]
    assert alike(others(before, 0), *positions)
    assert heard_alike(others(before, 0), *positions)
    assert not alike([0], *positions)


# Cards put under the pile from the hand


def test_CA_44_which_card_is_put_under_is_a_secret() -> None:
    positions = [play(start(row=["wessel-jan"]), "0 take wessel-jan", f"0 swap {card}") for card in STARTING]
    assert alike(others(positions[0], 0), *positions)
    assert heard_alike(others(positions[0], 0), *positions)
    assert not alike([0], *positions)


def test_CA_45_which_card_is_sold_is_a_secret() -> None:
    positions = [play(start(row=["nero"]), "0 take nero", f"0 sell {card}") for card in STARTING]
    assert alike(others(positions[0], 0), *positions)
    assert heard_alike(others(positions[0], 0), *positions)
    assert not alike([0], *positions)


def test_CA_44_cards_that_are_known_are_in_the_hand_or_under_the_pile() -> None:
    position = play(start(row=["wessel-jan"]), "0 take wessel-jan", "0 swap pink 1", "0 done")
    for viewer in (None, 1, 2):
        found = Counter[str]()
        for world in worlds(position, viewer):
            assert pool(world, 0) >= Counter(STARTING)
            found[world["under"]["combat"][0]["card"]] += 1
        # It may be either.
        assert min(found[card] for card in STARTING) > 5
    for world in worlds(position, 0):
        assert world["under"]["combat"] == [{"card": "pink 1", "by": 0}]


def test_CA_44_who_draws_its_own_card_back_has_what_it_had() -> None:
    position = start(row=["wessel-jan"], hands=[None, None, without(*STARTING, *STARTING)])
    position = play(position, "0 take wessel-jan", "0 swap pink 1", "0 done")
    assert position.to_json()["supply"]["combat"] == 0
    for viewer in (None, 1, 2):
        assert {str(world["seats"][0]["combat"]) for world in worlds(position, viewer)} == {str(STARTING)}


def test_CA_44_once_a_card_of_them_is_drawn_by_another_either_may_be_gone() -> None:
    rest = without("pink 1", "grey 1", *STARTING)
    position = start(row=["wessel-jan", "pang"], hands=[None, ["pink 1"], rest], pile=["grey 1"])
    position = play(position, "0 take wessel-jan", "0 swap pink 1", "0 done")
    # Only that card is left in the pile, and seat 1 draws it.
    assert position.to_json()["under"]["combat"] == [{"card": "pink 1", "by": 0}]
    position = play(position, "1 take pang", "1 draw")
    assert position.to_json()["supply"]["combat"] == 0
    assert all("pink 1" in world["seats"][1]["combat"] for world in worlds(position, 0))
    # Seat 1 sees which of the two it was; for all others it may be either, or the card drawn since.
    assert all("grey 1" in world["seats"][0]["combat"] for world in worlds(position, 1))
    for card in STARTING:
        held = {card in world["seats"][0]["combat"] for world in worlds(position, None, 200)}
        assert held == {True, False}


# Convictions and sailors


def test_CA_49_a_conviction_is_a_secret() -> None:
    before = play(start(row=["bijoux"]), "0 take bijoux")
    positions = [play(before, f"0 side {side}") for side in ("valverde", "diaz")]
    assert alike(others(before, 0), *positions)
    assert heard_alike(others(before, 0), *positions)
    for viewer in others(before, 0):
        found = Counter(world["seats"][0]["side"] for world in worlds(positions[0], viewer, 200))
        assert chi_square(found, {"valverde": 100, "diaz": 100}) < 4
    assert {world["seats"][0]["side"] for world in worlds(positions[0], 0)} == {"valverde"}


def test_CA_49_the_bluff_looks_as_the_change_does_even_to_who_has_spied() -> None:
    before = start(row=["bijoux"], sides=["diaz", "valverde", "diaz"], spied=[[1, 0]])
    positions = [play(before, "0 take bijoux", f"0 side {side}") for side in ("valverde", "diaz")]
    assert alike(others(before, 0), *positions)
    assert heard_alike(others(before, 0), *positions)
    for position in positions:
        assert {world["seats"][0]["side"] for world in worlds(position, 1)} == {"valverde", "diaz"}
        assert {str(world["seats"][1]["saw"]) for world in worlds(position, 1)} == {
            str([{"seat": 0, "side": "diaz", "fresh": False}])
        }


def test_CA_50_who_has_spied_knows_as_long_as_it_lies_still() -> None:
    position = start(row=["ojo"], sides=["diaz", "valverde", "diaz"])
    position = play(position, "0 take ojo", "0 spy 1")
    assert {world["seats"][1]["side"] for world in worlds(position, 0)} == {"valverde"}
    for viewer in (None, 2):
        assert {world["seats"][1]["side"] for world in worlds(position, viewer)} == {"valverde", "diaz"}
        # That it has looked, and so knows, is known to all.
        for world in worlds(position, viewer):
            seen = [{"seat": 1, "side": world["seats"][1]["side"], "fresh": True}]
            assert world["seats"][0]["saw"] == seen


def test_CA_50_what_was_spied_is_a_secret() -> None:
    plans = [["diaz", "valverde", "diaz"], ["diaz", "diaz", "diaz"]]
    positions = [play(start(row=["ojo"], sides=sides), "0 take ojo", "0 spy 1") for sides in plans]
    assert alike([None, 2], *positions)
    assert heard_alike([None, 2], *positions)
    assert not alike([0], *positions)


def test_CA_51_who_stands_for_whom_is_the_secret_of_who_placed_them() -> None:
    before = play(start(row=["cambivalute"]), "0 take cambivalute")
    positions = [play(before, f"0 higher {side}") for side in ("valverde", "diaz")]
    assert alike(others(before, 0), *positions)
    assert heard_alike(others(before, 0), *positions)
    seen = positions[0].to_json()["sailors"]["pairs"][0]
    assert {str(world["sailors"]["pairs"][0]) for world in worlds(positions[0], 0)} == {str(seen)}
    found = Counter[int]()
    for world in worlds(positions[0], None, 600):
        found.update(world["sailors"]["pairs"][0]["values"])
    assert chi_square(found, dict.fromkeys(range(1, 11), 120.0)) < 4


@pytest.mark.parametrize("viewer", [None, 0, 1])
def test_CA_51_the_choice_means_the_same_in_every_world(viewer: int | None) -> None:
    view = play(start(row=["cambivalute"]), "0 take cambivalute").view(viewer)
    for seed in range(10):
        pair = view.sample(seed=seed).play(0, "higher diaz").to_json()["sailors"]["pairs"][0]
        assert pair["valverde"] < pair["diaz"]


def test_CA_51_whether_a_pair_was_swapped_is_a_secret() -> None:
    before = start(row=["cambivalute"], pairs=[[3, 7, [1]], [10, 1], [9, 2], [8, 4], [6, 5]])
    before = play(before, "0 take cambivalute", "0 inspect A")
    # So far nobody has moved them.
    assert {world["sailors"]["pairs"][0]["valverde"] for world in worlds(before, 1)} == {3}
    positions = [play(before, f"0 {action}") for action in ("swap", "keep")]
    assert alike(others(before, 0), *positions)
    assert heard_alike(others(before, 0), *positions)
    assert {world["sailors"]["pairs"][0]["valverde"] for world in worlds(positions[0], 0)} == {7}
    # Seat 1 knows the two values, and no longer who stands for whom.
    pairs = [world["sailors"]["pairs"][0] for world in worlds(positions[0], 1)]
    assert {str(pair["values"]) for pair in pairs} == {"[3, 7]"}
    assert {pair["valverde"] for pair in pairs} == {3, 7}
    assert len({str(world["sailors"]["pairs"][0]["values"]) for world in worlds(positions[0], 2)}) > 10


def test_CA_51_what_every_player_has_seen_is_still_a_secret_from_spectators() -> None:
    everybody = [0, 1, 2, 3]
    one, other = (start(4, pairs=[[*values, everybody], [1, 2]]) for values in ([3, 7], [9, 4]))
    assert alike([None], one, other)
    assert one.view(None).to_json()["sailors"]["pairs"][0]["values"] is None
    assert one.view(3).to_json()["sailors"]["pairs"][0]["values"] == [3, 7]
    first = duels(["pink 1"], ["grey 1"], pairs=[[10, 1, [0, 1]], [9, 2, [0, 1]]])
    shown = [pair["values"] for pair in first.view(None).to_json()["sailors"]["pairs"][:2]]
    assert shown == [[1, 10], None]


def test_CA_61_sailors_placed_at_the_end_are_unknown_to_all() -> None:
    position = duels(STARTING, STARTING, pairs=[[9, 2, [0]], [3, 7, [0]]])
    for viewer in (None, 0, 1):
        dealt = worlds(position, viewer)
        assert {str(world["sailors"]["pairs"][0]["values"]) for world in dealt} == {"[2, 9]"}
        assert len({str(world["sailors"]["pairs"][2]) for world in dealt}) > 10
        known = {str(world["sailors"]["pairs"][1]) for world in dealt}
        assert (len(known) == 1) == (viewer == 0)


# What is known, and what is so


@every_size
def test_nobody_is_sure_of_a_card_that_is_not_there(players: int) -> None:
    found = 0
    for seed in range(50):
        # So few cards are left that those put under the pile are drawn again.
        match = Match(players=players, seed=seed, pile="pink 2, grey 3, pink 1")
        chooser = np.random.default_rng(seed)
        while match.to_act:
            seat = int(chooser.choice(match.to_act))
            match.play(f"{seat} {chooser.choice(match.legal(seat))}")
            found += compare_with_pools(match.s)
    # More than the starting cards, too.
    assert found > 10


def compare_with_pools(s: State) -> int:
    """Whether all that anybody is sure of is so; returns how much of it not everybody is sure of."""
    found = 0
    for holder in range(int(s.seats)):
        cards = cards_of(s, holder)
        for viewer in range(NONE, int(s.seats)):
            for kind in range(KINDS if viewer != holder else 0):
                sure = sure_of(s, viewer, holder, kind)
                assert sure <= cards[kind]
                found += sure > sure_of(s, NONE, holder, kind)
    return found


def cards_of(s: State, seat: int) -> list[int]:
    """By kind: a seat's pool, and what it has laid in duels."""
    cards = [int(one) for one in s.hand[seat]]
    for entry in s.trail[: int(s.under)]:
        cards[under_kind(entry)] += under_owner(entry) == seat
    for entry in s.trail[int(s.under) : int(s.under) + int(s.played)]:
        cards[shown_kind(entry)] += shown_by(entry) == seat
    for kind in s.look:
        if kind != NONE and s.look_old and s.turn == seat:
            cards[int(kind)] += 1
    return cards
