"""What each person at the terminal was told, and what they have not read yet."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from rich.console import RenderableType
from rich.text import Text

from quarterdeck.bots.stand_in import substitution_sentence
from quarterdeck.cli.boards import TerminalBoard
from quarterdeck.play import Event, Position
from quarterdeck.play.telling import told
from quarterdeck.text_safety import isolated

# A seat; None: what everybody is told.
Reader = int | None


def line(event: Event, names: Sequence[str], viewer: Reader) -> Text:
    """One fact as a sentence, with the rule behind it."""
    text = Text(event.sentence([isolated(name) for name in names], viewer))
    if event.spec.chapter(event.kind, event.data) is not None:
        text.stylize("bold")
    return text.append(f" ({event.rule})", "dim")


class TerminalLog:
    """Sentences by viewer, in order, and the results of each part of a match."""

    def __init__(
        self, board: TerminalBoard, names: Sequence[str], viewers: Iterable[Reader], face_up: bool = False
    ) -> None:
        """`face_up`: viewers are told everything, secrets included."""
        self._board = board
        self._names = [isolated(name) for name in names]
        self._face_up = face_up
        self._sentences: dict[Reader, list[RenderableType]] = {viewer: [] for viewer in viewers}
        self._read_count: dict[Reader, int] = dict.fromkeys(self._sentences, 0)
        self._part = 1
        self._part_events: list[Event] = []

    def add_failure(self, seat: int, by: str) -> None:
        """Tell everybody that the bot in a seat has failed, before the results of the replacement move."""
        for sentences in self._sentences.values():
            sentences.append(Text(substitution_sentence(by, self._names[seat])))

    def add(self, position: Position) -> None:
        """Tell each viewer the facts of the last move that this viewer may know."""
        for viewer in self._sentences:
            self._add_sentences(viewer, position.events if self._face_up else position.heard(viewer))
        for event in position.heard(None):
            if self._board.ends_part(event):
                self._part_events = []
                self._part += 1
            else:
                self._part_events.append(event)

    def _add_sentences(self, viewer: Reader, events: Sequence[Event]) -> None:
        """Add the sentences about facts for a viewer, and the results of each part that they end."""
        sentences = self._sentences[viewer]
        part, so_far = self._part, list(self._part_events)
        for one in told(events):
            for event in one.covers:
                if self._board.ends_part(event):
                    results = self._board.results(part, so_far, self._names)
                    sentences += [] if results is None else [Text(), results, Text()]
                    part, so_far = part + 1, []
                else:
                    so_far.append(event)
            sentences.append(line(one.event, self._names, viewer))

    def unread(self, viewer: Reader) -> list[RenderableType]:
        """The sentences that this viewer has not read yet; marks them as read."""
        start, self._read_count[viewer] = self._read_count[viewer], len(self._sentences[viewer])
        return self._sentences[viewer][start:]

    def everything(self, viewer: Reader) -> list[RenderableType]:
        """All sentences told to this viewer."""
        return self._sentences[viewer][: self._read_count[viewer]]
