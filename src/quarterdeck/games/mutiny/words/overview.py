"""Mutiny! at a glance: what it is about, and how a turn goes."""

from __future__ import annotations

from quarterdeck.i18n import N_
from quarterdeck.kernel.primer import Primer

ABOUT = N_(
    "The captain has had his day, and everybody aboard is plotting to take his place. With doubloons and rum "
    "you bribe five crew members, in secret and all at the same time, for cutlasses, for favours and for the "
    "ship's course. The first with enough cutlasses takes the ship."
)

# The course of a turn, step by step: a title, and a sentence or two.
TURN: tuple[tuple[str, str], ...] = (
    (
        N_("Bidding"),
        N_(
            "For one crew member after the other all bid doubloons and rum from closed fists (MU-10). "
            "Doubloons left there before count, too (MU-11)."
        ),
    ),
    (
        N_("Resolution"),
        N_(
            "Crew member by crew member the highest bribe has the primary ability and the second highest the "
            "secondary one (MU-20). The lookout breaks ties and takes rum for it (MU-21, MU-23)."
        ),
    ),
    (
        N_("Retrieval"),
        N_("Everybody takes back up to three doubloons; the rum that was bid is drunk (MU-40, MU-41)."),
    ),
    (
        N_("Again"),
        N_("So it goes until somebody has ten cutlasses, or eight if four or five play (MU-50)."),
    ),
)

PRIMER = Primer(
    aim=N_(
        "Whoever first has enough cutlasses takes the ship and wins: ten, or eight if four or five play. "
        "Bribes bring them, and the ship's course."
    ),
    things=(
        (
            N_("The crew"),
            N_("Five members, each with an ability for the best bribe and one for the next (MU-20)."),
        ),
        (
            N_("Bribes"),
            N_("Doubloons may stay where they lie and count again; rum is drunk (MU-11, MU-41)."),
        ),
        (
            N_("Your fist"),
            N_("What you bid is hidden in it, until all open theirs at the same time (MU-10)."),
        ),
        (
            N_("The course"),
            N_("Two destinations, north and south. The Pilot's best briber chooses one (MU-27)."),
        ),
        (
            N_("The lookout"),
            N_("Whoever has the spyglass breaks ties, and takes rum for it (MU-21)."),
        ),
        (
            N_("Everybody's place"),
            N_("Cutlasses won, and the doubloons and rum that are left to bid (MU-50)."),
        ),
    ),
    courses=((N_("How a turn goes"), TURN),),
)
