"""The rules of Mutiny! on the crew members' abilities, and on gains and losses."""

from __future__ import annotations

from quarterdeck.i18n import N_
from quarterdeck.kernel.rulebook import Rule

CREW = (
    Rule(
        "MU-24",
        N_("The Deck Hand"),
        N_(
            "Primary: move one doubloon or rum, whosever it is, from a crew member to another. Secondary: "
            "the same with a token of your own. It keeps its owner. Only tokens that lie on crew members are "
            "moved, and you need not move any."
        ),
    ),
    Rule("MU-25", N_("The Gunner"), N_("Primary: two cutlasses. Secondary: one cutlass.")),
    Rule("MU-26", N_("The Cook"), N_("Primary: two rum. Secondary: one rum.")),
    Rule(
        "MU-27",
        N_("The Pilot"),
        N_(
            "Primary: choose whether the ship sails north or south on the open chart tile. What stands there "
            "happens at once, to the players who control the crew members named: those with the highest "
            "bribe there. If several are tied, the lookout decides anew, offers included (MU-23). Secondary: "
            "one cutlass."
        ),
        decision=N_(
            "If nobody has bribed the Pilot, the ship stays and nothing happens. An effect on a crew member "
            "without bribes concerns nobody. With several effects it is first settled, in their order, who "
            "controls each crew member named, once for each. Then all are carried out in the same order, "
            "and only then may the game be over (MU-50)."
        ),
    ),
    Rule(
        "MU-28",
        N_("The First Mate"),
        N_("Primary: take the spyglass; from this moment you are the lookout. Secondary: one rum."),
    ),
)

GAINS = (
    Rule(
        "MU-30",
        N_("Gains"),
        N_(
            "What you gain comes from the bank. Rum and doubloons can be bid in later turns. Who has all ten "
            "doubloons, unplayed and on crew members together, gains none."
        ),
    ),
    Rule(
        "MU-31",
        N_("Lost rum and cutlasses"),
        N_("Only unplayed rum is lost. Who has none loses none; the same goes for cutlasses."),
        decision=N_("If you have less than you should lose, you lose what you have."),
    ),
    Rule(
        "MU-32",
        N_("Lost doubloons"),
        N_(
            "For each doubloon that you lose, you choose whether it is an unplayed one or one of yours that "
            "lies on a crew member. It goes back to the bank."
        ),
        decision=N_("Who has no doubloon at all is spared, as with rum and cutlasses (MU-31)."),
    ),
)
