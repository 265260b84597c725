"""The whole course of a match that is open to all: every fact with its ply, and the scores after each move.

The page shown after a match is made from it. There is none while a match goes on: it has everybody's secrets.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from typing import NamedTuple
from weakref import WeakKeyDictionary

from quarterdeck.i18n import _, current
from quarterdeck.kernel.spec import Json
from quarterdeck.play import Event, Position
from quarterdeck.tables.errors import NotAllowed
from quarterdeck.tables.match.match import OPEN, Match
from quarterdeck.tables.match.transcript import Chapter, transcript_of

__all__ = ["Happening", "Timeline", "timeline_of"]


class Happening(NamedTuple):
    """A fact, the move that led to it (0: the deal), and the index of its chapter."""

    ply: int
    chapter: int
    event: Event


@dataclass(frozen=True, eq=False)
class Timeline:
    """An open match from the deal to its last move."""

    chapters: tuple[Chapter, ...]
    happenings: tuple[Happening, ...]
    positions: tuple[Position, ...]

    @cached_property
    def scores(self) -> tuple[tuple[int, ...], ...]:
        """Each seat's points after each ply, 0 included."""
        return tuple(position.scores for position in self.positions)

    @property
    def plies(self) -> int:
        """The number of moves."""
        return len(self.positions) - 1

    def seats(self, ply: int) -> list[Json]:
        """What each seat had after this ply, with open cards: the "seats" of the position's JSON."""
        seats: list[Json] = self.positions[ply].to_json()["seats"]
        return seats

    def chapter_of(self, ply: int) -> int:
        """The index of the chapter in which a move was chosen."""
        begun = [at for at, chapter in enumerate(self.chapters) if chapter.ply < max(ply, 1)]
        return begun[-1]

    def at(self, ply: int) -> Iterator[Event]:
        """The facts that a move led to."""
        return (happening.event for happening in self.happenings if happening.ply == ply)


_timelines: WeakKeyDictionary[Match, dict[str, tuple[int, Timeline]]] = WeakKeyDictionary()


def timeline_of(match: Match) -> Timeline:
    """The timeline of an open match, in the current language. NotAllowed while the match goes on."""
    if not match.open:
        raise NotAllowed(_("The cards are laid open when the match is over."))
    kept = _timelines.setdefault(match, {})
    number, timeline = kept.get(current(), (-1, None))
    if timeline is None or number != match.number:
        timeline = _build_timeline(match)
        kept[current()] = match.number, timeline
    return timeline


def _build_timeline(match: Match) -> Timeline:
    """The timeline from everything that an open match lets everybody know."""
    transcript = transcript_of(match, OPEN)
    chapters = transcript.until(match.ply)
    chapter_by_fact = [at for at, chapter in enumerate(chapters) for _event in chapter.events]
    facts = [(ply, event) for ply, events in enumerate(transcript.told) for event in events]
    happenings = [
        Happening(ply, chapter, event) for (ply, event), chapter in zip(facts, chapter_by_fact, strict=True)
    ]
    return Timeline(chapters, tuple(happenings), tuple(match.positions))
