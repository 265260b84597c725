"""Live updates. Each page has a WebSocket: it receives regions that have changed, and sends moves.

If WebSockets are blocked, a page reads the same messages as server-sent events (`updates`) and posts its
moves.
"""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from functools import lru_cache, partial
from typing import Any, Final, Protocol

from starlette.requests import HTTPConnection, Request
from starlette.responses import Response
from starlette.websockets import WebSocket, WebSocketDisconnect

from quarterdeck.errors import QuarterdeckError
from quarterdeck.i18n import _
from quarterdeck.tables.entry import now
from quarterdeck.tables.errors import NotAllowed
from quarterdeck.tables.live.attendance import present_at
from quarterdeck.tables.match import commands
from quarterdeck.tables.match.absence import Present
from quarterdeck.tables.match.match import Match
from quarterdeck.tables.match.sight import check_admitted
from quarterdeck.tables.store.rows import Message
from quarterdeck.web import forms
from quarterdeck.web.answers import deny, status_of
from quarterdeck.web.browser import Browser
from quarterdeck.web.company import REGION, company_news
from quarterdeck.web.context import AppContext
from quarterdeck.web.guests import name_of
from quarterdeck.web.heartbeat import BEAT, PAUSE, Heartbeat
from quarterdeck.web.limits import address_of
from quarterdeck.web.paths import url
from quarterdeck.web.screen import Screen, Update
from quarterdeck.web.talk import TalkLine
from quarterdeck.web.updates import head, streamed, tell
from quarterdeck.web.waiting import WaitingLine
from quarterdeck.web.wire import as_json, close, receive, send

__all__ = ["LivePage", "live", "stream"]

# Number of messages kept to be shared: pages of one table, one after another, are often told the same.
SHARED: Final = 16


class _Line(Protocol):
    """The updates for one page's connection."""

    def news(self, match: Match, said: Sequence[Message], present: Present) -> str | None:
        """The next update; None if the page is current."""


class LivePage:
    """One page's WebSocket or stream; computes its updates. `shown` is the version that the page shows,
    followed by a point and the number of its seat's own entries; `talk` marks how much chat it shows, `name`
    is its guest's name.
    """

    def __init__(
        self,
        browser: Browser,
        app: AppContext,
        seat: str,
        shown: str,
        talk: str = "",
        name: str = "",
    ) -> None:
        self._browser = browser
        self._screens = app.screens
        self._audience = app.audience
        self._seat = seat
        self._shown = shown
        self._last: Screen | None = None
        # Pieces of the panel beside the match, which pages share.
        self._company: tuple[str, ...] = ()
        self._name = name
        self._talk = TalkLine(browser.owner, talk)
        self._gone = False

    def news(self, match: Match, said: Sequence[Message], present: Present) -> str | None:
        """The next update; None if the page is current.

        If the page no longer has this browser's standpoint (the screen must be handed on), it is told to
        reload and gets nothing else.
        """
        at = match.standpoint(self._browser.owner)
        elsewhere = self._seat != ("" if at.seat is None else str(at.seat))
        if at.curtain is not None or elsewhere or not match.begun:
            gone, self._gone = self._gone, True
            return None if gone else as_json({"go": url(f"/table/{match.id}")})
        last, self._last = self._last, self._screens.current(match, at.seat)
        before = self._company
        owner = self._browser.owner
        watching = self._audience.html(match, owner)
        self._company = (*company_news(match, at.seat, owner, self._name, present), watching)
        self._gone = False
        screen = self._last
        if last is None:
            news = f"{screen.version}.{screen.own}" != self._shown
        else:
            news = last is not screen or before != self._company
        told = "{}"
        if news:
            company = None if before == self._company else self._company
            clock = now() if company is not None and match.terms.clock != "none" else None
            told = _message(screen.news(self._browser.csrf, last), company, clock)
        if spoken := self._talk.news(match, said):
            return f'{told[:-1]}{"," if news else ""}"talk":{as_json(spoken)}}}'
        return told if news else None


@lru_cache(SHARED)
def _message(update: Update, company: tuple[str, ...] | None, clock: int | None) -> str:
    """An update as JSON, with the panel beside the match and the time if these are to be told. All pages that
    are told the same share one text, and so one frame.
    """
    members, regions = [update.head], update.regions
    if company is not None:
        beside = as_json({REGION: "".join(company)})[1:-1]
        regions = f"{regions},{beside}" if regions else beside
    if clock is not None:
        members.append(f'"now":{clock}')
    members += [f'"regions":{{{regions}}}', *update.rest]
    return f"{{{','.join(members)}}}"


async def live(socket: WebSocket, app: AppContext) -> None:
    """Serve one page's WebSocket until it closes. An unknown table is rejected."""
    id_, owner = socket.path_params["id"], _browser(socket).owner
    try:
        match = await app.room.get(id_)
        check_admitted(match, owner)
        name = await _name(app, match, owner)
        line = await _line(socket, app, match, name)
    except QuarterdeckError as error:
        await deny(socket, error)
        return
    await socket.accept()
    with app.audience.watch(match, owner, name) as bell:
        telling = asyncio.create_task(tell(socket, partial(_news, app, _browser(socket), id_, line), bell))
        try:
            heartbeat = Heartbeat()
            while True:
                text = await receive(socket)
                if text == BEAT:
                    await send(socket, BEAT)
                    await heartbeat.given()
                    continue
                answer = await _heard(text, app, socket)
                await send(socket, as_json(answer))
                if "error" in answer:
                    # Slows down clients whose moves are refused.
                    await asyncio.sleep(PAUSE)
        except WebSocketDisconnect:
            pass
        except KeyError:
            # Bytes instead of text, which our pages never send.
            await close(socket, 1003)
        finally:
            telling.cancel()
            await asyncio.gather(telling, return_exceptions=True)


async def stream(request: Request, app: AppContext) -> Response:
    """The same updates as server-sent events; see `updates.streamed`. NotFound, Outdated, StoreError."""
    match = await app.match(request)
    if request.method == "HEAD":
        return head()
    owner = _browser(request).owner
    name = await _name(app, match, owner)
    line = await _line(request, app, match, name)
    news = partial(_news, app, _browser(request), match.id, line)
    return streamed(request, app.room, news, app.audience.watch(match, owner, name))


async def _line(connection: HTTPConnection, app: AppContext, match: Match, name: str) -> _Line:
    """A line for a page, given what the page already shows; `name` is its guest's."""
    asked, browser = connection.query_params, _browser(connection)
    # Where the store can't be read, this fails before a socket is accepted.
    await present_at(app.room, match, app.settings.absent_days)
    if asked.get("room") == "waiting":
        return WaitingLine(browser, name, asked.get("version", ""))
    seat, shown, talk = (asked.get(field, "") for field in ("seat", "version", "talk"))
    return LivePage(browser, app, seat, shown, talk, name)


async def _name(app: AppContext, match: Match, owner: str) -> str:
    """The name of a guest where it is needed: before the match, and for those without a seat."""
    return "" if match.begun and match.held(owner) else await name_of(app.room, owner)


def _browser(connection: HTTPConnection) -> Browser:
    browser = connection.scope["state"]["browser"]
    assert isinstance(browser, Browser)
    return browser


async def _news(app: AppContext, browser: Browser, id_: str, line: _Line) -> str | None:
    """The next update of a page; None if it is current. A browser that is known as somebody else by now is
    told to load the page again. QuarterdeckError.
    """
    if not _the_same(app, browser):
        return as_json({"go": url(f"/table/{id_}")})
    # Fetched again each time: a match that could not be caught up is replaced.
    match = await app.room.get(id_)
    present = await present_at(app.room, match, app.settings.absent_days)
    return line.news(match, await app.room.chat.at(match), present)


def _the_same(app: AppContext, browser: Browser) -> bool:
    """Whether a browser is still known as whom it was when its page connected."""
    return app.room.people.of(browser.hash) == browser.owner


async def _heard(text: str, app: AppContext, socket: WebSocket) -> dict[str, Any]:
    """Make a move that a page has sent. `act` is the page's message number, repeated in the answer, which
    also has the HTTP status of an error.
    """
    act: object = None
    try:
        form = forms.message(text)
        act = form.get("act")
        owner = _browser(socket).owner
        if not _the_same(app, _browser(socket)):
            raise NotAllowed(_("This browser is known as somebody else by now: load the page again."))
        app.limits.check("move", owner, address_of(socket))
        seat, version, action = forms.act(form)
        match = await app.match(socket)
        made = await app.room.execute(match, commands.act(owner, seat, version, action))
    except QuarterdeckError as error:
        return {"act": act, "error": str(error), "status": status_of(error)}
    return {"act": act, "version": made}
