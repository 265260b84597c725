"""What an action of Cartagena would bring now, told from a view alone."""

from __future__ import annotations

from typing import Any

import pytest

from quarterdeck.games.cartagena.words.hints import hint, label

NAMES = ("Ann", "Bert", "Cy")
CLOSED = {"pirate": None, "state": "closed", "available": False}
Json = dict[str, Any]


def door(pirate: str, available: bool = True) -> Json:
    return {"pirate": pirate, "state": "open", "available": available}


def seat(**changes: Any) -> Json:
    one: Json = {"coins": 2, "combat_count": 4, "side": None, "saw": [], "alive": True, "fighting": True}
    return {**one, "posted": None, **changes}


def pair(letter: str, *, values: Any = None, valverde: int | None = None, diaz: int | None = None) -> Json:
    return {"letter": letter, "values": values, "valverde": valverde, "diaz": diaz}


def view(*, me: Json | None = None, others: Json | None = None, **changes: Any) -> Json:
    """What Bert sees: three players, two doors open, four closed, the Ghost among ten pirates face down."""
    return {
        "phase": "cabins",
        "seat": 1,
        "row": [door("pang"), door("ojo"), CLOSED, CLOSED, CLOSED, CLOSED],
        "face_down": ["ghost", *("x" * 9)],
        "sate_coins": 0,
        "readings": [],
        "supply": {"combat": 20, "gold": 10, "coins": 9},
        "looking": None,
        "trade": {"made": 0, "direction": None},
        "seats": [seat(**(others or {})), seat(**(me or {})), seat(**(others or {}))],
        "sailors": {"placed": 0, "pairs": [pair(letter) for letter in "ABCDE"], "inspected": None},
        "duels": [{"letter": "B", "round": 2, "total": {"valverde": 8, "diaz": 9}}],
        **changes,
    }


def supply(**changes: int) -> Json:
    return {"supply": {"combat": 20, "gold": 10, "coins": 9, **changes}}


@pytest.mark.parametrize(
    ("changes", "said"),
    [
        (
            {},
            "You let all the open doors go. 1 time in 10 the Ghost is behind this door and would end your "
            "turn with nothing; 4 times in 10 it is behind one of the 4 closed doors.",
        ),
        (
            {"row": [door("pang", available=False), door("ojo"), CLOSED, CLOSED], "face_down": ["a"] * 9},
            "You let Ojo go. The Ghost is behind none of the closed doors.",
        ),
        (
            {"row": [door("sate"), CLOSED], "face_down": ["ghost", *"abcdefg"]},
            "You let Satè go. Satè gets one more coin. You must visit whoever opens the last door; 1 time in "
            "8 it is the Ghost.",
        ),
        (
            {"row": [door("sate"), CLOSED], "face_down": ["a"] * 7, **supply(coins=0)},
            "You let Satè go. You must visit whoever opens the last door; it can't be the Ghost.",
        ),
    ],
)
def test_a_knock_costs_the_open_doors_and_may_meet_the_ghost(changes: Json, said: str) -> None:
    assert hint(view(**changes), "open") == said


ASIDE: Json = {"readings": ["sate_set_aside"]}

VISITS: list[tuple[str, Json, str]] = [
    ("valverde", {}, "The top gold card and a coin."),
    ("valverde", supply(coins=0), "The top gold card; there is no coin left."),
    ("valverde", supply(gold=0), "A coin; there is no gold card left."),
    ("valverde", supply(gold=0, coins=0), "Nothing is left for you to get."),
    ("diaz", {}, "Look at the top gold card and the top combat card; keep one."),
    ("diaz", supply(gold=0), "The top combat card; there is no gold card left."),
    ("diaz", supply(combat=0), "The top gold card; there is no combat card left."),
    ("diaz", supply(combat=0, gold=0), "Nothing is left for you to get."),
    ("crackpott", {}, "The top two combat cards."),
    ("crackpott", supply(combat=1), "The top combat card: it is the last one."),
    ("crackpott", supply(combat=0), "Nothing is left for you to get."),
    ("tembo", supply(combat=2), "Look at the top two combat cards; keep one."),
    ("tembo", supply(combat=1), "The top combat card: it is the last one."),
    ("wessel-jan", {}, "Put up to 3 of your 4 combat cards under the pile and draw as many."),
    (
        "wessel-jan",
        {"me": {"combat_count": 1}},
        "Put your only combat card under the pile, if you like, and draw one.",
    ),
    ("wessel-jan", {"me": {"combat_count": 0}}, "You have no combat card to swap."),
    ("nero", {}, "Sell up to 3 combat cards or buy up to 2 combat cards, for a coin each."),
    (
        "nero",
        {"me": {"coins": 0}, **supply(coins=1)},
        "Sell up to 1 combat card for a coin each; you can't buy any.",
    ),
    (
        "nero",
        {"me": {"combat_count": 0}, **supply(combat=1)},
        "Buy up to 1 combat card for a coin each; you can't sell any.",
    ),
    ("nero", {"me": {"combat_count": 0, "coins": 0}}, "There is nothing that you can trade."),
    ("pang", {}, "The top combat card or a coin."),
    ("pang", supply(coins=0), "The top combat card; there is no coin left."),
    ("pang", supply(combat=0), "A coin; there is no combat card left."),
    ("pang", supply(combat=0, coins=0), "Nothing is left for you to get."),
    ("chang-ye", {}, "Steal a coin from one of the 2 players who have any."),
    (
        "chang-ye",
        {"seats": [seat(), seat(), seat(coins=0)]},
        "Steal a coin from Ann: nobody else has one.",
    ),
    ("chang-ye", {"others": {"coins": 0}}, "Nobody else has a coin to steal."),
    ("sate", {}, "A coin."),
    ("sate", {"sate_coins": 2}, "3 coins: 2 of them on the card."),
    ("sate", {"sate_coins": 2, **supply(coins=2)}, "2 coins, those on the card."),
    ("sate", {"sate_coins": 2, **ASIDE, **supply(coins=0)}, "2 coins, those on the card."),
    ("sate", supply(coins=0), "Nothing is left for you to get."),
    ("bijoux", {}, "Choose your side: without one you can't win."),
    (
        "bijoux",
        {"me": {"side": "diaz"}},
        "You stand for Ramon Diaz (grey): change that, only seem to, or leave it untouched.",
    ),
    (
        "bijoux",
        {"me": {"side": "diaz"}, "readings": ["nothing_declined"]},
        "You stand for Ramon Diaz (grey): change that, or only seem to.",
    ),
    ("ojo", {}, "Choose your side: without one you can't win."),
    (
        "ojo",
        {"me": {"side": "diaz"}},
        "Nobody else has taken a side yet: there is nothing to look at.",
    ),
    (
        "ojo",
        {"seats": [seat(), seat(side="diaz"), seat(side="unknown")]},
        "Look at the conviction of Cy: nobody else has taken a side.",
    ),
    ("ojo", {"me": {"side": "diaz"}, "others": {"side": "unknown"}}, "Look at one of 2 convictions."),
    (
        "cambivalute",
        {"sailors": {"placed": 2, "pairs": [{}] * 5}},
        "Look at two sailors and decide who fights on which side in duel C.",
    ),
    (
        "cambivalute",
        {"sailors": {"placed": 5, "pairs": [{}] * 5}},
        "Look at one of the 5 pairs of sailors, and swap the two if you like.",
    ),
]


@pytest.mark.parametrize(("pirate", "changes", "said"), VISITS)
def test_a_visit_says_what_the_pirate_has_to_give_now(pirate: str, changes: Json, said: str) -> None:
    assert hint(view(**changes), f"take {pirate}", NAMES) == said


def test_who_passes_sate_by_for_a_coin_may_find_the_last_one_on_the_card() -> None:
    row = [door("pang"), door("sate"), CLOSED]
    assert hint(view(row=row), "take pang") == "The top combat card or a coin. Satè gets one more coin."
    last = view(row=row, **supply(coins=1))
    assert hint(last, "take pang") == "The top combat card or a coin. Satè gets one more coin."
    assert (
        hint(view(row=row, sate_coins=1, **supply(coins=1)), "take pang") == "The top combat card or a coin."
    )
    aside = view(row=row, **ASIDE, **supply(coins=1))
    assert hint(aside, "take pang") == "The top combat card; there is no coin left. Satè gets one more coin."
    passed = view(row=[door("pang"), door("sate", available=False), CLOSED])
    assert hint(passed, "take pang") == "The top combat card or a coin."


LOOKING = {"combat": ["pink 2", "grey 1"], "gold": 3}
SAW = [{"seat": 0, "side": "diaz", "fresh": True}]
STALE = [{"seat": 0, "side": "diaz", "fresh": False}]
SAILORS = {
    "placed": 2,
    "pairs": [
        pair("A", values=[3, 8], valverde=8, diaz=3),
        pair("B", values=[4, 5]),
        pair("C", values=[1, 10]),
        pair("D"),
    ],
    "inspected": "A",
}

HINTS: list[tuple[str, Json, str]] = [
    ("keep gold", {"looking": LOOKING}, "Keep a gold card worth 3; a pink 2 goes under its pile."),
    ("keep combat", {"looking": LOOKING}, "Keep a pink 2; a gold card worth 3 goes under its pile."),
    ("keep grey 1", {"looking": LOOKING}, "Keep it; a pink 2 goes under the pile."),
    ("swap pink 1", {}, "When you are done you draw 1 card."),
    (
        "swap pink 1",
        {"trade": {"made": 2}},
        "When you are done you draw 3 cards.",
    ),
    ("done", {"phase": "swap"}, "Keep your cards as they are."),
    (
        "done",
        {"phase": "swap", "trade": {"made": 2}},
        "Draw 2 combat cards for what you put under the pile.",
    ),
    ("done", {"phase": "trade"}, "Trade nothing."),
    ("done", {"phase": "trade", "trade": {"made": 1}}, "No further trade."),
    ("sell grey 1", {}, "It goes under the pile, and you have 3 coins."),
    ("buy", {}, "The top combat card; you are left with 1 coin."),
    ("draw", {}, "The top one of 20 combat cards."),
    ("coin", {}, "You have 3 coins then."),
    ("rob 0", {}, "Ann keeps 1 of 2 coins."),
    ("rob 0", {"others": {"coins": 1}}, "It is the only one that Ann has."),
    (
        "side diaz",
        {},
        "If Ramon Diaz wins the mutiny, you can win the game. Nobody sees what you choose.",
    ),
    (
        "side diaz",
        {"me": {"side": "diaz"}},
        "You stay with Ramon Diaz; to the others it may as well be a change.",
    ),
    (
        "side valverde",
        {"me": {"side": "diaz"}},
        "You change over to Captain Valverde; to the others it may as well be a bluff.",
    ),
    ("spy 0", {}, "You will know which side Ann stands for."),
    ("spy 0", {"me": {"saw": SAW}}, "You know already: Ann stands for Ramon Diaz (grey)."),
    ("spy 2", {"me": {"saw": SAW}}, "You will know which side Cy stands for."),
    ("spy 0", {"me": {"saw": STALE}}, "You saw Ramon Diaz (grey), but Ann has handled the card since."),
    ("higher valverde", {"sailors": SAILORS}, "Duel C: 10 for Captain Valverde, 1 for Ramon Diaz."),
    ("higher diaz", {"sailors": SAILORS}, "Duel C: 1 for Captain Valverde, 10 for Ramon Diaz."),
    (
        "inspect A",
        {"sailors": SAILORS},
        "You know it. Duel A: 8 for Captain Valverde, 3 for Ramon Diaz.",
    ),
    ("inspect B", {"sailors": SAILORS}, "You know 4 and 5, but somebody has handled them since."),
    ("inspect D", {"sailors": SAILORS}, "You don't know these two yet."),
    ("swap", {"sailors": SAILORS}, "Duel A: 3 for Captain Valverde, 8 for Ramon Diaz."),
    ("keep", {"sailors": SAILORS}, "Duel A: 8 for Captain Valverde, 3 for Ramon Diaz."),
    ("play pink 1", {}, "9 all by your card alone. You keep 3 combat cards."),
    ("play pink 3", {}, "11 to 9 for Captain Valverde by your card alone. You keep 3 combat cards."),
    (
        "play grey 2",
        {"me": {"combat_count": 1}},
        "11 to 8 for Ramon Diaz by your card alone. It is your last combat card: if there is a further duel, "
        "you are out of the game.",
    ),
    (
        "play grey 2",
        {
            "me": {"combat_count": 1},
            "duels": [{"letter": "E", "round": 1, "total": {"valverde": 8, "diaz": 9}}],
        },
        "11 to 8 for Ramon Diaz by your card alone. It is your last combat card.",
    ),
]


@pytest.mark.parametrize(("action", "changes", "said"), HINTS)
def test_a_hint_says_what_the_action_will_do(action: str, changes: Json, said: str) -> None:
    assert hint(view(**changes), action, NAMES) == said


DONE = "You are done with this duel."


@pytest.mark.parametrize(
    ("changes", "said"),
    [
        ({}, "Alone it steals a coin from an opponent; with others, each brings one from the supply."),
        (
            {"others": {"coins": 0}},
            "With other mascots, each brings a coin from the supply; nobody has one to steal.",
        ),
        (
            {"others": {"alive": False, "fighting": False}},
            "No opponent has a coin to steal.",
        ),
        ({"others": {"fighting": False}}, "It steals a coin from an opponent."),
        (
            {"others": {"alive": False, "fighting": False}, "readings": ["all_are_opponents"]},
            "It steals a coin from an opponent.",
        ),
        (
            {"others": {"posted": "mascot"}},
            "It is not the only one: each mascot brings a coin from the supply.",
        ),
        (
            {"duels": [{"letter": "B", "round": 3}]},
            "No coin: mascots bring one in the second round only.",
        ),
    ],
)
def test_CA_65_a_mascot_brings_a_coin_in_the_second_round_alone(changes: Json, said: str) -> None:
    assert hint(view(**changes), "mascot") == f"{said} {DONE}"


def test_CA_66_a_mascot_that_can_not_be_laid_yet_says_so() -> None:
    duels = [{"letter": "B", "round": 1}]
    assert hint(view(duels=duels), "mascot") == "Not in a duel's first round while you hold a combat card."
    assert DONE in hint(view(duels=duels, me={"combat_count": 0}), "mascot")
    allowed = view(duels=duels, readings=["mascot_in_first_round"])
    out = "In a duel's first round it puts you out of the game: you can't win any more."
    assert hint(allowed, "mascot") == out


@pytest.mark.parametrize(
    ("phase", "button", "said"),
    [
        ("rob", "Steal nothing", "All keep their coins."),
        (
            "side",
            "Leave it untouched",
            "All see that it is untouched: whoever knows your side still knows it.",
        ),
        ("spy", "Look at none", "You learn nothing, and nobody is looked at."),
        (
            "inspect",
            "Look at no pair",
            "No sailor is touched: what others know of them stays true.",
        ),
    ],
)
def test_CA_47_CA_49_CA_50_CA_51_to_decline_has_its_own_words(phase: str, button: str, said: str) -> None:
    assert label("done", phase=phase) == button
    assert hint(view(phase=phase, trade=None), "done") == said
    assert label("done", phase="swap") == label("done") == "That's all"


def test_without_names_players_are_told_by_their_seats() -> None:
    assert hint(view(), "spy 2") == "You will know which side seat 2 stands for."
