"""The page of text and the picture of a position."""

from __future__ import annotations

import quarterdeck
from quarterdeck.games.cartagena.table import standard
from tests.games.cartagena.worlds import PAIRS, start
from tests.games.positions import lines, play, words


def test_the_page_of_the_voyage() -> None:
    position = start(
        row=[["tembo", 0], "sate", "nero"],
        sate_coins=2,
        boat="pang",
        coins=[1, 2, 0],
        gold=[[3, 1], None, None],
        sides=["diaz", None, "valverde"],
        pairs=[[3, 7, [0, 1]], [1, 2]],
        ship=10,
    )
    assert lines(position, 0) == [
        "Cartagena, round 1: Cabin doors",
        "13 moves to the mutiny, 2 to the next storm",
        "Doors: Tembo (seat 0), Satè (+2 coins), Dean Nero, closed, closed, closed",
        "In the lifeboat: Pang",
        "Supply: 34 combat cards, 16 gold cards, 27 coins",
        "Pair A: Captain Valverde 3, Ramon Diaz 7",
        "Pair B: Captain Valverde ?, Ramon Diaz ?",
        "     seat 0: 1 coin, giver, 2 gold cards (1 3), 2 combat cards (Pink 1, Grey 1), for Ramon Diaz",
        "     seat 1: 2 coins, 0 gold cards, 2 combat cards (Pink 1, Grey 1, …), no side yet",
        "     seat 2: 0 coins, 0 gold cards, 2 combat cards (Pink 1, Grey 1, …), side hidden",
    ]
    spectator = lines(position, None)
    assert "Pair A: Captain Valverde ?, Ramon Diaz ?" in spectator
    assert (
        "     seat 0: 1 coin, giver, 2 gold cards, 2 combat cards (Pink 1, Grey 1, …), side hidden"
        in spectator
    )


def test_the_page_says_which_pair_stands_either_way() -> None:
    position = start(row=["cambivalute"], pairs=[[9, 2, [1]], [10, 1], [8, 3], [7, 4], [6, 5]])
    position = play(position, "0 take cambivalute", "0 inspect A", "0 swap")
    assert "Pair A: Captain Valverde ?, Ramon Diaz ? (2 and 9, whichever way)" in lines(position, 1)
    assert "A · 2/9" in words(position, 1)
    assert "Pair A: Captain Valverde 2, Ramon Diaz 9" in lines(position, 0)


def test_the_page_of_the_mutiny() -> None:
    position = start(
        hands=[["pink 2", "pink 2"], ["pink 3", "grey 2"], []],
        sides=["diaz", "valverde", None],
        pairs=PAIRS,
        duels=[[["pink 1", "grey 1", None]]],
    )
    position = play(position, "0 play pink 2")
    assert lines(position, 0) == [
        "Cartagena, duel B, round 1",
        "The ship has reached the mutiny space",
        "Supply: 34 combat cards, 18 gold cards, 27 coins",
        "Pair C: Captain Valverde ?, Ramon Diaz ?",
        "Pair D: Captain Valverde ?, Ramon Diaz ?",
        "Pair E: Captain Valverde ?, Ramon Diaz ?",
        "Duel A: Captain Valverde 11, Ramon Diaz 2 · won by Captain Valverde",
        "Duel B: Captain Valverde 9, Ramon Diaz 2",
        "     seat 0: 1 coin, 0 gold cards, 2 combat cards (2 × Pink 2), for Ramon Diaz, has laid: Pink 2",
        "     seat 1: 1 coin, 0 gold cards, 2 combat cards, side hidden",
        "     seat 2: 1 coin, 0 gold cards, 0 combat cards, no side yet, out of the game",
    ]
    assert lines(position, 1)[-3].endswith("2 combat cards, side hidden, has laid a card")
    assert "Captain Valverde: 9" in words(position, 1)
    assert "0 gold cards · side hidden · has laid a card" in words(position, 1)


def test_the_page_of_the_end_names_the_winners() -> None:
    hands = [["pink 1"] * 3, ["pink 2"] * 3]
    position = start(2, hands=hands, coins=[3, 2], sides=["valverde"] * 2, pairs=PAIRS, duels=[])
    while not position.over:
        seat = position.to_act[0]
        texts = [str(action) for action in position.legal(seat)]
        position = position.play(seat, "mascot" if "mascot" in texts else texts[0])
    assert lines(position, None)[0] == "Cartagena: Captain Valverde has won the mutiny"
    assert [line.endswith("has won") for line in lines(position, None)[-2:]] == [True, False]
    assert "Seat 0: 6 coins · has won" in words(position, None)


def test_the_page_tells_what_has_run_out() -> None:
    position = start(gold=[[1] * 6 + [2] * 6 + [3] * 6, None, None], row=["pang"])
    assert "Supply: 34 combat cards, 0 gold cards, 27 coins · run out: Gold cards" in lines(position, 1)
    assert "34 combat cards, 0 gold cards, 27 coins · run out: Gold cards" in words(position, 1)


def test_the_picture_shows_doors_ship_and_sailors() -> None:
    position = start(row=[["tembo", 0], "nero"], pairs=[[3, 7, [0]]])
    shown = words(position, 0)
    for word in ("Tembo", "seat 0", "Dean", "Nero", "3", "7", "Gold island", "Sailors on deck: 8"):
        assert word in shown
    assert "Seat 1: 1 coin · to act" in shown
    assert "7" not in words(position, 1)
    far, near = (start(ship=ship)._repr_svg_() for ship in (4, 20))
    assert far != near


def test_any_route_is_drawn() -> None:
    table = standard().to_json()
    table["route"]["spaces"] = ["gold", "treasure", "volcano", "mutiny"]
    position = quarterdeck.game("cartagena", table=table).start(seed=1)
    assert "3 moves to the mutiny" in str(position)
    assert words(position, None)
