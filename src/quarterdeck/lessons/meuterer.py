"""Meuterer: the example round of the rulebook, played from each of its four seats in turn."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Final

from quarterdeck.games.meuterer.example import MOVES, NAMES, SETUP
from quarterdeck.kernel.spec import Json
from quarterdeck.lessons.lesson import Lesson, Step, others
from quarterdeck.words import N_

__all__ = ["MEUTERER"]

AGAINST: Final = ("captain", "first-mate")
FOR: Final = ("mutineer", "cabin-boy")


def _facts(view: Json, names: Sequence[str]) -> Mapping[str, Any]:
    """`n0`, … the names and `s0`, … the points of all seats; what the ship's island is called and pays; the
    offer; how many cards are in the own hand and in the others', how far that would take the ship; and, once
    the roles are shown, the conflicts against the mutiny and for it.
    """
    ring, ship, seats = view["islands"], view["ship"], view["seats"]
    mine = seats[view["seat"]]["hand_size"]
    bound = ring[(ship + mine) % len(ring)]
    roles = ["captain" if seat == view["captain"] else one["role"] for seat, one in enumerate(seats)]
    conflicts = [one["shown"].count("conflict") + one["conflicts_played"] for one in seats]
    return {
        **{f"n{seat}": name for seat, name in enumerate(names)},
        **{f"s{seat}": one["score"] for seat, one in enumerate(seats)},
        **{f"left{seat}": one["hand_size"] for seat, one in enumerate(seats)},
        "here": ring[ship]["name"],
        "best": ring[ship]["trade"][0],
        "offer": view["offer"],
        "mine": mine,
        "bound": bound["name"],
        "dock": bound["dock"],
        "against": sum(count for role, count in zip(roles, conflicts, strict=True) if role in AGAINST),
        "for": sum(count for role, count in zip(roles, conflicts, strict=True) if role in FOR),
    }


BERNHARD: Final = (
    (
        Step(
            N_(
                "Ahoy! You are {n0}, the Captain. Goods can be sold at {here} alone: whoever shows the most"
                " of a kind there gets {best} points. As long as you are the Captain, you also score where"
                " the ship docks."
            ),
            ("ME-10", "ME-12", "ME-60", "ME-65"),
        ),
        0,
    ),
    Step(
        N_(
            "First you offer the First Mate a share of your points, so that somebody helps you against a"
            " mutiny. Be stingy today: offer nothing."
        ),
        ("ME-20", "ME-53"),
        otherwise=N_("Safer, that. But today we want to see what becomes of a stingy Captain: offer 0."),
    ),
    Step(
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
    Step(
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
    Step(
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
    Step(
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
    Step(
        N_(
            "Mutiny! {n1} is the Mutineer and {n3} her Cabin Boy; nobody wanted to be your First Mate. It"
            " stands {against} to {for}, and a tie is enough for them. Play your conflict card."
        ),
        ("ME-40", "ME-50", "ME-51", "ME-55"),
        otherwise=N_("At {against} to {for} the mutiny wins, as a tie is enough for it. Fight!"),
        after=N_("You are ahead by one. Now the mutineers may answer."),
    ),
    (
        Step(
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
        Step(
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

STEFFI: Final = (
    (
        Step(
            N_(
                "Now you are {n1}. One salt, one cloth, one grain: with that you sell nothing at {here}. But"
                " you hold two conflict cards. Watch how {n0}, the Captain, begins."
            ),
            ("ME-10", "ME-63"),
        ),
        2,
    ),
    Step(
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
    Step(
        N_(
            "Leave now. You are the first, so all action cards lie there, and you keep {mine} cards: as the"
            " Mutineer you would sail that many islands far, to {bound}, worth {dock} points."
        ),
        ("ME-32", "ME-34", "ME-40"),
        otherwise=N_("Each card that you show takes you to a nearer island. {bound} is just right: leave."),
    ),
    Step(
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
    Step(
        N_(
            "{n3} is the Cabin Boy and with you, but {n0} has played a second conflict: it stands {against}"
            " to {for} against you. Play yours: a tie is enough."
        ),
        ("ME-50", "ME-51", "ME-55"),
        otherwise=N_("Then all hangs on {n3}, and whether she has a conflict card you can't know."),
    ),
    (
        Step(
            N_(
                "The mutiny succeeded. You are the Captain and have {s1} points for docking at {here}; {n3}"
                " has {s3}, 2 of them as the Cabin Boy. You sold nothing, and yet nobody has more."
            ),
            ("ME-55", "ME-61"),
        ),
        0,
    ),
    (
        Step(
            N_(
                "From now on {here}, where you are, and the island that you came from buy goods, and"
                " everybody has drawn up to five cards. Next you are {n2}, who kept out of it all."
            ),
            ("ME-62", "ME-71", "ME-73"),
        ),
        0,
    ),
)

FLORIAN: Final = (
    (
        Step(
            N_(
                "You are {n2} now: two cloths, and no conflict card. {here} buys any kind, but of each"
                " player only one. Let us see how the others begin."
            ),
            ("ME-63", "ME-65"),
        ),
        3,
    ),
    Step(
        N_("{n0} and {n1} both show their teeth. Let them quarrel: show a cloth."),
        ("ME-30", "ME-50"),
        instead={
            "show": N_("Of that you have just one. Two cloths are more."),
            "leave": N_("Who leaves at once sells nothing: first show what you have."),
        },
    ),
    Step(
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
    Step(
        N_(
            "{n0} has two wines, and {n3} is not through yet: it smells of a tie. You have no third cloth,"
            " so leave, and see which action cards are still there."
        ),
        ("ME-34", "ME-65"),
        otherwise=N_("That adds nothing to your two cloths. Leave while there is still a choice of roles."),
    ),
    Step(
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
        Step(
            N_(
                "Three of you have sold two cards each: {n0} gets {s0} points for it, you as the Merchant"
                " the full {s2}. And the mutiny? A tie is enough for it; you had no part in it."
            ),
            ("ME-50", "ME-65", "ME-66"),
        ),
        0,
    ),
    (
        Step(
            N_(
                "{s2} points without a single blow. You knew the Mutineer before all others did: whoever"
                " leaves second learns that. Last, sit down as {n3}, who had most to decide."
            ),
            ("ME-34",),
        ),
        0,
    ),
)

CARMEN: Final = (
    (
        Step(
            N_(
                "Now you are {n3}: two salts, a wine, a ruby and a conflict. You come last in the round, so"
                " you have seen the others before you choose."
            ),
            ("ME-30",),
        ),
        4,
    ),
    Step(
        N_("Show the wine first: that way nobody learns yet that you collect salt."),
        ("ME-30", "ME-63"),
        instead={
            "show salt": N_("Soon. As long as nobody knows of your salt, nobody tries to beat it."),
            "show": N_("Keep that one: it may be worth more in your hand."),
            "leave": N_("Without goods on the table you sell nothing."),
        },
    ),
    Step(
        N_("{n1} has left. {n2} has two cloths, {n0} a wine so far. Show your first salt."),
        ("ME-30", "ME-65"),
        instead={
            "show": N_("Salt is what you have two of: show that."),
            "leave": N_("Not yet: one wine sells nothing against two cloths."),
        },
    ),
    Step(
        N_("Two wines lie there and two cloths. Your second salt draws level with them."),
        ("ME-65",),
        instead={
            "show": N_("That makes no two of a kind. Show the second salt."),
            "leave": N_("One salt short of a tie: show it first."),
        },
    ),
    Step(
        N_(
            "A third salt would win alone, but you have none; {n0} has left, bound for an island two places"
            " on. Leave as well, and see which action cards are still there."
        ),
        ("ME-33", "ME-34"),
        otherwise=N_("That sells nothing more here, and a conflict card works better from the hand."),
    ),
    Step(
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
    Step(
        N_(
            "It stands {against} to {for}, and a tie is enough for you. You are the last to be asked: play"
            " none, and keep your card for another day."
        ),
        ("ME-51", "ME-55"),
        otherwise=N_("A waste: at {against} to {for} the mutiny has won already."),
    ),
    Step(
        N_(
            "You have shown wine and salt, and {here} takes but one kind of yours: choose. Two salts tie"
            " with the others, one wine wins nothing."
        ),
        ("ME-63", "ME-64"),
        otherwise=N_("One wine against two of everybody else's sells nothing: sell the salt."),
    ),
    (
        Step(
            N_(
                "{s3} points: 2 as the Cabin Boy and the rest for a share of the tie. {n1} has {s1}, {n2}"
                " {s2}, {n0} {s0}."
            ),
            ("ME-61", "ME-65"),
        ),
        0,
    ),
    (
        Step(
            N_(
                "Now you have seen one round with all its eyes: the same cards, and each time another"
                " secret. Seven more rounds make a whole game. Play on from here, or begin one of your own."
            ),
            ("ME-70",),
        ),
        0,
    ),
)

_PARTS: Final = (
    ("meuterer-captain", N_("As the Captain"), N_("The offer, goods, the course, and a mutiny."), BERNHARD),
    ("meuterer-mutineer", N_("As the Mutineer"), N_("Little to sell, and the ship to win."), STEFFI),
    ("meuterer-merchant", N_("As the Merchant"), N_("What one learns by leaving second."), FLORIAN),
    ("meuterer-cabin-boy", N_("As the Cabin Boy"), N_("Choosing last, and selling by choice."), CARMEN),
)

MEUTERER: Final = tuple(
    Lesson(
        id=id_,
        game="meuterer",
        title=title,
        about=about,
        options={"players": 4, "rules": "english"},
        setup=SETUP,
        seed="The example round",
        names=NAMES,
        seat=seat,
        facts=_facts,
        steps=others(MOVES, seat, steps),
    )
    for seat, (id_, title, about, steps) in enumerate(_PARTS)
)
