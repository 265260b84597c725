"""What the things of Meuterer are called, in the reader's language."""

from __future__ import annotations

from collections.abc import Callable

from quarterdeck.i18n import N_, _, ngettext
from quarterdeck.kernel import sentences
from quarterdeck.kernel.rulebook import RuleSet
from quarterdeck.kernel.sentences import Counts, Labels, Phrases

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

good_count = Counts(
    {
        "ruby": lambda n: ngettext("{count} ruby", "{count} rubies", n),
        "salt": lambda n: ngettext("{count} salt", "{count} salt", n),
        "wine": lambda n: ngettext("{count} wine", "{count} wine", n),
        "cloth": lambda n: ngettext("{count} cloth", "{count} cloth", n),
        "grain": lambda n: ngettext("{count} grain", "{count} grain", n),
        "conflict": lambda n: ngettext("{count} conflict card", "{count} conflict cards", n),
        "pirates": lambda n: ngettext("{count} pirates card", "{count} pirates cards", n),
    }
)

card_name = Labels(
    {
        "ruby": N_("a ruby card"),
        "salt": N_("a salt card"),
        "wine": N_("a wine card"),
        "cloth": N_("a cloth card"),
        "grain": N_("a grain card"),
        "conflict": N_("a conflict card"),
        "pirates": N_("the pirates card"),
    }
)

role_name = Labels(
    {
        "mutineer": N_("Mutineer"),
        "cabin-boy": N_("Cabin Boy"),
        "first-mate": N_("First Mate"),
        "merchant": N_("Merchant"),
        "loader": N_("Loader"),
    }
)

role_phrase = Phrases(
    {
        "mutineer": N_("the Mutineer"),
        "cabin-boy": N_("the Cabin Boy"),
        "first-mate": N_("the First Mate"),
        "merchant": N_("the Merchant"),
        "loader": N_("the Loader"),
    }
)

role_power = Labels(
    {
        "mutineer": N_("Starts a mutiny. If it succeeds: scores the dock and becomes the Captain."),
        "cabin-boy": N_("Fights for the mutiny. If it succeeds: 2 points."),
        "first-mate": N_(
            "Counts as one conflict against a mutiny. If the Captain stays: 1 point and the offer."
        ),
        "merchant": N_("Among those tied for selling most: scores as if alone."),
        "loader": N_("Draws three more cards and gives three of the cards just drawn back."),
    }
)

phase_name = Labels(
    {
        "offer": N_("Offer"),
        "show": N_("Goods and actions"),
        "mutiny": N_("Mutiny"),
        "sell": N_("Selling"),
        "return": N_("Drawing"),
        "over": N_("Game over"),
    }
)

_RULE_SETS = {
    "english": RuleSet("english", N_("English rulebook")),
    "french": RuleSet("french", N_("French rulebook")),
    "manual": RuleSet("manual", N_("Reference manual")),
}
# Of rules that are not in force in all of them.
BY_ISLAND = (_RULE_SETS["english"], _RULE_SETS["french"])
MANUAL = (_RULE_SETS["manual"],)

rule_set_summary = Labels(
    {
        "english": N_("Twelve islands. Conflict cards shown among the goods count in a mutiny."),
        "french": N_("Twelve islands. Only conflict cards played in the mutiny itself count."),
        "manual": N_("Six islands. One conflict card a turn, and every kind of goods scores by itself."),
    }
)

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
ROLES = role_name.names
PHASES = phase_name.names
RULE_SETS = tuple(_RULE_SETS)
PIRATES = tuple(_PIRATES)


def good_name(good: str, count: int = 1) -> str:
    """A kind of goods without its number: "ruby", "rubies"."""
    return _GOODS[good](count)


def buys_name(buys: str) -> str:
    """What an island buys: "wine", "rubies", or "any one kind" (ME-63)."""
    return _("any one kind") if buys == "any" else good_name(buys, 2)


def rule_set_name(rule_set: str) -> str:
    """A rule set as a label: "English rulebook"."""
    return _RULE_SETS[rule_set].title


def option_words(option: str, value: str | int | None) -> str:
    """A game option as a label, "Rule set", or one of its values: `("pirates", "off")` is "No pirates"."""
    if option == "players":
        return sentences.option_words(option, value)
    if value is None:
        return _(_OPTIONS[option])
    return rule_set_name(str(value)) if option == "rules" else _(_PIRATES[str(value)])
