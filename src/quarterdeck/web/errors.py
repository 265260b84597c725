"""The refusal of a request, with its status: the error that any part of the server may raise."""

from __future__ import annotations

from collections.abc import Mapping

from quarterdeck.errors import QuarterdeckError

__all__ = ["Refused"]


class Refused(QuarterdeckError):
    """Refuse a request with this status and these headers."""

    def __init__(self, sentence: str, status: int, headers: Mapping[str, str] | None = None) -> None:
        super().__init__(sentence, status)
        self.status = status
        self.headers = dict(headers or {})
