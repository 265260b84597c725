"""The end of a game of Meuterer: what the points came from, and what may have decided it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final

from quarterdeck.i18n import N_
from quarterdeck.kernel.sentences import Labels
from quarterdeck.tables.match.timeline import Happening, Timeline
from quarterdeck.web.boards.account import Account, Gain, Mark, TurningPoint, account_of, largest

__all__ = ["account", "source_label", "turning_points"]

# ME-60 to ME-67: by kind of fact, what its points come from.
SOURCES = {
    "docked": "islands",
    "cabin_boy_rewarded": "mutinies",
    "trade_points": "cards",
    "kind_points": "cards",
    "mate_rewarded": "offers",
    "offer_paid": "offers",
}
# The label of a source of points.
source_label: Final = Labels(
    {
        "islands": N_("Docking as Captain"),
        "mutinies": N_("Mutinies"),
        "cards": N_("Selling cards"),
        "offers": N_("First Mate and offers"),
    }
)


def account(timeline: Timeline, mark: Mark) -> Account:
    """ME-60 to ME-67: the points by islands, mutinies, cards and offers."""
    return account_of(timeline, mark, source_label.names, source_label, _gains(timeline))


def _gains(timeline: Timeline) -> Iterator[Gain]:
    for happening in timeline.happenings:
        event = happening.event
        if event.kind in SOURCES and event.data["points"]:
            points = int(event.data["points"])
            amount = -points if event.kind == "offer_paid" else points
            yield Gain(event.seat, _source_of(happening), amount, happening.ply, happening.chapter, event)


def _source_of(happening: Happening) -> str:
    """The source of a fact's points. ME-61: what a Mutineer gets for docking comes from the mutiny."""
    return "mutinies" if happening.event.rule == "ME-61" else SOURCES[happening.event.kind]


def turning_points(timeline: Timeline, account: Account | None) -> Sequence[TurningPoint]:
    """Gains, and mutinies, each together with the docking that it decided. A mutiny weighs as many points as
    its docking brought, and a little more if it was close.
    """
    points = largest(timeline, account)
    docked = {
        happening.chapter: happening.event
        for happening in timeline.happenings
        if happening.event.kind == "docked"
    }
    for happening in timeline.happenings:
        if happening.event.kind in ("mutiny_won", "mutiny_lost") and happening.chapter in docked:
            event, data = docked[happening.chapter], happening.event.data
            close = abs(int(data["for"]) - int(data["against"])) < 2
            weight = int(event.data["points"]) + (1 if close else 0.5)
            points.append(TurningPoint(happening.ply, happening.chapter, (happening.event, event), weight))
    return points
