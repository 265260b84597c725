"""The rules of Cartagena up to the mutiny: the box, the set-up, and the rounds of the voyage."""

from __future__ import annotations

from quarterdeck.i18n import N_
from quarterdeck.kernel.rulebook import Rule

BOX = (
    Rule(
        "CA-1",
        N_("Sailors, pirates and gold"),
        N_(
            "Ten sailors, worth 1 to 10, with their values hidden below. Thirteen pirate cards (CA-40 to "
            "CA-52). Eighteen gold cards worth 1, 2 or 3. Thirty gold coins, each worth 1."
        ),
    ),
    Rule(
        "CA-2",
        N_("Combat cards"),
        N_(
            "Forty combat cards worth 1, 2 or 3. The pink ones fight for Captain Valverde, the grey ones for "
            "Ramon Diaz."
        ),
    ),
    Rule(
        "CA-3",
        N_("Convictions and mascots"),
        N_(
            "Every player has two conviction cards, one for each side, and a mascot in the player's colour. "
            "From behind a mascot looks like a combat card."
        ),
    ),
    Rule(
        "CA-4",
        N_("What is reconstructed"),
        N_(
            "The rulebook leaves some figures to the printed parts. Here there are ten combat cards of 1, "
            "six of 2 and four of 3 in each colour, and six gold cards of each value. To the mutiny space it "
            "is 23 moves from the gold island, 19 from the treasure island and 15 from the volcanic island; "
            "the storm spaces lie 11, 7 and 3 moves before it."
        ),
        decision=N_(
            "These figures are ours. With them bots that play sensibly take about eleven rounds for the "
            "voyage, however many they are. A table of your own can replace them."
        ),
    ),
)

SET_UP = (
    Rule(
        "CA-10",
        N_("What everybody starts with"),
        N_(
            "A pink and a grey combat card, both worth 1, the two conviction cards, the mascot, which waits "
            "for the mutiny, and one coin."
        ),
    ),
    Rule(
        "CA-11",
        N_("Piles, supply and deck"),
        N_(
            "The other combat cards and all the gold cards are shuffled into a pile each, face down. The "
            "other coins are the supply. The sailors are mixed and stand on deck, and nobody knows which is "
            "which."
        ),
    ),
    Rule(
        "CA-12",
        N_("Where the ship starts"),
        N_(
            "At the volcanic island with two players, at the treasure island with three, at the gold island "
            "with four."
        ),
    ),
    Rule(
        "CA-13",
        N_("The first giver"),
        N_("The oldest player is the first giver."),
        decision=N_("Chance says who counts as the oldest, for the whole match."),
    ),
)

ROUNDS = (
    Rule(
        "CA-20",
        N_("The row of doors"),
        N_(
            "A round begins when the giver shuffles the pirate cards in play and lays a row of them face "
            "down: three more than there are players. They are the doors of the cabins. The rest is kept "
            "aside, unseen."
        ),
    ),
    Rule(
        "CA-21",
        N_("One pirate each"),
        N_("From the giver clockwise everybody has one turn, and uses exactly one pirate of the row."),
    ),
    Rule(
        "CA-22",
        N_("Visit or knock"),
        N_(
            "Pirates whose doors were opened before, and whom nobody has used, may be used. Who wants none "
            "of them, or finds none, knocks: the next door of the row is opened."
        ),
    ),
    Rule(
        "CA-23",
        N_("Knocking on"),
        N_(
            "Who has knocked may use the pirate that has just opened, or knock again, as often as there are "
            "doors. There is no way back to any pirate whose door was open before. Behind the last door of "
            "the row is a pirate that must be used."
        ),
    ),
    Rule(
        "CA-24",
        N_("Every door open"),
        N_("When no door is closed any more, a player uses one of the pirates that are left."),
    ),
    Rule(
        "CA-25",
        N_("The Ghost opens"),
        N_("Who opens the Ghost's door has used the Ghost: the turn is over, and it has brought nothing."),
    ),
    Rule(
        "CA-26",
        N_("A pirate is used once"),
        N_("The card of a pirate that has been used leaves the row, and nobody uses it again in this round."),
    ),
    Rule(
        "CA-27",
        N_("The ship sails"),
        N_(
            "When all have had their turn, the ship sails one space for each open pirate whom nobody has "
            "used: none to three. Then the left neighbour becomes the giver."
        ),
    ),
    Rule(
        "CA-28",
        N_("Storm"),
        N_(
            "If the ship has come onto or over a storm space, a pirate gets seasick: before the next row is "
            "laid, one pirate card leaves play and lies face up in the lifeboat. After the next storm space "
            "another takes its place, and the first is in play again."
        ),
        decision=N_("Chance says which pirate it is."),
    ),
    Rule(
        "CA-29",
        N_("The voyage ends"),
        N_(
            "It ends with the round in which the ship reaches the mutiny space, or in which the combat "
            "cards, the gold cards or the coins have run out. What an empty supply can't pay is not paid."
        ),
        decision=N_(
            "A supply that was empty at any moment has run out, even if something has come back to it since. "
            "Coins that lie on Satè are still in the supply (CA-48)."
        ),
    ),
)
