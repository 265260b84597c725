"""The prompts of each phase, for the reader and for others."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from quarterdeck.games.mutiny.words import names as wording
from quarterdeck.games.mutiny.words.deals import wish
from quarterdeck.i18n import N_, _, ngettext
from quarterdeck.kernel.spec import Json

MOST_RETRIEVED = 3

_THEIR_PROMPTS = {
    "bid": N_("{name} bids on {crew}."),
    "several bid": N_("{name} bid on {crew}."),
    "offer": N_("{name} may offer the lookout rum, before the tie for {stake} is broken."),
    "several offer": N_("{name} may each offer the lookout rum, before the tie for {stake} is broken."),
    "pick": N_("{name}, the lookout, breaks the tie for {stake}."),
    "move": N_("{name} may move a token from one crew member to another."),
    "course": N_("{name} sets the ship's course."),
    "lose": N_("{name} chooses which doubloon to lose."),
    "retrieve": N_("{name} may take doubloons back from the crew members."),
}

_MY_PROMPTS = {
    "bid": N_("What do you bid on {crew}? You have {tokens}."),
    "offer": N_("Tied for {stake} are {tied}: do you offer {lookout}, the lookout, rum for a pick?"),
    "open offer": N_(
        "Tied for {stake} are {tied}: do you offer {lookout}, the lookout, rum? Round {round} of {rounds}."
    ),
    "priced offer": N_(
        "Tied for {stake} are {tied}. {lookout}, the lookout, asks {things} {wish}: do you offer rum? Round "
        "{round} of {rounds}."
    ),
    "pick": N_("You are the lookout: who gets {stake}?"),
    "take or pick": N_("You are the lookout: take offers, and pick who gets {stake}."),
    "negotiate": N_("You are the lookout: take offers, name a price, wait, or pick who gets {stake}."),
    "move primary": N_("Move any one token from one crew member to another, or none."),
    "move secondary": N_("Move one of your own tokens from one crew member to another, or none."),
    "course": N_("Where does the ship sail, north or south?"),
}


def their_prompt(view: Json, names: Sequence[str]) -> str:
    """The prompt for seats other than the reader's."""
    several = "several " if len(view["to_act"]) > 1 and view["phase"] in ("bid", "offer") else ""
    acting = wording.listed(names[seat] for seat in view["to_act"])
    return _(_THEIR_PROMPTS[several + view["phase"]]).format(name=acting, **_subject_values(view))


def my_prompt(view: Json, names: Sequence[str]) -> str:
    """The prompt for the reader of this view."""
    phase = view["phase"]
    if phase == "lose":
        return _lose_prompt(view["owed"])
    if phase == "retrieve":
        return _retrieve_prompt(MOST_RETRIEVED - view["retrieved"])
    values = _subject_values(view)
    if phase == "bid":
        me = view["seats"][view["seat"]]
        values["tokens"] = wording.tokens(me["doubloons"], me["rum"])
    elif phase == "offer":
        tied = (wording.addressed(seat, names, view["seat"]) for seat in view["tied"])
        everybody = 2 < len(view["tied"]) == len(view["seats"])
        values["tied"] = _("all") if everybody else wording.listed(tied)
        values["lookout"] = names[view["lookout"]]
        if talks := view["negotiation"]:
            phase = "open offer"
            values |= {"round": talks["round"], "rounds": talks["rounds"]}
            if (price := talks["price"]) and price["for"] in view["tied"]:
                phase = "priced offer"
                values["things"] = wording.counted("rum", price["rum"])
                values["wish"] = wish({"for": price["for"]}, names, view["seat"])
    elif phase == "pick":
        verbs = {action.split()[0] for action in view["legal"]}
        phase = "negotiate" if "ask" in verbs else "take or pick" if "take" in verbs else phase
    elif phase == "move":
        phase = f"{phase} {view['rank']}"
    return _(_MY_PROMPTS[phase]).format(**values)


def _subject_values(view: Json) -> dict[str, Any]:
    """The called crew member, or what the tie is about."""
    if view["phase"] == "bid":
        return {"crew": wording.crew_phrase(view["called"])}
    if view["phase"] in ("offer", "pick"):
        return {"stake": wording.stake(view["rank"], view["tied_for"])}
    return {}


def _lose_prompt(owed: int) -> str:
    """MU-32: how many doubloons the seat still has to lose."""
    return ngettext(
        "You lose a doubloon: which one?",
        "You lose {count} doubloons, one after the other: which one now?",
        owed,
    ).format(count=owed)


def _retrieve_prompt(left: int) -> str:
    """MU-40: how many of up to three doubloons may still be taken back."""
    if left == MOST_RETRIEVED:
        words = _("Take back up to {count} doubloons from the crew members, or say that's all.")
    else:
        words = ngettext(
            "Take back {count} more doubloon, or say that's all.",
            "Take back up to {count} more doubloons, or say that's all.",
            left,
        )
    return words.format(count=left)
