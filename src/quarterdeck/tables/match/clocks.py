"""The clock of a match: how long each seat has for its decision, and when it has had all.

A clock knows no time of its own: it is told at what time things happened, and the same calls make the same
clock. A server that has been away makes it again from the times in the table's log.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final, NamedTuple

from quarterdeck.tables.match.terms import Terms

__all__ = ["GRACE", "Clock"]

# What a seat has left at least when a server starts, in milliseconds: time to find the way back to the table.
GRACE: Final = 30_000
SECOND: Final = 1000
DAY: Final = 24 * 3600 * SECOND


class _Decision(NamedTuple):
    """When it began, and when its time will have run out. One that was suspended is told as if it had begun
    later by as long as that took.
    """

    began: int
    until: int


class _Standing(NamedTuple):
    """What a clock was when a seat made its move: to go on from there if that is taken back."""

    reserve: list[int]
    decisions: dict[int, _Decision]
    suspended: dict[int, int]


class Clock:
    """How much time each seat of a table has; all times are milliseconds, the points in time since 1970.

    A decision begins when its seat enters those who are to act. First the seat uses the time that it has anew
    for each (`per_move`, or `days`), then its reserve, which is for the whole match. What others do meanwhile
    changes nothing about it; it ends with a move of its own, or when the seat is not to act any more. A move
    that is taken back has not ended it.

    A decision is suspended while a bot plays for the seat or the match is paused, and goes on afterwards with
    the time it had left. Seats that only bots play have no clock.
    """

    def __init__(self, terms: Terms, seats: int) -> None:
        self._runs = terms.clock != "none"
        self._free = terms.days * DAY + terms.per_move * SECOND
        self._reserve = [terms.reserve * SECOND] * seats
        self._decisions: dict[int, _Decision] = {}
        # How much time suspended decisions have used.
        self._suspended: dict[int, int] = {}
        self._before: _Standing | None = None

    def turn(self, to_act: Iterable[int], now: int, suspended: Iterable[int] = ()) -> None:
        """Tell who is to act from now on, and who would be but is not waited for: after every entry of the
        table's log, even if they are the same.
        """
        if not self._runs:
            return
        acting, aside = set(to_act), set(suspended)
        for seat in [*self._decisions]:
            if seat in aside:
                self._suspended[seat] = now - self._decisions.pop(seat).began
            elif seat not in acting:
                self._end(seat, now)
        for seat in self._suspended.keys() - acting - aside:
            self._end(seat, now)
        for seat in acting - self._decisions.keys():
            began = now - self._suspended.pop(seat, 0)
            self._decisions[seat] = _Decision(began, began + self._free + self._reserve[seat])

    def moved(self, seat: int, now: int) -> None:
        """Tell that a seat has moved, whoever moved for it: its decision is over. `turn` comes next, and
        gives it a new one if it is to act again.
        """
        if self._runs:
            self._before = _Standing([*self._reserve], {**self._decisions}, {**self._suspended})
            self._end(seat, now)

    def taken_back(self) -> None:
        """Tell that the last move has been taken back: all decisions are what they were before it, and have
        gone on since. `turn` comes next.
        """
        if self._before is not None:
            reserve, decisions, suspended = self._before
            # Drafts of the match share what the clock was.
            self._reserve, self._decisions, self._suspended = [*reserve], {**decisions}, {**suspended}
            self._before = None

    def would_be_late(self, seat: int, now: int) -> bool:
        """Whether a seat's time would have run out if its last move were taken back."""
        if self._before is None or (decision := self._before.decisions.get(seat)) is None:
            return False
        return now >= decision.until

    def _end(self, seat: int, now: int) -> None:
        """A seat's decision, if it has one, is over: what it took of the reserve is gone."""
        self._reserve[seat] = self.reserve(seat, now)
        self._decisions.pop(seat, None)
        self._suspended.pop(seat, None)

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
            return max(0, self._free + self._reserve[seat] - self._suspended.get(seat, 0))
        return max(0, decision.until - max(now, decision.began))

    def reserve(self, seat: int, now: int) -> int:
        """How much of its reserve a seat still has, from 0; always 0 where there is none."""
        decision = self._decisions.get(seat)
        used = self._suspended.get(seat, 0) if decision is None else now - decision.began
        return max(0, self._reserve[seat] - max(0, used - self._free))

    def deadline(self) -> tuple[int, int] | None:
        """When time runs out next, and for which seat (the lowest, if for several); None if for nobody."""
        return min(((until, seat) for seat, (_began, until) in self._decisions.items()), default=None)

    def copy(self) -> Clock:
        """Another clock that stands as this one does."""
        other = Clock.__new__(Clock)
        other._runs, other._free = self._runs, self._free
        other._reserve, other._decisions = [*self._reserve], {**self._decisions}
        other._suspended, other._before = {**self._suspended}, self._before
        return other

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Clock) and vars(self) == vars(other)
