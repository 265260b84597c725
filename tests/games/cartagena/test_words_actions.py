"""Cartagena's actions in words: what each does, and what is asked of whom."""

from __future__ import annotations

from typing import Any

from quarterdeck.games.cartagena.words import actions, hints

PLAYERS = ("Ann", "Bert", "Cy", "Di")


SENTENCES = [
    ("take chang-ye", "Visit Chang Ye"),
    ("open", "Knock at the next door"),
    ("keep gold", "Keep the gold card"),
    ("keep combat", "Keep the combat card"),
    ("keep pink 2", "Keep a pink 2"),
    ("swap grey 1", "Put a grey 1 under the pile"),
    ("sell grey 3", "Sell a grey 3"),
    ("buy", "Buy a combat card"),
    ("done", "That's all"),
    ("draw", "Draw the top combat card"),
    ("coin", "Take a coin"),
    ("rob 2", "Steal a coin from seat 2"),
    ("side diaz", "Stand for Ramon Diaz"),
    ("spy 0", "Look at the conviction of seat 0"),
    ("higher valverde", "Put the higher sailor on the side of Captain Valverde"),
    ("inspect E", "Look at duel E"),
    ("swap", "Swap the two sailors"),
    ("keep", "Leave the two sailors as they stand"),
    ("play pink 3", "Lay a pink 3"),
    ("mascot", "Let the mascot out"),
]


def test_a_label_names_the_player_where_names_are_at_hand() -> None:
    assert hints.label("rob 2", PLAYERS) == "Steal a coin from Cy"
    assert hints.label("spy 0", PLAYERS) == "Look at the conviction of Ann"
    assert hints.label("rob 3", PLAYERS[:3]) == "Steal a coin from seat 3"


REFUSED = [
    "",
    "dance",
    "take ghost",
    "take",
    "keep pink",
    "swap pink 4",
    "rob 4",
    "rob x",
    "side pink",
    "inspect F",
    "keep ?",
]


def view(phase: str, **changes: Any) -> dict[str, Any]:
    """What a prompt reads of Bert's view, who is to act."""
    return {
        "phase": phase,
        "seat": 1,
        "to_act": [1],
        "turn": 1,
        "row": [{"pirate": None, "state": "closed", "available": False}],
        "readings": [],
        "trade": None,
        "seats": [{"side": None} for _seat in PLAYERS],
        "sailors": {"placed": 1, "pairs": [{"letter": letter, "values": [3, 8]} for letter in "ABCDE"]},
        "duels": [{"letter": "A", "round": 3}, {"letter": "B", "round": 1}],
        **changes,
    }


def door(pirate: str, available: bool = True) -> dict[str, Any]:
    return {"pirate": pirate, "state": "open", "available": available}


CLOSED = {"pirate": None, "state": "closed", "available": False}
TRADE = {"made": 0, "direction": None}
RICH = [{"side": None, "coins": 5, "combat_count": 5}] * 4
POOR = [{"side": None, "coins": 0, "combat_count": 1}] * 4
SUPPLY = {"combat": 9, "gold": 9, "coins": 9}
SIDES = [{"side": None}, {"side": "diaz"}, {"side": None}, {"side": None}]

ASKED: list[tuple[str, dict[str, Any], str, str]] = [
    (
        "cabins",
        {"row": [door("pang"), door("sate"), CLOSED]},
        "Visit a pirate whose door is open, or knock at the next one.",
        "Bert visits a pirate whose door is open, or knocks at the next one.",
    ),
    (
        "cabins",
        {"row": [door("pang", available=False), door("ojo"), CLOSED]},
        "Visit Ojo, or knock at the next door.",
        "Bert visits a pirate whose door is open, or knocks at the next one.",
    ),
    (
        "cabins",
        {"row": [door("pang"), door("ojo")]},
        "Every door is open: which of the pirates do you visit?",
        "Bert visits one of the pirates that are left.",
    ),
    (
        "diaz",
        {},
        "Which of the two do you keep? The other goes under its pile.",
        "Bert keeps the gold card or the combat card.",
    ),
    (
        "tembo",
        {},
        "Which of the two do you keep? The other goes under the pile.",
        "Bert keeps one of two combat cards.",
    ),
    (
        "swap",
        {"trade": TRADE, "seats": RICH, "supply": SUPPLY},
        "Swap up to 3 combat cards: put the first under the pile, or swap none.",
        "Bert swaps combat cards.",
    ),
    (
        "swap",
        {"trade": {**TRADE, "made": 2}, "seats": RICH},
        "Swap one more combat card, or say that's all.",
        "Bert swaps combat cards.",
    ),
    (
        "trade",
        {"trade": TRADE, "seats": RICH, "supply": SUPPLY},
        "Sell up to 3 combat cards, or buy up to 3, for a coin each.",
        "Bert haggles with Dean Nero.",
    ),
    (
        "swap",
        {"trade": TRADE, "seats": POOR},
        "Swap your only combat card: put it under the pile, or leave it.",
        "Bert swaps combat cards.",
    ),
    (
        "trade",
        {"trade": TRADE, "seats": POOR, "supply": SUPPLY},
        "Sell 1 combat card for a coin, or trade nothing.",
        "Bert haggles with Dean Nero.",
    ),
    (
        "trade",
        {"trade": TRADE, "seats": RICH, "supply": {**SUPPLY, "coins": 0, "combat": 2}},
        "Buy up to 2 combat cards for a coin each, or trade nothing.",
        "Bert haggles with Dean Nero.",
    ),
    (
        "trade",
        {"trade": TRADE, "seats": RICH, "supply": {**SUPPLY, "coins": 1}},
        "Sell up to 1 combat card, or buy up to 3, for a coin each.",
        "Bert haggles with Dean Nero.",
    ),
    (
        "trade",
        {"trade": {"made": 1, "direction": "sell"}, "seats": POOR, "supply": SUPPLY},
        "Sell 1 more combat card for a coin, or say that's all.",
        "Bert haggles with Dean Nero.",
    ),
    (
        "trade",
        {"trade": {"made": 1, "direction": "sell"}, "seats": RICH, "supply": SUPPLY},
        "Sell up to 2 more combat cards for a coin each, or say that's all.",
        "Bert haggles with Dean Nero.",
    ),
    (
        "trade",
        {"trade": {"made": 2, "direction": "buy"}, "seats": RICH, "supply": SUPPLY},
        "Buy 1 more combat card for a coin, or say that's all.",
        "Bert haggles with Dean Nero.",
    ),
    (
        "pang",
        {},
        "The top combat card, or a coin?",
        "Bert chooses between a combat card and a coin.",
    ),
    ("rob", {}, "Whom do you rob of a coin?", "Bert chooses whom to rob of a coin."),
    ("side", {}, "Which side do you stand for?", "Bert chooses a side."),
    (
        "side",
        {"seats": SIDES},
        "Do you change sides, or only seem to?",
        "Bert handles the conviction card: a new side, or the old one?",
    ),
    ("spy", {}, "Whose conviction do you look at?", "Bert chooses whose conviction to look at."),
    (
        "sailors",
        {},
        "Duel B, 3 against 8: on whose side does the 8 fight?",
        "Bert looks at two sailors and decides who fights on which side.",
    ),
    (
        "inspect",
        {},
        "Which pair of sailors do you look at?",
        "Bert chooses a pair of sailors to look at.",
    ),
    (
        "inspect",
        {"duels": []},
        "Which pair of sailors do you look at? You may leave them all alone.",
        "Bert may look at a pair of sailors.",
    ),
    (
        "rob",
        {"duels": []},
        "Whom do you rob of a coin? You may also rob nobody.",
        "Bert may rob somebody of a coin.",
    ),
    (
        "spy",
        {"duels": []},
        "Whose conviction do you look at? You may leave them all alone.",
        "Bert may look at somebody's conviction.",
    ),
    (
        "side",
        {"duels": [], "seats": [{"side": "diaz"}] * 4},
        "Do you change sides, only seem to, or leave your conviction card untouched?",
        "Bert may change sides, only seem to, or leave the conviction card untouched.",
    ),
    (
        "side",
        {"duels": [], "seats": [{"side": "diaz"}] * 4, "readings": ["nothing_declined"]},
        "Do you change sides, or only seem to?",
        "Bert handles the conviction card: a new side, or the old one?",
    ),
    (
        "duel",
        {"turn": None, "readings": ["mascot_in_first_round"]},
        "Duel B, round 1: lay a combat card face down. With the mascot you are out of the game.",
        "Bert lays a card for the duel.",
    ),
    (
        "handle",
        {},
        "Swap these two sailors, or leave them as they stand?",
        "Bert looks at a pair of sailors and may swap the two.",
    ),
    (
        "duel",
        {"turn": None},
        "Duel B, round 1: lay a combat card face down.",
        "Bert lays a card for the duel.",
    ),
    (
        "duel",
        {"turn": None, "duels": [{"letter": "C", "round": 2}]},
        "Duel C, round 2: lay a combat card face down, or your mascot.",
        "Bert lays a card for the duel.",
    ),
]


def test_in_a_duel_several_are_asked_at_once() -> None:
    both = view("duel", to_act=[0, 1, 3], seat=2, turn=None)
    assert actions.prompt(both, PLAYERS) == "Ann, Bert and Di lay a card for the duel."
    assert actions.prompt({**both, "seat": 3}, PLAYERS) == "Duel B, round 1: lay a combat card face down."
