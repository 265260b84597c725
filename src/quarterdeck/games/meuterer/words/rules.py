"""The rules of Meuterer, numbered, in our own words: what help, log, errors and the docs page cite."""

from __future__ import annotations

import re
from bisect import bisect_left

from quarterdeck.errors import QuarterdeckError
from quarterdeck.games.meuterer.words.numbered import Rule, Section
from quarterdeck.games.meuterer.words.rules_of_the_round import ACTIONS, GOODS, MUTINY, OFFER, POINTS
from quarterdeck.games.meuterer.words.rules_of_the_table import BOX, PIRATES, SAILING, SET_UP, SIZES
from quarterdeck.words import N_, _

_CHAPTERS: tuple[tuple[str, tuple[Rule, ...]], ...] = (
    (N_("What is in the box"), BOX),
    (N_("Set-up"), SET_UP),
    (N_("Phase 1: the offer"), OFFER),
    (N_("Phase 2: goods and actions"), GOODS),
    (N_("Phase 3: the actions turn up"), ACTIONS),
    (N_("Phase 4: mutiny"), MUTINY),
    (N_("Phase 5: points"), POINTS),
    (N_("Phases 6 to 10: the ship sails"), SAILING),
    (N_("Pirates, if they are in play"), PIRATES),
    (N_("Smaller games"), SIZES),
)

SECTIONS = tuple(Section(heading, tuple(rule.id for rule in rules)) for heading, rules in _CHAPTERS)
RULES: dict[str, Rule] = {rule.id: rule for _heading, rules in _CHAPTERS for rule in rules}


def rule(name: str) -> Rule:
    """The rule of an id, written `ME-66`, `me66` or `66`.

    Raises QuarterdeckError for anything else; if it is a number, the sentence names the nearest rules.
    """
    written = re.fullmatch(r"(?:me[\s_-]*)?0*([0-9]{1,4})", name.strip().lower())
    if written is None:
        raise QuarterdeckError(
            _("“{name}” is not the number of a rule: write it like ME-66.").format(name=_short(name))
        )
    number = int(written[1])
    found = RULES.get(f"ME-{number}")
    if found is None:
        ids = list(RULES)
        above = bisect_left(ids, number, key=lambda id: int(id[3:]))
        below = min(max(above - 1, 0), len(ids) - 2)
        first, second = ids[below : below + 2]
        raise QuarterdeckError(
            _("Meuterer has no rule ME-{number}: the nearest are {first} and {second}.").format(
                number=number, first=first, second=second
            )
        )
    return found


def _short(text: str) -> str:
    printable = "".join(letter for letter in text if letter.isprintable())
    return printable if len(printable) <= 20 else printable[:20] + "…"
