"""The one-line effect of an action, from a view alone.

The rules decide what an action does. This module words it with numbers from the view: the bribes, the offers
and the holdings.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from quarterdeck.games.mutiny.words import deals, hints_of_course, hints_of_crew
from quarterdeck.games.mutiny.words import names as wording
from quarterdeck.games.mutiny.words.actions import imperative, sentence
from quarterdeck.i18n import _, ngettext

__all__ = ["Json", "hint", "label"]

Json = Mapping[str, Any]
Names = Sequence[str]


def label(action: str, names: Names = ()) -> str:
    """The label of an action's button, with players by name where names are given: "Pick Ann".

    Raises ActionTextError for an unknown action text.
    """
    return imperative(action, names) or sentence(action)


def hint(view: Json, action: str, names: Names = ()) -> str:
    """One line that says what `action` will do, in the language in use; players by name where given.

    Raises KeyError or ValueError for an unknown action text; call it only with legal actions.
    """
    verb, *words = action.split()
    match verb:
        case "bid":
            return _bid(view, *map(int, words))
        case "no":
            return _no_offer(view)
        case "offer":
            return deals.offer_hint(view, int(words[0]), deals.target_of(words[2:]), names)
        case "withdraw":
            return deals.withdraw_hint(view)
        case "pass":
            return deals.pass_hint(view, names)
        case "ask" | "wait":
            return deals.again_hint(view, asks=verb == "ask")
        case "take":
            return deals.take_hint(view, int(words[0]), names)
        case "pick":
            payer = int(words[3]) if len(words) > 1 else None
            return hints_of_crew.pick(view, int(words[0]), payer, names)
        case "move":
            return hints_of_crew.move(view, int(words[2]), words[4], words[6], names)
        case "stay":
            return _("All tokens stay where they lie.")
        case "lose":
            return _lose(view, words[0])
        case "retrieve":
            return _retrieve(view, words[0])
        case "done":
            return _done(view)
    return hints_of_course.sail(view, view["tile"][verb], names)


def _bid(view: Json, doubloons: int, rum: int) -> str:
    """MU-10, MU-11: the resulting bribe, and the tokens left to bid."""
    me, crew = view["seats"][view["seat"]], view["called"]
    before = _own_bribe(view, crew)["total"]
    values = {
        "tokens": wording.tokens(doubloons, rum),
        "crew": wording.crew_phrase(crew),
        "bribe": doubloons + rum,
        "before": before,
        "total": before + doubloons + rum,
    }
    if not doubloons + rum:
        words = (
            _("Nothing more on {crew}: a bribe of {before}, left there from before.")
            if before
            else _("Nothing on {crew}: no bribe.")
        )
        return words.format(**values)
    words = (
        _("{tokens} on {crew}: a bribe of {bribe}, or {total} with the {before} left there from before.")
        if before
        else _("{tokens} on {crew}: a bribe of {bribe}.")
    )
    kept = wording.tokens(me["doubloons"] - doubloons, me["rum"] - rum)
    return " ".join([words.format(**values), _("You keep {kept}.").format(kept=kept)])


def _no_offer(view: Json) -> str:
    """MU-23: without an offer the player keeps all rum."""
    rum = wording.counted("rum", view["seats"][view["seat"]]["rum"])
    return _("You keep your {things}, whoever is picked.").format(things=rum)


def _lose(view: Json, place: str) -> str:
    """MU-32: what is left at that place."""
    if place == "unplayed":
        left = view["seats"][view["seat"]]["doubloons"] - 1
        words = ngettext(
            "You have {count} unplayed doubloon left.", "You have {count} unplayed doubloons left.", left
        )
        return words.format(count=left) if left else _("It is your last unplayed doubloon.")
    bribe = _own_bribe(view, place)["total"]
    return _("Your bribe on {crew} falls from {bribe} to {left}.").format(
        crew=wording.crew_phrase(place), bribe=bribe, left=bribe - 1
    )


def _retrieve(view: Json, crew: str) -> str:
    """MU-40: what stays there for the next turn, and what may be bid then."""
    doubloons = view["seats"][view["seat"]]["doubloons"] + 1
    stays = _own_bribe(view, crew)["doubloons"] - 1
    words = ngettext(
        "{count} of yours stays there, and you have {unplayed} to bid.",
        "{count} of yours stay there, and you have {unplayed} to bid.",
        stays,
    )
    if not stays:
        words = _("None of yours stays there, and you have {unplayed} to bid.")
    return words.format(count=stays, unplayed=wording.counted("doubloon", doubloons))


def _done(view: Json) -> str:
    """MU-40: the doubloons that stay on the crew for the next turn."""
    stays = view["seats"][view["seat"]]["in_play"]
    return ngettext(
        "{count} of your doubloons stays on the crew members and counts in the next turn.",
        "{count} of your doubloons stay on the crew members and count in the next turn.",
        stays,
    ).format(count=stays)


def _own_bribe(view: Json, crew: str) -> Json:
    """The reader's bribe on a crew member."""
    bribes: Sequence[Json] = view["crew"][wording.CREW.index(crew)]["bribes"]
    return bribes[view["seat"]]
