"""The tables for other programs: JSON over HTTP, streams of what happens, OpenAPI. Mounted at /api/v1."""

from typing import Final

__all__ = ["BASE"]

BASE: Final = "/api/v1"
