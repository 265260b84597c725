"""The rules of Mutiny!, numbered, in our own words: what help, log, errors and the docs page cite."""

from __future__ import annotations

import re
from bisect import bisect_left

from quarterdeck.errors import QuarterdeckError
from quarterdeck.games.mutiny.words.numbered import Rule, Section
from quarterdeck.games.mutiny.words.rules_of_the_crew import CREW, GAINS
from quarterdeck.games.mutiny.words.rules_of_the_turn import (
    BIDDING,
    END,
    RESOLUTION,
    RETRIEVAL,
    SET_UP,
    SIZES,
)
from quarterdeck.words import N_, _

_CHAPTERS: tuple[tuple[str, tuple[Rule, ...]], ...] = (
    (N_("The set-up"), SET_UP),
    (N_("A turn: the bidding"), BIDDING),
    (N_("A turn: the resolution"), RESOLUTION),
    (N_("The crew"), CREW),
    (N_("Gains and losses"), GAINS),
    (N_("A turn: the retrieval"), RETRIEVAL),
    (N_("The end of the game"), END),
    (N_("Smaller games"), SIZES),
)

SECTIONS = tuple(Section(heading, tuple(rule.id for rule in rules)) for heading, rules in _CHAPTERS)
RULES: dict[str, Rule] = {rule.id: rule for _heading, rules in _CHAPTERS for rule in rules}


def rule(name: str) -> Rule:
    """The rule of an id, written `MU-27`, `mu27` or `27`.

    Raises QuarterdeckError for anything else; if it is a number, the sentence names the nearest rules.
    """
    written = re.fullmatch(r"(?:mu[\s_-]*)?0*([0-9]{1,4})", name.strip().lower())
    if written is None:
        raise QuarterdeckError(
            _("“{name}” is not the number of a rule: write it like MU-27.").format(name=_short(name))
        )
    number = int(written[1])
    found = RULES.get(f"MU-{number}")
    if found is None:
        ids = list(RULES)
        above = bisect_left(ids, number, key=lambda id: int(id[3:]))
        below = min(max(above - 1, 0), len(ids) - 2)
        first, second = ids[below : below + 2]
        raise QuarterdeckError(
            _("Mutiny! has no rule MU-{number}: the nearest are {first} and {second}.").format(
                number=number, first=first, second=second
            )
        )
    return found


def _short(text: str) -> str:
    printable = "".join(letter for letter in text if letter.isprintable())
    return printable if len(printable) <= 20 else printable[:20] + "…"
