"""What the things of Meuterer are called, in the reader's language."""

from __future__ import annotations

from collections.abc import Callable

from quarterdeck.kernel import sentences
from quarterdeck.kernel.rulebook import RuleSet
from quarterdeck.words import N_, Noun, _, ngettext, noun

Counted = Callable[[int], str]

_GOODS: dict[str, Counted] = {
    "ruby": lambda n: ngettext("ruby", "rubies", n),
    "salt": lambda n: ngettext("salt", "salt", n),
    "wine": lambda n: ngettext("wine", "wine", n),
    "cloth": lambda n: ngettext("cloth", "cloth", n),
    "grain": lambda n: ngettext("grain", "grain", n),
    "conflict": lambda n: ngettext("conflict", "conflicts", n),
    "pirates": lambda n: ngettext("pirates", "pirates", n),
}

_COUNTED: dict[str, Counted] = {
    "ruby": lambda n: ngettext("{count} ruby", "{count} rubies", n),
    "salt": lambda n: ngettext("{count} salt", "{count} salt", n),
    "wine": lambda n: ngettext("{count} wine", "{count} wine", n),
    "cloth": lambda n: ngettext("{count} cloth", "{count} cloth", n),
    "grain": lambda n: ngettext("{count} grain", "{count} grain", n),
    "conflict": lambda n: ngettext("{count} conflict card", "{count} conflict cards", n),
    "pirates": lambda n: ngettext("{count} pirates card", "{count} pirates cards", n),
}

_CARDS = {
    "ruby": N_("a ruby card"),
    "salt": N_("a salt card"),
    "wine": N_("a wine card"),
    "cloth": N_("a cloth card"),
    "grain": N_("a grain card"),
    "conflict": N_("a conflict card"),
    "pirates": N_("the pirates card"),
}

_ROLES = {
    "mutineer": N_("Mutineer"),
    "cabin-boy": N_("Cabin Boy"),
    "first-mate": N_("First Mate"),
    "merchant": N_("Merchant"),
    "loader": N_("Loader"),
}

_ROLE_PHRASES = {
    "mutineer": N_("the Mutineer"),
    "cabin-boy": N_("the Cabin Boy"),
    "first-mate": N_("the First Mate"),
    "merchant": N_("the Merchant"),
    "loader": N_("the Loader"),
}

_ROLE_POWERS = {
    "mutineer": N_("Starts a mutiny. If it succeeds: scores the dock and becomes the Captain."),
    "cabin-boy": N_("Fights for the mutiny. If it succeeds: 2 points."),
    "first-mate": N_("Counts as one conflict against a mutiny. If the Captain stays: 1 point and the offer."),
    "merchant": N_("Among those tied for selling most: scores as if alone."),
    "loader": N_("Draws three more cards and gives three of the cards just drawn back."),
}

_PHASES = {
    "offer": N_("Offer"),
    "show": N_("Goods and actions"),
    "mutiny": N_("Mutiny"),
    "sell": N_("Selling"),
    "return": N_("Drawing"),
    "over": N_("Game over"),
}

_RULE_SETS = {
    "english": RuleSet("english", N_("English rulebook")),
    "french": RuleSet("french", N_("French rulebook")),
    "manual": RuleSet("manual", N_("Reference manual")),
}
# Of rules that are not in force in all of them.
BY_ISLAND = (_RULE_SETS["english"], _RULE_SETS["french"])
MANUAL = (_RULE_SETS["manual"],)

_RULE_SET_SUMMARIES = {
    "english": N_("Twelve islands. Conflict cards shown among the goods count in a mutiny."),
    "french": N_("Twelve islands. Only conflict cards played in the mutiny itself count."),
    "manual": N_("Six islands. One conflict card a turn, and every kind of goods scores by itself."),
}

_PIRATES = {
    "off": N_("No pirates"),
    "on": N_("Pirates"),
    "double": N_("Fast pirates: two islands for each card"),
}

_OPTIONS = {
    "rules": N_("Rule set"),
    "pirates": N_("Pirates"),
}

GOODS = tuple(_GOODS)
ROLES = tuple(_ROLES)
PHASES = tuple(_PHASES)
RULE_SETS = tuple(_RULE_SETS)
PIRATES = tuple(_PIRATES)


def good_name(good: str, count: int = 1) -> str:
    """A kind of goods without its number: "ruby", "rubies"."""
    return _GOODS[good](count)


def good_count(good: str, count: int) -> str:
    """So much of a kind: "1 ruby", "2 wine"."""
    return _COUNTED[good](count).format(count=count)


def card_name(good: str) -> str:
    """One card as a noun phrase to stand in a sentence: "a wine card"."""
    return _(_CARDS[good])


def buys_name(buys: str) -> str:
    """What an island buys: "wine", "rubies", or "any one kind" (ME-63)."""
    return _("any one kind") if buys == "any" else good_name(buys, 2)


def role_name(role: str) -> str:
    """A role as a label: "Cabin Boy"."""
    return _(_ROLES[role])


def role_phrase(role: str) -> Noun:
    """A role as a noun phrase to stand in a sentence: "the Cabin Boy"."""
    return noun(_ROLE_PHRASES[role])


def role_power(role: str) -> str:
    """What a role does, in one line (ME-53, ME-60, ME-61, ME-66, ME-74)."""
    return _(_ROLE_POWERS[role])


def phase_name(phase: str) -> str:
    """A phase of `view.phase` as a label: "Goods and actions"."""
    return _(_PHASES[phase])


def rule_set_name(rule_set: str) -> str:
    """A rule set as a label: "English rulebook"."""
    return _RULE_SETS[rule_set].title


def rule_set_summary(rule_set: str) -> str:
    """What marks a rule set, for whoever chooses one."""
    return _(_RULE_SET_SUMMARIES[rule_set])


def option_words(option: str, value: str | int | None) -> str:
    """A game option as a label, "Rule set", or one of its values: `("pirates", "off")` is "No pirates"."""
    if option == "players":
        return sentences.option_words(option, value)
    if value is None:
        return _(_OPTIONS[option])
    return rule_set_name(str(value)) if option == "rules" else _(_PIRATES[str(value)])
