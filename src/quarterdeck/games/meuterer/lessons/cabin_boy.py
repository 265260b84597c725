"""The fourth part: as the Cabin Boy, who chooses last."""

from __future__ import annotations

from typing import Final

from quarterdeck.i18n import N_
from quarterdeck.lessons.lesson import LessonStep

__all__ = ["CABIN_BOY"]

CABIN_BOY: Final = (
    (
        LessonStep(
            N_(
                "Now you are {n3}: two salts, a wine, a ruby and a conflict. You come last in the round, so"
                " you have seen the others before you choose."
            ),
            ("ME-30",),
        ),
        4,
    ),
    LessonStep(
        N_("Show the wine first: that way nobody learns yet that you collect salt."),
        ("ME-30", "ME-63"),
        instead={
            "show salt": N_("Soon. As long as nobody knows of your salt, nobody tries to beat it."),
            "show": N_("Keep that one: it may be worth more in your hand."),
            "leave": N_("Without goods on the table you sell nothing."),
        },
    ),
    LessonStep(
        N_("{n1} has left. {n2} has two cloths, {n0} a wine so far. Show your first salt."),
        ("ME-30", "ME-65"),
        instead={
            "show": N_("Salt is what you have two of: show that."),
            "leave": N_("Not yet: one wine sells nothing against two cloths."),
        },
    ),
    LessonStep(
        N_("Two wines lie there and two cloths. Your second salt draws level with them."),
        ("ME-65",),
        instead={
            "show": N_("That makes no two of a kind. Show the second salt."),
            "leave": N_("You are one salt short of a tie: show it first."),
        },
    ),
    LessonStep(
        N_(
            "A third salt would win alone, but you have none; {n0} has left, bound for an island two places"
            " on. Leave as well, and see which action cards are still there."
        ),
        ("ME-33", "ME-34"),
        otherwise=N_("That sells nothing more here, and a conflict card works better from the hand."),
    ),
    LessonStep(
        N_(
            "The Mutineer and the Merchant are gone: {n1} and {n2} have them, but which of them has which"
            " you can't know. You hold a conflict card, so be the Cabin Boy: 2 points if the mutiny succeeds."
        ),
        ("ME-34", "ME-61"),
        instead={
            "leave first-mate": N_("{n0} offers {offer}: that leaves 1 point, if the Captain stays."),
            "leave loader": N_("Better cards next time, but there are points to be had now."),
        },
        after=N_("All are out. The roles are turned up, and the mutiny begins with the Captain."),
    ),
    LessonStep(
        N_(
            "It stands {against} to {for}, and a tie is enough for you. You are the last to be asked: play"
            " none, and keep your card for another day."
        ),
        ("ME-51", "ME-55"),
        otherwise=N_("A waste: at {against} to {for} the mutiny has won already."),
    ),
    LessonStep(
        N_(
            "You have shown wine and salt, and {here} takes but one kind of yours: choose. Two salts tie"
            " with the others, one wine wins nothing."
        ),
        ("ME-63", "ME-64"),
        otherwise=N_("One wine against two of everybody else's sells nothing: sell the salt."),
    ),
    (
        LessonStep(
            N_(
                "{s3} points: 2 as the Cabin Boy and the rest for a share of the tie. {n1} has {s1}, {n2}"
                " {s2}, {n0} {s0}."
            ),
            ("ME-61", "ME-65"),
        ),
        0,
    ),
    (
        LessonStep(
            N_(
                "Now you have seen one round from every seat: the same cards, and each time another"
                " secret. Seven more rounds make a whole game. Play on from here, or begin one of your own."
            ),
            ("ME-70",),
        ),
        0,
    ),
)
