"""The clock of a match: how long each seat has for its decision, and when it has had all.

A clock knows no time of its own: it is told at what time things happened, and the same calls make the same
clock. A server that has been away makes it again from the times in the table's log.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final, NamedTuple

from quarterdeck.tables.terms import Terms

__all__ = ["GRACE", "Clock"]

# What a seat has left at least when a server starts, in milliseconds: time to find the way back to the table.
GRACE: Final = 30_000
SECOND: Final = 1000
DAY: Final = 24 * 3600 * SECOND


class _Decision(NamedTuple):
    """When it began, and when its time will have run out."""

    began: int
    until: int


class Clock:
    """How much time each seat of a table has; all times are milliseconds, the points in time since 1970.

    A decision begins when its seat enters those who are to act. First the seat uses the time that it has anew
    for each (`per_move`, or `days`), then its reserve, which is for the whole match. What others do meanwhile
    changes nothing about it; it ends with a move of its own, or when the seat is not to act any more.

    Seats that bots play have no clock: they are left out of those who are told to be to act.
    """

    def __init__(self, terms: Terms, seats: int) -> None:
        self._runs = terms.clock != "none"
        self._free = terms.days * DAY + terms.per_move * SECOND
        self._reserve = [terms.reserve * SECOND] * seats
        self._decisions: dict[int, _Decision] = {}

    def turn(self, to_act: Iterable[int], now: int) -> None:
        """Tell who is to act from now on: after every entry of the table's log, even if they are the same."""
        if not self._runs:
            return
        acting = set(to_act)
        for seat in [*self._decisions]:
            if seat not in acting:
                self.moved(seat, now)
        for seat in acting - self._decisions.keys():
            self._decisions[seat] = _Decision(now, now + self._free + self._reserve[seat])

    def moved(self, seat: int, now: int) -> None:
        """Tell that a seat has moved, whoever moved for it: its decision is over. `turn` comes next, and
        gives it a new one if it is to act again.
        """
        if seat in self._decisions:
            self._reserve[seat] = self.reserve(seat, now)
            del self._decisions[seat]

    def grace(self, now: int) -> None:
        """Put off what would run out within GRACE from now: for the start of a server, which nobody could
        reach before. No reserve grows by it.
        """
        for seat, (began, until) in self._decisions.items():
            self._decisions[seat] = _Decision(began, max(until, now + GRACE))

    def left(self, seat: int, now: int) -> int | None:
        """How long it is until a seat's time has run out, from 0: of its decision, or of its next one if it
        has none now. None if there is no clock.
        """
        if not self._runs:
            return None
        if (decision := self._decisions.get(seat)) is None:
            return self._free + self._reserve[seat]
        return max(0, decision.until - max(now, decision.began))

    def reserve(self, seat: int, now: int) -> int:
        """How much of its reserve a seat still has, from 0; always 0 where there is none."""
        if (decision := self._decisions.get(seat)) is None:
            return self._reserve[seat]
        beyond = max(0, now - decision.began - self._free)
        return max(0, self._reserve[seat] - beyond)

    def deadline(self) -> tuple[int, int] | None:
        """When time runs out next, and for which seat (the lowest, if for several); None if for nobody."""
        return min(((until, seat) for seat, (_began, until) in self._decisions.items()), default=None)

    def copy(self) -> Clock:
        """Another clock that stands as this one does."""
        other = Clock.__new__(Clock)
        other._runs, other._free = self._runs, self._free
        other._reserve, other._decisions = [*self._reserve], {**self._decisions}
        return other

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Clock) and vars(self) == vars(other)
