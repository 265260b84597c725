"""The waiting room: a table's page until its last seat has been taken.

It shows who sits where and no cards. It also shows the commitment to the deal, so players know that the deal
does not depend on who sits down.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Final

import segno
from markupsafe import Markup

from quarterdeck.i18n import _, ngettext
from quarterdeck.tables.entry import SECRET_KINDS, now
from quarterdeck.tables.match.absence import Present, maker_is_absent, silent
from quarterdeck.tables.match.agreement import FILL, FREE
from quarterdeck.tables.match.match import Match
from quarterdeck.tables.match.remarks import remark
from quarterdeck.tables.match.voting import asked_of
from quarterdeck.tables.seats import HUMAN, VACANT
from quarterdeck.tables.store.rows import REMATCH, Message
from quarterdeck.text_safety import isolated
from quarterdeck.web.accounts.browser import Browser
from quarterdeck.web.boards import BOARDS, details
from quarterdeck.web.paths import url
from quarterdeck.web.rendering import templates
from quarterdeck.web.table.company import days_silent, open_question
from quarterdeck.web.table.component_changes import changes
from quarterdeck.web.table.preview import tags
from quarterdeck.web.transport.wire import as_json

__all__ = ["InviteLink", "WaitingLine", "page", "qr_code"]

REGIONS: Final = ("question", "status", "join", "chairs", "begin", "host")
NO_NETWORK: Final = {"open": "", "offer": ""}


@dataclass(frozen=True)
class InviteLink:
    """The link for friends; `only_here`: it does not work from other computers. `network`: what the viewer
    can do about that; see `AppContext.network_for`.
    """

    link: str
    only_here: bool
    network: Mapping[str, str] = field(default_factory=lambda: NO_NETWORK)


def qr_code(link: str) -> Markup:
    """A QR code of a link as SVG without style attributes, dark on the page's background."""
    code = segno.make(link, error="l", micro=False)
    return Markup(code.svg_inline(omitsize=True, border=2, svgclass="qr", lineclass=None))


def page(
    match: Match,
    browser: Browser,
    name: str,
    invitation: InviteLink,
    present: Present,
    error: str | None = None,
    friends: Sequence[Mapping[str, Any]] = (),
) -> str:
    """The whole page for one browser; `name` is the default name for a browser without a seat, `present` is
    the presence data, `friends` are those who can be asked (`friends.friends_to_ask`).
    """
    context = _room_context(match, browser, name, present)
    return templates.render(
        "waiting.html",
        {
            **context,
            "error": error,
            "friends": friends,
            "details": details(match.game.id, match.game.options, match.row.components),
            "changes": changes(match.game.id, match.row.components),
            "emblem": BOARDS[match.game.id].cover().emblem,
            "version": match.version,
            "public": match.row.public,
            "terms": match.terms.sentence(),
            "commitment": match.record.commitment,
            "link": invitation.link,
            "preview": tags(match),
            "only_here": invitation.only_here,
            # A guest's browser may run on the host's computer, yet who may come in is for the host to say.
            "network": invitation.network if context["host"] else NO_NETWORK,
            "back": match.id,
            "qr": qr_code(invitation.link),
        },
        match.game.id,
    )


class WaitingLine:
    """One open waiting room; computes its updates."""

    def __init__(self, browser: Browser, name: str, version: str) -> None:
        self._browser = browser
        self._name = name
        self._last_present: Present | None = None
        self._version = version
        self._last_regions: dict[str, str] | None = None
        self._told_to_go_on = False

    def news(self, match: Match, _said: Sequence[Message], present: Present) -> str | None:
        """The next update; None if the page is current. Once the match has begun, a redirect to it."""
        if match.begun:
            already_told, self._told_to_go_on = self._told_to_go_on, True
            return None if already_told else as_json({"go": url(f"/table/{match.id}")})
        last_regions, version = self._last_regions, str(match.version)
        if last_regions is not None and (version, present) == (self._version, self._last_present):
            return None
        context = _room_context(match, self._browser, self._name, present)
        self._last_present = present
        self._last_regions = regions = _regions_html(context, match.game.id)
        page_is_current, self._version = last_regions is None and version == self._version, version
        if page_is_current or regions == last_regions:
            return None
        changed = {
            region: html
            for region, html in regions.items()
            if not last_regions or last_regions[region] != html
        }
        return as_json({"version": match.version, "title": context["heading"], "regions": changed})


def _regions_html(context: dict[str, Any], game: str) -> dict[str, str]:
    return {f"region_{name}": templates.render(f"waiting/{name}.html", context, game) for name in REGIONS}


def _room_context(match: Match, browser: Browser, name: str, present: Present) -> dict[str, Any]:
    """The regions' context: the players on the chairs, and what this browser may do."""
    held, at = match.seats_of(browser.owner), now()
    host = match.is_maker(browser.owner)
    question = open_question(match, browser.owner)
    votes = _may_ask_others(match, browser.owner, present, at)
    free = sum(seat.kind == VACANT for seat in match.seats)
    chairs = [
        {
            "seat": number,
            "name": seat.name,
            "kind": seat.kind if seat.kind in (HUMAN, VACANT) else "bot",
            "mine": number in held,
            "frees": _way_to_free(match, browser.owner, number, votes, present, at),
            "silent": days_silent(match, number, present, at) if silent(match, number, present, at) else 0,
            # In a rematch, an open seat carries the name of the player who had it; anybody may take it.
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
        "table": match.id,
        "csrf": browser.csrf,
        "name": name,
        "chairs": chairs,
        "free": free,
        "held": held,
        "host": host,
        "votes": votes,
        "alone": votes and set(asked_of(match, held, FILL, None, present, at)) <= set(held),
        "question": question,
        "last": _last_decision(match),
        "barred": match.agreement.is_barred(browser.owner, at),
        "closed": match.closed,
        "heading": heading,
    }


def _may_ask_others(match: Match, owner: str, present: Present, at: int) -> bool:
    """Whether a browser may ask the others for what the maker alone decides, because the maker is absent."""
    if match.closed or match.is_maker(owner) or not match.seats_of(owner):
        return False
    return match.agreement.question is None and maker_is_absent(match, present, at)


def _way_to_free(match: Match, owner: str, seat: int, may_ask: bool, present: Present, at: int) -> str:
    """How a browser may free a seat: at once, as the "maker" or because nobody else is to be asked ("alone");
    if the others agree ("vote"); or not at all ("").
    """
    held = match.seats_of(owner)
    if match.closed or seat in held or match.seats[seat].kind != HUMAN:
        return ""
    if match.is_maker(owner):
        return "maker"
    if not may_ask:
        return ""
    if not set(asked_of(match, held, FREE, seat, present, at)) <= set(held):
        return "vote"
    return "alone" if silent(match, seat, present, at) else ""


def _last_decision(match: Match) -> str:
    """The others' latest decision, until something else happens."""
    last = next((entry for entry in reversed(match.entries) if entry.kind not in SECRET_KINDS), None)
    if last is not None and (last.kind == "refuse" or (last.kind == "leave" and "by" in last.data)):
        return remark(last, match.isolated_names)
    return ""
