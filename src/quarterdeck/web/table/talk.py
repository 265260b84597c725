"""A table's chat on pages: the messages a browser may read, and the updates to them."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import UTC, datetime
from functools import lru_cache
from typing import Any

from markupsafe import Markup

from quarterdeck.i18n import current, use
from quarterdeck.tables.live.chat import audible
from quarterdeck.tables.match.match import Match
from quarterdeck.tables.store.rows import Message
from quarterdeck.web.rendering import templates

__all__ = ["TalkLine", "talk"]


def talk(match: Match, messages: Sequence[Message], owner: str | None) -> dict[str, Any] | None:
    """A table page's chat; None if there is none.

    ``lines`` is HTML, ``heard`` a mark of the messages shown, to be sent back, and ``speaks`` whether this
    browser may write. Pages see no message numbers, because gaps would reveal how many messages are hidden.
    """
    if not match.terms.talk:
        return None
    audible_messages = audible(match, messages, owner)
    return {
        "lines": _lines_html(audible_messages),
        "heard": _mark_of(audible_messages),
        "speaks": bool(match.seats_of(owner)),
    }


class TalkLine:
    """The chat on one open page; computes its updates. `mark` is what the page shows already."""

    def __init__(self, owner: str, mark: str) -> None:
        self._owner = owner
        self._mark = mark
        self._last_messages: Sequence[Message] | None = None
        self._last_number = 0
        self._removed = 0
        self._was_over = False

    def news(self, match: Match, messages: Sequence[Message]) -> dict[str, Any] | None:
        """Messages to append to the page (``more``), or to replace all it shows (``all``); None if it is
        current.

        All are sent again if the page's state does not match: after a lost connection, after messages were
        removed, and for spectators at the end of the match, who may then read the messages for seats.
        """
        if messages is self._last_messages and match.over == self._was_over:
            return None
        audible_messages = audible(match, messages, self._owner)
        removed = _count_removed(audible_messages)
        all_again = self._last_messages is None or match.over != self._was_over or removed != self._removed
        self._removed = removed
        mark_now = _mark_of(audible_messages)
        more = [message for message in audible_messages if message.number > self._last_number]
        mark_shown, self._mark = self._mark, mark_now
        self._last_number = audible_messages[-1].number if audible_messages else 0
        self._last_messages, self._was_over = messages, match.over
        if mark_now == mark_shown:
            return None
        lines = {"all": _lines_html(audible_messages)} if all_again else {"more": _lines_html(more)}
        return {"heard": mark_now, **lines}


def _mark_of(messages: Sequence[Message]) -> str:
    """A text that changes with the messages: the last one's time, their number, and how many were removed."""
    return f"{messages[-1].at}.{len(messages)}.{_count_removed(messages)}" if messages else ""


def _count_removed(messages: Sequence[Message]) -> int:
    return sum(message.removed for message in messages)


def _lines_html(messages: Sequence[Message]) -> Markup:
    language = current()
    return Markup("").join(_cached_line(message, language) for message in messages)


@lru_cache(maxsize=4096)
def _cached_line(message: Message, language: str) -> Markup:
    at = datetime.fromtimestamp(message.at / 1000, UTC).isoformat(timespec="seconds")
    with use(language):
        return Markup(templates.render("company/said.html", {"message": message, "at": at}))
