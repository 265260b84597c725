"""The third part: as the Merchant, who keeps out of the mutiny."""

from __future__ import annotations

from typing import Final

from quarterdeck.i18n import N_
from quarterdeck.lessons.lesson import LessonStep

__all__ = ["MERCHANT"]

MERCHANT: Final = (
    (
        LessonStep(
            N_(
                "You are {n2} now: two cloths, and no conflict card. {here} buys any kind, but of each"
                " player only one. Let us see how the others begin."
            ),
            ("ME-63", "ME-65"),
        ),
        3,
    ),
    LessonStep(
        N_("{n0} and {n1} both show their teeth. Let them quarrel: show a cloth."),
        ("ME-30", "ME-50"),
        instead={
            "show": N_("Of that you have just one. Two cloths are more."),
            "leave": N_("Who leaves at once sells nothing: first show what you have."),
        },
    ),
    LessonStep(
        N_(
            "{n1} has left with a role that nobody has seen. Show the second cloth: it puts you ahead, as"
            " far as one can see."
        ),
        ("ME-32", "ME-65"),
        instead={
            "show": N_("Only one kind of yours is sold here: stay with cloth."),
            "leave": N_("One cloth is not more than one wine: show the second one."),
        },
    ),
    LessonStep(
        N_(
            "{n0} has two wines, and {n3} is not through yet: it smells of a tie. You have no third cloth,"
            " so leave, and see which action cards are still there."
        ),
        ("ME-34", "ME-65"),
        otherwise=N_("That adds nothing to your two cloths. Leave while there is still a choice of roles."),
    ),
    LessonStep(
        N_(
            "The Mutineer is gone. Nobody but {n1} has chosen, so you know what she is; the others don't."
            " Without a conflict card keep out of it: the Merchant gets the full price in a tie."
        ),
        ("ME-34", "ME-50", "ME-66"),
        instead={
            "leave cabin-boy": N_("2 points if the mutiny succeeds, but you could not lift a hand for it."),
            "leave first-mate": N_(
                "With an offer of {offer} that is 1 point, and only if {n0} stays Captain."
            ),
            "leave loader": N_("Better cards next time, but no help in a tie today."),
        },
        after=N_("You have left, so you watch. Who fights for whom comes out when all have left."),
    ),
    (
        LessonStep(
            N_(
                "Three of you have sold two cards each: {n0} gets {s0} points for it, you as the Merchant"
                " the full {s2}. And the mutiny? A tie is enough for it; you had no part in it."
            ),
            ("ME-50", "ME-65", "ME-66"),
        ),
        0,
    ),
    (
        LessonStep(
            N_(
                "{s2} points without a single blow. You knew the Mutineer before all others did: whoever"
                " leaves second learns that. Last, sit down as {n3}, who had most to decide."
            ),
            ("ME-34",),
        ),
        0,
    ),
)
