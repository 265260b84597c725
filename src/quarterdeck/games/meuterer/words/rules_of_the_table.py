"""The rules of Meuterer around the rounds: the box, the set-up, sailing on, the end, and pirates."""

from __future__ import annotations

from quarterdeck.games.meuterer.words.names import MANUAL
from quarterdeck.i18n import N_
from quarterdeck.kernel.rulebook import Rule

BOX = (
    Rule(
        "ME-1",
        N_("The goods deck"),
        N_(
            "36 cards: 4 rubies, 5 salt, 6 wine, 7 cloth, 8 grain and 6 conflict. Conflict cards are "
            "drawn and held like goods, but decide mutinies. With pirates (ME-80) there is one pirates "
            "card more."
        ),
    ),
    Rule(
        "ME-2",
        N_("The action cards"),
        N_(
            "Five cards, one for each role: Mutineer, Cabin Boy, First Mate, Merchant and Loader. Whoever"
            " is Captain has a post already and never takes one."
        ),
    ),
    Rule(
        "ME-3",
        N_("The captain cards"),
        N_("Two cards with two faces each, so that the Captain can offer 0, 1, 2 or 3 points (ME-20)."),
    ),
    Rule(
        "ME-4",
        N_("The islands"),
        N_(
            "Twelve islands. Each buys one kind of goods, or any kind (ME-63). Its three trade figures "
            "pay whoever sells most there: alone, tied by two, tied by three (ME-65). Its dock figure "
            "pays whoever brings the ship there (ME-60, ME-61)."
        ),
    ),
)

SET_UP = (
    Rule(
        "ME-10",
        N_("The ring"),
        N_(
            "The islands are shuffled and laid in a ring. The ship starts at Hochland, the only active "
            "island; all the others are inactive."
        ),
    ),
    Rule(
        "ME-11",
        N_("A small ring"),
        N_("Only six islands lie in the ring: Hochland and five others."),
        MANUAL,
        decision=N_("Chance picks the five out of the eleven, and Hochland is itself a place of the ring."),
    ),
    Rule(
        "ME-12",
        N_("Captain and cards"),
        N_(
            "Chance picks the first Captain. Everybody is dealt five goods cards; what is left is the "
            "draw pile."
        ),
    ),
    Rule(
        "ME-13",
        N_("Where the pirates lurk"),
        N_("If pirates are in play, their ship starts at Piratennest."),
        decision=N_(
            "A ring without Piratennest (ME-11) has the pirate ship start opposite the merchant ship instead."
        ),
    ),
)

SAILING = (
    Rule(
        "ME-70",
        N_("The end of the game"),
        N_(
            "There are 8 rounds with four players and 9 with three. The last one ends with its points "
            "(phase 5), and whoever has the most points then wins."
        ),
        decision=N_("Players with equally many points share the victory."),
    ),
    Rule(
        "ME-71",
        N_("The ship moves"),
        N_(
            "The ship sails to the destination that won. Now two islands are active: the one it left and "
            "the one it reached. A ship that stays has only its own."
        ),
    ),
    Rule(
        "ME-72",
        N_("Clearing the table"),
        N_("All cards on the table are discarded, shown goods and conflict cards of the mutiny alike."),
    ),
    Rule(
        "ME-73",
        N_("Drawing"),
        N_(
            "From the Captain (the new one, if the mutiny succeeded) clockwise, everyone draws up to a "
            "hand of five. If the draw pile is used up, the discards are shuffled to be the new one."
        ),
        decision=N_(
            "They are shuffled only when a card is needed and the draw pile has none, if need be halfway "
            "through a player's draw."
        ),
    ),
    Rule(
        "ME-74",
        N_("The Loader's choice"),
        N_(
            "The Loader draws three cards beyond the hand of five, and then returns three of the cards "
            "just drawn, before the next player draws. They go right to the bottom: in “english” and "
            "“manual” of the discards, in “french” of the draw pile, or they begin a new draw pile if it "
            "is used up. In “french” the card given back first is also drawn first, so their order decides "
            "who draws which."
        ),
        decision=N_(
            "The Loader always draws the three cards; there is no doing without. The French source "
            "contradicts itself: its example discards the cards. Its rule prevails."
        ),
    ),
    Rule(
        "ME-75",
        N_("Actions back"),
        N_("Everybody returns their action card; then a new round begins with a new offer (ME-20)."),
    ),
)

PIRATES = (
    Rule(
        "ME-80",
        N_("The pirates sail"),
        N_(
            "Whoever shows the pirates card in phase 2 sets the pirate ship going, counter-clockwise: one"
            " island for each card that this player then still holds, or two for each with fast pirates."
        ),
        decision=N_("Fast pirates are a setting of their own, open to every rule set."),
    ),
    Rule(
        "ME-81",
        N_("Plunder"),
        N_(
            "If the pirate ship comes to the merchant ship's island or passes it, every card shown so far"
            " is discarded: everybody's, of those who have left too, and conflict cards as well. The same"
            " goes if both ships lay at one island before the pirates set sail, even if they then go "
            "nowhere."
        ),
        decision=N_(
            "Only the English source says what happens to ships at one island. It counts in every rule set."
        ),
    ),
    Rule(
        "ME-82",
        N_("After the pirates"),
        N_(
            "The pirates card goes to the discards at once. Its player remains in the phase, and the "
            "round goes on as usual."
        ),
    ),
    Rule(
        "ME-83",
        N_("Sailing past the pirates"),
        N_("When it is the merchant ship that meets or passes the pirates, nothing happens."),
    ),
)

SIZES = (
    Rule(
        "ME-90",
        N_("A smaller game"),
        N_(
            "A component table may make the game smaller. It may say for how many players it is, two at "
            "least; how many rounds there are (ME-70), without which two players have nine; and how many "
            "cards make a hand (ME-12), which is also what everybody draws up to (ME-73). Then two "
            "islands are enough, which all lie in the ring (ME-11), and as many cards as the hands take "
            "and, with more rounds than one, four more."
        ),
        decision=N_("No rulebook has this. It is for lessons, for tests and for exact calculation."),
    ),
    Rule(
        "ME-91",
        N_("The tiny game"),
        N_(
            "The table “tiny” is for two players. It has one round, hands of two cards from four grain, "
            "two wine and two conflict, and two islands, Hochland and Rotes Riff. Chance deals, and has "
            "no part in what follows."
        ),
    ),
)
