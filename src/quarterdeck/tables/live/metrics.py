"""What a server counts and measures of its work."""

from __future__ import annotations

__all__ = ["Metrics"]


class Metrics:
    """Hears what happens and does nothing with it; a server that counts has one of its own.

    It is called from the event loop and from threads, and must neither wait nor fail.
    """

    def stored(self, moves: int, seconds: float) -> None:
        """A commit has stored so many moves, and took so long."""

    def watched(self, viewers: int) -> None:
        """So many pages and programs follow a table now."""

    def at_hand(self, tables: int) -> None:
        """So many tables are in memory now."""

    def refused(self, kind: str) -> None:
        """A request was refused; the kind is a word of ours (the name of an error's class), nothing sent."""

    def thought(self, seconds: float) -> None:
        """A bot has chosen a move, and took so long."""

    def timed_out(self) -> None:
        """A seat's clock has run out."""
