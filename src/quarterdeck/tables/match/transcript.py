"""What a viewer has been told of a match: facts and sentences in chapters, extended as the match goes on."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import NamedTuple
from weakref import WeakKeyDictionary

from quarterdeck.bots.stand_in import substitution_sentence
from quarterdeck.i18n import current
from quarterdeck.kernel.spec import GameSpec
from quarterdeck.play import Event, Position
from quarterdeck.play.telling import Told, told
from quarterdeck.tables.match.match import Match, Viewer
from quarterdeck.tables.match.remarks import names_at, remark

__all__ = ["Chapter", "LogLine", "Transcript", "transcript_of"]


class LogLine(NamedTuple):
    """A line of the log: its sentence, the rule behind its fact ("" if a bot failed), the seat it is about,
    and whether only its reader knows it.
    """

    text: str
    rule: str
    seat: int | None
    private: bool


@dataclass(frozen=True, eq=False)
class Chapter:
    """The facts that a viewer knows of one part of a match, such as a round, and the lines of the log: one
    for each fact, or for several that tell the same (`play.telling`), and others between them.

    `number` counts from 1. `ply` is the number of moves before it began. `events` begins with the fact that
    opened the chapter, except in the first one: the deal tells nothing. Immutable: adding a line makes a new
    chapter, so anything rendered from one can be cached.
    """

    number: int
    title: str
    ply: int = 0
    events: tuple[Event, ...] = ()
    lines: tuple[LogLine, ...] = ()

    def with_(self, line: LogLine, *events: Event) -> Chapter:
        """The chapter with one more line and its fact."""
        return Chapter(self.number, self.title, self.ply, (*self.events, *events), (*self.lines, line))


class Transcript:
    """The facts told to one viewer, by ply and in chapters, and their sentences.

    `names` are the names used in sentences (`Log.isolated_names`), `you` the seat addressed as "you", if any;
    `opening` is the title of the first chapter. `said` are the sentences so far, `heard` the fact behind
    each as it is staged, None for a remark.
    """

    def __init__(self, spec: GameSpec, viewer: Viewer, names: tuple[str, ...], opening: str) -> None:
        self.names = names
        self.you = viewer if isinstance(viewer, int) else None
        self.told: list[tuple[Event, ...]] = []
        self.said: list[str] = []
        self.heard: list[Event | None] = []
        self._spec = spec
        self._viewer = viewer
        self._positions: list[Position] = []
        # The number of lines after each ply, and the number of remarks so far (lines that are no facts).
        self._line_counts: list[int] = []
        self._remark_count = 0
        self._chapters = [Chapter(1, opening)]

    def is_of(self, match: Match) -> bool:
        """Whether this transcript still fits the match: no move was taken back since, and no seat has changed
        its player.
        """
        followed = len(self._positions)
        return (
            self.names == match.isolated_names
            and followed <= len(match.positions)
            and (not followed or self._positions[-1] is match.positions[followed - 1])
        )

    def follow(self, match: Match) -> None:
        """Add the facts of all moves made since the last call, and the remarks between them."""
        for position in match.positions[len(self._positions) :]:
            viewer = self._viewer
            if isinstance(viewer, str) or not position.confided:
                # Nothing is secret here: all viewers share this tuple.
                events = position.events
            else:
                events = position.heard(viewer)
            ply = len(self._positions)
            self._add_remarks(match, ply - 1)
            if ply in match.instead:
                self._add_failure(match.record.moves[ply - 1][0], match.instead[ply])
            for one in told(events):
                self._add_told(one, ply)
            self.told.append(events)
            self._positions.append(position)
            self._line_counts.append(len(self.said))
        self._add_remarks(match, len(self._positions) - 1)

    def _add_remarks(self, match: Match, ply: int) -> None:
        """Add remarks on agreements, questions and changes of seats up to this ply."""
        for at, entry in match.agreement.told[self._remark_count :]:
            if at > ply:
                break
            self._remark_count += 1
            seat = entry.data.get("of", entry.seat)
            # Who leaves a seat is not called by the name of who has it now.
            sentence = remark(entry, names_at(match, entry.number))
            self._add_line(LogLine(sentence, "", seat if seat >= 0 else None, private=False))

    def _add_failure(self, seat: int, replacement: str) -> None:
        """Add that the bot to move failed; this comes before the results of the move."""
        self._add_line(
            LogLine(
                substitution_sentence(replacement, self.names[seat], you=seat == self.you),
                "",
                seat,
                private=False,
            )
        )

    def _add_told(self, one: Told, ply: int) -> None:
        """Add the sentence of a fact, in a new chapter if the fact opens one."""
        event = one.event
        chapter = self._chapters[-1]
        title = self._spec.chapter(event.kind, event.data)
        if title is not None and title != chapter.title:
            chapter = Chapter(chapter.number + 1, title, ply)
            self._chapters.append(chapter)
        seat = event.seat if event.seat >= 0 else None
        private = event.audience is not None and event.audience == self.you
        line = LogLine(event.sentence(self.names, self.you), event.rule, seat, private)
        self._add_line(line, one.staged, *one.covers)

    def _add_line(self, line: LogLine, staged: Event | None = None, *events: Event) -> None:
        self._chapters[-1] = self._chapters[-1].with_(line, *events)
        self.said.append(line.text)
        self.heard.append(staged)

    def span(self, ply: int) -> tuple[int, int]:
        """Which of the sentences came with the move that led to a ply: the index of the first one, and the
        index after the last one. Remarks come with the move after them; those after the last move, with it.
        """
        first = self._line_counts[ply - 1] if ply else 0
        return first, len(self.said) if ply == len(self.told) - 1 else self._line_counts[ply]

    def until(self, ply: int) -> tuple[Chapter, ...]:
        """The chapters as they were after this many moves."""
        if ply == len(self.told) - 1:
            return tuple(self._chapters)
        begun = [chapter for chapter in self._chapters if chapter.ply <= ply]
        *before, last = begun
        events = sum(map(len, self.told[: ply + 1])) - sum(len(chapter.events) for chapter in before)
        lines = self._line_counts[ply] - sum(len(chapter.lines) for chapter in before)
        return (*before, replace(last, events=last.events[:events], lines=last.lines[:lines]))


_transcripts: WeakKeyDictionary[Match, dict[tuple[Viewer, str], Transcript]] = WeakKeyDictionary()


def transcript_of(match: Match, viewer: Viewer) -> Transcript:
    """The transcript of a viewer up to now, in the current language."""
    kept = _transcripts.setdefault(match, {})
    transcript = kept.get((viewer, current()))
    if transcript is None or not transcript.is_of(match):
        opening = match.positions[0].opening
        transcript = kept[viewer, current()] = Transcript(
            match.game.spec, viewer, match.isolated_names, opening
        )
    transcript.follow(match)
    return transcript
