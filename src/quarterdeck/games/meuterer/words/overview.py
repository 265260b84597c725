"""Meuterer at a glance: the theme, the course of a round, and how the rule sets differ."""

from __future__ import annotations

from quarterdeck.i18n import N_
from quarterdeck.kernel.primer import Primer

ABOUT = N_(
    "Everybody has goods aboard the same merchant ship, and only one of you is Captain. In each round you "
    "show goods for sale, take a role in secret, and find out whether the Captain still commands. Points "
    "come from selling more than the others, from bringing the ship to a good harbour, and from standing on "
    "the right side of a mutiny."
)

# The phases: a title, and a sentence or two.
ROUND: tuple[tuple[str, str], ...] = (
    (N_("Offer"), N_("The Captain offers 0 to 3 points for a First Mate's loyalty (ME-20).")),
    (
        N_("Goods and actions"),
        N_(
            "In turn, show one card or leave. The Captain, on leaving, sets the course by the cards kept in "
            "hand; everyone else takes an action card in secret (ME-30, ME-33, ME-34)."
        ),
    ),
    (N_("Actions turn up"), N_("All roles are revealed. A Mutineer sets a rival course (ME-40).")),
    (
        N_("Mutiny"),
        N_(
            "If there is a Mutineer, both sides play conflict cards. A tie is enough for the mutiny (ME-51, "
            "ME-55)."
        ),
    ),
    (
        N_("Points"),
        N_(
            "The winning side is rewarded (ME-60, ME-61). Then the shown goods are sold, and whoever sells "
            "most scores (ME-65; in “manual” ME-67)."
        ),
    ),
    (
        N_("The ship sails"),
        N_(
            "The ship goes to the winning destination, the table is cleared, all draw up to five cards, and "
            "the Loader picks the best of the draw (ME-71 to ME-75)."
        ),
    ),
)

# The differences of the rule sets: topic, rule, and how it is in english, french and manual.
COMPARED: tuple[tuple[str, str, tuple[str, str, str]], ...] = (
    (N_("Islands in the ring"), "ME-11", (N_("twelve"), N_("twelve"), N_("six"))),
    (
        N_("Conflict cards in the mutiny"),
        "ME-52",
        (N_("any number, once around"), N_("any number, once around"), N_("one a turn, until all pass")),
    ),
    (N_("Conflict cards shown in phase 2"), "ME-54", (N_("count"), N_("do not count"), N_("count"))),
    (
        N_("Selling"),
        "ME-67",
        (
            N_("at the active islands"),
            N_("at the active islands"),
            N_("every kind by itself: 2, 1 or 0 points"),
        ),
    ),
    (
        N_("Cards that the Loader gives back"),
        "ME-74",
        (N_("under the discards"), N_("under the draw pile"), N_("under the discards")),
    ),
)

PRIMER = Primer(
    aim=N_(
        "Whoever has the most points after the last round wins. They come from selling more of a kind of "
        "goods than the others, from bringing the ship to a good harbour, and from standing on the right "
        "side of a mutiny."
    ),
    things=(
        (
            N_("The ring of islands"),
            N_("Each buys a kind of goods and pays whoever sells the most of it there (ME-65)."),
        ),
        (
            N_("The ship"),
            N_("Everybody's goods are aboard. At the end of each round it sails on (ME-71)."),
        ),
        (
            N_("The Captain"),
            N_("One of you commands. A mutiny that succeeds makes the Mutineer the next one (ME-61)."),
        ),
        (
            N_("Everybody's place"),
            N_("Points, the number of cards in hand, and the cards that are shown for sale (ME-30)."),
        ),
        (
            N_("Action cards"),
            N_("Each who leaves takes one in secret: it is the role until the round ends (ME-34)."),
        ),
        (
            N_("Your hand"),
            N_("Goods to sell, and conflicts for a mutiny. Nobody else sees them."),
        ),
    ),
    courses=((N_("How a round goes"), ROUND),),
)
