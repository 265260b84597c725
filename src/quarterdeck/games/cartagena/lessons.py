"""The lessons of Cartagena: two parts of a voyage with a choice for each pirate, and the final duel."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from quarterdeck.i18n import N_
from quarterdeck.kernel.spec import Json
from quarterdeck.lessons.lesson import Lesson, LessonStep

__all__ = ["LESSONS"]

NAMES: Final = ("Inés", "Mateo", "Luz")

# The seeds bring the right pirates behind the closed doors.
CABINS_SEED: Final = "Crew of 99"
CABINS: Final[Json] = {
    "hands": [["pink 1", "grey 1", "grey 2"], ["pink 1", "grey 1", "pink 2"], ["pink 1", "grey 1", "grey 3"]],
    "coins": [2, 2, 1],
    "gold": [[], [2], []],
    "giver": 1,
    "round": 5,
    "ship": 13,
    "sides": [None, "valverde", None],
    "pairs": [[4, 6], [2, 9, [0]], [7, 3, [1]], [5, 8]],
    "row": [["crackpott", 1], "wessel-jan", "diaz", ["pang", 2]],
    "pile": ["pink 2", "grey 2", "grey 1"],
    "gold_pile": [3, 1, 2],
}

SECRETS_SEED: Final = "Favours of 227"
SECRETS: Final[Json] = {
    "hands": [
        ["pink 1", "grey 1", "grey 2"],
        ["pink 1", "grey 1", "pink 2", "pink 2"],
        ["pink 1", "grey 1", "grey 3", "grey 1"],
    ],
    "coins": [3, 2, 1],
    "gold": [[3], [2], [2]],
    "giver": 1,
    "round": 9,
    "ship": 17,
    "sides": ["diaz", "valverde", "diaz"],
    "pairs": [[4, 6], [2, 9, [0]], [7, 3, [1]], [5, 8], [10, 1, [1]]],
    "row": [["crackpott", 1], "ojo", ["sate", 2]],
    "pile": ["grey 1", "grey 2", "grey 3", "pink 1"],
    "gold_pile": [1, 2, 3],
}

DUEL: Final[Json] = {
    "hands": [["grey 3", "grey 2", "grey 1"], ["pink 2", "pink 3", "pink 1"], ["grey 1", "grey 2", "pink 1"]],
    "coins": [3, 2, 4],
    "gold": [[3], [2, 1], [2, 1]],
    "giver": 1,
    "round": 12,
    "sides": ["diaz", "valverde", "diaz"],
    "spied": [[0, 2]],
    "pairs": [[4, 6], [2, 9, [0]], [7, 3, [1]], [5, 8], [10, 1, [1]]],
    "duels": [
        [["grey 1", "pink 2", "grey 2"]],
        [["grey 1", "pink 1", "pink 1"]],
        [["grey 1", "pink 1", "grey 1"]],
    ],
}


def _facts(view: Json) -> Mapping[str, Any]:
    """The numbers in the lessons' texts.

    `k0`, … are the coins of all seats. Others are the value of the own gold and of a looked-at gold card, the
    spaces left, the doors still closed, and the sailors of pair B and pair E (the lower and the higher) as
    far as they are known; in a duel also both totals, and the duels won by each side.
    """
    pairs, looking, duels = view["sailors"]["pairs"], view["looking"] or {}, view["duels"]
    last = sorted(pairs[-1]["values"] or ("?", "?"))
    total = duels[-1]["total"] if duels else {"valverde": 0, "diaz": 0}
    return {
        **{f"k{seat}": one["coins"] for seat, one in enumerate(view["seats"])},
        "worth": view["seats"][view["seat"]]["gold_worth"],
        "gold": looking.get("gold") or "?",
        "left": view["route"]["left"],
        "closed": sum(door["state"] == "closed" for door in view["row"]),
        "pink_b": "?" if pairs[1]["valverde"] is None else pairs[1]["valverde"],
        "grey_b": "?" if pairs[1]["diaz"] is None else pairs[1]["diaz"],
        "low": last[0],
        "high": last[1],
        "pink": total["valverde"],
        "grey": total["diaz"],
        "pink_wins": view["wins"]["valverde"],
        "grey_wins": view["wins"]["diaz"],
    }


_CABINS: Final = (
    LessonStep(
        N_(
            "Ahoy, {n0}! We sail towards a mutiny, {left} spaces from here. On each of your turns you use"
            " exactly one pirate: most fetch coins, gold or combat cards, some are about secrets. {n1} and"
            " {n2} have had their turns in this round."
        ),
        ("CA-20", "CA-21", "CA-29"),
    ),
    LessonStep(
        N_(
            "Two pirates stand in open doors, as the others did not want them: take one, or have a closed"
            " door opened. Take Ramon Diaz, who lets you choose between two cards."
        ),
        ("CA-22", "CA-41"),
        do=("take diaz",),
        instead={
            "open": N_("Behind a closed door may wait the Ghost, who ends your turn. Diaz is certain."),
            "take": N_("He only exchanges combat cards. Today you want something new: Ramon Diaz."),
        },
    ),
    LessonStep(
        N_(
            "Only you see them: a gold card worth {gold}, and a combat card. Combat cards decide the duels,"
            " gold decides who of the winning side has won. {gold} is the most there is: keep the gold."
        ),
        ("CA-1", "CA-41", "CA-69"),
        do=("keep gold",),
        otherwise=N_("Combat cards there are many; gold worth {gold} won't come by again soon."),
    ),
    LessonStep(
        N_(
            "All had a turn, so the ship sailed one space for each pirate whom nobody wanted: {left} to go."
            " In this round the Ghost has scared {n2} off. You see Ramon Diaz again, but you have no side"
            " yet, and without one you are out in the end: knock at the next door."
        ),
        ("CA-25", "CA-27", "CA-60"),
        do=("open",),
        otherwise=N_("Another card would be nice. But what you lack is a side: knock on."),
    ),
    LessonStep(
        N_(
            "Pang. Bijoux or Ojo could give you a side, and {closed} doors are still closed: knock once"
            " more. Back to Ramon Diaz you can't go in this turn any more."
        ),
        ("CA-23", "CA-49", "CA-50"),
        do=("open",),
        otherwise=N_("A coin or a card from Pang is not what you are looking for. Knock on."),
    ),
    LessonStep(
        N_("There is Bijoux: with her you choose your side. Take her."),
        ("CA-22", "CA-49"),
        do=("take bijoux",),
        otherwise=N_("She is the one you were looking for. Take her."),
    ),
    LessonStep(
        N_(
            "You alone know the sailors of pair B: {pink_b} fights for Captain Valverde, {grey_b} for Ramon"
            " Diaz. A duel as good as won, so choose Ramon Diaz. The others see a card, not its side."
        ),
        ("CA-49", "CA-62"),
        do=("side diaz",),
        otherwise=N_("With {pink_b} against {grey_b}, duel B would be against you. Choose Ramon Diaz."),
        then=((1, "take diaz"), (1, "keep combat")),
        after=N_("{n1} sees two cards and keeps one: a combat card, but which?"),
    ),
    LessonStep(
        N_(
            "You are the giver now and begin. Pang again, and {closed} closed doors: knock, as somebody may"
            " be there who has to do with the sailors."
        ),
        ("CA-20", "CA-51"),
        do=("open",),
        otherwise=N_("A small gain for a whole turn. Have one more door opened."),
    ),
    LessonStep(
        N_("Cambivalute: he shows you the next two sailors, and you say who fights for whom. Take him."),
        ("CA-51", "CA-61"),
        do=("take cambivalute",),
        otherwise=N_("A better chance to decide a duel you won't get. Take Cambivalute."),
    ),
    LessonStep(
        N_(
            "A {low} and a {high}, for the last duel, and nobody else sees them: let the higher one fight"
            " for your side, Ramon Diaz."
        ),
        ("CA-51", "CA-62"),
        do=("higher diaz",),
        otherwise=N_("That would give the duel to the other side. Yours is Ramon Diaz."),
        then=(
            (1, "open"),
            (1, "take tembo"),
            (1, "keep pink 2"),
            (2, "open"),
            (2, "take crackpott"),
            (1, "open"),
            (1, "open"),
            (1, "take cambivalute"),
            (1, "inspect E"),
            (1, "swap"),
            (2, "open"),
        ),
        after=N_("Watch who visits whom: that is public. What they see and keep is not."),
    ),
    LessonStep(
        N_(
            "A storm has sent a pirate into the lifeboat. And {n1} has looked at your pair E: maybe he"
            " swapped the two, maybe not, so you no longer know. Take Dean Nero, who trades cards and coins."
        ),
        ("CA-28", "CA-45", "CA-51"),
        do=("take nero",),
        otherwise=N_("Another time. Dean Nero makes a coin out of a card that you can't use."),
    ),
    LessonStep(
        N_("Pink cards fight for Captain Valverde. For you yours is worth more as a coin: sell it."),
        ("CA-2", "CA-45"),
        do=("sell pink 1",),
        instead={
            "buy": N_("Coins count as gold in the end. Today you sell: the pink card."),
            "done": N_("Not without a trade: sell the pink card first."),
        },
        otherwise=N_("The grey ones fight for you. Sell the pink one."),
    ),
    LessonStep(
        N_(
            "Up to three trades he would make, all in one direction. The grey cards you need: say that you"
            " are done."
        ),
        ("CA-45",),
        do=("done",),
        otherwise=N_("Without grey cards you can't fight for Ramon Diaz. Stop here."),
    ),
    LessonStep(
        N_(
            "That was the voyage: {worth} gold in cards and coins, a side, and {left} spaces to the mutiny."
            " Next you find out what the others are up to."
        ),
        ("CA-29", "CA-69"),
    ),
)

_SECRETS: Final = (
    LessonStep(
        N_(
            "{left} spaces to go. You stand for Ramon Diaz; {n1} and {n2} have chosen as well, but you don't"
            " know what. Who fights beside you, and with whom will you have to share?"
        ),
        ("CA-49", "CA-69"),
    ),
    LessonStep(
        N_("Ojo stands in an open door. Who has a side may look at another's with him: take him."),
        ("CA-22", "CA-50"),
        do=("take ojo",),
        otherwise=N_("A closed door may hide anything. Ojo's eye is worth more just now."),
    ),
    LessonStep(
        N_("{n1}'s visits tell a little of what he is up to, {n2}'s tell nothing. Look at her conviction."),
        ("CA-50",),
        do=("spy 2",),
        otherwise=N_("Him you can guess at. Of {n2} you know nothing yet."),
        then=((2, "open"), (2, "open"), (2, "open"), (2, "take diaz"), (2, "keep combat")),
        after=N_("She knows that you know. Let us see what she does."),
    ),
    LessonStep(
        N_(
            "{n2} is for Ramon Diaz, too: an ally in the duels, and a rival for the gold after them. Three"
            " pirates whom she did not want are there for you. Take Pang, who gives what you lack."
        ),
        ("CA-22", "CA-46", "CA-69"),
        do=("take pang",),
        instead={
            "take chang-ye": N_(
                "A stolen coin counts twice, true; you will see that soon enough. Pang for now."
            ),
            "take bijoux": N_("You have a side. Only to seem to change it would cost you a turn."),
        },
        otherwise=N_("There is enough to choose from without knocking."),
    ),
    LessonStep(
        N_("The top combat card, unseen, or a coin? A coin is certain, and it counts in the end: take it."),
        ("CA-46",),
        do=("coin", "draw"),
        then=((1, "take chang-ye"), (1, "rob 0")),
        after=N_("{n1} goes to Chang Ye, the thief. Hold on to your purse."),
    ),
    LessonStep(
        N_(
            "A coin gone, {k0} left. You are the giver and meet Wessel-Jan: he takes combat cards and gives"
            " as many from the pile. Take him, to be rid of what doesn't fight for you."
        ),
        ("CA-44", "CA-47"),
        do=("take wessel-jan",),
        otherwise=N_("Take what you can use: Wessel-Jan makes a better hand of yours."),
    ),
    LessonStep(
        N_("Put the pink card under the pile. What you get you see when you are done."),
        ("CA-44",),
        do=("swap pink 1",),
        instead={"done": N_("Nothing exchanged, nothing gained: the pink card goes.")},
        otherwise=N_("Grey fights for you. Put the pink one away."),
    ),
    LessonStep(
        N_("Up to three cards he would take. The grey ones stay: say that you are done."),
        ("CA-44",),
        do=("done",),
        otherwise=N_("That one fights for you, and a better one is not certain. Stop here."),
    ),
    LessonStep(
        N_(
            "{worth} gold now, and a hand that fights for one side. What lies under the pile you know, and"
            " nobody else does. In the last part the mutiny breaks out."
        ),
        ("CA-44", "CA-69"),
    ),
)

_DUEL: Final = (
    LessonStep(
        N_(
            "Mutiny! In up to five duels a sailor fights for each side, and your cards help. Ramon Diaz has"
            " won {grey_wins}, Captain Valverde {pink_wins}; three win the ship. Now it stands {grey} to"
            " {pink}."
        ),
        ("CA-61", "CA-62", "CA-69"),
    ),
    LessonStep(
        N_(
            "In each round everybody lays one card, face down. They are mixed before they are shown: all see"
            " what was laid, nobody whose it was. Lay your strongest grey one."
        ),
        ("CA-62", "CA-63"),
        do=("play grey 3",),
        otherwise=N_("If this duel is won, all is won. Save no card for later: lay the 3."),
        then=((1, "play pink 3"), (2, "play grey 1")),
        after=N_("Three cards will lie there, and nobody knows whose is whose."),
    ),
    LessonStep(
        N_(
            "{grey} to {pink} for Ramon Diaz. From the second round on you may lay your mascot instead and"
            " leave the duel; if yours is the only one in this round, it steals a coin. {n2} fights on for"
            " your side, so lay it."
        ),
        ("CA-64", "CA-65"),
        do=("mascot",),
        otherwise=N_("You are well ahead, and only a mascot in this very round brings anything."),
        then=((1, "play pink 1"), (2, "play grey 2")),
        after=N_("A mascot has its owner's colour: all will see that it was yours."),
    ),
    LessonStep(
        N_(
            "The only mascot: steal a coin. From {n2}: if your side wins, she is the one who could have more"
            " gold than you, with {k2} coins and two cards that you don't know."
        ),
        ("CA-65", "CA-69"),
        do=("rob 2",),
        otherwise=N_("If Captain Valverde loses, {n1} can't win with any gold. Take it from {n2}."),
        then=((1, "mascot"), (2, "mascot")),
        after=N_("When all mascots are out, the higher side wins the duel."),
    ),
    LessonStep(
        N_(
            "{grey} to {pink}: the third duel, and the ship is Ramon Diaz's. Of those on his side whoever"
            " has most gold has won: you have {worth}. Without the stolen coin it would have been {n2}."
        ),
        ("CA-68", "CA-69"),
    ),
)


def _part(id_: str, title: str, about: str, setup: Json, seed: str, steps: tuple[LessonStep, ...]) -> Lesson:
    options = {"players": len(NAMES)}
    return Lesson(id_, "cartagena", title, about, options, setup, seed, NAMES, 0, _facts, steps)


LESSONS: Final = (
    _part(
        "cartagena-cabins",
        N_("Behind the doors"),
        N_("Taking, knocking on, choosing a side, and trading."),
        CABINS,
        CABINS_SEED,
        _CABINS,
    ),
    _part(
        "cartagena-secrets",
        N_("Spies and favours"),
        N_("Who stands where, and what becomes of one's cards."),
        SECRETS,
        SECRETS_SEED,
        _SECRETS,
    ),
    _part(
        "cartagena-duel",
        N_("The mutiny"),
        N_("A duel with closed cards, and who has won in the end."),
        DUEL,
        "The mutiny",
        _DUEL,
    ),
)
