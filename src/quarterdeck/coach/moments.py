"""The moments of a match that mattered most: mistakes, and turns by luck or by other players."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any, Final, Literal

from quarterdeck.coach.analysis import MISTAKE, Analysis
from quarterdeck.errors import GameOptionError
from quarterdeck.i18n import _, short
from quarterdeck.play.checks import number

__all__ = ["LEAST", "Moment", "moments"]

# Smaller changes of a chance to win are within the noise between two searches.
LEAST: Final = MISTAKE
MOST: Final = 4


@dataclass(frozen=True)
class Moment:
    """Move `ply`, counted from 1, and how it changed a seat's chance to win.

    "loss": the seat's choice was worse than its best choice, by the difference of their chances. "luck": the
    chance changed, but not by the seat's own choice: by draws, by what was revealed, or by others' moves.
    """

    kind: Literal["loss", "luck"]
    ply: int
    seat: int
    before: float
    after: float

    @property
    def size(self) -> float:
        """The size of the change, either way."""
        return abs(self.after - self.before)

    def to_json(self) -> dict[str, Any]:
        """As plain data, described in docs/coach.md."""
        return {
            "kind": self.kind,
            "ply": self.ply,
            "seat": self.seat,
            "before": self.before,
            "after": self.after,
        }


def moments(analysis: Analysis, most: int = MOST) -> tuple[Moment, ...]:
    """The largest losses and the largest turns of luck, at most this many of each, in the order of moves.
    Raises GameOptionError for anything but an analysis and a whole number.
    """
    if not isinstance(analysis, Analysis):
        sentence = _("Moments are found in what analyse(…) gives, not in {value}.")
        raise GameOptionError(sentence.format(value=short(analysis)))
    most = number("most", most, 0)
    found: list[Moment] = []
    for moments_of_kind in (_moments_of_loss(analysis), _moments_of_luck(analysis)):
        large = [moment for moment in moments_of_kind if moment.size >= LEAST]
        found += sorted(large, key=lambda one: (-one.size, one.ply))[:most]
    return tuple(sorted(found, key=lambda one: (one.ply, one.kind == "luck")))


def _moments_of_loss(analysis: Analysis) -> Iterator[Moment]:
    for decision in analysis.decisions():
        if decision.loss and decision.best.win is not None:
            after = decision.best.win - decision.loss
            yield Moment("loss", decision.ply, decision.seat, decision.best.win, after)


def _moments_of_luck(analysis: Analysis) -> Iterator[Moment]:
    """For each move, the seat whose chance changed most."""
    for ply in range(1, len(analysis.stations)):
        expected = list(analysis.stations[ply - 1].wins)
        decision = analysis.stations[ply].decision
        if decision is not None and decision.choice.win is not None:
            expected[decision.seat] = decision.choice.win
        turns = [
            Moment("luck", ply, seat, before, after)
            for seat, (before, after) in enumerate(zip(expected, analysis.stations[ply].wins, strict=True))
        ]
        yield max(turns, key=lambda one: one.size)
