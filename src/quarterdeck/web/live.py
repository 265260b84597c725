"""Live updates: a socket a page. Regions go out that have changed since it last got any; moves come in."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from contextlib import suppress
from typing import Any, Final, Protocol

from starlette.websockets import WebSocket, WebSocketDisconnect

from quarterdeck.errors import QuarterdeckError
from quarterdeck.tables import wishes
from quarterdeck.tables.absence import Present, present_at
from quarterdeck.tables.entry import now
from quarterdeck.tables.match import Match
from quarterdeck.tables.room import Bell, Room
from quarterdeck.tables.rows import Message
from quarterdeck.web import forms
from quarterdeck.web.answers import deny, status_of
from quarterdeck.web.browser import Browser
from quarterdeck.web.company import REGION, company_news
from quarterdeck.web.desk import Desk
from quarterdeck.web.guests import name_of
from quarterdeck.web.limits import address_of
from quarterdeck.web.paths import url
from quarterdeck.web.screen import Screen, Screens
from quarterdeck.web.talk import TalkLine
from quarterdeck.web.waiting import WaitingLine
from quarterdeck.web.wire import as_json

__all__ = ["Line", "live"]

# How long nothing more is heard from a page that was refused something, in seconds.
PAUSE: Final = 0.1


class _Line(Protocol):
    """What a page is told over its socket."""

    def news(self, match: Match, said: Sequence[Message]) -> str | None:
        """What to send now; None if the page shows it already."""


class Line:
    """One page's socket: works out what is news to it. `shown` is the version that the page shows, with what
    is its seat's own after a point; `talk` marks how much of the talk it shows, `name` is how its guest is
    known, `present` tells who is there.
    """

    def __init__(
        self,
        browser: Browser,
        screens: Screens,
        seat: str,
        shown: str,
        talk: str = "",
        name: str = "",
        present: Present | None = None,
    ) -> None:
        self._browser = browser
        self._screens = screens
        self._seat = seat
        self._shown = shown
        self._last: Screen | None = None
        self._company = ""
        self._name = name
        self._present = present
        self._talk = TalkLine(browser.owner, talk)
        self._gone = False

    def news(self, match: Match, said: Sequence[Message]) -> str | None:
        """What to send now; None if the page shows it already.

        A page that no longer is this browser's point of view (the screen is to be handed on) is sent away and
        gets nothing more of it: it has to ask for the page again, and then sees what it may see.
        """
        at = match.standpoint(self._browser.owner)
        elsewhere = self._seat != ("" if at.seat is None else str(at.seat))
        if at.curtain is not None or elsewhere or not match.begun:
            gone, self._gone = self._gone, True
            return None if gone else as_json({"go": url(f"/table/{match.id}")})
        last, self._last = self._last, self._screens.current(match, at.seat)
        before = self._company
        self._company = company_news(match, at.seat, self._browser.owner, self._name, self._present)
        self._gone = False
        screen, members = self._last, list[str]()
        if last is None:
            news = f"{screen.version}.{screen.own}" != self._shown
        else:
            news = last is not screen
        if news:
            head, regions, rest = screen.news(self._browser.csrf, last)
            members = [head]
            if before != self._company:
                company = as_json({REGION: self._company})[1:-1]
                regions = f"{regions},{company}" if regions else company
                if match.terms.clock != "none":
                    members.append(f'"now":{now()}')
            members += [f'"regions":{{{regions}}}', *rest]
        if spoken := self._talk.news(match, said):
            members.append(f'"talk":{as_json(spoken)}')
        return f"{{{','.join(members)}}}" if members else None


async def live(socket: WebSocket, desk: Desk) -> None:
    """Serve one page's socket until it closes. A table that does not exist gets no socket."""
    id_, room = socket.path_params["id"], desk.room
    asked = socket.query_params
    try:
        match = await room.get(id_)
    except QuarterdeckError as error:
        await deny(socket, error)
        return
    await socket.accept()
    browser = socket.scope["state"]["browser"]
    line: _Line
    if asked.get("room") == "waiting":
        line = WaitingLine(browser, await name_of(room, browser.owner), asked.get("version", ""))
    else:
        name = "" if match.held(browser.owner) else await name_of(room, browser.owner)
        seat, shown, talk = (asked.get(name, "") for name in ("seat", "version", "talk"))
        present = await present_at(room, match, desk.settings.absent_days)
        line = Line(browser, desk.screens, seat, shown, talk, name, present)
    with room.watch(match, browser.owner) as bell:
        telling = asyncio.create_task(_tell(socket, room, id_, line, bell))
        try:
            while True:
                text = await socket.receive_text()
                answer = await _heard(text, desk, socket)
                await _send(socket, as_json(answer))
                if "error" in answer:
                    # No page hurries to be refused again.
                    await asyncio.sleep(PAUSE)
        except WebSocketDisconnect:
            pass
        except KeyError:
            # Bytes instead of text, which no page of ours sends.
            await socket.close(1003)
        finally:
            telling.cancel()
            await asyncio.gather(telling, return_exceptions=True)


async def _tell(socket: WebSocket, room: Room, id_: str, line: _Line, bell: Bell) -> None:
    """Send what is news whenever the table has moved on."""
    with suppress(WebSocketDisconnect, RuntimeError):
        try:
            while True:
                # Asked for anew: a match that could not be caught up with is replaced.
                match = await room.get(id_)
                said = await room.voices.at(match)
                if news := line.news(match, said):
                    await _send(socket, news)
                # While a viewer waits, its last message would lie there, most of what it costs in memory.
                del news
                await bell.wait()
        except QuarterdeckError:
            # The page comes back by itself, and then sees what it has missed.
            await socket.close(1013)


async def _heard(text: str, desk: Desk, socket: WebSocket) -> dict[str, Any]:
    """Make the move that a page has sent: `act` counts its messages, and comes back in the answer; so does
    the status that a refusal has over HTTP.
    """
    act: object = None
    try:
        form = forms.message(text)
        act = form.get("act")
        owner = socket.scope["state"]["browser"].owner
        desk.limits.check("move", owner, address_of(socket))
        seat, version, action = forms.act(form)
        match = await desk.match(socket)
        made = await desk.room.wish(match, wishes.act(owner, seat, version, action))
    except QuarterdeckError as error:
        return {"act": act, "error": str(error), "status": status_of(error)}
    return {"act": act, "version": made}


async def _send(socket: WebSocket, text: str) -> None:
    await socket.send({"type": "websocket.send", "text": text})
