"""Metrics of a server's work."""

from __future__ import annotations

__all__ = ["Metrics"]


class Metrics:
    """Receives events and ignores them; a server that collects metrics uses a subclass.

    Methods are called from the event loop and from threads. They must neither block nor raise.
    """

    def stored(self, moves: int, seconds: float) -> None:
        """A commit has stored this many moves, and took this many seconds."""

    def watched(self, viewers: int) -> None:
        """The number of pages and programs that follow a table now."""

    def at_hand(self, tables: int) -> None:
        """The number of tables in memory now."""

    def refused(self, kind: str) -> None:
        """A request was refused. The kind is one of our own names (an error class); it contains nothing the
        client sent.
        """

    def thought(self, seconds: float) -> None:
        """A bot has chosen a move, and took this many seconds."""

    def timed_out(self) -> None:
        """A seat's clock has run out."""
