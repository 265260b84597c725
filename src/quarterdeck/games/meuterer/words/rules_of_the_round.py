"""The rules of Meuterer on the phases of a round with decisions and scoring."""

from __future__ import annotations

from quarterdeck.games.meuterer.words.names import BY_ISLAND, MANUAL
from quarterdeck.i18n import N_
from quarterdeck.kernel.rulebook import Rule

OFFER = (
    Rule(
        "ME-20",
        N_("The offer"),
        N_(
            "The Captain begins the round by offering, for all to see, 0 to 3 points to whoever becomes "
            "First Mate. They change hands only if the Captain stays Captain (ME-60)."
        ),
    ),
)

GOODS = (
    Rule(
        "ME-30",
        N_("Show or leave"),
        N_(
            "The Captain begins, and the turn goes clockwise, as many times around as it takes until all "
            "have left. Whoever is still in does one of two things: put one card of the hand, whichever "
            "it is, face up on the table, or leave (ME-33, ME-34)."
        ),
    ),
    Rule(
        "ME-31",
        N_("An empty hand"),
        N_("Whoever has the turn with no card in hand can only leave."),
    ),
    Rule(
        "ME-32",
        N_("Having left"),
        N_(
            "A player who has left shows nothing more in this phase. Everyone may know how many cards "
            "that player keeps, and nobody else may know which."
        ),
    ),
    Rule(
        "ME-33",
        N_("The Captain sets the course"),
        N_(
            "The Captain leaves by marking a destination. Count clockwise from the ship, one island for "
            "each card still in hand; with none, the ship is to stay where it is."
        ),
        decision=N_(
            "The French source says “sur la dernière escale” for an empty hand. By its own definition that "
            "is the island where the ship lies, not the one that it came from."
        ),
    ),
    Rule(
        "ME-34",
        N_("Taking an action card"),
        N_(
            "All others leave by looking through the action cards in the middle, keeping one face down "
            "and returning the rest. So whoever comes later sees which roles are gone, but knows whose "
            "they are only if a single player chose before."
        ),
        decision=N_(
            "The source of “manual” says that one role stays unused each round. Of five cards two stay "
            "unused with four players and three with three (ME-2)."
        ),
    ),
)

ACTIONS = (
    Rule(
        "ME-40",
        N_("Who is who"),
        N_(
            "All chosen action cards are turned up. A Mutineer marks a destination of their own, counted "
            "like the Captain's: clockwise from the ship, one island for each card in the Mutineer's "
            "hand. Both may mark the same island. Without a Mutineer, phase 4 is left out."
        ),
    ),
)

MUTINY = (
    Rule(
        "ME-50",
        N_("The two sides"),
        N_(
            "The Mutineer and the Cabin Boy fight for the mutiny; the Captain and the First Mate fight "
            "against it. The Merchant and the Loader stay out of it: they play no conflict card, and "
            "those that they have shown count for nobody."
        ),
    ),
    Rule(
        "ME-51",
        N_("Playing conflict cards"),
        N_(
            "Beginning with the Captain, each player on a side is asked once, in clockwise order, and "
            "plays as many conflict cards from the hand as they like, or none. Also players without one "
            "are asked: passing them over would give their hand away. (In “manual”, ME-52.)"
        ),
        BY_ISLAND,
    ),
    Rule(
        "ME-52",
        N_("One card a turn"),
        N_(
            "The mutiny goes on in turns, from the Captain clockwise among those on a side: one conflict "
            "card from the hand at a time, or a pass."
        ),
        MANUAL,
        decision=N_(
            "The turn goes around until everyone on a side has passed, and whoever has passed plays no "
            "more. Those without a conflict card are asked, too."
        ),
    ),
    Rule(
        "ME-53",
        N_("The loyal First Mate"),
        N_("A First Mate counts as one conflict against the mutiny, without playing any card."),
    ),
    Rule(
        "ME-54",
        N_("Conflicts shown before"),
        N_(
            "In “english” and “manual”, conflict cards shown in phase 2 fight for the side of the player "
            "who showed them. In “french” they do not: only what is played in this phase counts, and the "
            "First Mate."
        ),
        decision=N_(
            "The source of “manual” never says that shown cards count. It says that those of the Merchant "
            "and the Loader are ignored, so those of the others are taken to count. The French source "
            "contradicts itself: by its example a shown card can help against a mutiny. Its rule prevails."
        ),
    ),
    Rule(
        "ME-55",
        N_("Who wins the mutiny"),
        N_(
            "The conflicts of both sides are counted and the larger number prevails. If they are even, the "
            "mutiny succeeds."
        ),
    ),
)

POINTS = (
    Rule(
        "ME-60",
        N_("The Captain stays"),
        N_(
            "Without a mutiny, or after one that fails, the Captain docks where the Captain wanted to and "
            "scores that island's dock figure. A First Mate is rewarded with 1 point and the offer on top. "
            "The Captain pays the offer, even if that leaves a score below zero. If nobody is First Mate, "
            "the offer costs the Captain nothing. The Mutineer and the Cabin Boy come away with nothing."
        ),
        decision=N_(
            "Only the English source says what happens without a First Mate. It counts in every rule set."
        ),
    ),
    Rule(
        "ME-61",
        N_("The Mutineer takes over"),
        N_(
            "After a mutiny that succeeds, the Mutineer docks where the Mutineer wanted to, scores that "
            "island's dock figure and has the Captain's post from this moment. A Cabin Boy scores 2 points. "
            "For the old Captain and the First Mate there is nothing, and no offer is paid."
        ),
    ),
    Rule(
        "ME-62",
        N_("Where goods are sold"),
        N_(
            "At the active islands: the ship's own and the one it came from, if it moved at the end of "
            "the last round. Each is scored by itself. The destination that has just won is not active "
            "yet."
        ),
        BY_ISLAND,
    ),
    Rule(
        "ME-63",
        N_("What an island takes"),
        N_(
            "Most islands take the one kind that they buy. At Hochland and Piratennest every player may sell"
            " a kind of their own choice, but each only one. Nobody buys conflict cards or the pirates card."
        ),
        BY_ISLAND,
    ),
    Rule(
        "ME-64",
        N_("Choosing what to sell where"),
        N_(
            "If there is more than one way to sell what you have shown, you choose: which kind an island "
            "that takes any kind gets, and at which of the two islands you sell a kind that both take. You "
            "may split it. The Captain, the new one after a successful mutiny, chooses first, then the "
            "others clockwise; everybody sees the earlier choices. If there is only one way, it is taken for"
            " you."
        ),
        BY_ISLAND,
        decision=N_(
            "Nothing is held back: a card stays unsold only if each active island that takes its kind has"
            " got another kind from you."
        ),
    ),
    Rule(
        "ME-65",
        N_("Selling the most"),
        N_(
            "An island pays only those who sell the most cards there. One alone scores the first trade "
            "figure, two score the second each, three the third each, and four score nothing."
        ),
        BY_ISLAND,
    ),
    Rule(
        "ME-66",
        N_("The Merchant in a tie"),
        N_(
            "A Merchant who is among those with the most scores the first figure, as if alone, also in a "
            "tie of four. The others score what the tie gives them (ME-65). A Merchant with fewer gains "
            "nothing."
        ),
        BY_ISLAND,
    ),
    Rule(
        "ME-67",
        N_("Every kind by itself"),
        N_(
            "Goods are not sold at islands. For each kind of goods, the player who has shown the most "
            "cards of it scores 2 points; if two are tied, each scores 1; if more are, none does. You can"
            " score in several kinds. A Merchant among those with the most always scores 2. Conflicts and"
            " pirates are not a kind of goods."
        ),
        MANUAL,
        decision=N_("Those tied with the Merchant score just what they would without one."),
    ),
)
