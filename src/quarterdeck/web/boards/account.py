"""What a match's points came from: the data of the drawing and of the moments on the page of its end."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import NamedTuple

from quarterdeck.i18n import _
from quarterdeck.play import Event
from quarterdeck.tables.match.timeline import Timeline
from quarterdeck.tables.match.transcript import Chapter

__all__ = ["Account", "Gain", "Part", "Source", "TurningPoint", "account_of", "by_scores", "largest"]

# Says the kind and number of a chapter: ("Round", "3").
Mark = Callable[[Chapter], tuple[str, str]]


class Source(NamedTuple):
    """Something that points come from, and its label."""

    id: str
    label: str


class Gain(NamedTuple):
    """Points that a seat got at once, or lost if `amount` is negative, by move `ply`. `chapter` is an index
    of the timeline's chapters. `event` is the fact that tells of it, if there is one; `about` what
    this one does not tell, such as the source.
    """

    seat: int
    source: str
    amount: int
    ply: int
    chapter: int
    event: Event | None
    about: str = ""


class TurningPoint(NamedTuple):
    """A moment that may have decided a match: its facts, the move that led to them, and its weight, in
    points. `about` says in a few words what the fact does not tell, such as the source of points.
    """

    ply: int
    chapter: int
    events: tuple[Event, ...]
    weight: float
    about: str = ""


class Part(NamedTuple):
    """A column of the drawing: a chapter's mark, such as "3", and its title, such as "Round 3"."""

    mark: str
    title: str


@dataclass(frozen=True)
class Account:
    """Where each seat's points came from, by source and part. `starts` is what the seats began with."""

    sources: tuple[Source, ...]
    parts: tuple[Part, ...]
    starts: tuple[int, ...]
    gains: tuple[Gain, ...]

    def total(self, seat: int) -> int:
        """All that a seat had in the end."""
        return self.starts[seat] + sum(gain.amount for gain in self.gains if gain.seat == seat)


def account_of(
    timeline: Timeline,
    mark: Mark,
    sources: Iterable[str],
    label: Callable[[str], str],
    gains: Iterable[Gain],
) -> Account:
    """The account of these gains. `sources` are those of the gains in the order of the drawing; `label` gives
    the label of each. The columns are the chapters of the timeline, up to the last one in which anybody
    gained anything.
    """
    gains = tuple(gains)
    last = max((gain.chapter for gain in gains), default=-1)
    parts = tuple(Part(mark(chapter)[1], chapter.title) for chapter in timeline.chapters[: last + 1])
    return Account(tuple(Source(id_, label(id_)) for id_ in sources), parts, timeline.scores[0], gains)


def by_scores(timeline: Timeline, mark: Mark) -> Account | None:
    """The account of any game: how the scores changed, move by move. None if they say nothing before the last
    move.
    """
    scores = timeline.scores
    gains = tuple(
        Gain(seat, "score", after - before, ply, timeline.chapter_of(ply), _fact_of(timeline, ply, seat))
        for ply in range(1, len(scores))
        for seat, (before, after) in enumerate(zip(scores[ply - 1], scores[ply], strict=True))
        if before != after
    )
    if all(gain.ply == timeline.plies for gain in gains):
        return None
    return account_of(timeline, mark, ["score"], lambda _source: _("Points"), gains)


def _fact_of(timeline: Timeline, ply: int, seat: int) -> Event | None:
    """The last public fact about a seat that a move led to, not counting one that opens a chapter."""
    facts = [
        event
        for event in timeline.at(ply)
        if event.seat == seat
        and event.audience is None
        and event.spec.chapter(event.kind, event.data) is None
    ]
    return facts[-1] if facts else None


def largest(timeline: Timeline, account: Account | None) -> list[TurningPoint]:
    """Every gain as a turning point: the more points, the heavier, and a little more for who has won."""
    gains = () if account is None else account.gains
    winners = timeline.positions[-1].winners
    return [
        TurningPoint(
            gain.ply, gain.chapter, (gain.event,), abs(gain.amount) + (gain.seat in winners) / 2, gain.about
        )
        for gain in gains
        if gain.event is not None
    ]
