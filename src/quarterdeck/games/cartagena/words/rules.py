"""The rules of Cartagena, numbered, in our own words: what help, log, errors and the docs page cite."""

from __future__ import annotations

import re
from bisect import bisect_left

from quarterdeck.errors import QuarterdeckError
from quarterdeck.games.cartagena.words.numbered import Rule, Section
from quarterdeck.games.cartagena.words.rules_of_the_mutiny import DUELS, END, MUTINY, SIZES
from quarterdeck.games.cartagena.words.rules_of_the_pirates import PIRATES
from quarterdeck.games.cartagena.words.rules_of_the_voyage import BOX, ROUNDS, SET_UP
from quarterdeck.words import N_, _

_CHAPTERS: tuple[tuple[str, tuple[Rule, ...]], ...] = (
    (N_("What is in the box"), BOX),
    (N_("Set-up"), SET_UP),
    (N_("The voyage: a round"), ROUNDS),
    (N_("The voyage: the pirates"), PIRATES),
    (N_("The mutiny: who takes part"), MUTINY),
    (N_("The mutiny: duels"), DUELS),
    (N_("The end of the game"), END),
    (N_("Smaller games"), SIZES),
)

SECTIONS = tuple(Section(heading, tuple(rule.id for rule in rules)) for heading, rules in _CHAPTERS)
RULES: dict[str, Rule] = {rule.id: rule for _heading, rules in _CHAPTERS for rule in rules}


def rule(name: str) -> Rule:
    """The rule of an id, written `CA-48`, `ca48` or `48`.

    Raises QuarterdeckError for anything else; if it is a number, the sentence names the nearest rules.
    """
    written = re.fullmatch(r"(?:ca[\s_-]*)?0*([0-9]{1,4})", name.strip().lower())
    if written is None:
        raise QuarterdeckError(
            _("“{name}” is not the number of a rule: write it like CA-48.").format(name=_short(name))
        )
    number = int(written[1])
    found = RULES.get(f"CA-{number}")
    if found is None:
        ids = list(RULES)
        above = bisect_left(ids, number, key=lambda id: int(id[3:]))
        below = min(max(above - 1, 0), len(ids) - 2)
        first, second = ids[below : below + 2]
        raise QuarterdeckError(
            _("Cartagena has no rule CA-{number}: the nearest are {first} and {second}.").format(
                number=number, first=first, second=second
            )
        )
    return found


def _short(text: str) -> str:
    printable = "".join(letter for letter in text if letter.isprintable())
    return printable if len(printable) <= 20 else printable[:20] + "…"
