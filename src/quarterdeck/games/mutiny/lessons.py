"""The lesson of Mutiny!: one prepared turn, from the first bid to the retrieval."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from quarterdeck.games.mutiny.words.names import effect_words
from quarterdeck.i18n import N_, _
from quarterdeck.kernel.spec import Json
from quarterdeck.lessons.lesson import Lesson, LessonStep

__all__ = ["LESSONS"]

SETUP: Final[Json] = {
    "bribes": {"gunner": [[1, 0], [2, 0], None]},
    "cutlasses": [6, 5, 4],
    "lookout": 2,
    "turn_no": 4,
    "tile": 2,
}
WELL_BRIBED: Final = N_("You may, but what you spend here is missing later: bid what is marked.")


def _facts(view: Json) -> Mapping[str, Any]:
    """The numbers in the lesson's texts.

    `c0`, … are the cutlasses of all seats. Others are the number of cutlasses that wins, the seat's own
    unplayed doubloons and rum, the tokens on the Gunner and the Pilot (`g0`, …, `p0`, …), and both
    destinations.
    """
    seats, crew = view["seats"], {one["name"]: one["bribes"] for one in view["crew"]}
    return {
        **{f"c{seat}": one["cutlasses"] for seat, one in enumerate(seats)},
        **{f"g{seat}": one["total"] for seat, one in enumerate(crew["gunner"])},
        **{f"p{seat}": one["total"] for seat, one in enumerate(crew["pilot"])},
        "needed": view["needed"],
        "purse": seats[view["seat"]]["doubloons"],
        "rum": seats[view["seat"]]["rum"],
        "north": _destination(view["tile"]["north"]),
        "south": _destination(view["tile"]["south"]),
    }


def _destination(effects: list[Json]) -> str:
    return _(", ").join(effect_words(one["crew"], one["resource"], one["amount"]) for one in effects)


STEPS: Final = (
    LessonStep(
        N_(
            "Ahoy! {needed} cutlasses win; you have {c0}, {n1} has {c1} and {n2} {c2}. In each turn all of"
            " you bribe five crew members, and whoever bribes best has the better ability. {n1} and {n2} see"
            " the same table as you, but no fist before it opens."
        ),
        ("MU-1", "MU-10", "MU-20", "MU-50"),
    ),
    LessonStep(
        N_(
            "The Deck Hand comes first: he moves a token that lies badly. {purse} doubloons and {rum} rum"
            " have to do for all five. Bid 2 doubloons."
        ),
        ("MU-10", "MU-24"),
        do=("bid 2 0",),
        otherwise=WELL_BRIBED,
        then=((1, "bid 1 0"), (2, "bid 0 0")),
        after=N_("Nobody's fist opens before all are closed."),
    ),
    LessonStep(
        N_(
            "On the Gunner lie doubloons of earlier turns, and they count again: {g0} of yours, {g1} of"
            " {n1}'s. The best bribe gets 2 cutlasses, the second best 1. Bid 2 doubloons."
        ),
        ("MU-11", "MU-25"),
        do=("bid 2 0",),
        otherwise=WELL_BRIBED,
        then=((1, "bid 1 0"), (2, "bid 2 0")),
        after=N_("Nobody's fist opens before all are closed."),
    ),
    LessonStep(
        N_(
            "You can't pay everybody. The Cook brings only rum, so leave him to the others and bid nothing:"
            " who bids nothing gets nothing, and keeps everything."
        ),
        ("MU-10", "MU-22", "MU-26"),
        do=("bid 0 0",),
        otherwise=N_("Save it: the Pilot and the First Mate are still to come."),
        then=((1, "bid 0 1"), (2, "bid 2 0")),
        after=N_("Nobody's fist opens before all are closed."),
    ),
    LessonStep(
        N_(
            "The Pilot's best briber chooses where the ship sails. North: {north}. South: {south}. It hits"
            " whoever has bribed these crew members best by then. Bid 2 doubloons."
        ),
        ("MU-4", "MU-27"),
        do=("bid 2 0",),
        otherwise=WELL_BRIBED,
        then=((1, "bid 2 0"), (2, "bid 1 0")),
        after=N_("Nobody's fist opens before all are closed."),
    ),
    LessonStep(
        N_(
            "Last the First Mate, who has the spyglass to give: its owner, the lookout, breaks every tie."
            " Add 1 rum to your last doubloon: rum counts as much, but does not come back."
        ),
        ("MU-11", "MU-28", "MU-41"),
        do=("bid 1 1",),
        otherwise=N_(
            "Too little may lose you the spyglass, and the other bottles are wanted soon: bid 1 and 1."
        ),
        then=((1, "bid 1 0"), (2, "bid 1 0")),
        after=N_("The last fists open. Then one crew member after the other does what he can."),
    ),
    LessonStep(
        N_(
            "The Deck Hand is yours: move one token, whosever it is. On the Pilot you and {n1} are level,"
            " {p0} to {p1}. He has done his work, so send your doubloon from the Deck Hand there."
        ),
        ("MU-20", "MU-24"),
        do=("move doubloon of 0 from deck-hand to pilot",),
        instead={
            "stay": N_("Then {n2} decides who has the Pilot. Better decide it yourself."),
            "move": N_("That may help, too. But on the Pilot a single doubloon decides: move yours there."),
        },
        then=((1, "stay"),),
        after=N_("{n1} has the second ability: a token of his own may move, or none."),
    ),
    LessonStep(
        N_(
            "A tie on the Gunner, {g0} to {g1}: {n2}, the lookout, decides, and lookouts can be bought."
            " {n1} makes his offer at the same time, as secretly as you. Only what is taken is paid: offer 2"
            " rum."
        ),
        ("MU-21", "MU-23"),
        do=("offer 2 for 0",),
        instead={
            "no offer": N_("Then {n1} needs one bottle to win her over. Offer something."),
            "offer": N_("You can't know what {n1} offers: offer both bottles, for yourself."),
        },
        then=((1, "offer 1 for 1"), (2, "take 0")),
        after=N_("{n2} weighs the bottles."),
    ),
    LessonStep(
        N_(
            "{n2} took your rum, and the Gunner brought you 2 cutlasses. Now you steer. North might"
            " cost you two of them again: on the Gunner it stands {g0} to {g1}, and {n2} would choose"
            " whom it hits. Go south: {south}."
        ),
        ("MU-27",),
        do=("south",),
        otherwise=N_("Two cutlasses hang on whom {n2} picks, and you have little rum left. South is safe."),
    ),
    LessonStep(
        N_(
            "South pays you for the Pilot. But the First Mate is yours as well, and he costs a doubloon, as"
            " you choose: lose one from the Gunner, who has done his work."
        ),
        ("MU-30", "MU-32"),
        do=("lose gunner", "lose deck-hand"),
        instead={
            "lose first-mate": N_(
                "The First Mate is still to be resolved: that would cost you the spyglass."
            ),
        },
        otherwise=N_("Keep that one. On the Gunner there are more than you can take back."),
        then=((1, "no offer"), (2, "no offer")),
        after=N_("The spyglass is yours at once. There is a tie for second: the others may make you offers."),
    ),
    LessonStep(
        N_(
            "Now you are the lookout, and break the tie for second: 1 rum for {n1} or {n2}. For 1 rum nobody"
            " offers any. Pick {n2}: {n1} has {c1} cutlasses, {n2} only {c2}."
        ),
        ("MU-21", "MU-23", "MU-28"),
        do=("pick 2",),
        otherwise=N_("With {c1} cutlasses {n1} is the more dangerous one. Pick {n2}."),
    ),
    LessonStep(
        N_(
            "All have been resolved. The rum on the crew is gone; of your doubloons up to three come home,"
            " the lookout's first. On the Pilot lie {p0} of yours: take one back."
        ),
        ("MU-40", "MU-41"),
        do=("retrieve pilot", "retrieve deck-hand", "retrieve first-mate"),
        instead={
            "retrieve gunner": N_("Those count again next turn, where cutlasses are to be had: leave them."),
            "done": N_("Then you begin the next turn almost without doubloons. Take some back."),
        },
    ),
    LessonStep(
        N_("Another one. What stays lies there next turn, and counts again for whoever left it."),
        ("MU-11", "MU-40"),
        do=("retrieve pilot",),
        otherwise=N_("Take one from the Pilot once more: {p0} lie there still."),
    ),
    LessonStep(
        N_(
            "A third one you may take or leave. That was a whole turn: you knew what lay on the crew, but no"
            " closed fist and no closed offer. {needed} cutlasses win, and you have {c0}: play on, or begin"
            " anew."
        ),
        ("MU-40", "MU-50"),
    ),
)

LESSONS: Final = (
    Lesson(
        id="mutiny-turn",
        game="mutiny",
        title=N_("A whole turn"),
        about=N_("Five bids, a move, a tie to be bought, the course, and the spyglass."),
        options={"players": 3, "deals": "closed"},
        setup=SETUP,
        seed="The boatswain's turn",
        names=("Maren", "Tomás", "Yara"),
        seat=0,
        facts=_facts,
        steps=STEPS,
    ),
)
