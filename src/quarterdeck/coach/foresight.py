"""Why one choice is better than another, in one sentence: what becomes more or less likely in the round.

Both choices are played in the same deals of what the seat could not know. Then the rules of thumb play all
seats until the round is over. A game lists what may come of a choice, as its `Prospect`s. The prospect that
differs most clearly between the two choices is the reason.
"""

from __future__ import annotations

import math
import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final, NamedTuple

from quarterdeck.bots.heuristics import RuleOfThumb
from quarterdeck.i18n import _, decimal, percent
from quarterdeck.play import Action, Event, Position, View

__all__ = ["Difference", "Prospect", "foresee"]

WORLDS: Final = 16
# Fewer worlds than this say nothing.
FEWEST: Final = 8
# The most plies of a round that are played.
LONGEST: Final = 80
# A difference counts if it is at least this many standard errors, and at least this large: as a difference of
# chances, or of amounts.
CLEAR: Final = 2.0
LEAST_CHANCE: Final = 0.15
LEAST_AMOUNT: Final = 0.5

# Takes the facts from the choice until the round is over, the seat, and the JSON of its view before that.
Measure = Callable[[Sequence[Event], int, Mapping[str, Any]], float]


class Prospect(NamedTuple):
    """Something that may come of a choice, in marked words, and its measure: 0 or 1, or a number if it is an
    `amount`. `wish` is 1 if the seat wants more of it, -1 if it wants less, and 0 if that depends.
    """

    words: str
    measure: Measure
    amount: bool = False
    wish: int = 1


@dataclass(frozen=True)
class Difference:
    """The prospect that differs most clearly between two choices: its words, and its value after the `better`
    choice and after the `other` one, which is `worse`. It is a chance, or a number if it is an `amount`.
    """

    words: str
    amount: bool
    better: float
    worse: float
    other: Action

    def sentence(self, names: Sequence[str]) -> str:
        """The reason in one sentence."""
        write = _amount if self.amount else _chance
        better, worse = write(self.better), write(self.worse)
        sentence = _("{what}: {better} this way, {worse} with “{other}”.")
        return sentence.format(
            what=_(self.words), better=better, worse=worse, other=self.other.sentence(names)
        )


def _amount(number: float) -> str:
    """A number with one decimal place; what rounds to zero has no sign."""
    return decimal(round(number, 1) + 0.0, 1)


def _chance(share: float) -> str:
    return _("about {share}").format(share=percent(share))


def foresee(
    view: View,
    better: Action,
    other: Action,
    seed: int | str = 0,
    seconds: float | None = None,
    worlds: int = WORLDS,
) -> Difference | None:
    """Why `better` is a better choice than `other` for the seat of a view.

    None if no prospect differs clearly in this number of `worlds`, or if the game has no prospects. Once
    `seconds` have passed, no further world is played.
    """
    prospects: tuple[Prospect, ...] = view.game.spec.face("prospects") or ()
    if not prospects or better == other or view.seat is None:
        return None
    body, deadline = view.to_json(), None if seconds is None else time.monotonic() + seconds
    pairs: list[tuple[list[float], list[float]]] = []
    for number in range(worlds):
        if deadline is not None and time.monotonic() > deadline:
            break
        world = view.sample(f"{seed} {number}")
        after_better, after_other = (
            [
                prospect.measure(events, view.seat, body)
                for events in [_play_out_round(world.play(view.seat, action), f"{seed} {number}")]
                for prospect in prospects
            ]
            for action in (better, other)
        )
        pairs.append((after_better, after_other))
    if len(pairs) < FEWEST:
        return None
    return _clearest_difference(prospects, pairs, other)


def _play_out_round(position: Position, seed: str) -> list[Event]:
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


def _clearest_difference(
    prospects: Sequence[Prospect], pairs: Sequence[tuple[list[float], list[float]]], other: Action
) -> Difference | None:
    clear_differences: list[tuple[float, Difference]] = []
    for at, prospect in enumerate(prospects):
        differences = [one[at] - two[at] for one, two in pairs]
        count = len(differences)
        mean = sum(differences) / count
        error = math.sqrt(sum((one - mean) ** 2 for one in differences) / (count - 1) / count)
        if abs(mean) < max(CLEAR * error, LEAST_AMOUNT if prospect.amount else LEAST_CHANCE):
            continue
        # What speaks against the better choice is no reason for it.
        if mean * prospect.wish < 0:
            continue
        first, second = (sum(pair[side][at] for pair in pairs) / count for side in (0, 1))
        # A difference that is the same in every deal is the clearest.
        clear = abs(mean) / max(error, 0.05)
        clear_differences.append((clear, Difference(prospect.words, prospect.amount, first, second, other)))
    return max(clear_differences, key=lambda pair: pair[0])[1] if clear_differences else None
