"""Meuterer's facts, each with its sentences, for `tests.games.test_told`."""

from __future__ import annotations

Data = dict[str, int | str]

# For every kind: the data, and the sentence, in which [others|Bert] read different words.
TOLD: list[tuple[str, Data, str]] = [
    ("round_began", {"round": 3}, "Round 3 begins[ with Bert as|, and you are the] Captain."),
    ("offered", {"points": 0}, "[Bert offers|You offer] the First Mate nothing extra."),
    ("offered", {"points": 1}, "[Bert offers|You offer] the First Mate 1 point."),
    ("offered", {"points": 2}, "[Bert offers|You offer] the First Mate 2 points."),
    ("showed", {"good": "conflict"}, "[Bert shows|You show] a conflict card."),
    ("showed", {"good": "pirates"}, "[Bert shows|You show] the pirates card."),
    ("left", {"cards": 0}, "[Bert leaves|You leave] with an empty hand."),
    ("left", {"cards": 1}, "[Bert leaves|You leave] with 1 card in hand."),
    ("left", {"cards": 4}, "[Bert leaves|You leave] with 4 cards in hand."),
    ("chose", {"role": "cabin-boy"}, "[Bert chooses|You choose] to be the Cabin Boy."),
    ("captain_bound", {"island": "Grünland"}, "[Bert sets|You set] course for Grünland."),
    ("revealed", {"role": "first-mate"}, "[Bert is|You are] the First Mate."),
    (
        "mutineer_bound",
        {"island": "Eisfelsen"},
        "[Bert plans|You plan] a mutiny and [wants|want] to sail to Eisfelsen.",
    ),
    ("fought", {"count": 0}, "[Bert plays|You play] no conflict card in the mutiny."),
    ("fought", {"count": 1}, "[Bert plays|You play] 1 conflict card in the mutiny."),
    ("fought", {"count": 3}, "[Bert plays|You play] 3 conflict cards in the mutiny."),
    (
        "docked",
        {"island": "Eisfelsen", "points": 5},
        "[Bert scores|You score] 5 points for docking at Eisfelsen.",
    ),
    (
        "docked",
        {"island": "Fingerhut", "points": 1},
        "[Bert scores|You score] 1 point for docking at Fingerhut.",
    ),
    ("mate_rewarded", {"points": 1, "offer": 0}, "[Bert scores|You score] 1 point as First Mate."),
    (
        "mate_rewarded",
        {"points": 3, "offer": 2},
        "[Bert scores|You score] 3 points as First Mate, 2 of them from the offer.",
    ),
    ("offer_paid", {"points": 1}, "[Bert pays|You pay] the First Mate 1 point."),
    ("offer_paid", {"points": 3}, "[Bert pays|You pay] the First Mate 3 points."),
    ("offer_paid", {"points": 0}, "[Bert owes|You owe] the First Mate nothing extra."),
    ("cabin_boy_rewarded", {"points": 2}, "[Bert scores|You score] 2 points as Cabin Boy."),
    ("became_captain", {}, "[Bert is|You are] the Captain from now on."),
    (
        "sold",
        {"island": "Hochland", "good": "ruby", "count": 2},
        "[Bert sells|You sell] 2 rubies at Hochland.",
    ),
    ("sold", {"island": "Hochland", "good": "ruby", "count": 1}, "[Bert sells|You sell] 1 ruby at Hochland."),
    (
        "trade_points",
        {"island": "Hochland", "points": 4, "tied": 1},
        "[Bert scores|You score] 4 points for selling the most at Hochland.",
    ),
    (
        "trade_points",
        {"island": "Sandkap", "points": 1, "tied": 3},
        "[Bert scores|You score] 1 point as one of 3 who sold the most at Sandkap.",
    ),
    (
        "trade_points",
        {"island": "Sandkap", "points": 0, "tied": 4},
        "[Bert is|You are] one of 4 who sold the most at Sandkap, and a tie so wide scores nothing.",
    ),
    (
        "kind_points",
        {"good": "ruby", "points": 2, "tied": 1},
        "[Bert scores|You score] 2 points for showing the most rubies.",
    ),
    (
        "kind_points",
        {"good": "wine", "points": 1, "tied": 2},
        "[Bert scores|You score] 1 point as one of 2 who showed the most wine.",
    ),
    (
        "kind_points",
        {"good": "wine", "points": 0, "tied": 3},
        "[Bert is|You are] one of 3 who showed the most wine, and a tie so wide scores nothing.",
    ),
    ("drew", {"count": 0}, "[Bert draws|You draw] no card."),
    ("drew", {"count": 1}, "[Bert draws|You draw] 1 card."),
    ("drew", {"count": 3}, "[Bert draws|You draw] 3 cards."),
    ("drew_good", {"good": "salt"}, "[Bert draws|You draw] a salt card."),
    ("loader_drew", {"count": 3}, "[Bert draws|You draw] 3 cards as Loader."),
    ("gave_back", {}, "[Bert gives|You give] back one of the cards just drawn, face down."),
    ("gave_back_good", {"good": "cloth"}, "[Bert gives|You give] back a cloth card."),
    ("won", {"points": 31}, "[Bert wins|You win] with 31 points."),
    ("won", {"points": 1}, "[Bert wins|You win] with 1 point."),
]

# Events that read the same whoever is told.
TOLD_ALIKE: list[tuple[str, Data, str]] = [
    (
        "pirates_sailed",
        {"from": "Piratennest", "to": "Sommerland"},
        "The pirate ship sails from Piratennest to Sommerland.",
    ),
    ("pirates_sailed", {"from": "Sandkap", "to": "Sandkap"}, "The pirate ship does not move from Sandkap."),
    ("plundered", {}, "The pirates reach the ship and take every card shown so far."),
    ("mutiny_won", {"for": 3, "against": 1}, "The mutiny succeeds, 3 to 1."),
    ("mutiny_won", {"for": 2, "against": 2}, "The mutiny succeeds, 2 to 2: a tie is enough."),
    ("mutiny_lost", {"for": 0, "against": 1}, "The mutiny fails, 0 to 1."),
    ("sailed", {"from": "Hochland", "to": "Eisfelsen"}, "The ship sails from Hochland to Eisfelsen."),
    ("sailed", {"from": "Hochland", "to": "Hochland"}, "The ship stays at Hochland."),
    ("reshuffled", {}, "The draw pile is used up: the discards are shuffled into a new one."),
    ("game_over", {}, "That was the last round: the ship stays where it lies, and the game is over."),
]
