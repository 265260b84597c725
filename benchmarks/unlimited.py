"""The environment of a server without rate limits: a benchmark's few clients send what thousands would."""

from __future__ import annotations

from typing import Final

__all__ = ["UNLIMITED"]

LIMITS: Final = ("TABLES", "SEATS", "TALK", "LINKS", "MOVES", "REQUESTS")
UNLIMITED: Final = {
    **{f"QUARTERDECK_LIMIT_{what}": "off" for what in LIMITS},
    "QUARTERDECK_OPEN_TABLES": "10000",
    "QUARTERDECK_PAUSE": "0",
}
