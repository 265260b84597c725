"""Matches a socket's numbered questions and answers."""

from __future__ import annotations

import asyncio
from collections.abc import Mapping

from benchmarks.load.table import Refused

__all__ = ["Answers"]


class Answers:
    """The pending answers."""

    def __init__(self) -> None:
        self._questions = 0
        self._pending: dict[str, asyncio.Future[None]] = {}

    def expect(self) -> tuple[int, asyncio.Future[None]]:
        """A new question's number and the future of its answer; Refused if that is a refusal."""
        self._questions += 1
        waiting = self._pending[str(self._questions)] = asyncio.get_running_loop().create_future()
        return self._questions, waiting

    def told(self, number: object, answer: Mapping[str, object]) -> None:
        """Resolve a question with its answer."""
        waiting = self._pending.pop(str(number), None)
        if waiting is None or waiting.done():
            return
        if "error" in answer:
            waiting.set_exception(Refused(f"{answer['status']}: {answer['error']}"))
        else:
            waiting.set_result(None)
