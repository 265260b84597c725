"""The panel beside the match on a table's page: company and chat."""

from __future__ import annotations

from typing import Any

from markupsafe import Markup

from quarterdeck.tables.entry import now
from quarterdeck.tables.live.attendance import present_at
from quarterdeck.tables.live.room import Room
from quarterdeck.tables.match.absence import DAYS
from quarterdeck.tables.match.match import Match
from quarterdeck.web.browser import Browser
from quarterdeck.web.company import company_page
from quarterdeck.web.guests import name_of
from quarterdeck.web.talk import talk

__all__ = ["beside"]


async def beside(
    room: Room, match: Match, seat: int | None, browser: Browser, days: int = DAYS
) -> dict[str, Any]:
    """The context of the panel for a browser with this seat open: ``company`` (HTML), ``talk`` (see
    `talk.talk`), and ``now``, the server's time in milliseconds since 1970 if a clock needs it, else None.
    After `days` without a sign of life a player is absent.
    """
    said = await room.chat.at(match)
    own = "" if match.held(browser.owner) else await name_of(room, browser.owner)
    present, at = await present_at(room, match, days), now()
    return {
        "company": Markup(company_page(match, seat, browser.owner, browser.csrf, at, own, present)),
        "talk": talk(match, said, browser.owner),
        "now": at if match.terms.clock != "none" else None,
    }
