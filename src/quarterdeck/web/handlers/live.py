"""Live updates. Over its WebSocket each page receives the regions that have changed, and sends moves.

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
from quarterdeck.tables.entry import now
from quarterdeck.tables.errors import NotAllowed
from quarterdeck.tables.live.attendance import present_at
from quarterdeck.tables.match import commands
from quarterdeck.tables.match.absence import Present
from quarterdeck.tables.match.match import Match
from quarterdeck.tables.match.sight import check_admitted
from quarterdeck.tables.store.rows import Message
from quarterdeck.web import forms
from quarterdeck.web.accounts.browser import Browser
from quarterdeck.web.accounts.guests import name_of
from quarterdeck.web.answers import deny, status_of
from quarterdeck.web.context import AppContext, browser_of
from quarterdeck.web.limits import address_of
from quarterdeck.web.paths import url
from quarterdeck.web.table.company import REGION, company_news
from quarterdeck.web.table.screen import Screen, Update
from quarterdeck.web.table.talk import TalkLine
from quarterdeck.web.table.waiting import WaitingLine
from quarterdeck.web.transport.heartbeat import BEAT, PAUSE, Heartbeat
from quarterdeck.web.transport.updates import head, streamed, tell
from quarterdeck.web.transport.wire import NoText, as_json, close, receive, send

__all__ = ["TableLine", "live", "stream"]

# Number of cached update messages: the pages of one table often get the same one.
SHARED: Final = 16


class _Line(Protocol):
    """One open page, of a table or of its waiting room; computes its updates."""

    def news(self, match: Match, messages: Sequence[Message], present: Present) -> str | None:
        """The next update; None if the page is current."""


class TableLine:
    """One open page of a table, by WebSocket or stream; computes its updates.

    `seat` is the seat that the page shows, "" for a spectator. `shown` is the version that it shows, followed
    by a point and the number of its seat's own entries. `talk` marks how much chat it shows. `name` is its
    guest's name.
    """

    def __init__(
        self,
        browser: Browser,
        app: AppContext,
        seat: str,
        shown: str,
        talk: str,
        name: str,
    ) -> None:
        self._browser = browser
        self._screens = app.screens
        self._audience = app.audience
        self._seat = seat
        self._shown = shown
        self._last_screen: Screen | None = None
        # Pieces of the panel beside the match, which pages share.
        self._company: tuple[str, ...] = ()
        self._name = name
        self._talk = TalkLine(browser.owner, talk)
        self._told_to_reload = False

    def news(self, match: Match, messages: Sequence[Message], present: Present) -> str | None:
        """The next update; None if the page is current.

        A page is told once to reload if it no longer shows what this browser may see: another seat is open
        now, or the screen is being handed on. It gets nothing else then.
        """
        standpoint = match.standpoint(self._browser.owner)
        elsewhere = self._seat != ("" if standpoint.seat is None else str(standpoint.seat))
        if standpoint.curtain is not None or elsewhere or not match.begun:
            already_told, self._told_to_reload = self._told_to_reload, True
            return None if already_told else as_json({"go": url(f"/table/{match.id}")})
        last_screen, self._last_screen = self._last_screen, self._screens.current(match, standpoint.seat)
        last_company = self._company
        owner = self._browser.owner
        watching = self._audience.html(match, owner)
        self._company = (*company_news(match, standpoint.seat, owner, self._name, present), watching)
        self._told_to_reload = False
        screen = self._last_screen
        if last_screen is None:
            outdated = f"{screen.version}.{screen.own}" != self._shown
        else:
            outdated = last_screen is not screen or last_company != self._company
        message = "{}"
        if outdated:
            company = None if last_company == self._company else self._company
            clock = now() if company is not None and match.terms.clock != "none" else None
            message = _update_message(screen.news(self._browser.csrf, last_screen), company, clock)
        if chat := self._talk.news(match, messages):
            return f'{message[:-1]}{"," if outdated else ""}"talk":{as_json(chat)}}}'
        return message if outdated else None


@lru_cache(SHARED)
def _update_message(update: Update, company: tuple[str, ...] | None, clock: int | None) -> str:
    """An update as JSON, with the panel beside the match (`company`) and the time (`clock`) unless they are
    None. Pages that get the same update share one text, and so one WebSocket frame.
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
    id_, owner = socket.path_params["id"], browser_of(socket).owner
    try:
        match = await app.room.get(id_)
        check_admitted(match, owner)
        name = await _guest_name(app, match, owner)
        line = await _open_line(socket, app, match, name)
    except QuarterdeckError as error:
        await deny(socket, error)
        return
    await socket.accept()
    with app.audience.watch(match, owner, name) as bell:
        news = partial(_next_update, app, browser_of(socket), id_, line)
        telling = asyncio.create_task(tell(socket, news, bell))
        try:
            heartbeat = Heartbeat()
            while True:
                text = await receive(socket)
                if text == BEAT:
                    await send(socket, BEAT)
                    await heartbeat.pace()
                    continue
                answer = await _make_move(text, app, socket)
                await send(socket, as_json(answer))
                if "error" in answer:
                    # Slows down clients whose moves are refused.
                    await asyncio.sleep(PAUSE)
        except WebSocketDisconnect:
            pass
        except NoText:
            await close(socket, 1003)
        finally:
            telling.cancel()
            await asyncio.gather(telling, return_exceptions=True)


async def stream(request: Request, app: AppContext) -> Response:
    """The updates of a page as server-sent events; see `updates.streamed`. Raises NotFound, Outdated,
    StoreError.
    """
    match = await app.match(request)
    if request.method == "HEAD":
        return head()
    owner = browser_of(request).owner
    name = await _guest_name(app, match, owner)
    line = await _open_line(request, app, match, name)
    news = partial(_next_update, app, browser_of(request), match.id, line)
    return streamed(request, app.room, news, app.audience.watch(match, owner, name))


async def _open_line(connection: HTTPConnection, app: AppContext, match: Match, name: str) -> _Line:
    """The line for a page. Its query says what the page already shows; `name` is its guest's."""
    query, browser = connection.query_params, browser_of(connection)
    # Where the store can't be read, this fails before a socket is accepted.
    await present_at(app.room, match, app.settings.absent_days)
    if query.get("room") == "waiting":
        return WaitingLine(browser, name, query.get("version", ""))
    seat, shown, talk = (query.get(field, "") for field in ("seat", "version", "talk"))
    return TableLine(browser, app, seat, shown, talk, name)


async def _guest_name(app: AppContext, match: Match, owner: str) -> str:
    """A guest's name if their page needs it, else "": before the match, and for those without a seat."""
    return "" if match.begun and match.seats_of(owner) else await name_of(app.room, owner)


async def _next_update(app: AppContext, browser: Browser, id_: str, line: _Line) -> str | None:
    """The next update of a page; None if it is current. If the browser belongs to another guest by now, its
    page is told to reload. Raises QuarterdeckError.
    """
    try:
        app.check_same_guest(browser)
    except NotAllowed:
        return as_json({"go": url(f"/table/{id_}")})
    # Fetched again each time: a match that could not be caught up is replaced.
    match = await app.room.get(id_)
    present = await present_at(app.room, match, app.settings.absent_days)
    return line.news(match, await app.room.chat.at(match), present)


async def _make_move(text: str, app: AppContext, socket: WebSocket) -> dict[str, Any]:
    """Make a move that a page has sent. The answer repeats the page's message number (`act`), and has the new
    version, or the sentence and the HTTP status of an error.
    """
    act: object = None
    try:
        form = forms.message(text)
        act = form.get("act")
        owner = browser_of(socket).owner
        app.check_same_guest(browser_of(socket))
        app.limits.check("move", owner, address_of(socket))
        seat, version, action = forms.act(form)
        match = await app.match(socket)
        new_version = await app.room.execute(match, commands.act(owner, seat, version, action))
    except QuarterdeckError as error:
        return {"act": act, "error": str(error), "status": status_of(error)}
    return {"act": act, "version": new_version}
