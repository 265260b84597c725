"""Why one choice is better than another, in words: what becomes more or less likely until the round is over.

Both choices are played in the same deals of what the seat could not know, and on by rules of thumb. A game
says what may come of it, as its `Prospect`s; the one that differs most clearly is the reason.
"""

from __future__ import annotations

import math
import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final, NamedTuple

from quarterdeck.bots.heuristics import RuleOfThumb
from quarterdeck.i18n import _
from quarterdeck.play import Action, Event, Position, View

__all__ = ["Difference", "Prospect", "foresee"]

WORLDS: Final = 16
# Fewer worlds than this say nothing.
FEWEST: Final = 8
# The most plies of a round that are played.
LONGEST: Final = 80
# A difference counts if it is this many standard errors, and at least so large for a chance or an amount.
CLEAR: Final = 2.0
LEAST_CHANCE: Final = 0.15
LEAST_AMOUNT: Final = 0.5

# The facts until the round is over, the seat, and the JSON of its view before.
Measure = Callable[[Sequence[Event], int, Mapping[str, Any]], float]


class Prospect(NamedTuple):
    """What may come of a choice: marked words, and a measure of it, 0 or 1 for a chance, or an `amount`.
    `wish`: 1 if the seat would have more of it, -1 if less, 0 if that depends.
    """

    words: str
    measure: Measure
    amount: bool = False
    wish: int = 1


@dataclass(frozen=True)
class Difference:
    """The prospect that changes most: its value with the better choice, and with the `other` one."""

    words: str
    amount: bool
    better: float
    worse: float
    other: Action

    def sentence(self, names: Sequence[str]) -> str:
        """The reason in one sentence."""
        told = "{number:.1f}" if self.amount else _("about {number:.0f}\N{NO-BREAK SPACE}%")
        better, worse = (
            told.format(number=one if self.amount else 100 * one) for one in (self.better, self.worse)
        )
        sentence = _("{what}: {better}, with “{other}” {worse}.")
        return sentence.format(
            what=_(self.words), better=better, worse=worse, other=self.other.sentence(names)
        )


def foresee(
    view: View,
    better: Action,
    other: Action,
    seed: int | str = 0,
    seconds: float | None = None,
    worlds: int = WORLDS,
) -> Difference | None:
    """Why the first of two choices of a view is better; None if nothing differs clearly in so many `worlds`,
    or if the game says nothing of what may come. After so many `seconds` no further deal is played.
    """
    prospects: tuple[Prospect, ...] = view.game.spec.face("prospects") or ()
    if not prospects or better == other or view.seat is None:
        return None
    body, until = view.to_json(), None if seconds is None else time.monotonic() + seconds
    pairs: list[tuple[list[float], list[float]]] = []
    for number in range(worlds):
        if until is not None and time.monotonic() > until:
            break
        world = view.sample(f"{seed} {number}")
        one, two = (
            [
                prospect.measure(events, view.seat, body)
                for events in [_round(world.play(view.seat, action), f"{seed} {number}")]
                for prospect in prospects
            ]
            for action in (better, other)
        )
        pairs.append((one, two))
    if len(pairs) < FEWEST:
        return None
    return _clearest(prospects, pairs, other)


def _round(position: Position, seed: str) -> list[Event]:
    """The facts from a position's last move on, until the round is over, played by rules of thumb."""
    spec, bot = position.game.spec, RuleOfThumb(seed)
    events = list(position.events)
    for _ply in range(LONGEST):
        if not position.to_act or any(spec.chapter(one.kind, one.data) for one in position.events):
            break
        seat = position.to_act[0]
        position = position.play(seat, bot.choose(position.view(seat)))
        events += position.events
    return events


def _clearest(
    prospects: Sequence[Prospect], pairs: Sequence[tuple[list[float], list[float]]], other: Action
) -> Difference | None:
    found: list[tuple[float, Difference]] = []
    for at, prospect in enumerate(prospects):
        differences = [one[at] - two[at] for one, two in pairs]
        count = len(differences)
        mean = sum(differences) / count
        spread = math.sqrt(sum((one - mean) ** 2 for one in differences) / (count - 1) / count)
        if abs(mean) < max(CLEAR * spread, LEAST_AMOUNT if prospect.amount else LEAST_CHANCE):
            continue
        # What speaks against the better choice is no reason for it.
        if mean * prospect.wish < 0:
            continue
        first, second = (sum(pair[side][at] for pair in pairs) / count for side in (0, 1))
        # A difference that is the same in every deal is the clearest.
        clear = abs(mean) / max(spread, 0.05)
        found.append((clear, Difference(prospect.words, prospect.amount, first, second, other)))
    return max(found, key=lambda pair: pair[0])[1] if found else None
