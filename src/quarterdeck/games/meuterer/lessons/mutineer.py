"""The second part: as the Mutineer, with little to sell."""

from __future__ import annotations

from typing import Final

from quarterdeck.i18n import N_
from quarterdeck.lessons.lesson import LessonStep

__all__ = ["MUTINEER"]

MUTINEER: Final = (
    (
        LessonStep(
            N_(
                "Now you are {n1}. One salt, one cloth, one grain: with that you sell nothing at {here}. But"
                " you hold two conflict cards. Watch how {n0}, the Captain, begins."
            ),
            ("ME-10", "ME-63"),
        ),
        2,
    ),
    LessonStep(
        N_(
            "{n0} offers the First Mate {offer} points extra: few will help him for that. Show a conflict"
            " card: in a mutiny it counts for your side, if you take part."
        ),
        ("ME-20", "ME-54"),
        instead={
            "show": N_("A single card of a kind rarely wins. Your strength is the conflicts."),
            "leave": N_(
                "You may take any role soon enough. First a conflict card: shown now, it counts later."
            ),
        },
    ),
    LessonStep(
        N_(
            "Leave now. You are the first, so all action cards lie there, and you keep {mine} cards: as the"
            " Mutineer you would sail that many islands far, to {bound}, worth {dock} points."
        ),
        ("ME-32", "ME-34", "ME-40"),
        otherwise=N_("Each card that you show takes you to a nearer island. {bound} is just right: leave."),
    ),
    LessonStep(
        N_(
            "Take the Mutineer: if the mutiny succeeds, you get {dock} points at {bound} and are the"
            " Captain. Nobody sees your card; who chooses after you sees only that it is gone."
        ),
        ("ME-34", "ME-61"),
        instead={
            "leave cabin-boy": N_("The Cabin Boy gets 2 points, and only if somebody else is the Mutineer."),
            "leave first-mate": N_(
                "An offer of {offer} leaves the First Mate 1 point. There is more to win."
            ),
            "leave merchant": N_("The Merchant is good for those who tie. You have nothing to sell."),
            "leave loader": N_("Better cards for the next round, but no points in this one."),
        },
        after=N_("The others go on. Watch who leaves with how many cards: that much everybody sees."),
    ),
    LessonStep(
        N_(
            "{n3} is the Cabin Boy and with you, but {n0} has played a second conflict: it stands {against}"
            " to {for} against you. Play yours: a tie is enough."
        ),
        ("ME-50", "ME-51", "ME-55"),
        otherwise=N_("Then all hangs on {n3}, and whether she has a conflict card you can't know."),
    ),
    (
        LessonStep(
            N_(
                "The mutiny succeeded. You are the Captain and have {s1} points for docking at {here}; {n3}"
                " has {s3}, 2 of them as the Cabin Boy. You sold nothing, and yet nobody has more."
            ),
            ("ME-55", "ME-61"),
        ),
        0,
    ),
    (
        LessonStep(
            N_(
                "From now on {here}, where you are, and the island that you came from buy goods, and"
                " everybody has drawn up to five cards. Next you are {n2}, who kept out of it all."
            ),
            ("ME-62", "ME-71", "ME-73"),
        ),
        0,
    ),
)
