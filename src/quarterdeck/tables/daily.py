"""The voyage of the day: for each game one deal a day, the same for everybody, in the same seat against the
same bots.

A day is a date in UTC. Its deals follow from the server's key, so that nobody can know them before, and
servers with the same key have the same. Until the day ends each player sees their own view alone, even
after the end of their match: otherwise they could tell others what is hidden.
"""

from __future__ import annotations

import hashlib
import hmac
from datetime import UTC, date, datetime, timedelta
from typing import Final, NamedTuple

from quarterdeck.i18n import _
from quarterdeck.play import Game
from quarterdeck.play.game import commitment
from quarterdeck.tables.entry import now
from quarterdeck.tables.errors import NotFound

__all__ = ["FIRST", "OPPONENT", "DailyDeal", "deal_of", "ended", "ends", "read_day", "seat_of", "today"]

# The bot in the other seats: it chooses without a search, so that its moves depend on no machine.
OPPONENT: Final = "mate"


# The first day with a voyage.
FIRST: Final = date(2026, 11, 1)


class DailyDeal(NamedTuple):
    """A game's deal of a day: the seed that it is dealt from, and the seat that everybody plays."""

    game: Game
    day: date
    seed: str
    seat: int

    @property
    def commitment(self) -> str:
        """The hash of the seed, published when the day begins."""
        return commitment(self.seed)

    @property
    def over(self) -> bool:
        """Whether its day has ended: from then on the seed is public."""
        return ended(self.day)


def deal_of(key: str, game: str, day: date) -> DailyDeal:
    """A game's deal of a day on the servers with this key."""
    played = Game(game)
    words = f"quarterdeck voyage of the day 1\n{day.isoformat()}\n{game}".encode()
    seed = hmac.new(key.encode(), words, hashlib.sha256).hexdigest()
    return DailyDeal(played, day, seed, seat_of(day, played.players))


def seat_of(day: date, players: int) -> int:
    """The seat that everybody plays on a day."""
    return day.toordinal() % players


def today() -> date:
    """The date in UTC."""
    return datetime.fromtimestamp(now() / 1000, UTC).date()


def ends(day: date) -> int:
    """When a day ends, in milliseconds since 1970."""
    midnight = datetime(day.year, day.month, day.day, tzinfo=UTC)
    return int((midnight + timedelta(days=1)).timestamp() * 1000)


def ended(day: date) -> bool:
    """Whether a day has ended."""
    return ends(day) <= now()


def read_day(text: str) -> date:
    """A date such as 2026-11-27, by default today. Raises NotFound if it is none, one to come, or one before
    the first.
    """
    try:
        day = date.fromisoformat(text) if text else today()
    except ValueError:
        raise NotFound(_("A day is a date such as {today}.").format(today=today().isoformat())) from None
    if day < FIRST:
        raise NotFound(_("There was no voyage of the day yet."))
    if day > today():
        raise NotFound(_("That day is still to come: nobody knows its deal yet."))
    return day
