"""The first part: as the Captain, with an offer that wins nobody."""

from __future__ import annotations

from typing import Final

from quarterdeck.i18n import N_
from quarterdeck.lessons.lesson import LessonStep

__all__ = ["CAPTAIN"]

CAPTAIN: Final = (
    (
        LessonStep(
            N_(
                "Ahoy! You are {n0}, the Captain. Goods can be sold at {here} alone: whoever shows the most"
                " of a kind there gets {best} points. As long as you are the Captain, you also score where"
                " the ship docks."
            ),
            ("ME-10", "ME-12", "ME-60", "ME-65"),
        ),
        0,
    ),
    LessonStep(
        N_(
            "First you offer the First Mate a share of your points, so that somebody helps you against a"
            " mutiny. Be stingy today: offer nothing."
        ),
        ("ME-20", "ME-53"),
        otherwise=N_("Safer, that. But today we want to see what becomes of a stingy Captain: offer 0."),
    ),
    LessonStep(
        N_(
            "Now everybody in turn shows a card or leaves, again and again. Show a conflict card: nobody"
            " buys it, but it will count for you if there is a mutiny."
        ),
        ("ME-30", "ME-54", "ME-63"),
        instead={
            "show": N_("Your goods can wait. A conflict card shown first warns the others."),
            "leave": N_("Who leaves at once sells nothing. Show something first."),
        },
    ),
    LessonStep(
        N_(
            "{n1} is armed as well, {n2} begins with cloth, {n3} with wine. You have two wines: show the"
            " first of them, to sell them both at {here}."
        ),
        ("ME-30", "ME-63"),
        instead={
            "show": N_("Two cards of one kind sell better than one of each: show wine."),
            "leave": N_("With nothing to sell you would leave the market to the others. Show wine."),
        },
        after=N_("{n1} looks at the action cards and takes one. You can't see which."),
    ),
    LessonStep(
        N_(
            "{n1} has left with {left1} cards in hand. Should she be the Mutineer, she wants to sail that"
            " many islands far. Show your second wine: {n2} has two cloths already."
        ),
        ("ME-32", "ME-40"),
        instead={
            "show": N_("Only one kind of yours is sold here, and that is wine: show the second one."),
            "leave": N_("One wine against two cloths sells nothing. Show the second one first."),
        },
    ),
    LessonStep(
        N_(
            "Level: {n2} and {n3} show two of a kind as well. The Captain takes no action card, but leaves"
            " by setting the course: {mine} cards in hand take the ship {mine} islands on, to {bound}, worth"
            " {dock} points. Leave."
        ),
        ("ME-2", "ME-33"),
        instead={
            "show grain": N_("Grain helps your wine no more, and you would land at a nearer island."),
            "show conflict": N_(
                "Keep it: played in the mutiny it counts as much, and until then it is secret."
            ),
        },
        after=N_("{n3} takes the last action card. Then all of them are turned up."),
    ),
    LessonStep(
        N_(
            "Mutiny! {n1} is the Mutineer and {n3} her Cabin Boy; nobody wanted to be your First Mate. It"
            " stands {against} to {for}, and a tie is enough for them. Play your conflict card."
        ),
        ("ME-40", "ME-50", "ME-51", "ME-55"),
        otherwise=N_("At {against} to {for} the mutiny wins, as a tie is enough for it. Fight!"),
        after=N_("You are ahead by one. Now the mutineers may answer."),
    ),
    (
        LessonStep(
            N_(
                "{n1} had a second conflict card, and with a tie the ship is hers: {s1} points for docking"
                " at {here}. Three of you tied with two cards: {s0} points for you, but {s2} for {n2}, whom"
                " the Merchant saves from the tie."
            ),
            ("ME-55", "ME-61", "ME-65", "ME-66"),
        ),
        0,
    ),
    (
        LessonStep(
            N_(
                "You could not know who had which action card, nor who held how many conflicts. But a fair"
                " offer might have won you a First Mate, who is worth a conflict without any card. Sit down"
                " at {n1}'s place next: it was a fine round for her."
            ),
            ("ME-20", "ME-53"),
        ),
        0,
    ),
)
