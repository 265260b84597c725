"""Messages as they go over sockets and streams."""

from __future__ import annotations

import orjson

__all__ = ["as_json"]


def as_json(value: object) -> str:
    """A value as compact JSON, in the letters in which it was written."""
    return orjson.dumps(value).decode()
