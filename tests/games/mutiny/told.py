"""Mutiny!'s facts, each with its sentences, for `tests.games.test_told`."""

from __future__ import annotations

Data = dict[str, int | str]

# For every kind: the data, and the sentence, in which [others|Bert] read different words.
TOLD: list[tuple[str, Data, str]] = [
    ("turn_began", {"turn": 3}, "Turn 3 begins[ with Bert as|, and you are the] lookout."),
    ("called", {"crew": "gunner"}, "[Bert calls|You call] out: the Gunner!"),
    ("bid_closed", {}, "[Bert holds out a|You hold out your] closed fist."),
    ("bid_made", {"doubloons": 2, "rum": 1}, "In [Bert's|your] fist: 2 doubloons and 1 rum."),
    ("bid_made", {"doubloons": 0, "rum": 0}, "In [Bert's|your] fist: nothing."),
    (
        "bid_shown",
        {"crew": "first-mate", "doubloons": 1, "rum": 0},
        "[Bert puts|You put] 1 doubloon on the First Mate.",
    ),
    ("bid_shown", {"crew": "cook", "doubloons": 0, "rum": 2}, "[Bert puts|You put] 2 rum on the Cook."),
    ("offer_closed", {}, "[Bert has|You have] settled on [an|your] offer to the lookout, or on none."),
    ("offer_made", {"rum": 2, "player": 1}, "[Bert's|Your] closed offer: 2 rum for being picked."),
    ("offer_made", {"rum": 0, "player": -1}, "[Bert's|Your] closed offer: nothing."),
    ("offer_shown", {"rum": 2, "player": 1}, "[Bert offers|You offer] the lookout 2 rum for being picked."),
    ("offer_shown", {"rum": 0, "player": -1}, "[Bert offers|You offer] the lookout nothing."),
    ("offered", {"rum": 2, "for": 1}, "[Bert offers|You offer] 2 rum for being picked."),
    ("offered", {"rum": 2, "but": 1}, "[Bert offers|You offer] 2 rum for picking anyone else."),
    ("withdrawn", {}, "[Bert withdraws the|You withdraw your] offer."),
    ("passed", {}, "[Bert leaves|You leave] it at that."),
    (
        "asked",
        {"rum": 2, "player": 1},
        "[Bert, the lookout, asks|As lookout, you ask] 2 rum for picking [Bert|yourself].",
    ),
    ("waited", {}, "[Bert, the lookout, waits|As lookout, you wait] for other offers."),
    (
        "picked",
        {"player": 1, "crew": "pilot", "rank": "course"},
        "[Bert breaks|You break] the tie and [picks Bert|pick yourself].",
    ),
    ("primary", {"crew": "pilot"}, "[Bert gets|You get] the primary ability of the Pilot."),
    ("secondary", {"crew": "deck-hand"}, "[Bert gets|You get] the secondary ability of the Deck Hand."),
    ("gained", {"resource": "cutlass", "amount": 2, "why": 1}, "[Bert gains|You gain] 2 cutlasses."),
    ("gained", {"resource": "doubloon", "amount": 1, "why": 0}, "[Bert gains|You gain] 1 doubloon."),
    ("lost", {"resource": "cutlass", "amount": 1}, "[Bert loses|You lose] 1 cutlass."),
    ("spared", {"resource": "rum", "why": 0}, "The bank has no rum for [Bert|you]."),
    (
        "spared",
        {"resource": "doubloon", "why": 0},
        "[Bert has all|You have all your] ten doubloons already and [gains|gain] none.",
    ),
    ("spared", {"resource": "rum", "why": 1}, "[Bert has|You have] no unplayed rum to lose."),
    ("spared", {"resource": "cutlass", "why": 1}, "[Bert has|You have] no cutlass to lose."),
    ("spared", {"resource": "doubloon", "why": 2}, "[Bert has|You have] no doubloon to lose."),
    (
        "moved",
        {"player": 1, "token": "doubloon", "from": "gunner", "to": "cook"},
        "[Bert moves|You move] a doubloon of [their|your] own from the Gunner to the Cook.",
    ),
    (
        "moved",
        {"player": 1, "token": "rum", "from": "cook", "to": "gunner"},
        "[Bert moves|You move] rum of [their|your] own from the Cook to the Gunner.",
    ),
    ("stayed", {}, "[Bert moves|You move] nothing."),
    ("spyglass", {}, "The First Mate hands [Bert|you] the spyglass: [Bert is|you are] the lookout."),
    ("set_course", {"destination": "north"}, "[Bert sets|You set] course for the north."),
    ("set_course", {"destination": "south"}, "[Bert sets|You set] course for the south."),
    ("controls", {"crew": "cook"}, "[Bert controls|You control] the Cook."),
    ("lost_doubloon", {"place": "unplayed"}, "[Bert loses|You lose] an unplayed doubloon."),
    ("lost_doubloon", {"place": "pilot"}, "[Bert loses|You lose] a doubloon that lay on the Pilot."),
    ("retrieved", {"crew": "cook"}, "[Bert takes|You take] a doubloon back from the Cook."),
    (
        "won",
        {"cutlasses": 10, "rum": 2},
        "[Bert wins and takes|You win and take] the ship, with 10 cutlasses and 2 rum.",
    ),
    ("won", {"cutlasses": 8, "rum": 0}, "[Bert wins and takes|You win and take] the ship, with 8 cutlasses."),
    ("drawn", {"cutlasses": 0, "rum": 0}, "[Bert shares|You share] the first place with no cutlass."),
]

# Events that read the same whoever is told.
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

# What Bert does to Cy, or tells of Cy: [others|Bert|Cy] read different words.
TOLD_TO_THREE: list[tuple[str, Data, str]] = [
    ("offered", {"rum": 2, "for": 2}, "[Bert offers|You offer|Bert offers] 2 rum for picking [Cy|Cy|you]."),
    (
        "offered",
        {"rum": 2, "but": 2},
        "[Bert offers|You offer|Bert offers] 2 rum for picking anyone but [Cy|Cy|you].",
    ),
    (
        "offered",
        {"rum": 4, "for": 0, "second": 2},
        "[Bert offers|You offer|Bert offers] 4 rum for picking Ann first and [Cy|Cy|you] second.",
    ),
    (
        "asked",
        {"rum": 2, "player": 2},
        "[Bert, the lookout, asks|As lookout, you ask|Bert, the lookout, asks] 2 rum for "
        "picking [Cy|Cy|you].",
    ),
    (
        "struck",
        {"payer": 2, "rum": 2, "for": 2},
        "[Bert and Cy|You and Cy|Bert and you] shake hands: 2 rum for picking [Cy|Cy|you].",
    ),
    (
        "tied",
        {"crew": "gunner", "rank": "primary", "seats": "0 2"},
        "Tied for the primary ability of the Gunner are Ann and [Cy|Cy|you]: "
        "[Bert, the lookout, decides|as lookout, you decide|Bert, the lookout, decides].",
    ),
    (
        "tied",
        {"crew": "cook", "rank": "course", "seats": "2 3"},
        "Tied for control of the Cook are [Cy|Cy|you] and Di: "
        "[Bert, the lookout, decides|as lookout, you decide|Bert, the lookout, decides].",
    ),
    (
        "offer_made",
        {"rum": 1, "player": 2},
        "[Bert's|Your|Bert's] closed offer: 1 rum if [Cy is|Cy is|you are] picked.",
    ),
    (
        "offer_shown",
        {"rum": 3, "player": 2},
        "[Bert offers|You offer|Bert offers] the lookout 3 rum if [Cy is|Cy is|you are] picked.",
    ),
    (
        "picked",
        {"player": 2, "crew": "cook", "rank": "secondary"},
        "[Bert breaks|You break|Bert breaks] the tie and [picks Cy|pick Cy|picks you].",
    ),
    ("deal", {"payer": 2, "rum": 2}, "As agreed, [Cy pays Bert|Cy pays you|you pay Bert] 2 rum."),
    (
        "moved",
        {"player": 2, "token": "doubloon", "from": "gunner", "to": "cook"},
        "[Bert moves Cy's|You move Cy's|Bert moves your] doubloon from the Gunner to the Cook.",
    ),
    (
        "moved",
        {"player": 2, "token": "rum", "from": "pilot", "to": "first-mate"},
        "[Bert moves Cy's|You move Cy's|Bert moves your] rum from the Pilot to the First Mate.",
    ),
]
