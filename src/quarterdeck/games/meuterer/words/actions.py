"""Actions of Meuterer as people read them: the sentence of each action, and the prompt of each phase."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from quarterdeck.games.meuterer.words.names import GOODS, ROLES, good_count, good_name, role_phrase
from quarterdeck.i18n import N_, _, ngettext
from quarterdeck.kernel.action_text import ActionSentences

# The action texts and their phases, for the rules page and the help.
FORMS: tuple[tuple[str, str], ...] = (
    ("offer 0 … offer 3", N_("The Captain's offer to the First Mate (ME-20).")),
    ("show GOOD", N_("A card from the hand goes face up on the table (ME-30).")),
    ("leave", N_("The player leaves; the Captain so sets the course (ME-33).")),
    ("leave ROLE", N_("Anyone but the Captain, having left, takes this action card (ME-34).")),
    (
        "conflict N",
        N_(
            "N conflict cards from the hand join the mutiny (ME-51). In “manual” N is 1, or 0 for "
            "the final pass (ME-52)."
        ),
    ),
    (
        "sell A / B",
        N_(
            "What is sold at the ship's island (A) and at the island it came from (B), each “N GOOD” or “-”: "
            "“sell 2 wine / 1 grain”, “sell 3 grain / -”. Asked only where there is a choice (ME-64)."
        ),
    ),
    ("return GOOD", N_("One of the three cards that the Loader gives back (ME-74).")),
)

_MY_PROMPTS = {
    "offer": N_("How many points do you offer the First Mate?"),
    "show": N_("Show a card, or leave and then take an action card."),
    "show captain": N_("Show a card, or leave and set the course."),
    "show left": N_("You have left: choose one of these action cards."),
    "mutiny": N_("Mutiny! How many conflict cards do you play?"),
    "sell": N_("Where do you sell what you have shown?"),
    "return": N_("Which of the cards just drawn do you give back?"),
    "over": N_("The game is over."),
}

_THEIR_PROMPTS = {
    "offer": N_("{name} decides what to offer the First Mate."),
    "show": N_("{name} shows a card or leaves."),
    "show captain": N_("{name} shows a card or leaves and sets the course."),
    "show left": N_("{name} looks at the action cards and takes one."),
    "mutiny": N_("Mutiny! {name} decides how many conflict cards to play."),
    "sell": N_("{name} decides where to sell."),
    "return": N_("{name} chooses a card to give back."),
    "over": N_("The game is over."),
}


def imperative(action_text: str, _names: Sequence[str] = ()) -> str | None:
    """An action as a short imperative: `show wine` is "Show wine"; None if it is no action."""
    verb, _space, rest = action_text.partition(" ")
    sentence_of_verb = _BY_VERB.get(verb)
    return sentence_of_verb(rest) if sentence_of_verb else None


sentence = ActionSentences(
    imperative, N_("“{text}” is no action of Meuterer: write it like “show wine” or “leave mutineer”.")
)


def prompt(phase: str, you: bool, name: str, captain: bool, left: bool = False) -> str:
    """The prompt, addressed to `you` or about the player called `name`.

    `captain`: whether that player is the Captain; `left`: whether the player has left and now takes a role
    (ME-34).
    """
    key = phase
    if phase == "show" and (captain or left):
        key = "show captain" if captain else "show left"
    return _(_MY_PROMPTS[key]) if you else _(_THEIR_PROMPTS[key]).format(name=name)


def _offer(rest: str) -> str | None:
    if rest not in {"0", "1", "2", "3"}:
        return None
    points = int(rest)
    if points == 0:
        return _("Offer the First Mate nothing extra")
    return ngettext(
        "Offer the First Mate {points} point", "Offer the First Mate {points} points", points
    ).format(points=points)


def _show(rest: str) -> str | None:
    return _("Show {good}").format(good=good_name(rest)) if rest in GOODS else None


def _leave(rest: str) -> str | None:
    if not rest:
        return _("Leave")
    return _("Leave as {role}").format(role=role_phrase(rest)) if rest in ROLES else None


def _conflict(rest: str) -> str | None:
    if not _is_number(rest):
        return None
    count = int(rest)
    if count == 0:
        return _("Play no conflict card")
    return ngettext("Play {count} conflict card", "Play {count} conflict cards", count).format(count=count)


def _sell(rest: str) -> str | None:
    here, slash, there = rest.partition(" / ")
    sold_here, sold_there = lot_words(here), lot_words(there)
    if not slash or sold_here is None or sold_there is None:
        return None
    if sold_here and sold_there:
        return _("Sell {here} here and {there} at the island the ship came from").format(
            here=sold_here, there=sold_there
        )
    if sold_here:
        return _("Sell {here} here").format(here=sold_here)
    if sold_there:
        return _("Sell {there} at the island the ship came from").format(there=sold_there)
    return _("Sell nothing")


def lot_words(text: str) -> str | None:
    """One island's part of a sale in words; empty for `-`, None for an invalid part."""
    if text == "-":
        return ""
    count, _space, good = text.partition(" ")
    return good_count(good, int(count)) if _is_number(count) and good in GOODS else None


def _return(rest: str) -> str | None:
    return _("Give back {good}").format(good=good_name(rest)) if rest in GOODS else None


def _is_number(text: str) -> bool:
    return text.isascii() and text.isdigit() and len(text) <= 2


_BY_VERB: dict[str, Callable[[str], str | None]] = {
    "offer": _offer,
    "show": _show,
    "leave": _leave,
    "conflict": _conflict,
    "sell": _sell,
    "return": _return,
}
