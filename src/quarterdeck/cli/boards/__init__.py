"""How each game is drawn in the terminal."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Final, Protocol

from rich.console import RenderableType

from quarterdeck.cli.boards.plain import PlainTerminal
from quarterdeck.kernel.spec import Json
from quarterdeck.play import Event, Faces


class TerminalBoard(Protocol):
    """What the terminal needs of a game beside its words: drawings of a view's JSON, and more."""

    def status(self, view: Json, names: Sequence[str]) -> str:
        """One line: how far the match is."""

    def table(self, view: Json, names: Sequence[str], width: int) -> RenderableType:
        """All that lies on the table, and the viewer's own cards."""

    def effect(self, view: Json, action: str, names: Sequence[str]) -> str:
        """What a legal action will do, in one line."""

    def ends_part(self, event: Event) -> bool:
        """Whether this fact is the first after the last one that `results` sums up."""

    def results(self, number: int, events: Iterable[Event], names: Sequence[str]) -> RenderableType | None:
        """How the part of this number (from 1) came out: a round's points, say. `events` are its facts.

        None if they don't tell enough of it.
        """

    def standings(self, view: Json, names: Sequence[str]) -> RenderableType:
        """Who has won a match that is over, and with what."""


BOARDS: Final[Mapping[str, TerminalBoard]] = Faces("terminal", PlainTerminal)
