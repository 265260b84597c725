"""The rules of Mutiny! on the set-up and a turn: bidding, resolution, retrieval, and who wins."""

from __future__ import annotations

from quarterdeck.i18n import N_
from quarterdeck.kernel.rulebook import Rule

SET_UP = (
    Rule(
        "MU-1",
        N_("Five crew members"),
        N_(
            "They lie side by side in a fixed order: the Deck Hand, the Gunner, the Cook, the Pilot, the "
            "First Mate. They are always called, and settled, in this order."
        ),
    ),
    Rule(
        "MU-2",
        N_("Doubloons, rum and cutlasses"),
        N_(
            "Everybody has ten doubloons, in a colour of their own, and starts with eight of them and three "
            "rum. Rum has no colour. The other doubloons, the other rum and all the cutlasses are the bank."
        ),
        decision=N_(
            "The bank never runs out of cutlasses. There are 30 rum tokens in all. This figure is "
            "reconstructed; a table of your own can have another one, up to 99. A bid or an offer holds 30 "
            "rum at most. What the bank can't pay is not paid."
        ),
    ),
    Rule(
        "MU-3",
        N_("The pile of chart tiles"),
        N_("The chart tiles are shuffled into a pile, face down, and the top one is turned up beside it."),
        decision=N_(
            "If a tile is wanted and the pile is used up, all tiles are shuffled again, the one that lay "
            "face up last among them."
        ),
    ),
    Rule(
        "MU-4",
        N_("What a chart tile shows"),
        N_(
            "Two destinations, north and south. Each has one or more effects: a crew member, and how much "
            "rum, how many doubloons or how many cutlasses the player who controls that crew member gains "
            "or loses."
        ),
        decision=N_(
            "The tiles here have one effect or two for each destination. A table of your own can have up to "
            "four, 240 on all its tiles together, and amounts from −9 to 9."
        ),
    ),
    Rule(
        "MU-5",
        N_("Which tiles there are"),
        N_("There are 24 chart tiles. Two of them are known."),
        decision=N_(
            "The others are reconstructed: they follow the same pattern, name each crew member about equally "
            "often, and were tuned in many games so that no crew member is worth ignoring. A table of your "
            "own can replace them by 2 to 60 tiles."
        ),
    ),
    Rule(
        "MU-6",
        N_("The lookout"),
        N_(
            "The spyglass goes to a player drawn at random. Whoever has it is the lookout, who breaks all "
            "ties."
        ),
    ),
)

BIDDING = (
    Rule(
        "MU-10",
        N_("Bids from closed fists"),
        N_(
            "The lookout calls the crew members one by one. For each, all players choose in secret, and at "
            "the same time, how many of their unplayed doubloons and rum they bid; it may be none. All hands "
            "open together, and what was bid lies on that crew member before the next one is called."
        ),
    ),
    Rule(
        "MU-11",
        N_("The bribe"),
        N_(
            "A player's bribe for a crew member is the number of all the tokens that the player has there, "
            "doubloons and rum alike. Doubloons left there in earlier turns still count."
        ),
    ),
)

RESOLUTION = (
    Rule(
        "MU-20",
        N_("Primary, then secondary"),
        N_(
            "When all bids are placed, the crew members are settled one by one. Whose bribe is the highest "
            "has the primary ability and uses it at once. Then, as the tokens lie by now, the highest bribe "
            "among the other players has the secondary ability. Nobody has both."
        ),
    ),
    Rule(
        "MU-21",
        N_("Ties"),
        N_(
            "If several are tied for the highest bribe, the lookout decides who of them has the primary "
            "ability and who of them the secondary one, and everybody else gets nothing. If several are tied "
            "for second, the lookout decides among these. The lookout may favour anyone, and decide "
            "differently each time."
        ),
        decision=N_(
            "Who was tied for the highest stays a candidate for the secondary ability, and nobody else is "
            "one, whatever the primary ability has changed. The lookout is whoever has the spyglass at that "
            "moment: the First Mate's new lookout already decides who is second there."
        ),
    ),
    Rule(
        "MU-22",
        N_("Without a bribe"),
        N_("An ability that nobody has bribed for is not used."),
        decision=N_(
            "A bribe of zero gets no ability, not even as the second highest. Only who was tied for the "
            "highest stays a candidate if that bribe has been moved away or lost meanwhile (MU-21)."
        ),
    ),
    Rule(
        "MU-23",
        N_("Rum for the lookout"),
        N_(
            "Before a tie is broken, the others may make deals with the lookout, for unplayed rum but not "
            "for doubloons. The lookout takes any number of the offers that agree. An offer that is taken "
            "is paid at once, and the lookout has to keep to it."
        ),
        decision=N_(
            "A deal is for a player who is picked, be it oneself, another or the lookout; among three or "
            "more also for anyone but one player; and, where three or more are tied for the highest bribe, "
            "for who gets the primary and who the secondary ability, if the same lookout decides on both. "
            "Open deals are made in three rounds at most. In each, the others speak once, clockwise from "
            "the lookout: they make or change an offer, withdraw it, or pass. Then the lookout takes "
            "offers, and picks, names a price, which binds nobody, or waits for another round. Nobody waits"
            " after a round in which nothing has changed. So a tie is broken in 27 moves at most. With "
            "closed deals all make one offer, for the pick of one player, in secret and at the same time; "
            "then the lookout takes and picks."
        ),
    ),
)

RETRIEVAL = (
    Rule(
        "MU-40",
        N_("Up to three doubloons come back"),
        N_(
            "When the last crew member is settled, all players, from the lookout clockwise, take back up to "
            "three of their own doubloons from any crew members. The others stay where they lie, for the "
            "coming turns."
        ),
    ),
    Rule(
        "MU-41",
        N_("Rum is drunk"),
        N_(
            "Then all the rum on crew members goes back to the bank; unplayed rum is kept. A new chart tile "
            "is turned up, and the next turn begins."
        ),
    ),
)

END = (
    Rule(
        "MU-50",
        N_("Who wins"),
        N_(
            "A player with ten cutlasses, or eight if four or five play, wins on the spot. If several get "
            "there at the same moment, the one with the most cutlasses wins; among equals, the one with the "
            "most unplayed rum; those who are still equal share the first place."
        ),
        decision=N_(
            "All effects of a destination count as the same moment: whoever gets the winning cutlass by the "
            "first effect and loses it by the second one has not won. If a turn ends with no doubloon and no "
            "rum left to anybody, nobody can bribe any more: the game is over then, and the same order "
            "decides who wins. While nobody bids, a game can go on for ever; players can agree on a draw."
        ),
    ),
)

SIZES = (
    Rule(
        "MU-60",
        N_("A smaller game"),
        N_(
            "A component table may make the game smaller. It may say for how many players it is; how many "
            "doubloons and how much rum everybody starts with (MU-2); how many cutlasses win (MU-50); and "
            "after how many turns the game ends. Then one chart tile is enough. In the last turn, once the "
            "last crew member is settled, the game is over without a retrieval, and the order of MU-50 "
            "decides who wins."
        ),
        decision=N_(
            "The rulebook doesn't have this. It is for lessons, for tests and for exact calculation."
        ),
    ),
    Rule(
        "MU-61",
        N_("The tiny game"),
        N_(
            "The table “tiny” is for two players. It has a single turn, to which each brings two doubloons "
            "and no rum, and a single chart tile: north Cook, 2 cutlasses; south Deck Hand, 2 rum, and "
            "Gunner, 2 rum lost. Chance says who is the lookout, and has no part in what follows."
        ),
    ),
)
