"""How each game is drawn in the terminal."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Final, Protocol

from rich.console import RenderableType

from quarterdeck.cli.boards.plain import PlainTerminal
from quarterdeck.kernel.spec import Json
from quarterdeck.play import Event, Faces


class TerminalBoard(Protocol):
    """A game's drawings for the terminal, made from a view's JSON, besides its words."""

    def status(self, view: Json, names: Sequence[str]) -> str:
        """One line on the match's progress."""

    def table(self, view: Json, names: Sequence[str], width: int) -> RenderableType:
        """Everything on the table, and the viewer's own cards."""

    def effect(self, view: Json, action: str, names: Sequence[str]) -> str:
        """A legal action's effect in one line."""

    def ends_part(self, event: Event) -> bool:
        """Whether this fact is the first after a part that `results` sums up."""

    def results(self, number: int, events: Iterable[Event], names: Sequence[str]) -> RenderableType | None:
        """The results of the part with this number (from 1), for example a round's points; `events` are its
        facts. None if the facts do not suffice.
        """

    def standings(self, view: Json, names: Sequence[str]) -> RenderableType:
        """The final result of a match: the winners, and why they won."""


BOARDS: Final[Mapping[str, TerminalBoard]] = Faces("terminal", PlainTerminal)
