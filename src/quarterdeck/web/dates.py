"""Days as pages and files write them."""

from __future__ import annotations

from datetime import UTC, datetime

__all__ = ["iso_day"]


def iso_day(seconds: float) -> str:
    """The day of a moment, in seconds since 1970, in UTC: "2026-11-27"."""
    return datetime.fromtimestamp(seconds, UTC).date().isoformat()
