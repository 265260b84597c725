"""The clock of a match: how much time each seat has for its decisions, and when it runs out.

A clock never reads the system time: callers pass the time of each event, and the same calls give the same
clock. A restarted server rebuilds it from the times in the table's log.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final, NamedTuple

from quarterdeck.tables.match.terms import Terms

__all__ = ["Clock"]

SECOND: Final = 1000
DAY: Final = 24 * 3600 * SECOND


class _Decision(NamedTuple):
    """When the decision began, and when its time runs out. After a suspension, the beginning is moved later
    by the length of the suspension.
    """

    began: int
    until: int


class _Snapshot(NamedTuple):
    """A clock's state when a seat moved, restored if the move is taken back."""

    reserve: list[int]
    decisions: dict[int, _Decision]
    suspended: dict[int, int]


class Clock:
    """The time of each seat of a table. Durations are milliseconds, points in time milliseconds since 1970.

    A decision begins when its seat becomes one of the seats to act. The seat first uses its time per decision
    (`per_move` or `days`), then its reserve for the whole match. Other seats' moves do not affect a decision;
    it ends when its seat moves or no longer is to act. Taking that move back resumes it.

    A decision is suspended while a bot plays for the seat or the match is paused, and resumes with the time
    it had left. Seats that only bots play have no clock.
    """

    def __init__(self, terms: Terms, seats: int) -> None:
        self._runs = terms.clock != "none"
        self._time_per_decision = terms.days * DAY + terms.per_move * SECOND
        self._reserve = [terms.reserve * SECOND] * seats
        self._decisions: dict[int, _Decision] = {}
        # How much time suspended decisions have used.
        self._suspended: dict[int, int] = {}
        self._before_move: _Snapshot | None = None

    def turn(self, to_act: Iterable[int], now: int, suspended: Iterable[int] = ()) -> None:
        """Set the seats to act and the suspended seats (which would act, but are not waited for). Called
        after every entry of the log, even if nothing changed.
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
            self._decisions[seat] = _Decision(began, began + self._time_per_decision + self._reserve[seat])

    def moved(self, seat: int, now: int) -> None:
        """End the decision of a seat that has moved, or for which somebody has moved. The following `turn`
        starts a new one if the seat is to act again.
        """
        if self._runs:
            self._before_move = _Snapshot([*self._reserve], {**self._decisions}, {**self._suspended})
            self._end(seat, now)

    def taken_back(self) -> None:
        """Restore all decisions from before the last move, which was taken back; they kept running since.
        `turn` follows.
        """
        if self._before_move is not None:
            reserve, decisions, suspended = self._before_move
            # Drafts of the match share these objects.
            self._reserve, self._decisions, self._suspended = [*reserve], {**decisions}, {**suspended}
            self._before_move = None

    def would_be_late(self, seat: int, now: int) -> bool:
        """Whether a seat's time would have run out if its last move were taken back."""
        if self._before_move is None or (decision := self._before_move.decisions.get(seat)) is None:
            return False
        return now >= decision.until

    def _end(self, seat: int, now: int) -> None:
        """End a seat's decision, if any, and deduct the reserve it used."""
        self._reserve[seat] = self.reserve(seat, now)
        self._decisions.pop(seat, None)
        self._suspended.pop(seat, None)

    def left(self, seat: int, now: int) -> int | None:
        """How many milliseconds a seat has left for its decision, or for its next one if it has none now; at
        least 0. None if there is no clock.
        """
        if not self._runs:
            return None
        if (decision := self._decisions.get(seat)) is None:
            return max(0, self._time_per_decision + self._reserve[seat] - self._suspended.get(seat, 0))
        return max(0, decision.until - max(now, decision.began))

    def reserve(self, seat: int, now: int) -> int:
        """A seat's remaining reserve in milliseconds, at least 0; always 0 for clocks without one."""
        decision = self._decisions.get(seat)
        used = self._suspended.get(seat, 0) if decision is None else now - decision.began
        return max(0, self._reserve[seat] - max(0, used - self._time_per_decision))

    def deadline(self) -> tuple[int, int] | None:
        """When time runs out next, and for which seat (the lowest of several); None if no time runs."""
        return min(((until, seat) for seat, (_began, until) in self._decisions.items()), default=None)

    def copy(self) -> Clock:
        """An independent copy of this clock."""
        other = Clock.__new__(Clock)
        other._runs, other._time_per_decision = self._runs, self._time_per_decision
        other._reserve, other._decisions = [*self._reserve], {**self._decisions}
        other._suspended, other._before_move = {**self._suspended}, self._before_move
        return other

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Clock) and vars(self) == vars(other)
