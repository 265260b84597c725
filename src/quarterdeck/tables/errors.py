"""The errors that a table's operations raise, each with one clear sentence."""

from quarterdeck.errors import QuarterdeckError

__all__ = [
    "DataError",
    "NotAllowed",
    "NotFound",
    "OffCourse",
    "Outdated",
    "RulesVersionGone",
    "StaleMove",
    "StoreError",
]


class NotFound(QuarterdeckError):
    """What is asked for is not here: a table, a seat, a day, a puzzle or a regatta."""


class NotAllowed(QuarterdeckError):
    """Somebody asks to do or know something that only another seat may, or nobody yet."""


class StaleMove(QuarterdeckError):
    """A move for a position that is no longer the current one."""


class OffCourse(QuarterdeckError):
    """A legal move that deviates from a lesson; the message says why."""


class Outdated(QuarterdeckError):
    """A stored match that this program can't continue: its rules have another version, or it is damaged."""


class RulesVersionGone(Outdated):
    """A stored match whose version of the rules this program no longer has."""


class StoreError(QuarterdeckError):
    """A move could not be stored, so it was not made."""


class DataError(QuarterdeckError):
    """The data folder can't be used: not writable, of a newer program, or in use by another server."""
