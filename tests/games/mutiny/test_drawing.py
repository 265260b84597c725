"""The page of text and the picture of a position."""

from __future__ import annotations

from typing import Any

import quarterdeck
from quarterdeck import Position
from quarterdeck.games.mutiny.chart import BOTTLE
from tests.games.positions import SVG, lines, picture, play, words

GUNNER = ["gunner", "cutlass", 1]
TABLE = {"tile": [{"north": [GUNNER, ["cook", "rum", -2]], "south": [GUNNER], "source": "review"}] * 6}
BRIBES = {"gunner": [[2, 1], [3, 0], None], "pilot": [None, None, [1, 1]]}


def start(players: int = 3, table: dict[str, Any] | None = None, **setup: Any) -> Position:
    """A table laid out by hand."""
    return quarterdeck.game("mutiny", players=players, deals="closed", table=table or TABLE).start(
        seed=1, setup=setup
    )


def test_the_page_of_the_bids() -> None:
    position = play(start(called="cook", bribes=BRIBES | {"pilot": None}), "1 bid 2 1")
    assert lines(position, 1) == [
        "Mutiny!, turn 1, Cook: Bidding",
        "North: Gunner: +1 cutlass; Cook: −2 rum",
        "South: Gunner: +1 cutlass",
        "5 chart tiles face down, in the bank: 21 rum",
        "Deck Hand: no bribes",
        "Gunner: 3 from seat 0 (2 doubloons and 1 rum), 3 from seat 1 (3 doubloons)",
        "Cook: no bribes",
        "Pilot: no bribes",
        "First Mate: no bribes",
        "     seat 0: 0 cutlasses, 6 doubloons (and 2 with the crew), 2 rum, lookout",
        "     seat 1: 0 cutlasses, 5 doubloons (and 3 with the crew), 3 rum, bids 2 doubloons and 1 rum",
        "     seat 2: 0 cutlasses, 8 doubloons, 3 rum",
    ]
    assert lines(position, 0)[-2].endswith("3 rum, has bid")
    assert "6 doubloons (and 2 with the crew) · 2 rum · lookout" in words(position, 0)
    assert "5 doubloons (and 3 with the crew) · 3 rum · has bid" in words(position, 0)
    assert "5 doubloons (and 3 with the crew) · 3 rum · bids 2 doubloons and 1 rum" in words(position, 1)
    assert "Seat 2: 0 cutlasses · to act" in words(position, 0)


def test_the_page_of_a_tie_and_its_offers() -> None:
    position = start(4, bribes={"gunner": [[2, 0], [1, 1], None, None]}, resolving="gunner", rum=[2, 1, 0, 1])
    told = lines(position, None)
    assert told[0] == "Mutiny!, turn 1, Gunner: Offers to the lookout"
    assert told[9:13] == [
        "Tied for the primary ability of the Gunner: seat 0 and seat 1",
        "seat 1 may make an offer",
        "seat 2 offers nothing",
        "seat 3 may make an offer",
    ]
    position = play(position, "3 offer 1 for 1")
    assert "seat 3 has settled on an offer, or on none" in lines(position, 0)
    assert "seat 3 has settled on an offer, or on none" in words(position, 0)
    assert "seat 3 offers 1 rum for picking seat 1" in lines(position, 3)
    position = play(position, "1 no offer")
    assert lines(position, None)[0] == "Mutiny!, turn 1, Gunner: Breaking a tie"
    assert "seat 3 offers 1 rum for picking seat 1" in words(position, None)
    assert "seat 1 offers nothing" in words(position, None)


def test_the_page_of_the_course() -> None:
    position = start(bribes=BRIBES | {"cook": [None] * 3}, resolving="pilot", rum=[0, 0, 0])
    assert lines(position, 0)[0] == "Mutiny!, turn 1: Pilot: setting the course"
    position = play(position, "2 north")
    assert lines(position, 0)[0] == "Mutiny!, turn 1, Gunner: Breaking a tie"
    assert lines(position, 0)[1] == "North (chosen): Gunner: +1 cutlass; Cook: −2 rum"
    effects = [["pilot", "doubloon", -1], ["cook", "rum", 1]]
    table = {"tile": [{"north": effects, "south": [GUNNER], "source": "review"}] * 6}
    position = play(start(table=table, bribes=BRIBES, resolving="pilot"), "2 north")
    assert lines(position, 0)[1] == "North (chosen): Pilot: −1 doubloon (seat 2); Cook: +1 rum (nobody)"
    assert "Pilot: −1 doubloon (seat 2)" in words(position, 0)
    assert "Cook: +1 rum (nobody)" in words(position, 0)


def test_the_page_of_the_end_names_the_winners() -> None:
    bribes = {"gunner": [[2, 0], [1, 0], None]}
    won = play(
        start(bribes=bribes | {"pilot": [[1, 0], None, None]}, cutlasses=[9, 3, 0], resolving="pilot"),
        "0 south",
    )
    assert lines(won, None)[0] == "Mutiny!: seat 0 has won"
    assert [line.endswith("has won") for line in lines(won, None)[-3:]] == [True, False, False]
    assert "Seat 0: 10 cutlasses · has won" in words(won, None)
    table = {"tile": [{"north": [GUNNER, ["cook", "cutlass", 1]], "south": [GUNNER], "source": "review"}] * 6}
    bribes = {"gunner": [[1, 0], None], "cook": [None, [1, 0]], "pilot": [[1, 0], None]}
    drawn = start(2, table=table, bribes=bribes, cutlasses=[9, 9], resolving="pilot")
    drawn = play(drawn, "0 north")
    assert lines(drawn, None)[0] == "Mutiny!: seat 0 and seat 1 share the first place"
    assert lines(drawn, None)[-1].endswith("shares the first place")
    assert "Seat 1: 10 cutlasses · shares the first place" in words(drawn, None)


def test_the_ship_and_the_highlights_follow_the_position() -> None:
    def shape(position: Position) -> list[dict[str, str]]:
        return [element.attrib for element in picture(position, None).iter() if "d" in element.attrib]

    position = start(bribes=BRIBES, resolving="pilot")
    ships = [shape(position)[0], shape(play(position, "2 south"))[0], shape(play(position, "2 north"))[0]]
    assert len({ship["transform"] for ship in ships}) == 3
    called = [
        [one.attrib["stroke-width"] for one in picture(start(called=crew), None).iter(SVG + "polygon")]
        for crew in ("deck-hand", "first-mate")
    ]
    assert called == [["3", "1", "1", "1", "1"], ["1", "1", "1", "1", "3"]]


def test_the_picture_shows_who_has_bribed_with_what() -> None:
    position = start(bribes=BRIBES, resolving="pilot")
    shown = words(position, 0)
    bottles = [one for one in picture(position, 0).iter() if one.attrib.get("d") == BOTTLE]
    assert len(bottles) == 2
    assert shown.count("= 3") == 2
    assert shown.count("= 2") == 1
    for word in ("Deck", "Hand", "Gunner", "Cook", "Pilot", "First", "Mate", "North", "South"):
        assert word in shown
