"""Mutiny!'s facts, each with its sentences, for `tests.games.test_told`."""

from __future__ import annotations

Data = dict[str, int | str]

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
