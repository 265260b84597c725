"""Cartagena's facts, each with its sentences, for `tests.games.test_told`."""

from __future__ import annotations

Data = dict[str, int | str]

# For every kind: the data, and the sentence, in which [others|Bert] read different words.
TOLD: list[tuple[str, Data, str]] = [
    ("round_began", {"round": 3}, "Round 3 begins[ with Bert as|, and you are the] giver."),
    (
        "opened",
        {"pirate": "ghost", "closed": 3},
        "[Bert knocks|You knock] at the next door: it is the Ghost.",
    ),
    (
        "opened",
        {"pirate": "wessel-jan", "closed": 0},
        "[Bert knocks|You knock] at the last door: it is Wessel-Jan.",
    ),
    ("used", {"pirate": "nero"}, "[Bert visits|You visit] Dean Nero."),
    ("ghost_met", {}, "Boo! The Ghost ends [Bert's|your] turn on the spot."),
    ("sate_grew", {"coins": 1}, "[Bert passes|You pass] Satè by: now 1 coin lies on the card."),
    ("sate_grew", {"coins": 2}, "[Bert passes|You pass] Satè by: now 2 coins lie on the card."),
    ("got_coins", {"coins": 1, "pirate": "pang"}, "[Bert gets|You get] 1 coin from Pang."),
    ("got_coins", {"coins": 3, "pirate": "sate"}, "[Bert gets|You get] 3 coins from Satè."),
    ("went_empty", {"pile": "combat"}, "There is no further combat card for [Bert|you]."),
    ("went_empty", {"pile": "gold"}, "There is no further gold card for [Bert|you]."),
    ("went_empty", {"pile": "coins"}, "There is no further coin for [Bert|you]."),
    ("came_to_nothing", {"pirate": "nero"}, "There is nothing that Dean Nero could do for [Bert|you] now."),
    ("declined", {"pirate": "chang-ye"}, "[Bert steals|You steal] nothing."),
    ("declined", {"pirate": "bijoux"}, "[Bert leaves the|You leave your] conviction card untouched."),
    ("declined", {"pirate": "ojo"}, "[Bert looks|You look] at nobody's conviction card."),
    ("declined", {"pirate": "cambivalute"}, "[Bert looks|You look] at no pair of sailors."),
    ("drew_combat", {"cards": 1}, "[Bert draws|You draw] 1 combat card."),
    ("drew_combat", {"cards": 2}, "[Bert draws|You draw] 2 combat cards."),
    ("drew_combat_card", {"card": "grey 3"}, "[Bert draws|You draw] a grey 3."),
    ("drew_gold", {"cards": 1}, "[Bert takes|You take] 1 gold card."),
    ("drew_gold_card", {"value": 2}, "[Bert's|Your] gold card is worth 2."),
    (
        "looked_at",
        {"combat": 1, "gold": 1, "tembo": 0},
        "[Bert looks|You look] at the top gold card and the top combat card.",
    ),
    ("looked_at", {"combat": 2, "gold": 0, "tembo": 1}, "[Bert looks|You look] at the top two combat cards."),
    ("looked_at_card", {"card": "pink 1", "tembo": 0}, "[Bert sees|You see] a pink 1."),
    ("looked_at_gold_card", {"value": 3}, "[Bert sees|You see] a gold card worth 3."),
    (
        "kept",
        {"pile": "gold", "tembo": 0},
        "[Bert keeps|You keep] the gold card; the combat card goes under its pile.",
    ),
    (
        "kept",
        {"pile": "combat", "tembo": 0},
        "[Bert keeps|You keep] the combat card; the gold card goes under its pile.",
    ),
    (
        "kept",
        {"pile": "combat", "tembo": 1},
        "[Bert keeps|You keep] one of them; the other goes under the pile.",
    ),
    ("kept_card", {"card": "pink 3"}, "[Bert keeps|You keep] a pink 3."),
    ("put_under", {}, "[Bert puts|You put] a combat card under the pile."),
    ("put_under_card", {"card": "pink 1"}, "[Bert puts|You put] a pink 1 under the pile."),
    ("sold", {}, "[Bert sells|You sell] a combat card for a coin."),
    ("sold_card", {"card": "grey 1"}, "[Bert sells|You sell] a grey 1."),
    ("bought", {}, "[Bert buys|You buy] a combat card for a coin."),
    (
        "side_placed",
        {"ojo": 1},
        "[Bert takes|You take] a side, in secret: [a|your] conviction card lies face down.",
    ),
    (
        "side_handled",
        {},
        "[Bert picks up the|You pick up your] conviction card once more: a change of heart, or a bluff?",
    ),
    ("side_chosen", {"side": "valverde"}, "[Bert stands|You stand] for Captain Valverde (pink)."),
    ("sailors_taken", {"pair": "B"}, "[Bert takes|You take] two sailors from the deck, for duel B."),
    ("sailors_seen", {"low": 3, "high": 8}, "[Bert sees|You see] two sailors worth 3 and 8."),
    ("sailors_placed", {"pair": "B"}, "[Bert places|You place] one on each side of duel B."),
    ("inspected", {"pair": "C"}, "[Bert looks|You look] at the two sailors of duel C."),
    (
        "pair_handled",
        {"pair": "C"},
        "[Bert puts|You put] the sailors of duel C back, "
        "[swapped or not|and nobody sees whether you swapped them].",
    ),
    ("left_out", {}, "[Bert has|You have] taken no side and can't take part in the mutiny."),
    ("posted", {}, "[Bert lays|You lay] a card face down."),
    ("posted_card", {"card": "pink 2"}, "[Bert lays|You lay] a pink 2."),
    ("posted_card", {"card": "mascot"}, "[Bert lays|You lay] the mascot."),
    ("mascot_shown", {"round": 2}, "[Bert lets the|You let your] mascot out and [leaves|leave] this duel."),
    ("mascot_shown", {"round": 1}, "[Bert lets the|You let your] mascot out in the first round."),
    (
        "mascot_at_once",
        {},
        "With [the|your] mascot in the first round, [Bert is|you are] out and can't win any more.",
    ),
    (
        "out_of_cards",
        {},
        "Without a combat card for the first round, [Bert is|you are] out and can't win any more.",
    ),
    ("coin_given_back", {}, "[Bert has|You have] to give a coin to the supply, to pay the mascots."),
    ("mascot_paid", {"coins": 1}, "[Bert's|Your] mascot brings 1 coin from the supply."),
    ("mascot_paid", {"coins": 0}, "[Bert's|Your] mascot finds the supply empty."),
    ("side_shown", {"side": "diaz"}, "[Bert|You] stood for Ramon Diaz (grey)."),
    (
        "gold_counted",
        {"gold": 12, "combat": 4},
        "[Bert was|You were] on the right side: 12 gold, and 4 in combat cards of its colour.",
    ),
    ("won", {"gold": 12}, "[Bert wins|You win] with 12 gold."),
    ("won", {"gold": 0}, "[Bert wins|You win] without any gold."),
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

# What Bert does to Cy, or tells of Cy: [others|Bert|Cy] read different words.
TOLD_TO_THREE: list[tuple[str, Data, str]] = [
    ("robbed", {"player": 2, "mascot": 0}, "[Bert steals|You steal|Bert steals] a coin from [Cy|Cy|you]."),
    ("robbed", {"player": 2, "mascot": 1}, "[Bert's|Your|Bert's] mascot steals a coin from [Cy|Cy|you]."),
    ("spied", {"player": 2}, "[Bert looks at Cy's|You look at Cy's|Bert looks at your] conviction card."),
    (
        "spied_side",
        {"player": 2, "side": "diaz"},
        "[Bert sees that Cy stands|You see that Cy stands|Bert sees that you stand] for Ramon Diaz (grey).",
    ),
]
