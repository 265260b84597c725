"""Cartagena's facts in words: each has its sentence, to whom it concerns and to everybody else."""

from __future__ import annotations

import pytest

from quarterdeck.games.cartagena.events import FIELDS
from quarterdeck.games.cartagena.words import events
from quarterdeck.games.cartagena.words.tellings import TELLINGS

NAMES = ("Ann", "Bert", "Cy", "Di")
Data = dict[str, int | str]

# For every kind: the data, the sentence about Bert, and the sentence to Bert.
TOLD: list[tuple[str, Data, str, str]] = [
    (
        "round_began",
        {"round": 3},
        "Round 3 begins with Bert as giver.",
        "Round 3 begins, and you are the giver.",
    ),
    (
        "opened",
        {"pirate": "ghost", "closed": 3},
        "Bert knocks at the next door: it is the Ghost.",
        "You knock at the next door: it is the Ghost.",
    ),
    (
        "opened",
        {"pirate": "wessel-jan", "closed": 0},
        "Bert knocks at the last door: it is Wessel-Jan.",
        "You knock at the last door: it is Wessel-Jan.",
    ),
    ("used", {"pirate": "nero"}, "Bert visits Dean Nero.", "You visit Dean Nero."),
    (
        "ghost_met",
        {},
        "Boo! The Ghost ends Bert's turn on the spot.",
        "Boo! The Ghost ends your turn on the spot.",
    ),
    (
        "sate_grew",
        {"coins": 1},
        "Bert passes Satè by: now 1 coin lies on the card.",
        "You pass Satè by: now 1 coin lies on the card.",
    ),
    (
        "sate_grew",
        {"coins": 2},
        "Bert passes Satè by: now 2 coins lie on the card.",
        "You pass Satè by: now 2 coins lie on the card.",
    ),
    ("got_coins", {"coins": 1, "pirate": "pang"}, "Bert gets 1 coin from Pang.", "You get 1 coin from Pang."),
    (
        "got_coins",
        {"coins": 3, "pirate": "sate"},
        "Bert gets 3 coins from Satè.",
        "You get 3 coins from Satè.",
    ),
    (
        "went_empty",
        {"pile": "combat"},
        "There is no further combat card for Bert.",
        "There is no further combat card for you.",
    ),
    (
        "went_empty",
        {"pile": "gold"},
        "There is no further gold card for Bert.",
        "There is no further gold card for you.",
    ),
    (
        "went_empty",
        {"pile": "coins"},
        "There is no further coin for Bert.",
        "There is no further coin for you.",
    ),
    (
        "came_to_nothing",
        {"pirate": "nero"},
        "There is nothing that Dean Nero could do for Bert now.",
        "There is nothing that Dean Nero could do for you now.",
    ),
    ("drew_combat", {"cards": 1}, "Bert draws 1 combat card.", "You draw 1 combat card."),
    ("drew_combat", {"cards": 2}, "Bert draws 2 combat cards.", "You draw 2 combat cards."),
    ("drew_combat_card", {"card": "grey 3"}, "Bert draws a grey 3.", "You draw a grey 3."),
    ("drew_gold", {"cards": 1}, "Bert takes 1 gold card.", "You take 1 gold card."),
    ("drew_gold_card", {"value": 2}, "Bert's gold card is worth 2.", "Your gold card is worth 2."),
    (
        "looked_at",
        {"combat": 1, "gold": 1, "tembo": 0},
        "Bert looks at the top gold card and the top combat card.",
        "You look at the top gold card and the top combat card.",
    ),
    (
        "looked_at",
        {"combat": 2, "gold": 0, "tembo": 1},
        "Bert looks at the top two combat cards.",
        "You look at the top two combat cards.",
    ),
    ("looked_at_card", {"card": "pink 1", "tembo": 0}, "Bert sees a pink 1.", "You see a pink 1."),
    ("looked_at_gold_card", {"value": 3}, "Bert sees a gold card worth 3.", "You see a gold card worth 3."),
    (
        "kept",
        {"pile": "gold", "tembo": 0},
        "Bert keeps the gold card; the combat card goes under its pile.",
        "You keep the gold card; the combat card goes under its pile.",
    ),
    (
        "kept",
        {"pile": "combat", "tembo": 0},
        "Bert keeps the combat card; the gold card goes under its pile.",
        "You keep the combat card; the gold card goes under its pile.",
    ),
    (
        "kept",
        {"pile": "combat", "tembo": 1},
        "Bert keeps one of them; the other goes under the pile.",
        "You keep one of them; the other goes under the pile.",
    ),
    ("kept_card", {"card": "pink 3"}, "Bert keeps a pink 3.", "You keep a pink 3."),
    ("put_under", {}, "Bert puts a combat card under the pile.", "You put a combat card under the pile."),
    (
        "put_under_card",
        {"card": "pink 1"},
        "Bert puts a pink 1 under the pile.",
        "You put a pink 1 under the pile.",
    ),
    ("sold", {}, "Bert sells a combat card for a coin.", "You sell a combat card for a coin."),
    ("sold_card", {"card": "grey 1"}, "Bert sells a grey 1.", "You sell a grey 1."),
    ("bought", {}, "Bert buys a combat card for a coin.", "You buy a combat card for a coin."),
    (
        "side_placed",
        {"ojo": 1},
        "Bert takes a side, in secret: a conviction card lies face down.",
        "You take a side, in secret: your conviction card lies face down.",
    ),
    (
        "side_handled",
        {},
        "Bert picks up the conviction card once more: a change of heart, or a bluff?",
        "You pick up your conviction card once more: a change of heart, or a bluff?",
    ),
    (
        "side_chosen",
        {"side": "valverde"},
        "Bert stands for Captain Valverde (pink).",
        "You stand for Captain Valverde (pink).",
    ),
    (
        "sailors_taken",
        {"pair": "B"},
        "Bert takes two sailors from the deck, for duel B.",
        "You take two sailors from the deck, for duel B.",
    ),
    (
        "sailors_seen",
        {"low": 3, "high": 8},
        "Bert sees two sailors worth 3 and 8.",
        "You see two sailors worth 3 and 8.",
    ),
    (
        "sailors_placed",
        {"pair": "B"},
        "Bert places one on each side of duel B.",
        "You place one on each side of duel B.",
    ),
    (
        "inspected",
        {"pair": "C"},
        "Bert looks at the two sailors of duel C.",
        "You look at the two sailors of duel C.",
    ),
    (
        "pair_handled",
        {"pair": "C"},
        "Bert puts the sailors of duel C back, swapped or not.",
        "You put the sailors of duel C back, and nobody sees whether you swapped them.",
    ),
    (
        "left_out",
        {},
        "Bert has taken no side and can't take part in the mutiny.",
        "You have taken no side and can't take part in the mutiny.",
    ),
    ("posted", {}, "Bert lays a card face down.", "You lay a card face down."),
    ("posted_card", {"card": "pink 2"}, "Bert lays a pink 2.", "You lay a pink 2."),
    ("posted_card", {"card": "mascot"}, "Bert lays the mascot.", "You lay the mascot."),
    (
        "mascot_shown",
        {"round": 2},
        "Bert lets the mascot out and leaves this duel.",
        "You let your mascot out and leave this duel.",
    ),
    (
        "mascot_shown",
        {"round": 1},
        "Bert has nothing to fight with but the mascot.",
        "You have nothing to fight with but your mascot.",
    ),
    (
        "out_of_cards",
        {},
        "Without a combat card for the first round, Bert is out and can't win any more.",
        "Without a combat card for the first round, you are out and can't win any more.",
    ),
    (
        "coin_given_back",
        {},
        "Bert has to give a coin to the supply, to pay the mascots.",
        "You have to give a coin to the supply, to pay the mascots.",
    ),
    (
        "mascot_paid",
        {"coins": 1},
        "Bert's mascot brings 1 coin from the supply.",
        "Your mascot brings 1 coin from the supply.",
    ),
    (
        "mascot_paid",
        {"coins": 0},
        "Bert's mascot finds the supply empty.",
        "Your mascot finds the supply empty.",
    ),
    (
        "side_shown",
        {"side": "diaz"},
        "Bert stood for Ramon Diaz (grey).",
        "You stood for Ramon Diaz (grey).",
    ),
    (
        "gold_counted",
        {"gold": 12, "combat": 4},
        "Bert was on the right side: 12 gold, and 4 in combat cards of its colour.",
        "You were on the right side: 12 gold, and 4 in combat cards of its colour.",
    ),
    ("won", {"gold": 12}, "Bert wins with 12 gold.", "You win with 12 gold."),
    ("won", {"gold": 0}, "Bert wins without any gold.", "You win without any gold."),
]

# Events that read the same whoever is told.
TOLD_ALIKE: list[tuple[str, Data, str]] = [
    (
        "stormed",
        {"pirate": "ghost"},
        "The storm makes the Ghost seasick: off to the lifeboat, and out of play.",
    ),
    ("returned", {"pirate": "pang"}, "Out of the lifeboat and back in play comes Pang."),
    ("sate_back", {"coins": 1}, "Nobody came for Satè: 1 coin goes back to the supply."),
    ("sate_back", {"coins": 3}, "Nobody came for Satè: 3 coins go back to the supply."),
    ("sailed", {"spaces": 0, "to": 4}, "Every pirate met was visited: the ship stays where it is."),
    ("sailed", {"spaces": 1, "to": 5}, "The ship sails 1 space."),
    ("sailed", {"spaces": 3, "to": 7}, "The ship sails 3 spaces."),
    ("storm_met", {"space": 12}, "The ship runs into a storm!"),
    ("ran_out", {"pile": "combat"}, "The combat cards have run out: this is the last round of the voyage."),
    ("ran_out", {"pile": "gold"}, "The gold cards have run out: this is the last round of the voyage."),
    ("ran_out", {"pile": "coins"}, "The coins have run out: this is the last round of the voyage."),
    ("voyage_ended", {"mutiny_space": 1, "dry": 4}, "The ship has come to the end of its route: mutiny!"),
    ("voyage_ended", {"mutiny_space": 0, "dry": 1}, "With a supply used up, the voyage is over: mutiny!"),
    (
        "sailors_set",
        {"pair": "A", "valverde": 8, "diaz": 3},
        "In duel A Captain Valverde's sailor is worth 8, Ramon Diaz's 3.",
    ),
    (
        "pair_seen",
        {"pair": "A", "valverde": 8, "diaz": 3},
        "In duel A Captain Valverde's sailor is worth 8, Ramon Diaz's 3.",
    ),
    (
        "pair_set",
        {"pair": "A", "valverde": 3, "diaz": 8},
        "Now Captain Valverde's sailor in duel A is worth 3, Ramon Diaz's 8.",
    ),
    (
        "duel_began",
        {"pair": "D", "valverde": 8, "diaz": 3},
        "Duel D begins: 8 for Captain Valverde, 3 for Ramon Diaz.",
    ),
    ("card_shown", {"card": "pink 2"}, "Pink 2, for Captain Valverde."),
    ("card_shown", {"card": "grey 3"}, "Grey 3, for Ramon Diaz."),
    ("strength", {"valverde": 9, "diaz": 11}, "It stands 11 to 9: Ramon Diaz leads."),
    ("strength", {"valverde": 11, "diaz": 9}, "It stands 11 to 9: Captain Valverde leads."),
    ("strength", {"valverde": 9, "diaz": 9}, "It stands 9 all."),
    ("duel_won", {"side": "diaz", "valverde": 9, "diaz": 11}, "Ramon Diaz wins the duel, 11 to 9."),
    (
        "duel_won",
        {"side": "valverde", "valverde": 9, "diaz": 9},
        "9 all, but Captain Valverde wins the duel by the stronger combat cards.",
    ),
    ("mutiny_won", {"side": "valverde"}, "The mutiny is put down: Captain Valverde keeps the ship."),
    ("mutiny_won", {"side": "diaz"}, "The mutiny succeeds: the ship is Ramon Diaz's now."),
    ("game_over", {}, "The game is over."),
    ("nobody_won", {"none_left": 0}, "Nobody stood for the side that won: nobody wins."),
    ("nobody_won", {"none_left": 1}, "Nobody was left in the mutiny: nobody wins."),
]

# What Bert does to Cy: to others, to Bert, and to Cy.
TOLD_TO_THREE: list[tuple[str, Data, str, str, str]] = [
    (
        "robbed",
        {"player": 2, "mascot": 0},
        "Bert steals a coin from Cy.",
        "You steal a coin from Cy.",
        "Bert steals a coin from you.",
    ),
    (
        "robbed",
        {"player": 2, "mascot": 1},
        "Bert's mascot steals a coin from Cy.",
        "Your mascot steals a coin from Cy.",
        "Bert's mascot steals a coin from you.",
    ),
    (
        "spied",
        {"player": 2},
        "Bert looks at Cy's conviction card.",
        "You look at Cy's conviction card.",
        "Bert looks at your conviction card.",
    ),
    (
        "spied_side",
        {"player": 2, "side": "diaz"},
        "Bert sees that Cy stands for Ramon Diaz (grey).",
        "You see that Cy stands for Ramon Diaz (grey).",
        "Bert sees that you stand for Ramon Diaz (grey).",
    ),
]


@pytest.mark.parametrize(("kind", "data", "they", "you"), TOLD)
def test_an_event_is_told_to_others_and_to_the_seat_it_is_about(
    kind: str, data: Data, they: str, you: str
) -> None:
    assert events.sentence(kind, data, 1, NAMES) == they
    assert events.sentence(kind, data, 1, NAMES, you=2) == they
    assert events.sentence(kind, data, 1, NAMES, you=1) == you


@pytest.mark.parametrize(("kind", "data", "sentence"), TOLD_ALIKE)
def test_an_event_about_nobody_reads_the_same_to_all(kind: str, data: Data, sentence: str) -> None:
    assert events.sentence(kind, data, 1, NAMES, you=1) == sentence
    assert events.sentence(kind, data, -1, NAMES) == sentence


@pytest.mark.parametrize(("kind", "data", "they", "you", "victim"), TOLD_TO_THREE)
def test_who_is_robbed_or_looked_at_is_told_so(
    kind: str, data: Data, they: str, you: str, victim: str
) -> None:
    assert events.sentence(kind, data, 1, NAMES) == they
    assert events.sentence(kind, data, 1, NAMES, you=0) == they
    assert events.sentence(kind, data, 1, NAMES, you=1) == you
    assert events.sentence(kind, data, 1, NAMES, you=2) == victim


def test_every_event_kind_is_told() -> None:
    told = {kind for kind, *_rest in [*TOLD, *TOLD_ALIKE, *TOLD_TO_THREE]}
    assert told == {name for name, _rule, _fields in FIELDS.values()}
    assert {kind.partition(" ")[0] for kind in TELLINGS} == told


def test_the_facts_tested_have_the_numbers_that_are_told() -> None:
    fields = {name: set(numbers) for name, _rule, numbers in FIELDS.values()}
    tested = [(one[0], one[1]) for one in TOLD]
    tested += [(one[0], one[1]) for one in TOLD_ALIKE]
    tested += [(one[0], one[1]) for one in TOLD_TO_THREE]
    assert [kind for kind, data in tested if data.keys() != fields[kind]] == []


@pytest.mark.parametrize(
    ("kind", "data", "title"),
    [
        ("", {}, "Round 1"),
        ("round_began", {"round": 4}, "Round 4"),
        ("voyage_ended", {"mutiny_space": 1, "dry": 0}, "Mutiny"),
        ("duel_began", {"pair": "B", "valverde": 1, "diaz": 2}, "Duel B"),
        ("mutiny_won", {"side": "diaz"}, "The end"),
        ("used", {"pirate": "pang"}, None),
    ],
)
def test_rounds_and_duels_open_a_chapter_of_the_log(kind: str, data: Data, title: str | None) -> None:
    assert events.chapter(kind, data) == title


def test_a_name_is_never_taken_for_a_template() -> None:
    odd = ("{coins} {0} %s {name}", "{other}")
    told = events.sentence("robbed", {"player": 1, "mascot": 0}, 0, odd)
    assert told == "{coins} {0} %s {name} steals a coin from {other}."
