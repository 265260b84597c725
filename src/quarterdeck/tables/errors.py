"""What can go wrong at a table, each told in one clear sentence."""

from quarterdeck.errors import QuarterdeckError

__all__ = [
    "DataError",
    "NotAllowed",
    "NotFound",
    "OffCourse",
    "Outdated",
    "Outgrown",
    "StaleMove",
    "StoreError",
]


class NotFound(QuarterdeckError):
    """There is no such table, or no such seat at it."""


class NotAllowed(QuarterdeckError):
    """Somebody asks for what another seat, or nobody yet, may do or know."""


class StaleMove(QuarterdeckError):
    """A move for a position that is no longer the current one."""


class OffCourse(QuarterdeckError):
    """A legal move that a lesson does not take: why it goes another way."""


class Outdated(QuarterdeckError):
    """A stored match that this program can't continue: of another version of the rules, or damaged."""


class Outgrown(Outdated):
    """A stored match under a version of the rules that this program does not have."""


class StoreError(QuarterdeckError):
    """A move could not be stored, so it was not made."""


class DataError(QuarterdeckError):
    """The data folder can't be used: not writable, of a newer program, or in use by another server."""
