"""The talk at a table on its pages: what a browser may read of it, and what of that is news to a page."""

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
from quarterdeck.web import pages

__all__ = ["TalkLine", "talk"]


def talk(match: Match, said: Sequence[Message], owner: str | None) -> dict[str, Any] | None:
    """What the page of a table shows of its talk; None where there is none.

    ``lines`` (HTML), ``heard`` (a mark of how much that is, to come back with) and ``speaks``, whether this
    browser may say something. Messages have no numbers there: gaps would tell how much is kept from it.
    """
    if not match.terms.talk:
        return None
    heard = audible(match, said, owner)
    return {
        "lines": _lines(heard),
        "heard": _mark(heard),
        "speaks": bool(match.held(owner)),
    }


class TalkLine:
    """What a page has been told of the talk; `mark` is how much it shows already."""

    def __init__(self, owner: str, mark: str) -> None:
        self._owner = owner
        self._mark = mark
        self._said: Sequence[Message] | None = None
        self._last = 0
        self._removed = 0
        self._open = False

    def news(self, match: Match, said: Sequence[Message]) -> dict[str, Any] | None:
        """What to add to what the page shows (``more``), or to put in its place (``all``); None if nothing.

        All of it comes anew if the page does not show what it should: after a break, when something was
        removed, and to spectators when the match is over, who then read what was said to the seats in its
        place.
        """
        if said is self._said and match.over == self._open:
            return None
        heard = audible(match, said, self._owner)
        removed = _removed(heard)
        anew = self._said is None or match.over != self._open or removed != self._removed
        self._removed = removed
        mark = _mark(heard)
        more = [message for message in heard if message.number > self._last]
        shown, self._mark = self._mark, mark
        self._last = heard[-1].number if heard else 0
        self._said, self._open = said, match.over
        if mark == shown:
            return None
        lines = {"all": _lines(heard)} if anew else {"more": _lines(more)}
        return {"heard": mark, **lines}


def _mark(heard: Sequence[Message]) -> str:
    return f"{heard[-1].at}.{len(heard)}.{_removed(heard)}" if heard else ""


def _removed(heard: Sequence[Message]) -> int:
    return sum(message.removed for message in heard)


def _lines(heard: Sequence[Message]) -> Markup:
    language = current()
    return Markup("").join(_line(message, language) for message in heard)


@lru_cache(maxsize=4096)
def _line(message: Message, language: str) -> Markup:
    at = datetime.fromtimestamp(message.at / 1000, UTC).isoformat(timespec="seconds")
    with use(language):
        return Markup(pages.render("company/said.html", {"message": message, "at": at}))
