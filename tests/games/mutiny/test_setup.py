"""MU-1 to MU-3 and MU-6: the components in the record, and the set-up."""

from __future__ import annotations

from collections import Counter
from itertools import cycle, product

import pytest

from quarterdeck.games.mutiny.actions import CREW_NAMES
from quarterdeck.games.mutiny.setup import setup
from quarterdeck.games.mutiny.state import (
    CREW,
    DESTINATIONS,
    EFFECTS,
    LEAST_AMOUNT,
    MOST_AMOUNT,
    NONE,
    Crew,
    Phase,
    State,
    effect_amount,
    effect_crew,
    effect_resource,
    pack_effect,
)
from quarterdeck.games.mutiny.steps import Step
from quarterdeck.games.mutiny.table import COMPONENTS, RESOURCE_NAMES, ComponentTable, standard
from quarterdeck.games.mutiny.template import template
from quarterdeck.games.mutiny.tiles import turn_up
from quarterdeck.kernel.record import dtype_of
from tests.games.mutiny.table import Match, every_size, resolve

SEEDS = range(60)


def started(players: int, seed: int) -> State:
    s = template(players, standard())
    s.key[0] = seed
    setup(s)
    return s


def test_MU_1_the_crew_members_are_called_in_their_order() -> None:
    match = Match(2)
    for _ in range(CREW):
        match.bid("", "")
    names = ["deck-hand", "gunner", "cook", "pilot", "first-mate"]
    assert [crew for _, crew in match.told("called")][:4] == names[1:]
    assert [crew for _, crew in match.told("resolved")] == names
    assert [member.name.lower().replace("_", "-") for member in Crew] == names


@every_size
def test_MU_2_eight_doubloons_and_three_rum_each(players: int) -> None:
    s = started(players, 1)
    assert list(s.doubloons) == [8] * players + [0] * (5 - players)
    assert list(s.rum) == [3] * players + [0] * (5 - players)
    assert s.bank == 30 - 3 * players
    assert not s.cutlasses.any()
    assert not s.doubloons_on.any()
    assert not s.rum_on.any()


def test_MU_2_decision_what_the_bank_cannot_pay_is_not_paid() -> None:
    poor = resolve("cook", "2d", "", unplayed=["6d 15r", "8d 14r"])
    assert poor.told("gained", "spared") == [(0, "rum", 1, 2)]
    assert (poor.rum, poor.s.bank) == ([16, 14], 0)
    empty = resolve("cook", "2d", "1d", unplayed=["6d 15r", "8d 15r"])
    assert empty.told("gained", "spared") == [(0, "rum", 0), (1, "rum", 0)]
    assert empty.rules_told("spared") == {"MU-30"}
    assert (empty.rum, empty.s.bank) == ([15, 15], 0)


def test_MU_2_decision_cutlasses_never_run_out() -> None:
    match = resolve("gunner", "2d", "1d", "", "", "", cutlasses=[5, 6, 7, 7, 7])
    assert match.cutlasses == [7, 7, 7, 7, 7]


@every_size
def test_MU_3_a_random_tile_lies_face_up_and_the_others_face_down(players: int) -> None:
    tiles = Counter(int(started(players, seed).tile) for seed in range(300))
    assert set(tiles) == set(range(24))
    # 12.5 of 300 on average.
    assert max(tiles.values()) < 30
    for seed in SEEDS:
        s = started(players, seed)
        assert int(s.pile) == (1 << 24) - 1 - (1 << int(s.tile))


def test_MU_3_every_tile_lies_face_up_once_before_the_pile_is_empty() -> None:
    match = Match(2)
    seen = [int(match.s.tile)]
    while match.s.pile:
        match.go(Step.NEW_TURN)
        seen.append(int(match.s.tile))
    assert sorted(seen) == list(range(24))
    assert match.told("reshuffled") == []
    assert match.told("tile_turned") == [(-1, tile) for tile in seen[1:]]


def test_MU_3_decision_an_empty_pile_is_shuffled_anew_with_the_last_tile_too() -> None:
    after = Counter[int]()
    for seed in range(150):
        match = Match(2, pile=0, tile=5, seed=seed).go(Step.NEW_TURN)
        assert match.kinds()[:2] == ["reshuffled", "tile_turned"]
        after[int(match.s.tile)] += 1
        assert int(match.s.pile) == (1 << 24) - 1 - (1 << int(match.s.tile))
    assert after[5] > 0


def test_MU_4_effects_are_packed_and_unpacked() -> None:
    every = [
        (crew, resource, amount)
        for crew in range(CREW)
        for resource in range(3)
        for amount in range(LEAST_AMOUNT, MOST_AMOUNT + 1)
    ]
    packed = [pack_effect(*effect) for effect in every]
    assert len(set(packed)) == len(every)
    assert 0 < min(packed) <= max(packed) < 512
    for code, effect in zip(packed, every, strict=True):
        assert (effect_crew(code), effect_resource(code), effect_amount(code)) == effect


def assert_tiles_turn_up(components: ComponentTable) -> None:
    s = template(3, components)
    assert s.tiles == len(components.tiles)
    for at, tile in enumerate(components.tiles):
        turn_up(s, at)
        assert s.tile == at
        for destination, effects in enumerate((tile.north, tile.south)):
            codes = [pack_effect(*effect) for effect in effects]
            assert list(s.effect[destination]) == codes + [0] * (EFFECTS - len(codes))


def test_MU_4_the_record_holds_the_tiles_of_the_table() -> None:
    assert_tiles_turn_up(standard())


@pytest.mark.parametrize(("tiles", "effects"), [(30, 4), (60, 2)])
def test_MU_4_the_record_holds_the_most_effects_that_a_table_can_have(tiles: int, effects: int) -> None:
    amounts = [amount for amount in range(LEAST_AMOUNT, MOST_AMOUNT + 1) if amount]
    every = cycle(product(CREW_NAMES, RESOURCE_NAMES, amounts))
    drawn = [[[*next(every)] for _ in range(effects)] for _ in range(DESTINATIONS * tiles)]
    sides = zip(drawn[::2], drawn[1::2], strict=True)
    table = {"tile": [{"north": north, "south": south, "source": "print"} for north, south in sides]}
    assert_tiles_turn_up(COMPONENTS.from_json(table))


@every_size
def test_MU_6_the_lookout_is_drawn_at_random(players: int) -> None:
    lookouts = Counter(int(started(players, seed).lookout) for seed in SEEDS)
    assert set(lookouts) == set(range(players))
    # Each is it in 12 to 30 of 60 on average.
    assert min(lookouts.values()) >= 4


@every_size
def test_MU_10_the_set_up_ends_with_the_first_bids(players: int) -> None:
    s = started(players, 1)
    assert (s.phase, s.crew, s.turn, s.turn_no) == (Phase.BID, Crew.DECK_HAND, NONE, 1)
    match = Match(players)
    assert match.to_act == tuple(range(players))


@pytest.mark.parametrize(("players", "needed"), [(2, 10), (3, 10), (4, 8), (5, 8)])
def test_MU_50_more_players_need_fewer_cutlasses(players: int, needed: int) -> None:
    assert started(players, 1).needed == needed


def test_a_record_is_small() -> None:
    assert dtype_of(State).itemsize <= 1280
