"""Players' names for new matches and seats. Match files may have other names, older than these checks."""

from __future__ import annotations

from collections.abc import Sequence

from quarterdeck.errors import QuarterdeckError, RecordError
from quarterdeck.i18n import _
from quarterdeck.play.record import NAME_LENGTH, check_names
from quarterdeck.text_safety import alike, stacked

__all__ = ["check_company", "check_new_name", "told_apart"]


def check_new_name(name: object) -> str:
    """A name for a new match, without spaces at its ends. Raises RecordError, which says what is wrong."""
    (checked,) = check_names([name.strip() if isinstance(name, str) else name], 1)
    if stacked(checked):
        raise RecordError(_("This name has too many marks on one letter: take some of them away."))
    return checked


def check_company(names: Sequence[str], players: int) -> list[str]:
    """The names for all seats of a new match.

    Raises RecordError, or QuarterdeckError if two of them look alike.
    """
    chosen = [check_new_name(name) for name in check_names(names, players)]
    for seat, name in enumerate(chosen):
        if any(alike(name, other) for other in chosen[:seat]):
            raise QuarterdeckError(
                _("Two seats have the same name, or names that look alike: nobody could tell them apart.")
            )
    return chosen


def told_apart(names: Sequence[str]) -> list[str]:
    """The names of an old match for a new one; where names look alike, all but the first get a number."""
    chosen: list[str] = []
    for name in names:
        number, fresh = 1, name
        while any(alike(fresh, other) for other in chosen):
            number += 1
            end = f" {number}"
            fresh = name[: NAME_LENGTH - len(end)].strip() + end
        chosen.append(fresh)
    return chosen
