"""The names of players, as somebody chooses them for a new match or a seat. Match files may have others: they
were chosen before there were these rules.
"""

from __future__ import annotations

from collections.abc import Sequence

from quarterdeck.errors import QuarterdeckError, RecordError
from quarterdeck.i18n import _
from quarterdeck.play.record import NAME_LENGTH, check_names
from quarterdeck.text_safety import alike, stacked

__all__ = ["check_company", "check_new_name", "told_apart"]


def check_new_name(name: str) -> str:
    """A name that somebody chooses, without spaces at its ends. RecordError says what is wrong with it."""
    (name,) = check_names([name.strip()], 1)
    if stacked(name):
        raise RecordError(_("This name has too many marks on one letter: take some of them away."))
    return name


def check_company(names: Sequence[str], players: int) -> list[str]:
    """The names for all seats of a new match. RecordError, QuarterdeckError if two of them look alike."""
    chosen = [check_new_name(name) for name in check_names(names, players)]
    for seat, name in enumerate(chosen):
        if any(alike(name, other) for other in chosen[:seat]):
            raise QuarterdeckError(
                _("Two seats have the same name, or names that look alike: nobody could tell them apart.")
            )
    return chosen


def told_apart(names: Sequence[str]) -> list[str]:
    """Names of an old match for a new one: of those that look alike all but the first get a number."""
    chosen: list[str] = []
    for name in names:
        number, fresh = 1, name
        while any(alike(fresh, other) for other in chosen):
            number += 1
            end = f" {number}"
            fresh = name[: NAME_LENGTH - len(end)].strip() + end
        chosen.append(fresh)
    return chosen
