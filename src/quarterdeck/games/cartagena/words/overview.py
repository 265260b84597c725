"""Cartagena at a glance: the theme, and the course of the voyage and the mutiny."""

from __future__ import annotations

from quarterdeck.i18n import N_
from quarterdeck.kernel.primer import Primer

ABOUT = N_(
    "On the way home from the gold island a mutiny is brewing: Ramon Diaz against Captain Valverde. You "
    "visit the pirates in their cabins for gold, for cards to fight with and for secrets, and choose your "
    "side when nobody can see it. In the end only those win who stand for the side that has won, and of them "
    "the richest."
)

# The course of a match, step by step: a title, and a sentence or two.
VOYAGE: tuple[tuple[str, str], ...] = (
    (
        N_("A row of doors"),
        N_("The giver lays pirate cards face down, three more than there are players (CA-20)."),
    ),
    (
        N_("Visit or knock"),
        N_(
            "In turn, everybody uses one open pirate or knocks at the next door, with no way back (CA-22, "
            "CA-23). The Ghost ends a turn with nothing (CA-25)."
        ),
    ),
    (
        N_("The ship sails"),
        N_("One space for each open pirate that nobody wanted, perhaps into a storm (CA-27, CA-28)."),
    ),
    (
        N_("Again"),
        N_("So it goes, round after round, until the ship arrives or something runs out (CA-29)."),
    ),
)

MUTINY: tuple[tuple[str, str], ...] = (
    (N_("Sides"), N_("Who has placed no conviction is out (CA-60).")),
    (
        N_("Duels"),
        N_(
            "Pair after pair, two sailors fight. Round after round everybody lays a card that strengthens "
            "one of them, or the mascot, and is done with the duel (CA-62 to CA-64)."
        ),
    ),
    (
        N_("Victory"),
        N_("Three duels win the mutiny, and the most gold on that side wins the game (CA-68, CA-69)."),
    ),
)

PRIMER = Primer(
    aim=N_(
        "At the end of the voyage five duels decide between Captain Valverde and Ramon Diaz: the side that "
        "wins three of them wins the mutiny. Of the players who stand for it, the one with the most gold has "
        "won."
    ),
    things=(
        (
            N_("The sea route"),
            N_("The ship sails home from an island. Where it arrives, the mutiny breaks out (CA-29)."),
        ),
        (
            N_("The cabin doors"),
            N_("Behind each waits a pirate, with coins, gold, cards to fight with or a secret (CA-22)."),
        ),
        (
            N_("The sailors"),
            N_("Five pairs, who fight the duels. Their numbers count; some lie face down (CA-62)."),
        ),
        (
            N_("Everybody's place"),
            N_("Coins, the number of cards, and face down the side that somebody has chosen (CA-60)."),
        ),
        (
            N_("Your hand"),
            N_("Combat cards strengthen a sailor in a duel, and gold cards make you rich (CA-63, CA-69)."),
        ),
    ),
    courses=((N_("How the voyage goes"), VOYAGE), (N_("How the mutiny goes"), MUTINY)),
)
