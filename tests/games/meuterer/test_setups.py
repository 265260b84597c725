"""Explicit set-ups: each thing that can be wrong with one has its sentence."""

from __future__ import annotations

from typing import Any

import pytest

import quarterdeck
from quarterdeck import SetupError
from quarterdeck.games.meuterer.arrange import KEYS
from tests.games.meuterer.table import Match

HANDS: list[list[str]] = [["salt"], ["wine"], ["grain"]]
RING = [one["name"] for one in Match("", "", "").json["islands"]]


@pytest.mark.parametrize(
    ("setup", "told"),
    [
        ({}, "A set-up needs hands: one list of goods for each seat (ME-12)."),
        ({"hand": HANDS}, "Unknown set-up key hand; there are ring, captain, hands"),
        ({"h" * 9000: HANDS}, "Unknown set-up key " + "h" * 40 + ";"),
        ({"hands": HANDS[:2]}, "hands must be a list of 3."),
        ({"hands": "salt"}, "hands must be a list of 3."),
        ({"hands": [["salt"], "wine", []]}, "hands must be a list."),
        ({"hands": [["tea"], [], []]}, "hands: “tea” is no kind of card; the kinds are ruby"),
        ({"hands": [[["salt"]], [], []]}, "hands: “['salt']” is no kind of card"),
        ({"hands": [["wine"] * 6, [], []]}, "Seat 0 has 6 cards; a hand has at most 5 (ME-12)."),
        ({"hands": [["ruby"] * 5, [], []]}, "There are not that many ruby cards in the deck (ME-1)."),
        ({"hands": [["pirates"], [], []]}, "There are not that many pirates cards in the deck (ME-1)."),
        ({"hands": HANDS, "discards": ["ruby"] * 5}, "There are not that many ruby cards in the deck"),
        ({"hands": HANDS, "discards": "ruby"}, "discards must be a list."),
        ({"hands": HANDS, "captain": 3}, "captain must be a whole number from 0 to 2."),
        ({"hands": HANDS, "captain": True}, "captain must be a whole number from 0 to 2."),
        ({"hands": HANDS, "captain": "0"}, "captain must be a whole number from 0 to 2."),
        ({"hands": HANDS, "ship": 12}, "ship must be a whole number from 0 to 11."),
        ({"hands": HANDS, "ship": -1}, "ship must be a whole number from 0 to 11."),
        ({"hands": HANDS, "came_from": 12}, "came_from must be a whole number from 0 to 11."),
        ({"hands": HANDS, "pirate_ship": 1}, "pirate_ship needs the option pirates on or double (ME-13)."),
        ({"hands": HANDS, "round": 0}, "round must be a whole number from 1 to 9."),
        ({"hands": HANDS, "round": 10}, "round must be a whole number from 1 to 9."),
        ({"hands": HANDS, "scores": [1, 2]}, "scores must be a list of 3."),
        ({"hands": HANDS, "scores": [1, 2, 1000]}, "scores must be a whole number from -999 to 999."),
        ({"hands": HANDS, "scores": [1, 2, 0.5]}, "scores must be a whole number from -999 to 999."),
        ({"hands": HANDS, "ring": RING[:11]}, "ring must be a list of 12."),
        (
            {"hands": HANDS, "ring": [*RING[:11], "Atlantis"]},
            "ring: “Atlantis” is not an island of the table",
        ),
        (
            {"hands": HANDS, "ring": [*RING[:11], RING[3]]},
            "ring: “Karge Zunge” is not an island of the table",
        ),
        ({"hands": HANDS, "ring": [*RING[:11], []]}, "ring: “[]” is not an island of the table"),
        (
            {"hands": HANDS, "ring": RING[::-1]},
            "ring must begin with Hochland, where the ship starts (ME-10).",
        ),
    ],
)
def test_a_set_up_that_no_game_could_begin_from_is_refused(setup: dict[str, Any], told: str) -> None:
    game = quarterdeck.game("meuterer", players=3)
    with pytest.raises(SetupError) as caught:
        game.start(seed=1, setup=setup)
    assert str(caught.value).startswith(told)
    assert "\n" not in str(caught.value)


@pytest.mark.parametrize("setup", [[], "hands", 7])
def test_a_set_up_is_a_mapping(setup: Any) -> None:
    with pytest.raises(SetupError, match="A set-up is a mapping"):
        quarterdeck.game("meuterer").start(setup=setup)


def test_null_is_as_if_it_were_left_out() -> None:
    game = quarterdeck.game("meuterer", players=3)
    nulls: dict[str, Any] = dict.fromkeys(KEYS)
    assert game.start(seed=1, setup={**nulls, "hands": HANDS}) == game.start(seed=1, setup={"hands": HANDS})
    with pytest.raises(SetupError, match="A set-up needs hands"):
        game.start(setup=nulls)


def test_everything_a_set_up_says_lies_on_the_table() -> None:
    ring = [RING[0], *RING[:0:-1]]
    match = Match(
        "salt",
        "wine wine",
        "",
        pirates="on",
        ring=ring,
        captain=2,
        ship=4,
        came_from=7,
        pirate_ship=9,
        round=3,
        scores=[5, -2, 0],
        discards=["ruby", "pirates"],
    )
    body = match.json
    assert [one["name"] for one in body["islands"]] == ring
    assert (body["captain"], body["ship"], body["came_from"], body["pirate_ship"]) == (2, 4, 7, 9)
    assert (body["round"], body["phase"], body["to_act"]) == (3, "offer", [2])
    assert [one["score"] for one in body["seats"]] == [5, -2, 0]
    assert [one["hand"] for one in body["seats"]] == [["salt"], ["wine", "wine"], []]
    assert body["discards"] == {"size": 2, "known": {"ruby": 1, "pirates": 1}}
    assert body["draw_pile"] == 37 - 5


def test_the_islands_of_a_ring_keep_their_figures() -> None:
    ring = [RING[0], *RING[:0:-1]]
    by_name = {one["name"]: one for one in Match("", "", "").json["islands"]}
    islands = Match("", "", "", ring=ring).json["islands"]
    for one in islands[1:]:
        assert one == by_name[one["name"]]
    # The figures told are those that score: one place on, the Captain docks at Sandkap.
    match = Match("grain", "", "", ring=ring).goods("", "/ loader", "/ merchant")
    assert match.told("docked") == [(0, "Sandkap", 3)]


def test_the_seed_decides_what_is_still_drawn() -> None:
    def drawn(seed: int) -> object:
        return Match("", "", "", seed=seed).goods("", "/ cabin-boy", "/ merchant").hand(0)

    assert drawn(1) == drawn(1)
    assert len({str(drawn(seed)) for seed in range(5)}) > 1


def test_a_ship_that_came_from_its_own_island_has_not_moved() -> None:
    assert Match("", "", "", ship=3, came_from=3).json["came_from"] is None
