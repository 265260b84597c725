"""How each game is drawn in the terminal."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Protocol

from rich.console import RenderableType

from quarterdeck.cli.boards import meuterer
from quarterdeck.kernel.spec import Json
from quarterdeck.play import Event


class Board(Protocol):
    """What the terminal needs of a game beside its words: drawings of a view's JSON, and more."""

    def status(self, view: Json, names: Sequence[str]) -> str:
        """One line: how far the match is."""

    def table(self, view: Json, names: Sequence[str], width: int) -> RenderableType:
        """All that lies on the table, and the viewer's own cards."""

    def effect(self, view: Json, action: str) -> str:
        """What a legal action will do, in one line."""

    def results(self, number: int, events: Iterable[Event], names: Sequence[str]) -> RenderableType:
        """Where each point of a round came from."""

    def ends_round(self, event: Event) -> bool:
        """Whether this fact is the first after a round's last point."""


BOARDS: Mapping[str, Board] = {"meuterer": meuterer.Meuterer()}
