"""Mutiny! in the terminal: its table, its many choices, secret bids and offers, and the commands."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest
from rich.cells import cell_len

import quarterdeck
from quarterdeck import Event
from quarterdeck.play import find
from tests.cli.command import Command
from tests.cli.terminal import NAMES, Screen, printed

# The Cook is called, and the others have got their bids.
BIDDING: dict[str, Any] = {
    "bribes": {
        "deck-hand": [[1, 0], None, None],
        "gunner": [[2, 1], [3, 0], [0, 1]],
        "pilot": [[1, 0], None, None],
    },
    "cutlasses": [4, 0, 9],
    "lookout": 1,
    "turn_no": 4,
    "tile": 1,
    "called": "cook",
}
# Ann and Cleo are tied for the Gunner, and Ben is the lookout.
TIE: dict[str, Any] = {
    "bribes": {"gunner": [[2, 1], [2, 0], [3, 0]]},
    "rum": [1, 2, 3],
    "lookout": 1,
    "resolving": "gunner",
}
# All five, with long names to fill the table.
CROWD: dict[str, Any] = {
    "bribes": {
        "cook": [[10, 1], [1, 0], [2, 2], [3, 0], [0, 1]],
        "pilot": [None, None, [3, 0], [1, 0], [1, 0]],
    },
    "lookout": 4,
    "resolving": "deck-hand",
}
CROWD_NAMES = ["Bartholomew Roberts", "Ben", "Cleo", "Grace O'Malley", "Eve"]

SCREEN = Screen("mutiny", deals="closed")


@pytest.mark.parametrize("width", [40, 60, 80, 120])
def test_five_with_long_names_fit_too(width: int) -> None:
    text = SCREEN.drawn(SCREEN.record(CROWD, 5).position.view(4).to_json(), width, CROWD_NAMES)
    assert all(cell_len(line) <= width for line in text.splitlines())
    assert re.search(r"^[ ✓] +Cook +10\+1 +1 +2\+2 +3 +0\+1", text, re.M)
    assert re.search(r"^[ ✓] +Deck Hand +– +– +– +– +–", text, re.M)
    assert re.search(r"^▸ +Cleo +0/8 +3\+5 +2\b", text, re.M)


def test_the_bribes_stand_in_a_row_for_each_crew_member() -> None:
    text = SCREEN.seen(BIDDING, None)
    assert re.search(r"^ +Bribes +Ann +Ben +Cleo *$", text, re.M)
    assert re.search(r"^ +Seat +Cutlasses +Doubloons +Rum *$", text, re.M)
    assert re.search(r"^ +Seat +Cutl\. +Doubl\. +Rum *$", SCREEN.seen(BIDDING, None, 60), re.M)
    assert re.search(r"^ +Gunner +2\+1 +3 +0\+1 *$", text, re.M)
    assert re.search(r"^● +Cook +– +– +– *$", text, re.M)
    assert re.search(r"^ +Pilot +1 +– +– *$", text, re.M)
    assert re.search(r"^ +North +Cook: \+2 cutlasses *$", text, re.M)
    assert "South  Deck Hand: +2 rum" in text
    assert "Gunner: −2 rum" in text
    assert re.search(r"^▸ +Cleo +9/10 +8 +2 *$", text, re.M)
    assert re.search(r"^▸ +Ann +4/10 +4\+4 +2 *$", text, re.M)
    assert "bank: 21 rum" in text
    status = SCREEN.board.status(SCREEN.record(BIDDING).position.to_json(), NAMES)
    assert status == "Turn 4 · Cook · Bidding · Lookout: Ben"


def test_on_a_wide_screen_the_abilities_stand_beside_the_crew() -> None:
    assert re.search(r"● +Cook .*2 rum\. / 1 rum\.", SCREEN.seen(BIDDING, None, 120))
    assert SCREEN.seen(BIDDING, None, 120).count("2 rum. / 1 rum.") == 1


def test_on_others_the_abilities_of_whoever_is_called_stand_below_the_crew() -> None:
    text = SCREEN.seen(BIDDING, None)
    assert re.search(r"^Cook: 2 rum\. / 1 rum\. *$", text, re.M)
    assert "2 cutlasses. / 1 cutlass." not in text
    assert "rum. /" not in SCREEN.seen(TIE, None)


def test_a_closed_bid_is_shown_to_its_seat_alone() -> None:
    position = SCREEN.record(BIDDING).position.play(1, "bid 3 2")
    assert "lookout, has bid" in SCREEN.drawn(position.view(0).to_json())
    assert "lookout, bids 3 doubloons and 2 rum" in SCREEN.drawn(position.view(1).to_json())
    assert "bids" not in SCREEN.drawn(position.view(None).to_json())


def test_a_tie_and_its_offers_are_told() -> None:
    text = SCREEN.seen(TIE, None)
    assert "Tied for the primary ability of the Gunner: Ann and Cleo" in text
    assert "Ann may make an offer" in text
    position = SCREEN.record(TIE).position.play(2, "offer 3 for 2")
    assert "Cleo has settled on an offer, or on none" in SCREEN.drawn(position.view(0).to_json())
    assert "Cleo offers 3 rum for picking Cleo" in SCREEN.drawn(position.view(2).to_json())
    text = SCREEN.drawn(position.play(0, "no offer").view(0).to_json())
    assert "Ann offers nothing" in text
    assert "Cleo offers 3 rum for picking Cleo" in text


def test_an_open_negotiation_is_told() -> None:
    position = SCREEN.record(TIE, deals="open").position
    assert "Deals with the lookout, round 1 of 3" in SCREEN.drawn(position.view(None).to_json())
    position = position.play(2, "offer 3 for 2").play(0, "offer 1 for 2").play(1, "ask 2 for 0")
    text = SCREEN.drawn(position.view(None).to_json())
    assert "round 2 of 3" in text
    assert "The lookout asks 2 rum for picking Ann" in text
    assert "Cleo offers 3 rum for picking Cleo" in text
    assert "Ann offers 1 rum for picking Cleo" in text
    position = position.play(2, "pass").play(0, "pass").play(1, "take 0")
    assert "Ann has paid 1 rum" in SCREEN.drawn(position.view(None).to_json())


def test_the_chosen_course_says_whom_it_concerns() -> None:
    setup = {"bribes": {"gunner": [[1, 0], [1, 0], None], "pilot": [[1, 0], None, None]}}
    position = SCREEN.record(setup | {"resolving": "pilot", "tile": 0}).position.play(0, "north")
    text = SCREEN.drawn(position.view(None).to_json())
    assert re.search(r"^► North +Gunner: \+1 cutlass *$", text, re.M)
    setup["bribes"]["deck-hand"] = [[1, 0], [1, 0], None]
    position = SCREEN.record(setup | {"resolving": "pilot", "tile": 1}).position.play(0, "south")
    assert "Tied for control of the Deck Hand: Ann and Ben" in SCREEN.drawn(position.view(None).to_json())
    for seat in position.to_act:
        position = position.play(seat, "no offer")
    for seat in position.play(0, "pick 1").to_act:
        assert "Deck Hand: +2 rum (Ben)" in SCREEN.drawn(position.play(0, "pick 1").view(seat).to_json())


def test_dozens_of_bids_are_folded_into_a_few_lines(command: Command) -> None:
    SCREEN.record({}).save("start.qd")
    out = command("play", "--resume", "start.qd", typed=["why bid 2 1", "bid 9 0", "10"]).out
    assert re.search(r"^ *9–12  bid 2 0…3$", out, re.M)
    assert "Your move: why bid 2 1\nThis is allowed. 2 doubloons and 1 rum on the Deck Hand" in out
    assert "(MU-10)" in out.split("Your move: bid 9 0\n")[1].splitlines()[0]
    assert "You put 2 doubloons and 1 rum on the Deck Hand. (MU-10)" in out


def test_people_at_one_screen_bid_one_after_the_other(command: Command) -> None:
    SCREEN.record(BIDDING).save("bids.qd")
    typed = ["bid 1 1", "bid 0 2", "bid 3 0"]
    done = command("play", "--resume", "bids.qd", "--hot-seat", 3, typed=typed)
    assert done.code == 0
    _head, ann, *screens = re.split(r"^— (\w+) —$", done.out, flags=re.M)
    assert [ann, *screens[1::2]] == ["Ann", "Ben", "Cleo", "Ann"]
    for screen, before in zip(screens[2:6:2], (1, 2), strict=True):
        assert screen.split("Your move:")[0].count("has bid") == before
        assert "bids" not in screen.split("Your move:")[0].split("(you)")[0]
    moves = [(seat, str(action)) for seat, action in quarterdeck.Record.load("bids.qd").moves]
    assert moves == [(0, "bid 1 1"), (1, "bid 0 2"), (2, "bid 3 0")]


def test_after_a_turn_its_results_are_told() -> None:
    setup = {
        "bribes": {"gunner": [[1, 0], [2, 0], None], "pilot": [None, [1, 0], [2, 0]]},
        "resolving": "pilot",
    }
    position = SCREEN.record(setup | {"tile": 1}).position.play(2, "south")
    board = SCREEN.board
    results = printed(board.results(3, position.view(None).events, NAMES))
    lines = [line.rstrip() for line in results.splitlines()]
    assert lines[0] == "Turn 3"
    assert lines[-2:] == ["First Mate  –                –", "South: Ben −2 rum"]
    assert not any(board.ends_part(event) for event in position.events)
    for seat, move in ((0, "done"), (1, "done"), (2, "done")):
        position = position.play(seat, move)
    assert [event.kind for event in position.events if board.ends_part(event)] == ["turn_began"]


def test_MU_20_MU_27_holders_of_abilities_and_the_changes_by_the_course_are_told() -> None:
    def fact(kind: str, seat: int, **data: int | str) -> Event:
        return Event(kind, "", seat, data, None, find("mutiny"))

    events = [
        fact("primary", 1, crew="cook"),
        fact("secondary", 0, crew="cook"),
        fact("primary", 2, crew="pilot"),
        fact("gained", 1, resource="rum", amount=2, why=2),  # by the Cook, not by the course
        fact("set_course", 2, destination="north"),
        fact("gained", 0, resource="cutlass", amount=2, why=0),
        fact("lost", 1, resource="rum", amount=1),
        fact("lost_doubloon", 2, place="unplayed"),
    ]
    lines = printed(SCREEN.board.results(3, events, NAMES)).splitlines()
    rows = {line[:11].rstrip(): line[11:].split() for line in lines[1:-1]}
    assert (rows["Cook"], rows["Pilot"], rows["Gunner"]) == (["Ben", "Ann"], ["Cleo", "–"], ["–", "–"])
    assert lines[-1].rstrip() == "North: Ann +2 cutlasses, Ben −1 rum, Cleo −1 doubloon"


@pytest.mark.parametrize(
    ("seats", "drawn_match", "order", "told"),
    [
        ([(9, 0), (10, 0), (3, 5)], False, ["Ben", "Ann", "Cleo"], ["wins"]),
        ([(3, 0), (3, 2), (10, 0)], False, ["Cleo", "Ben", "Ann"], ["wins"]),
        ([(10, 2), (1, 0), (10, 2)], True, ["Ann", "Cleo", "Ben"], ["shares the first place"] * 2),
    ],
)
def test_the_winners_stand_first(
    seats: list[tuple[int, int]], drawn_match: bool, order: list[str], told: list[str]
) -> None:
    view = SCREEN.record({}).position.to_json()
    winners = [seat for seat, one in enumerate(seats) if one == max(seats)]
    view |= {"winners": winners, "drawn": drawn_match, "phase": "over"}
    for one, (cutlasses, rum) in zip(view["seats"], seats, strict=True):
        one |= {"cutlasses": cutlasses, "rum": rum}
    lines = [line.strip() for line in SCREEN.standings(view)]
    assert [line.split()[0] for line in lines] == order
    assert [re.sub(r"^\w+ +\d+ +\d+ *", "", line) for line in lines] == [*told, *[""] * (3 - len(told))]


def test_a_broken_table_is_told_with_its_line(command: Command) -> None:
    mine = Path("mine.toml")
    mine.write_text(command("table", "mutiny").out.replace('"cutlass", 2]', '"cutlass", 15]'))
    assert re.match(r"mine\.toml, line \d+: 15 on tile \d+ must be", command.refused("table", "check", mine))
