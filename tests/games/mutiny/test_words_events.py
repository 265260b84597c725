"""Mutiny!'s facts in words: each has its sentence, to whom it concerns and to everybody else."""

from __future__ import annotations

import pytest

from quarterdeck.games.mutiny.events import FIELDS
from quarterdeck.games.mutiny.words import events
from quarterdeck.games.mutiny.words.tellings import TELLINGS

NAMES = ("Ann", "Bert", "Cy", "Di")
Data = dict[str, int | str]
WAY = ("from", "to")

# For every kind: the data, the sentence about Bert, and the sentence to Bert.
TOLD: list[tuple[str, Data, str, str]] = [
    (
        "turn_began",
        {"turn": 3},
        "Turn 3 begins with Bert as lookout.",
        "Turn 3 begins, and you are the lookout.",
    ),
    ("called", {"crew": "gunner"}, "Bert calls out: the Gunner!", "You call out: the Gunner!"),
    ("bid_closed", {}, "Bert holds out a closed fist.", "You hold out your closed fist."),
    (
        "bid_made",
        {"doubloons": 2, "rum": 1},
        "In Bert's fist: 2 doubloons and 1 rum.",
        "In your fist: 2 doubloons and 1 rum.",
    ),
    ("bid_made", {"doubloons": 0, "rum": 0}, "In Bert's fist: nothing.", "In your fist: nothing."),
    (
        "bid_shown",
        {"crew": "first-mate", "doubloons": 1, "rum": 0},
        "Bert puts 1 doubloon on the First Mate.",
        "You put 1 doubloon on the First Mate.",
    ),
    (
        "bid_shown",
        {"crew": "cook", "doubloons": 0, "rum": 2},
        "Bert puts 2 rum on the Cook.",
        "You put 2 rum on the Cook.",
    ),
    (
        "offer_closed",
        {},
        "Bert has settled on an offer to the lookout, or on none.",
        "You have settled on your offer to the lookout, or on none.",
    ),
    (
        "offer_made",
        {"rum": 2, "player": 1},
        "Bert's closed offer: 2 rum for being picked.",
        "Your closed offer: 2 rum for being picked.",
    ),
    (
        "offer_made",
        {"rum": 0, "player": -1},
        "Bert's closed offer: nothing.",
        "Your closed offer: nothing.",
    ),
    (
        "offer_shown",
        {"rum": 2, "player": 1},
        "Bert offers the lookout 2 rum for being picked.",
        "You offer the lookout 2 rum for being picked.",
    ),
    (
        "offer_shown",
        {"rum": 0, "player": -1},
        "Bert offers the lookout nothing.",
        "You offer the lookout nothing.",
    ),
    (
        "picked",
        {"player": 1, "crew": "pilot", "rank": "course"},
        "Bert breaks the tie and picks Bert.",
        "You break the tie and pick yourself.",
    ),
    (
        "primary",
        {"crew": "pilot"},
        "Bert gets the primary ability of the Pilot.",
        "You get the primary ability of the Pilot.",
    ),
    (
        "secondary",
        {"crew": "deck-hand"},
        "Bert gets the secondary ability of the Deck Hand.",
        "You get the secondary ability of the Deck Hand.",
    ),
    (
        "gained",
        {"resource": "cutlass", "amount": 2, "why": 1},
        "Bert gains 2 cutlasses.",
        "You gain 2 cutlasses.",
    ),
    (
        "gained",
        {"resource": "doubloon", "amount": 1, "why": 0},
        "Bert gains 1 doubloon.",
        "You gain 1 doubloon.",
    ),
    ("lost", {"resource": "cutlass", "amount": 1}, "Bert loses 1 cutlass.", "You lose 1 cutlass."),
    (
        "spared",
        {"resource": "rum", "why": 0},
        "The bank has no rum for Bert.",
        "The bank has no rum for you.",
    ),
    (
        "spared",
        {"resource": "doubloon", "why": 0},
        "Bert has all ten doubloons already and gains none.",
        "You have all your ten doubloons already and gain none.",
    ),
    (
        "spared",
        {"resource": "rum", "why": 1},
        "Bert has no unplayed rum to lose.",
        "You have no unplayed rum to lose.",
    ),
    (
        "spared",
        {"resource": "cutlass", "why": 1},
        "Bert has no cutlass to lose.",
        "You have no cutlass to lose.",
    ),
    (
        "spared",
        {"resource": "doubloon", "why": 2},
        "Bert has no doubloon to lose.",
        "You have no doubloon to lose.",
    ),
    (
        "moved",
        {"player": 1, "token": "doubloon", "from": "gunner", "to": "cook"},
        "Bert moves a doubloon of their own from the Gunner to the Cook.",
        "You move a doubloon of your own from the Gunner to the Cook.",
    ),
    (
        "moved",
        {"player": 1, "token": "rum", "from": "cook", "to": "gunner"},
        "Bert moves rum of their own from the Cook to the Gunner.",
        "You move rum of your own from the Cook to the Gunner.",
    ),
    ("stayed", {}, "Bert moves nothing.", "You move nothing."),
    (
        "spyglass",
        {},
        "The First Mate hands Bert the spyglass: Bert is the lookout.",
        "The First Mate hands you the spyglass: you are the lookout.",
    ),
    (
        "set_course",
        {"destination": "north"},
        "Bert sets course for the north.",
        "You set course for the north.",
    ),
    (
        "set_course",
        {"destination": "south"},
        "Bert sets course for the south.",
        "You set course for the south.",
    ),
    ("controls", {"crew": "cook"}, "Bert controls the Cook.", "You control the Cook."),
    (
        "lost_doubloon",
        {"place": "unplayed"},
        "Bert loses an unplayed doubloon.",
        "You lose an unplayed doubloon.",
    ),
    (
        "lost_doubloon",
        {"place": "pilot"},
        "Bert loses a doubloon that lay on the Pilot.",
        "You lose a doubloon that lay on the Pilot.",
    ),
    (
        "retrieved",
        {"crew": "cook"},
        "Bert takes a doubloon back from the Cook.",
        "You take a doubloon back from the Cook.",
    ),
    (
        "won",
        {"cutlasses": 10, "rum": 2},
        "Bert wins and takes the ship, with 10 cutlasses and 2 rum.",
        "You win and take the ship, with 10 cutlasses and 2 rum.",
    ),
    (
        "won",
        {"cutlasses": 8, "rum": 0},
        "Bert wins and takes the ship, with 8 cutlasses.",
        "You win and take the ship, with 8 cutlasses.",
    ),
    (
        "drawn",
        {"cutlasses": 0, "rum": 0},
        "Bert shares the first place with no cutlass.",
        "You share the first place with no cutlass.",
    ),
]

TOLD_ALIKE: list[tuple[str, Data, str]] = [
    ("tile_turned", {"tile": 5}, "A new chart tile lies face up."),
    ("reshuffled", {}, "No chart tile is left: all of them are shuffled again."),
    ("resolved", {"crew": "cook"}, "Now to the Cook: who has bribed best?"),
    ("no_bribe", {"crew": "first-mate"}, "Nobody has bribed the First Mate, who helps nobody."),
    ("no_bribe", {"crew": "pilot"}, "Nobody has bribed the Pilot: the ship stays where it is."),
    ("missed", {"crew": "gunner"}, "Nobody controls the Gunner: nobody is concerned."),
    ("rum_drunk", {"rum": 4}, "The crew drinks the rum of its bribes: 4 rum."),
    ("game_over", {}, "The game is over."),
]

# What Bert does to Cy, or tells of Cy: to others, to Bert, and to Cy.
TOLD_TO_THREE: list[tuple[str, Data, str, str, str]] = [
    (
        "tied",
        {"crew": "gunner", "rank": "primary", "seats": "0 2"},
        "Tied for the primary ability of the Gunner are Ann and Cy: Bert, the lookout, decides.",
        "Tied for the primary ability of the Gunner are Ann and Cy: as lookout, you decide.",
        "Tied for the primary ability of the Gunner are Ann and you: Bert, the lookout, decides.",
    ),
    (
        "tied",
        {"crew": "cook", "rank": "course", "seats": "2 3"},
        "Tied for control of the Cook are Cy and Di: Bert, the lookout, decides.",
        "Tied for control of the Cook are Cy and Di: as lookout, you decide.",
        "Tied for control of the Cook are you and Di: Bert, the lookout, decides.",
    ),
    (
        "offer_made",
        {"rum": 1, "player": 2},
        "Bert's closed offer: 1 rum if Cy is picked.",
        "Your closed offer: 1 rum if Cy is picked.",
        "Bert's closed offer: 1 rum if you are picked.",
    ),
    (
        "offer_shown",
        {"rum": 3, "player": 2},
        "Bert offers the lookout 3 rum if Cy is picked.",
        "You offer the lookout 3 rum if Cy is picked.",
        "Bert offers the lookout 3 rum if you are picked.",
    ),
    (
        "picked",
        {"player": 2, "crew": "cook", "rank": "secondary"},
        "Bert breaks the tie and picks Cy.",
        "You break the tie and pick Cy.",
        "Bert breaks the tie and picks you.",
    ),
    (
        "deal",
        {"payer": 2, "rum": 2},
        "As agreed, Cy pays Bert 2 rum.",
        "As agreed, Cy pays you 2 rum.",
        "As agreed, you pay Bert 2 rum.",
    ),
    (
        "moved",
        {"player": 2, "token": "doubloon", "from": "gunner", "to": "cook"},
        "Bert moves Cy's doubloon from the Gunner to the Cook.",
        "You move Cy's doubloon from the Gunner to the Cook.",
        "Bert moves your doubloon from the Gunner to the Cook.",
    ),
    (
        "moved",
        {"player": 2, "token": "rum", "from": "pilot", "to": "first-mate"},
        "Bert moves Cy's rum from the Pilot to the First Mate.",
        "You move Cy's rum from the Pilot to the First Mate.",
        "Bert moves your rum from the Pilot to the First Mate.",
    ),
]


FACTS: list[tuple[str, Data]] = [
    *((kind, data) for kind, data, _they, _you in TOLD),
    *((kind, data) for kind, data, _sentence in TOLD_ALIKE),
    *((kind, data) for kind, data, _they, _you, _victim in TOLD_TO_THREE),
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
    assert events.sentence(kind, data, -1, NAMES) == sentence
    assert events.sentence(kind, data, -1, NAMES, you=1) == sentence


@pytest.mark.parametrize(("kind", "data", "they", "you", "victim"), TOLD_TO_THREE)
def test_who_is_tied_picked_paying_or_moved_is_told_so(
    kind: str, data: Data, they: str, you: str, victim: str
) -> None:
    assert events.sentence(kind, data, 1, NAMES) == they
    assert events.sentence(kind, data, 1, NAMES, you=0) in (they, they.replace("Ann", "you"))
    assert events.sentence(kind, data, 1, NAMES, you=1) == you
    assert events.sentence(kind, data, 1, NAMES, you=2) == victim


def test_every_event_kind_is_told_in_each_of_its_ways() -> None:
    assert {kind for kind, _data in FACTS} == {name for name, _rule, _fields in FIELDS.values()}
    assert set(events.TOLD.kinds) == {kind for kind, _data in FACTS}
    assert {events._variant(kind, data, 1) for kind, data in FACTS} == set(TELLINGS)


def test_the_facts_tested_have_the_numbers_that_are_told() -> None:
    fields: dict[str, set[str]] = {}
    for name, _rule, numbers in FIELDS.values():
        fields[name] = {one for number in numbers for one in (WAY if number == "way" else (number,))}
    assert [kind for kind, data in FACTS if data.keys() != fields[kind]] == []


@pytest.mark.parametrize(
    ("kind", "data", "title"),
    [
        ("", {}, "Turn 1"),
        ("turn_began", {"turn": 4}, "Turn 4"),
        ("game_over", {}, "The end"),
        ("resolved", {"crew": "cook"}, None),
    ],
)
def test_each_turn_and_the_end_open_a_chapter_of_the_log(kind: str, data: Data, title: str | None) -> None:
    assert events.chapter(kind, data) == title


def test_a_name_is_never_taken_for_a_template() -> None:
    odd = ("{things} {0} %s {name}", "{other}")
    told = events.sentence("deal", {"payer": 1, "rum": 2}, 0, odd)
    assert told == "As agreed, {other} pays {things} {0} %s {name} 2 rum."
