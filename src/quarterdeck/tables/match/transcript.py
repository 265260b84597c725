"""What a viewer has been told of a match so far: facts and sentences in chapters, kept while it grows."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import NamedTuple
from weakref import WeakKeyDictionary

from quarterdeck.bots.stand_in import told_of
from quarterdeck.i18n import current
from quarterdeck.kernel.spec import GameSpec
from quarterdeck.play import Event, Position, View
from quarterdeck.tables.match.match import Match, Viewer
from quarterdeck.tables.match.remarks import remark

__all__ = ["Chapter", "LogLine", "Transcript", "transcript_of"]


class LogLine(NamedTuple):
    """A line of the log: its sentence, the rule that its fact follows from ("": it tells that a bot failed),
    the seat it is about, and whether its reader alone knows it.
    """

    text: str
    rule: str
    seat: int | None
    private: bool


@dataclass(frozen=True, eq=False)
class Chapter:
    """The facts of one part of a match that a viewer knows, such as a round, and the lines of the log: one
    for each fact, and others between them. `number` counts from 1; `ply` is the number of moves after which
    it began, `events` begins with the fact that opened it (not the first chapter's: the deal tells nothing).
    Never changed: one that grows is another one, so that whatever is made of one may be kept.
    """

    number: int
    title: str
    ply: int = 0
    events: tuple[Event, ...] = ()
    lines: tuple[LogLine, ...] = ()

    def with_(self, line: LogLine, *events: Event) -> Chapter:
        """The chapter with one line more, and the fact that it tells."""
        return Chapter(self.number, self.title, self.ply, (*self.events, *events), (*self.lines, line))


class Transcript:
    """The facts that one viewer was told, by ply and in chapters, and all that was said of them.

    `names` are those in its sentences (`Log.called`), `you` the seat that is called "you", if any;
    `opening` is the title of the first chapter.
    """

    def __init__(self, spec: GameSpec, viewer: Viewer, names: tuple[str, ...], opening: str) -> None:
        self.names = names
        self.you = viewer if isinstance(viewer, int) else None
        self.told: list[tuple[Event, ...]] = []
        self.said: list[str] = []
        self._spec = spec
        self._viewer = viewer
        self._positions: list[Position] = []
        # How many lines there were after each ply, and how many of them were no facts of the match.
        self._lines: list[int] = []
        self._remarks = 0
        self._chapters = [Chapter(1, opening)]

    def is_of(self, match: Match) -> bool:
        """Whether this is how the match has gone: no move was taken back, nobody else sits down."""
        known = len(self._positions)
        return (
            self.names == match.called
            and known <= len(match.positions)
            and (not known or self._positions[-1] is match.positions[known - 1])
        )

    def follow(self, match: Match, latest: View | None = None) -> None:
        """Hear of the moves that were made since, and of what was agreed on; `latest` is the viewer's view of
        the last position.
        """
        for position in match.positions[len(self._positions) :]:
            viewer = self._viewer
            if isinstance(viewer, str):
                events = position.events
            elif latest is not None and position is match.positions[-1]:
                events = latest.events
            else:
                events = position.view(viewer).events
            ply = len(self._positions)
            self._hear_remarks(match, ply - 1)
            if ply in match.instead:
                self._hear_of_failure(match.record.moves[ply - 1][0], match.instead[ply])
            for event in events:
                self._hear(event, ply)
            self.told.append(events)
            self._positions.append(position)
            self._lines.append(len(self.said))
        self._hear_remarks(match, len(self._positions) - 1)

    def _hear_remarks(self, match: Match, ply: int) -> None:
        """What was agreed on, or asked, up to the time when so many moves had been made."""
        for at, entry in match.agreement.told[self._remarks :]:
            if at > ply:
                break
            self._remarks += 1
            about = entry.data.get("of", entry.seat)
            self._say(LogLine(remark(entry, self.names), "", about if about >= 0 else None, private=False))
            self._lines[-1] = len(self.said)

    def _hear_of_failure(self, seat: int, by: str) -> None:
        """The bot that was to move has failed: that comes before what the move led to."""
        self._say(LogLine(told_of(by, self.names[seat], you=seat == self.you), "", seat, private=False))

    def _hear(self, event: Event, ply: int) -> None:
        chapter = self._chapters[-1]
        title = self._spec.chapter(event.kind, event.data)
        if title is not None and title != chapter.title:
            chapter = Chapter(chapter.number + 1, title, ply)
            self._chapters.append(chapter)
        seat = event.seat if event.seat >= 0 else None
        private = event.audience is not None and event.audience == self.you
        self._say(LogLine(event.sentence(self.names, self.you), event.rule, seat, private), event)

    def _say(self, line: LogLine, *events: Event) -> None:
        self._chapters[-1] = self._chapters[-1].with_(line, *events)
        self.said.append(line.text)

    def until(self, ply: int) -> tuple[Chapter, ...]:
        """The chapters as they were after so many moves."""
        if ply == len(self.told) - 1:
            return tuple(self._chapters)
        begun = [chapter for chapter in self._chapters if chapter.ply <= ply]
        *before, last = begun
        events = sum(map(len, self.told[: ply + 1])) - sum(len(chapter.events) for chapter in before)
        lines = self._lines[ply] - sum(len(chapter.lines) for chapter in before)
        return (*before, replace(last, events=last.events[:events], lines=last.lines[:lines]))


_transcripts: WeakKeyDictionary[Match, dict[tuple[Viewer, str], Transcript]] = WeakKeyDictionary()


def transcript_of(match: Match, viewer: Viewer, latest: View | None = None) -> Transcript:
    """What a viewer was told of a match up to now, in the language in use; `latest` is its view of the last
    position, if that is known.
    """
    kept = _transcripts.setdefault(match, {})
    transcript = kept.get((viewer, current()))
    if transcript is None or not transcript.is_of(match):
        opening = match.positions[0].opening
        transcript = kept[viewer, current()] = Transcript(match.game.spec, viewer, match.called, opening)
    transcript.follow(match, latest)
    return transcript
