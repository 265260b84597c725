"""Explicit set-ups: each thing that can be wrong with one has its sentence."""

from __future__ import annotations

import hashlib
from typing import Any

import pytest

import quarterdeck
from quarterdeck import Position, SetupError
from quarterdeck.games.mutiny.arrange import KEYS
from quarterdeck.games.mutiny.table import standard
from quarterdeck.kernel.random import siphash
from tests.conformance.settings import inventory

TILES = len(standard().tiles)


def start(players: int = 3, seed: int = 1, **setup: Any) -> Position:
    """A table laid out by hand."""
    return quarterdeck.game("mutiny", players=players).start(seed=seed, setup=setup)


@pytest.mark.parametrize(
    ("setup", "told"),
    [
        ({"bid": []}, "Unknown set-up key bid; there are bribes, doubloons, rum, cutlasses"),
        ({"lookout": 3}, "lookout must be a whole number from 0 to 2."),
        ({"turn_no": 0}, "turn_no must be a whole number from 1 to 99."),
        ({"bribes": []}, "bribes must map crew members to lists."),
        ({"bribes": {"captain": []}}, "bribes: “captain” is no crew member; they are deck-hand gunner cook"),
        ({"bribes": {2: []}}, "bribes: “2” is no crew member"),
        ({"bribes": {"cook": [[1, 0]]}}, "cook must be a list of 3."),
        ({"bribes": {"cook": [[1], None, None]}}, "bribes must be a list of 2."),
        ({"bribes": {"cook": [[11, 0], None, None]}}, "bribes must be a whole number from 0 to 10."),
        ({"bribes": {"cook": [[0, -1], None, None]}}, "bribes must be a whole number from 0 to 30."),
        (
            {"bribes": {"cook": [[6, 0], None, None], "pilot": [[5, 0], None, None]}},
            "Seat 0 has 11 doubloons; there are 10 of each colour (MU-2).",
        ),
        ({"bribes": {"cook": [None, [1, 0], None]}, "doubloons": [8, 10, 8]}, "Seat 1 has 11 doubloons;"),
        ({"doubloons": [8, 8]}, "doubloons must be a list of 3."),
        ({"doubloons": [11, 8, 8]}, "doubloons must be a whole number from 0 to 10."),
        ({"doubloons": [True, 8, 8]}, "doubloons must be a whole number from 0 to 10."),
        ({"rum": [31, 0, 0]}, "rum must be a whole number from 0 to 30."),
        ({"rum": [20, 8, 3]}, "There are 31 rum on the table; there are only 30 (MU-2)."),
        (
            {"rum": [20, 8, 0], "bribes": {"cook": [None, None, [0, 3]]}, "resolving": "cook"},
            "There are 31 rum on the table; there are only 30 (MU-2).",
        ),
        ({"cutlasses": [10, 0, 0]}, "cutlasses must be a whole number from 0 to 9."),
        (
            {"doubloons": [0] * 3, "rum": [0] * 3},
            "With this set-up the game is over before",
        ),
        ({"tile": TILES}, f"tile must be a whole number from 0 to {TILES - 1}."),
        ({"tile": "2"}, f"tile must be a whole number from 0 to {TILES - 1}."),
        ({"tiles_left": 3}, "tiles_left must be a list."),
        ({"tiles_left": 0}, "tiles_left must be a list."),
        ({"tiles_left": {}}, "tiles_left must be a list."),
        ({"tiles_left": [1, 2, 1]}, "tiles_left: tile 1 is there only once (MU-3)."),
        ({"tiles_left": [1, 2], "tile": 2}, "tile: tile 2 is there only once (MU-3)."),
        ({"tiles_left": [*range(TILES)]}, "tiles_left: one tile lies face up, so these can't be all of them"),
        ({"called": "mate"}, "called: “mate” is no crew member"),
        ({"resolving": 3}, "resolving: “3” is no crew member"),
        ({"retrieving": "yes"}, "retrieving must be true or false."),
        ({"called": "cook", "resolving": "cook"}, "Only one of called, resolving can be what comes next."),
        ({"called": "cook", "retrieving": True}, "Only one of called, retrieving can be what comes next."),
        (
            {"called": "cook", "bribes": {"cook": [[0, 1], None, None]}},
            "bribes: rum lies only on crew members that have been called this turn (MU-41).",
        ),
        ({"bribes": {"first-mate": [[0, 1], None, None]}}, "bribes: rum lies only on crew members"),
        (
            {"cutlasses": [9, 0, 0], "bribes": {"gunner": [[1, 0], None, None]}, "resolving": "gunner"},
            "With this set-up the game is over before anybody has a choice (MU-50).",
        ),
    ],
)
def test_a_set_up_that_no_game_could_begin_from_is_refused(setup: dict[str, Any], told: str) -> None:
    with pytest.raises(SetupError) as caught:
        start(**setup)
    assert str(caught.value).startswith(told)
    assert "\n" not in str(caught.value)


def test_MU_50_eight_cutlasses_are_too_many_for_four_players() -> None:
    with pytest.raises(SetupError, match="cutlasses must be a whole number from 0 to 7"):
        start(4, cutlasses=[8, 0, 0, 0])
    assert start(4, cutlasses=[7, 0, 0, 0]).scores == (7, 0, 0, 0)


@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_what_a_set_up_leaves_out_is_as_at_the_start(players: int) -> None:
    laid, dealt = (
        start(players).to_json(),
        quarterdeck.game("mutiny", players=players).start(seed=1).to_json(),
    )
    for key in set(dealt) - {"lookout", "seats"}:
        assert laid[key] == dealt[key]
    assert laid["lookout"] == 0
    nulls: dict[str, Any] = dict.fromkeys(KEYS)
    assert start(players, **nulls).to_json() == laid
    for one, other in zip(laid["seats"], dealt["seats"], strict=True):
        assert one | {"lookout": False} == other | {"lookout": False}


def test_everything_a_set_up_says_lies_on_the_table() -> None:
    body = start(
        bribes={"gunner": [[2, 1], [3, 0], None], "cook": [None, [1, 0], [0, 2]], "pilot": [[1, 0]] * 3},
        doubloons=[4, None, 9],
        rum=[None, 5, 0],
        cutlasses=[5, None, 9],
        lookout=2,
        turn_no=7,
        tile=4,
        tiles_left=[1, 3],
        called="pilot",
    ).to_json()
    assert (body["phase"], body["called"], body["turn_no"], body["lookout"]) == ("bid", "pilot", 7, 2)
    assert [one["doubloons"] for one in body["seats"]] == [4, 8 - 5, 9]
    assert [one["in_play"] for one in body["seats"]] == [3, 5, 1]
    assert [one["rum"] for one in body["seats"]] == [3 - 1, 5, 0]
    assert [one["cutlasses"] for one in body["seats"]] == [5, 0, 9]
    assert body["bank"] == {"rum": 30 - 7 - 3}
    assert (body["tile"]["number"], body["tiles_left"], body["tiles_left_may_be"]) == (4, 2, [1, 3])
    assert [[one["total"] for one in crew["bribes"]] for crew in body["crew"]] == [
        [0, 0, 0],
        [3, 3, 0],
        [0, 1, 2],
        [1, 1, 1],
        [0, 0, 0],
    ]
    assert body["crew"][1]["bribes"][0] == {"doubloons": 2, "rum": 1, "total": 3}


def test_MU_2_all_rum_may_lie_on_the_table() -> None:
    body = start(rum=[20, 5, 0], bribes={"deck-hand": [None, None, [0, 5]]}, called="gunner").to_json()
    assert body["bank"] == {"rum": 0}


def test_the_face_up_tile_is_drawn_from_those_that_are_not_left() -> None:
    left = [tile for tile in range(TILES) if tile not in (2, 5)]
    assert {start(seed=seed, tiles_left=left).to_json()["tile"]["number"] for seed in range(20)} == {2, 5}
    body = start(tile=3, tiles_left=[]).to_json()
    assert (body["tile"]["number"], body["tiles_left"]) == (3, 0)
    tiles = {start(seed=seed).to_json()["tile"]["number"] for seed in range(40)}
    assert len(tiles) > 10


@pytest.mark.parametrize("seed", range(5))
def test_MU_3_MU_6_the_deal_can_be_checked_by_hand(seed: int) -> None:
    # As docs/match-files.md tells.
    digest = hashlib.sha256(f"quarterdeck deal 1\n{seed}".encode()).digest()
    key = [int.from_bytes(digest[at : at + 8], "little") for at in (0, 8)]
    tile, lookout = (((int(siphash(key[0], key[1], n)) >> 11) * m) >> 53 for n, m in enumerate((TILES, 3)))
    body = quarterdeck.game("mutiny", players=3).start(seed=seed).to_json()
    assert (body["tile"]["number"], body["lookout"]) == (tile, lookout)


def test_MU_3_the_last_tile_is_shuffled_in_again() -> None:
    shown = set()
    for seed in range(30):
        position = start(
            seed=seed, tile=3, tiles_left=[], retrieving=True, bribes={"cook": [[1, 0], None, None]}
        )
        body = position.play(0, "done").to_json()
        assert (body["tiles_left"], body["turn_no"]) == (TILES - 1, 2)
        shown.add(body["tile"]["number"])
    assert len(shown) > 10


def test_what_comes_next_is_carried_out_up_to_a_decision() -> None:
    bribes = {"gunner": [[1, 0], [2, 0], None], "pilot": [None, [1, 0], None]}
    body = start(bribes=bribes, resolving="deck-hand").to_json()
    assert (body["phase"], body["turn"]) == ("course", 1)
    assert [one["cutlasses"] for one in body["seats"]] == [1, 2, 0]
    # Nobody has anything to take back.
    body = start(retrieving=True).to_json()
    assert (body["phase"], body["turn_no"], body["called"]) == ("bid", 2, "deck-hand")
    # The lookout, who would be first, has no doubloon on a crew member.
    body = start(retrieving=True, lookout=2, bribes=bribes).to_json()
    assert (body["phase"], body["turn"]) == ("retrieve", 0)
    body = start(doubloons=[0, 8, 0], rum=[0, 0, 0], called="cook").to_json()
    assert body["to_act"] == [1]


@pytest.mark.parametrize(
    "setup",
    [
        {"doubloons": [0, 10, 3], "rum": [7, 0, 2], "called": "pilot"},
        {"bribes": {"gunner": [[4, 3], [2, 2], [1, 0]]}, "rum": [4, 4, 4], "resolving": "gunner"},
        {"bribes": {"cook": [[4, 3], [2, 2], None]}, "retrieving": True, "tile": 0},
    ],
)
def test_no_token_is_lost_or_made(setup: dict[str, Any]) -> None:
    assert inventory(start(**setup)) == inventory(start())


def test_a_set_up_goes_through_a_match_file_and_back() -> None:
    game = quarterdeck.game("mutiny", players=3)
    setup = {"bribes": {"gunner": [[2, 1], None, [1, 0]]}, "tile": 3, "called": "cook"}
    record = quarterdeck.Record(game, seed=1, setup=setup)
    record.append(1, "bid 2 1")
    record.append(0, "bid 0 0")
    again = quarterdeck.Record.loads(record.dumps())
    assert again.position == record.position
    assert again == record
