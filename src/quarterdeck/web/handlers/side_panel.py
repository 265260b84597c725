"""The panel beside the match on a table's page: company and chat."""

from __future__ import annotations

from typing import Any

from markupsafe import Markup

from quarterdeck.tables.entry import now
from quarterdeck.tables.live.attendance import present_at
from quarterdeck.tables.match.match import Match
from quarterdeck.web.accounts.browser import Browser
from quarterdeck.web.accounts.guests import name_of
from quarterdeck.web.context import AppContext
from quarterdeck.web.table.company import company_page
from quarterdeck.web.table.talk import talk

__all__ = ["beside"]


async def beside(app: AppContext, match: Match, seat: int | None, browser: Browser) -> dict[str, Any]:
    """The context of the panel for a browser with this seat open: ``company`` (HTML), ``talk`` (see
    `talk.talk`), and ``now``, the server's time in milliseconds since 1970 if a clock needs it, else None.
    """
    owner, messages = browser.owner, await app.room.chat.at(match)
    name = "" if match.seats_of(owner) else await name_of(app.room, owner)
    present, at = await present_at(app.room, match, app.settings.absent_days), now()
    company = company_page(match, seat, owner, browser.csrf, at, name, present)
    return {
        "company": Markup(company + app.audience.html(match, owner)),
        "talk": talk(match, messages, owner),
        "now": at if match.terms.clock != "none" else None,
    }
