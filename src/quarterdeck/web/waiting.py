"""The waiting room: what a table's page is until its last seat has been taken.

It shows who sits where and nothing that was dealt; the commitment to the deal is on it, so that everybody who
sits down knows that nothing is dealt anew for anybody.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Final

import segno
from markupsafe import Markup

from quarterdeck.signs import isolated
from quarterdeck.tables.entry import now
from quarterdeck.tables.match import Match
from quarterdeck.tables.rows import REMATCH, Message
from quarterdeck.tables.seats import HUMAN, VACANT
from quarterdeck.web import pages
from quarterdeck.web.boards import BOARDS
from quarterdeck.web.browser import Browser
from quarterdeck.web.paths import url
from quarterdeck.web.wire import as_json
from quarterdeck.words import _, ngettext

__all__ = ["Invitation", "WaitingLine", "page", "qr_code"]

REGIONS: Final = ("status", "join", "chairs", "host")


@dataclass(frozen=True)
class Invitation:
    """The link to send to friends; `only_here`: it leads nowhere from another computer."""

    link: str
    only_here: bool


def qr_code(link: str) -> Markup:
    """A link as SVG without style attributes, dark on whatever is behind it."""
    code = segno.make(link, error="l", micro=False)
    return Markup(code.svg_inline(omitsize=True, border=2, svgclass="qr", lineclass=None))


def page(match: Match, browser: Browser, name: str, invitation: Invitation, error: str | None = None) -> str:
    """The whole page as one browser sees it; `name` is offered to who has no seat yet."""
    context = _context(match, browser, name)
    return pages.render(
        "waiting.html",
        {
            **context,
            "error": error,
            "details": BOARDS[match.game.id].details(match.game.options),
            "emblem": BOARDS[match.game.id].invitation().emblem,
            "version": match.version,
            "public": match.row.public,
            "terms": match.terms.sentence(),
            "commitment": match.record.commitment,
            "link": invitation.link,
            "only_here": invitation.only_here,
            "qr": qr_code(invitation.link),
        },
        match.game.id,
    )


class WaitingLine:
    """One open waiting room: works out what is news to it."""

    def __init__(self, browser: Browser, name: str, version: str) -> None:
        self._browser = browser
        self._name = name
        self._version = version
        self._shown: dict[str, str] | None = None
        self._gone = False

    def news(self, match: Match, _said: Sequence[Message]) -> str | None:
        """What to send now; None if the page shows it already. Once the match has begun, the way to it."""
        if match.begun:
            gone, self._gone = self._gone, True
            return None if gone else as_json({"go": url(f"/table/{match.id}")})
        before, version = self._shown, str(match.version)
        if before is not None and version == self._version:
            return None
        context = _context(match, self._browser, self._name)
        self._shown = made = _regions(context, match.game.id)
        fresh, self._version = version == self._version, version
        if fresh:
            return None
        changed = {region: html for region, html in made.items() if not before or before[region] != html}
        return as_json({"version": match.version, "title": context["heading"], "regions": changed})


def _regions(context: dict[str, Any], game: str) -> dict[str, str]:
    return {f"region_{name}": pages.render(f"waiting/{name}.html", context, game) for name in REGIONS}


def _context(match: Match, browser: Browser, name: str) -> dict[str, Any]:
    """What the regions read: each chair with who sits there, and what this browser may do."""
    held = match.held(browser.owner)
    host = browser.owner == match.row.owner
    free = sum(seat.kind == VACANT for seat in match.seats)
    chairs = [
        {
            "seat": number,
            "name": seat.name,
            "kind": seat.kind if seat.kind in (HUMAN, VACANT) else "bot",
            "mine": number in held,
            # Whoever made the table can ask others to leave it.
            "guest": host and seat.kind == HUMAN and number not in held,
            # In a rematch a chair is kept for who sat there before.
            "kept": isolated(seat.name) if seat.kind == VACANT and match.row.relation == REMATCH else "",
        }
        for number, seat in enumerate(match.seats)
    ]
    heading = ngettext("Waiting for {count} player", "Waiting for {count} players", free)
    heading = _("Closed") if match.closed else heading.format(count=free)
    return {
        "title": match.game.title,
        "game": match.game.id,
        "address": url(f"/table/{match.id}"),
        "table_id": match.id,
        "csrf": browser.csrf,
        "name": name,
        "chairs": chairs,
        "free": free,
        "held": held,
        "host": host,
        "barred": match.accord.is_barred(browser.owner, now()),
        "closed": match.closed,
        "heading": heading,
    }
