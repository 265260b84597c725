"""The interface to a server and its tables for load tests."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Sequence
from pathlib import Path

from benchmarks.load.servers import Server

__all__ = ["SCREENS", "Refused", "Table", "Target"]

# At each table.
SCREENS = 4


class Refused(Exception):
    """The server refused a move, with a reason."""


class Table(ABC):
    """A table, and the screens that show it.

    `id` is its server's id. There are `SCREENS` screens: first the players' by seat (`seats` of them), then
    viewers'. `shown` is the version that each of them shows, -1 before the first. `over`: the match has
    ended. `gallery` counts further viewers, whose updates are not awaited.
    """

    def __init__(self, id_: str, seats: int) -> None:
        self.id = id_
        self.seats = seats
        self.shown = [-1] * SCREENS
        self.over = False
        self.gallery = 0
        self.listener: Callable[[], None] = lambda: None

    @property
    def version(self) -> int:
        """The newest version that any screen shows."""
        return max(self.shown)

    @abstractmethod
    async def connect(self, screen: int) -> None:
        """Open a screen's stream; its first update may arrive later."""

    @abstractmethod
    async def watch(self) -> None:
        """Open a stream for one more viewer in the gallery."""

    @abstractmethod
    def legal(self, seat: int) -> Sequence[str]:
        """The moves that a seat's own screen offers now."""

    @abstractmethod
    async def send(self, seat: int, move: str) -> None:
        """Make a move as a seat at the version that its screen shows. Raises Refused."""

    @abstractmethod
    def close(self) -> None:
        """Close all streams."""

    def update(self, screen: int, version: int) -> None:
        """Record the version that a screen shows, and notify the listener."""
        self.shown[screen] = version
        self.listener()


class Target(ABC):
    """A server to be measured: how to start it, and how to join its tables. `name` is printed."""

    name: str

    @abstractmethod
    def start(self, folder: Path, cores: Sequence[set[int]]) -> list[Server]:
        """Start a process on each of these cores, with its data in this folder. Raises NotStarted."""

    @abstractmethod
    async def enter(self, servers: Sequence[Server]) -> None:
        """Prepare to open tables at these servers."""

    @abstractmethod
    async def table(self) -> Table:
        """A new table with its players seated and no stream open yet. Raises Refused, OSError."""

    @abstractmethod
    def leave(self) -> None:
        """Close everything opened by `enter` and `table`, except streams."""
