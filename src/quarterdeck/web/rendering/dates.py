"""Days: in words for people, and as programs write them."""

from __future__ import annotations

from datetime import UTC, date, datetime
from typing import Final

from quarterdeck.i18n import N_, _
from quarterdeck.kernel.generic import capitalized

__all__ = ["dated", "iso_day", "month_words"]

MONTHS: Final = (
    *(N_("January"), N_("February"), N_("March"), N_("April"), N_("May"), N_("June")),
    *(N_("July"), N_("August"), N_("September"), N_("October"), N_("November"), N_("December")),
)


def iso_day(seconds: float) -> str:
    """The day of a moment, in seconds since 1970, in UTC: "2026-11-27"."""
    return datetime.fromtimestamp(seconds, UTC).date().isoformat()


def dated(day: date | str) -> str:
    """A day in words: "November 27, 2026". A text is a day as `iso_day` writes it."""
    at = date.fromisoformat(day) if isinstance(day, str) else day
    # French counts the first day of a month otherwise: "1er novembre 2026".
    words = _("{month} 1, {year}") if at.day == 1 else _("{month} {day}, {year}")
    return words.format(day=at.day, month=_(MONTHS[at.month - 1]), year=at.year)


def month_words(day: date) -> str:
    """A day's month in words, as a heading: "November 2026"."""
    return capitalized(_("{month} {year}").format(month=_(MONTHS[day.month - 1]), year=day.year))
