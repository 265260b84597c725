"""The end of a game of Mutiny!: what the cutlasses came from, and the places."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from quarterdeck.games.mutiny.words import names as wording
from quarterdeck.i18n import _
from quarterdeck.tables.match.timeline import Timeline
from quarterdeck.web.boards.account import Account, Gain, Mark, TurningPoint, account_of, largest
from quarterdeck.web.boards.ending import SeatPlace

__all__ = ["account", "places", "source_label", "turning_points"]

TILE = "tile"


def account(timeline: Timeline, mark: Mark) -> Account:
    """MU-25, MU-26, MU-30, MU-31: the cutlasses by crew member, and those of the ship's destinations."""
    gains = tuple(_gains(timeline))
    from_crew = dict.fromkeys(gain.source for gain in gains if gain.source != TILE)
    sources = [*from_crew, *{gain.source for gain in gains if gain.source == TILE}]
    return account_of(timeline, mark, sources, source_label, gains)


def source_label(source: str) -> str:
    """What a source of cutlasses is called: a crew member, or the ship's destinations."""
    return _("Where the ship sailed") if source == TILE else wording.crew_name(source)


def _gains(timeline: Timeline) -> Iterator[Gain]:
    crew = TILE
    for happening in timeline.happenings:
        event = happening.event
        if event.kind in ("primary", "secondary"):
            crew = str(event.data["crew"])
        elif event.kind in ("gained", "lost") and event.data["resource"] == "cutlass":
            by_ship = event.kind == "lost" or event.rule == "MU-30"
            amount = int(event.data["amount"]) * (1 if event.kind == "gained" else -1)
            source = TILE if by_ship else crew
            yield Gain(
                event.seat, source, amount, happening.ply, happening.chapter, event, source_label(source)
            )


def turning_points(timeline: Timeline, account: Account | None) -> list[TurningPoint]:
    """Gains and losses of cutlasses. Those of the winners weigh more, and most the last, which decides."""
    gains = () if account is None else account.gains
    winners = timeline.positions[-1].winners
    last = max((gain.ply for gain in gains if gain.seat in winners), default=0)
    return [point._replace(weight=point.weight + (point.ply == last)) for point in largest(timeline, account)]


def places(rows: Sequence[Mapping[str, Any]]) -> list[SeatPlace]:
    """MU-50: the places of the final count; rum decides between equal cutlasses."""
    seat_places: list[SeatPlace] = []
    for at, row in enumerate(rows):
        same = at > 0 and _deciding_counts(rows[at - 1]) == _deciding_counts(row)
        place = seat_places[-1].place if same else at + 1
        seat_places.append(SeatPlace(row["seat"], place, row["cutlasses"], row["why"]))
    return seat_places


def _deciding_counts(row: Mapping[str, Any]) -> tuple[bool, int, int]:
    return row["best"], row["cutlasses"], row["rum"]
