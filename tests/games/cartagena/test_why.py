"""Why an action of Cartagena is refused: the rule and a sentence, from what the seat itself can see."""

from __future__ import annotations

from typing import Any

import quarterdeck
from quarterdeck import Position
from quarterdeck.games.cartagena.table import standard
from tests.games.positions import play

SIDES = ["valverde", "diaz", "diaz"]
PAIRS = [[1, 2], [3, 4], [5, 6], [7, 8], [9, 10]]
ALL_CARDS = [
    ["pink 1"] * 10 + ["pink 2"] * 6,
    ["pink 3"] * 4 + ["grey 1"] * 10,
    ["grey 2"] * 6 + ["grey 3"] * 4,
]
FIVE = ["pang", "nero", "tembo", "sate", "ojo"]
Setup = dict[str, Any]

TURN = "It is not your turn: another player has to act first."


def position(setup: Setup, *moves: str) -> Position:
    """As many players as there are sides or coins, three if nothing is said; perhaps with fewer `sailors`."""
    players = max([3, *(len(setup[key]) for key in ("sides", "coins") if key in setup)])
    laid = {key: value for key, value in setup.items() if key != "sailors"}
    small = {**standard().to_json(), "size": {"sailors": setup["sailors"]}} if "sailors" in setup else None
    game = quarterdeck.game("cartagena", players=players, table=small)
    return play(game.start(seed=1, setup=laid), *moves)


def mutiny(**setup: Any) -> Setup:
    return {"sides": SIDES, "pairs": PAIRS, "duels": [], "coins": [3, 3, 3], **setup}


# Seat 0 has no side and so no part in the mutiny; seat 1 lays the mascot in the second round.
MASCOT = {**mutiny(hands=[["pink 1"] * 2] * 4, sides=[None, *SIDES]), "coins": [3, 3, 3, 3]}
MASCOT_LAID = "1 play pink 1, 2 play pink 1, 3 play pink 1, 1 mascot, 2 play pink 1, 3 play pink 1"


# For every code: the table, the moves, of which the last is refused, and the rule with the sentence.
CASES: list[tuple[str, Setup, str, str]] = [
    ("not_your_turn", {"row": ["pang"]}, "1 take pang", f"CA-22: {TURN}"),
    ("not_your_turn", {"row": ["wessel-jan"]}, "0 take wessel-jan, 1 done", f"CA-44: {TURN}"),
    (
        "wrong_phase",
        {"row": ["pang"]},
        "0 play pink 1",
        "CA-63: This belongs to “Duel”; what is asked now is “Cabin doors”: choose an action of that.",
    ),
    (
        "wrong_phase",
        {"row": ["pang"]},
        "0 take pang, 0 open",
        "CA-22: This belongs to “Cabin doors”; what is asked now is “Pang: card or coin”: choose an action "
        "of that.",
    ),
    (
        "wrong_phase",
        {"row": ["chang-ye"]},
        "0 take chang-ye, 0 open",
        "CA-22: This belongs to “Cabin doors”; what is asked now is “Stealing a coin”: choose an action of "
        "that.",
    ),
    (
        "door_closed",
        {"row": ["pang"]},
        "0 take nero",
        "CA-22: No open door has Dean Nero behind it: visit a pirate whose door is open, or knock at the "
        "next.",
    ),
    (
        "passed_by",
        {"row": ["pang", "nero", "tembo"], "knocked": True},
        "0 take pang",
        "CA-23: You have knocked since and can't go back to Pang: visit Tembo, or knock again.",
    ),
    (
        "already_used",
        {"row": [["pang", 0], "nero"]},
        "1 take pang",
        "CA-26: Somebody has visited Pang in this round: choose another pirate.",
    ),
    (
        "in_lifeboat",
        {"row": ["pang"], "boat": "ojo"},
        "0 take ojo",
        "CA-28: In the lifeboat lies Ojo, seasick and out of play.",
    ),
    (
        "no_closed_door",
        {"row": [["ghost", 0], *FIVE]},
        "1 open",
        "CA-24: Every door is open: visit one of the pirates that are left.",
    ),
    (
        "no_closed_door",
        {"row": [["ghost", 0], *FIVE]},
        "1 take bijoux",
        "CA-24: Every door is open: visit one of the pirates that are left.",
    ),
    (
        "no_such_pair",
        {"sailors": 6, "pairs": PAIRS[:3], "row": ["cambivalute"]},
        "0 take cambivalute, 0 inspect D",
        "CA-51: There is no pair D at this table: pairs are A to C.",
    ),
    (
        "not_looked_at",
        {"row": ["tembo"], "pile": ["pink 1", "grey 2"]},
        "0 take tembo, 0 keep pink 3",
        "CA-43: You do not look at a pink 3: keep one of the two that you look at.",
    ),
    (
        "not_in_hand",
        {"row": ["wessel-jan"]},
        "0 take wessel-jan, 0 swap pink 3",
        "CA-44: You do not hold a pink 3: choose a combat card that you hold.",
    ),
    (
        "not_in_hand",
        {"row": ["nero"]},
        "0 take nero, 0 sell grey 2",
        "CA-45: You do not hold a grey 2: choose a combat card that you hold.",
    ),
    (
        "not_in_hand",
        mutiny(),
        "0 play grey 3",
        "CA-63: You do not hold a grey 3: choose a combat card that you hold.",
    ),
    (
        "one_way",
        {"row": ["nero"]},
        "0 take nero, 0 sell pink 1, 0 buy",
        "CA-45: One visit to Dean Nero goes one way: you have sold, so you can't buy.",
    ),
    (
        "one_way",
        {"row": ["nero"], "coins": [2, 0, 0]},
        "0 take nero, 0 buy, 0 sell pink 1",
        "CA-45: One visit to Dean Nero goes one way: you have bought, so you can't sell.",
    ),
    (
        "no_coin_for_sale",
        {"row": ["nero"], "coins": [10, 10, 10]},
        "0 take nero, 0 sell pink 1",
        "CA-45: The supply has no coin to pay for your card.",
    ),
    (
        "no_coin",
        {"row": ["nero"], "coins": [0, 1, 1]},
        "0 take nero, 0 buy",
        "CA-45: You have no coin to buy a combat card with.",
    ),
    (
        "no_card_to_buy",
        {"row": ["nero"], "hands": ALL_CARDS, "coins": [2, 1, 1]},
        "0 take nero, 0 buy",
        "CA-45: The pile has no combat card to sell to you.",
    ),
    (
        "no_such_seat",
        {"row": ["chang-ye"]},
        "0 take chang-ye, 0 rob 3",
        "CA-47: There is no seat 3 at this table: seats are 0 to 2.",
    ),
    (
        "yourself",
        {"row": ["chang-ye"]},
        "0 take chang-ye, 0 rob 0",
        "CA-47: Choose another player: not yourself.",
    ),
    (
        "yourself",
        {"row": ["ojo"], "sides": SIDES},
        "0 take ojo, 0 spy 0",
        "CA-50: Choose another player: not yourself.",
    ),
    (
        "nothing_to_steal",
        {"row": ["chang-ye"], "coins": [1, 1, 0, 1]},
        "0 take chang-ye, 0 rob 2",
        "CA-47: There is no coin to steal from seat 2.",
    ),
    (
        "nothing_to_spy",
        {"row": ["ojo"], "sides": ["diaz", "diaz", None, "valverde"]},
        "0 take ojo, 0 spy 2",
        "CA-50: No conviction lies before seat 2: that player has no side yet.",
    ),
    (
        "already_laid",
        mutiny(),
        "0 play pink 1, 0 play grey 1",
        "CA-63: You have laid your card for this round: it stays.",
    ),
    (
        "mascot_too_early",
        mutiny(),
        "0 mascot",
        "CA-66: The mascot waits for the second round of a duel: lay one of your combat cards.",
    ),
    (
        "not_declined",
        {"row": ["bijoux"]},
        "0 take bijoux, 0 done",
        "CA-49: Here you have to choose: this can't be left alone.",
    ),
    (
        "left_out",
        mutiny(sides=[None, "diaz", "diaz"]),
        "0 play pink 1",
        "CA-60: You have taken no side: you take no part in the mutiny.",
    ),
    (
        "out_of_cards",
        mutiny(hands=[[], ["pink 1", "pink 1"], ["grey 1", "grey 1"]]),
        "1 play pink 1, 2 play grey 1, 0 mascot",
        "CA-66: You are out: you had no combat card for the first round of a duel.",
    ),
    (
        "left_duel",
        mutiny(hands=[["pink 1"] * 2, ["pink 1"] * 3, ["grey 1"] * 3], coins=[0, 0, 0]),
        "0 play pink 1, 1 play pink 1, 2 play grey 1, 0 mascot, 1 play pink 1, 2 play grey 1, 0 play pink 1",
        "CA-64: You have played your mascot and are done with this duel.",
    ),
    ("yourself", MASCOT, f"{MASCOT_LAID}, 1 rob 1", "CA-65: Choose another player: not yourself."),
    ("not_your_turn", MASCOT, f"{MASCOT_LAID}, 2 rob 1", f"CA-65: {TURN}"),
    (
        "out_of_reach",
        MASCOT,
        f"{MASCOT_LAID}, 1 rob 0",
        "CA-60: The coins of seat 0, who is out of the mutiny, are out of everyone's reach.",
    ),
]


def test_the_end_refuses_everything() -> None:
    duel = [["pink 1", "pink 2", "grey 1"], [None, None, None]]
    table = mutiny(hands=[["pink 3"]] * 3, duels=[duel] * 2, pairs=[[2, 1], [4, 3], [6, 5]])
    at = position(table, "0 play pink 3", "1 play pink 3", "2 play pink 3")
    assert at.over
    assert at.view(0).why_not("open") == ("CA-69", "The game is over: nothing more is played.")


def test_CA_66_who_has_laid_the_mascot_in_a_first_round_is_told_so() -> None:
    game = quarterdeck.game("cartagena", players=3, mascot_in_first_round="yes")
    at = game.start(seed=1, setup=mutiny(hands=[["pink 1"], ["pink 1"] * 2, ["pink 1"] * 2]))
    at = play(at, "0 mascot", "1 play pink 1", "2 play pink 1")
    told = at.view(0).why_not("play pink 1")
    assert told == ("CA-66", "You are out: you let your mascot out in the first round of a duel.")


def test_a_spectator_is_told_that_it_is_the_players_turn() -> None:
    assert position({"row": ["pang"]}).view(None).why_not("open") == ("CA-22", TURN)
    assert position(mutiny()).view(None).why_not("play pink 1") == ("CA-63", TURN)
