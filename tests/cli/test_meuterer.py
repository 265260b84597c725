"""Meuterer in the terminal: its ring, seats, points of a round, and final result."""

from __future__ import annotations

import re
from typing import Any

import pytest

from quarterdeck import Event, Position
from quarterdeck.games.meuterer.terminal import goods
from quarterdeck.i18n import use
from tests.cli.terminal import NAMES, Screen, printed
from tests.games.positions import play

# The ship has come from Grünland to Karge Zunge; the pirates lie two islands on.
ROUND: dict[str, Any] = {
    "hands": [["wine", "wine", "conflict"], ["wine", "salt"], ["grain"]],
    "captain": 0,
    "scores": [5, 12, 7],
    "round": 3,
    "ship": 3,
    "came_from": 2,
    "pirate_ship": 5,
    "discards": ["cloth", "cloth"],
}
SHOWN = ("0 offer 1", "0 show wine", "1 show wine", "2 leave")
MUTINY = (*SHOWN, "2 leave first-mate", "0 leave", "1 leave", "1 leave mutineer")

SCREEN = Screen("meuterer", pirates="on")


def at(*moves: str) -> Position:
    return play(SCREEN.record(ROUND).position, *moves)


def seen(position: Position, seat: int | None, width: int = 80) -> str:
    return SCREEN.drawn(position.view(seat).to_json(), width)


def roles(position: Position, seat: int | None) -> list[str]:
    """The last column of the three seats, on a screen of 80 columns."""
    rows = re.findall(r"^[ ▸] +(?:Ann|Ben|Cleo) .*", seen(position, seat), re.M)
    return [re.split(r" {2,}", row.strip())[-1] for row in rows]


@pytest.mark.parametrize(
    ("language", "words"),
    [
        ("en", "2 salt, 2 cloth, 2 conflicts, 1 pirates card"),
        ("de", "2 Salz, 2 Tuch, 2 Konflikte, 1 Piratenkarte"),
        ("fr", "2 sels, 2 tissus, 2 conflits, 1 carte pirate"),
    ],
)
def test_cards_are_counted_as_each_language_counts(language: str, words: str) -> None:
    with use(language):
        assert goods(["salt", "cloth", "conflict", "pirates", "conflict", "cloth", "salt"]).plain == words


def test_the_ring_begins_at_the_ship_and_marks_who_lies_where() -> None:
    text = seen(at(), None, 50)
    assert re.search(r"^● 0 Karge Zunge +grain +6/3/2 ⚓4 S *$", text, re.M)
    assert re.search(r"^  2 Affeninsel +grain +2/1/1 ⚓2 P *$", text, re.M)
    assert re.search(r"^●11 Grünland +salt +5/3/2 ⚓4 *$", text, re.M)
    assert text.count("●") == 3  # the legend has one, too
    assert "\nS ship · P pirates\n" in text
    sailing = seen(at(*MUTINY), None)
    assert re.search(r"^  1 Eisfelsen +rubies 6/4/3 ⚓5 M  ", sailing, re.M)
    assert re.search(r"^  2 Affeninsel +grain +2/1/1 ⚓2 CP  ", sailing, re.M)
    assert "S ship · C Captain's course · M Mutineer's course · P pirates" in sailing


def test_on_a_wide_screen_the_ring_stands_beside_the_seats_in_whole_words() -> None:
    text = seen(at(*MUTINY), 0, 140)
    assert re.search(
        r"^● 0 Karge Zunge +grain +6/3/2 dock 4 ship +Seat +Points +Hand +Shown +Role *$", text, re.M
    )
    assert re.search(r"^  1 Eisfelsen +rubies +6/4/3 dock 5 Mutineer's course ", text, re.M)
    assert re.search(r"^  2 Affeninsel +grain +2/1/1 dock 2 Captain's course, pirates ", text, re.M)
    assert re.search(r"^  6 Piratennest +any one kind +4/3/2 dock 5 ", text, re.M)
    assert re.search(r"▸ +Ann \(you\) +5 +1 wine, 1 conflict +1 wine +Captain *$", text, re.M)
    assert "Draw pile 29 · discards 2" in text
    assert "M Mutineer's course" in text


def test_ME_74_french_cards_known_in_another_hand_are_named() -> None:
    body = at().view(0).to_json()
    body["seats"][1]["known"] = ["salt"]
    assert re.search(r"^ +Ben +12 +2 cards with 1 salt +– +– *$", SCREEN.drawn(body), re.M)


def test_ME_67_in_manual_no_island_buys() -> None:
    text = SCREEN.drawn(SCREEN.record(ROUND, rules="manual").position.view(0).to_json())
    assert re.search(r"^  0 Karge Zunge +⚓4 S +3 Hochland +⚓5 *$", text, re.M)
    assert "●" not in text


def test_ME_32_each_sees_an_own_hand_and_of_others_the_number() -> None:
    shown = at(*SHOWN)
    assert re.search(r"^ +Seat +Points +Hand +Shown +Role *$", seen(shown, 1), re.M)
    assert re.search(r"^ +Ann +5 +2 cards +1 wine +Captain *$", seen(shown, 1), re.M)
    assert re.search(r"^ +Ben \(you\) +12 +1 salt +1 wine +– *$", seen(shown, 1), re.M)
    assert "Draw pile 29 · discards 2" in seen(shown, 1)
    # A narrow screen has lines of their own for hands, a tight one for shown cards as well.
    assert "Ann holds 1 wine, 1 conflict\n" in seen(shown, 0, 70)
    assert "has shown" not in seen(shown, 0, 70)
    tight = seen(shown, 0, 50)
    assert [line for line in tight.splitlines() if "holds" in line or "has shown" in line] == [
        "Ann has shown 1 wine",
        "Ben has shown 1 wine",
        "Ann holds 1 wine, 1 conflict",
    ]


def test_ME_34_a_role_is_told_to_who_may_know_it() -> None:
    assert roles(at(*SHOWN), None) == ["Captain", "–", "choosing"]
    left = at(*MUTINY[:-1])
    assert roles(left, None) == ["Captain, left", "choosing", "hidden"]
    # Only one player chose before, so Ben knows which card that was.
    assert roles(left, 1) == ["Captain, left", "choosing", "First Mate"]
    mutiny = at(*MUTINY)
    assert roles(mutiny, None) == ["Captain", "Mutineer", "First Mate"]
    assert roles(mutiny.play(0, "conflict 1"), None) == ["Captain +1", "Mutineer", "First Mate"]


def test_the_status_tells_round_phase_captain_and_offer() -> None:
    told = [SCREEN.board.status(at(*moves).view(None).to_json(), NAMES) for moves in ((), SHOWN)]
    assert told == [
        "Round 3 of 9 · Offer · Captain: Ann",
        "Round 3 of 9 · Goods and actions · Captain: Ann, offers 1 point",
    ]


def test_ME_70_the_last_round_tells_its_points_and_the_most_stand_first() -> None:
    last = {**ROUND, "round": 9, "hands": [["wine"], ["grain"], ["grain"]]}
    over, events = SCREEN.record(last).position, list[Event]()
    moves = (
        *("0 offer 2", "0 show wine", "1 show grain", "2 show grain"),
        *("0 leave", "1 leave", "1 leave merchant", "2 leave", "2 leave first-mate"),
    )
    for move in moves:
        over = over.play(int(move[0]), move[2:])
        events += over.events
    assert [one.kind for one in events if SCREEN.board.ends_part(one)] == ["game_over"]
    rows = printed(SCREEN.board.results(9, events, NAMES)).splitlines()
    assert [" ".join(row.split()) for row in rows if row.strip()] == [
        "The points of round 9",
        "Ann Ben Cleo",
        "Docking at Karge Zunge (ME-60) 4 – –",
        "First Mate (ME-60) – – 3",
        "The Captain's offer (ME-60) -2 – –",
        "Selling at Karge Zunge (ME-65) – 6 3",
        "Together 2 6 6",
    ]
    body = over.view(None).to_json()
    assert [row.split() for row in SCREEN.standings(body)] == [
        ["Ben", "18", "wins"],
        ["Cleo", "13"],
        ["Ann", "7"],
    ]
    assert SCREEN.board.status(body, NAMES) == "Round 9 of 9 · Game over"
