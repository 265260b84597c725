"""The rules of Cartagena on the mutiny: who takes part, the duels, and who wins."""

from __future__ import annotations

from quarterdeck.i18n import N_
from quarterdeck.kernel.rulebook import Rule

MUTINY = (
    Rule(
        "CA-60",
        N_("No side, no part"),
        N_(
            "A player who has placed no conviction card takes no part in the mutiny and can't win. The "
            "others' convictions stay face down until the end."
        ),
        decision=N_(
            "What players who are out have is out of everyone's reach: nobody steals their coins (CA-65). If "
            "all are out, the sailors fight their duels alone, and nobody wins."
        ),
    ),
    Rule(
        "CA-61",
        N_("Five duels"),
        N_(
            "The sailors that are still on deck are placed at random, and nobody looks at them. A pirate in "
            "the lifeboat is put aside. Then the pairs fight in the order from A to E, until one side has "
            "won three duels."
        ),
    ),
)

DUELS = (
    Rule(
        "CA-62",
        N_("A duel begins"),
        N_("Both sailors show what they are worth: so strong is each side at first."),
    ),
    Rule(
        "CA-63",
        N_("A round of a duel"),
        N_(
            "Everybody still in the duel lays one card face down. The cards are mixed and shown: the pink "
            "ones add to Captain Valverde's side, the grey ones to Ramon Diaz's. All see which cards they "
            "are, but not whose. Mascots bear their players' colours, so they give themselves away."
        ),
    ),
    Rule(
        "CA-64",
        N_("The mascot"),
        N_(
            "From the second round on you may lay your mascot in place of a combat card. It fights for "
            "nobody, and you are done with this duel. Without a combat card you have to lay it."
        ),
    ),
    Rule(
        "CA-65",
        N_("What a mascot brings"),
        N_(
            "Only in the second round of a duel: if a single mascot is shown, it steals a coin from an "
            "opponent of its player's choice who has one; if there are several, each brings a coin from the "
            "supply."
        ),
        decision=N_("An opponent is a player who is still in the game."),
    ),
    Rule(
        "CA-66",
        N_("Out of cards"),
        N_(
            "Who has no combat card for the first round of a duel has to lay the mascot there, and is out: "
            "for this player the game is lost as soon as the round is shown. So have five combat cards, one "
            "for each duel."
        ),
        decision=N_("Who holds a combat card can't lay the mascot in a first round."),
    ),
    Rule(
        "CA-67",
        N_("Too few coins for mascots"),
        N_(
            "If the supply can't pay every mascot (CA-65), each player still in the game first gives it a "
            "coin, as far as there is one to give."
        ),
        decision=N_(
            "Players who are out give nothing. If even that is too little, it is paid clockwise, from the "
            "oldest (CA-13), as far as it goes."
        ),
    ),
    Rule(
        "CA-68",
        N_("A duel ends"),
        N_(
            "It ends when all have laid their mascots. The stronger side wins; if both are equally strong, "
            "the side with the higher sum of combat cards. The sailor who has won goes to the upper deck of "
            "that side, the other to the lifeboat. The combat cards leave the game, the mascots return to "
            "their players."
        ),
    ),
)

END = (
    Rule(
        "CA-69",
        N_("Who wins"),
        N_(
            "With three duels won, a side has won the mutiny, and all convictions are shown. Of the players "
            "still in the game who stand for that side, the one with the most gold wins, coins and gold "
            "cards together. Among equals it is the one whose remaining combat cards of that side's colour "
            "are worth most; those who are still equal share the victory. If nobody stands for that side, "
            "nobody wins."
        ),
    ),
)

SIZES = (
    Rule(
        "CA-80",
        N_("A smaller game"),
        N_(
            "A component table may make the game smaller. It may say for how many players it is; how many "
            "sailors there are, two, six or ten, worth 1 and more, so that there are one, three or five "
            "duels, most of which win the mutiny (CA-61, CA-69); and that there is no voyage. In its place "
            "everybody is dealt as many combat cards as the table says beside those of CA-10, the "
            "sailors take their places unseen, and, from the first giver clockwise, all choose their side "
            "in secret. Then the mutiny begins (CA-60)."
        ),
        decision=N_(
            "The rulebook doesn't have this. It is for lessons, for tests and for exact calculation."
        ),
    ),
    Rule(
        "CA-81",
        N_("The tiny game"),
        N_(
            "The table “tiny” is for two players. It has no voyage, four coins, two sailors and so a single "
            "duel, and each player is dealt one combat card, of two pink 2 and two grey 2, beside the two "
            "that everybody starts with. Chance deals, and has no part in what follows."
        ),
    ),
)
