"""Mutiny! at a glance: what it is about, and how a turn goes."""

from __future__ import annotations

from quarterdeck.i18n import N_

ABOUT = N_(
    "The captain has had his day, and everybody aboard is plotting to take his place. With doubloons and rum "
    "you bribe five crew members, in secret and all at the same time, for cutlasses, for favours and for the "
    "ship's course. The first with enough cutlasses takes the ship."
)

# What happens, step by step: a title and the whole of it in a sentence or two.
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
