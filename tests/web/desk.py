"""A browser at a server without network: finds tokens and buttons on pages, sends forms."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import httpx2
from starlette.testclient import TestClient

from quarterdeck.play import Record
from quarterdeck.settings import Settings
from quarterdeck.tables.live.bell import Bell
from quarterdeck.tables.live.room import Room
from quarterdeck.tables.match.match import Match
from quarterdeck.tables.match.terms import Terms
from quarterdeck.tables.seats import owner_hash
from quarterdeck.web.accounts.browser import Keyring
from quarterdeck.web.app import create_app
from tests.tables.tables import NEVER, ann_first, kinds, record, room_at, until

KEY = "k" * 64
COOKIE = Keyring(KEY).cookie_name
JSON = {"accept": "application/json"}


class Desk:
    """One browser, with its cookie, at the server of `room`."""

    def __init__(self, client: TestClient, room: Room) -> None:
        self.client = client
        self.room = room
        # A page that has the token and little else.
        page = self.get("/open").text
        cookie = str(client.cookies[COOKIE])
        self.owner = owner_hash(cookie.rpartition(".")[0])
        found = re.search(r'name="csrf" value="([^"]+)"', page)
        assert found
        self.csrf = found[1]

    def get(self, path: str, **headers: str) -> httpx2.Response:
        return self.client.get(path, headers=headers)

    def post(self, path: str, form: dict[str, Any], **headers: str) -> httpx2.Response:
        """A form with this browser's token, unless the form has one itself."""
        return self.client.post(path, data={"csrf": self.csrf, **form}, headers=headers)

    def act(self, match: Match, seat: int, version: int, action: str, json: bool = False) -> httpx2.Response:
        form = {"seat": seat, "version": version, "action": action}
        return self.post(f"/table/{match.id}/act", form, **(JSON if json else {}))

    def table(self, humans: int = 1, made: Record | None = None) -> Match:
        """A new table of this browser, at which Ann (seat 0) is the first to act."""
        return self.enter(made or record(ann_first()), kinds(humans))

    def enter(self, made: Record, seats: list[str], terms: Terms | None = None) -> Match:
        """A new table of this browser."""
        match = self.on_loop(self.room.create, Match.fresh(made, seats, self.owner, terms))
        assert isinstance(match, Match)
        return match

    def on_loop(self, function: Callable[..., Any], *values: object) -> Any:
        """Call a function, or await one, where the server runs."""
        assert self.client.portal is not None
        return self.client.portal.call(function, *values)

    @contextmanager
    def listening(self, match: Match, seat: str, version: int | str, talk: str = "") -> Iterator[Any]:
        """A page's socket, once the server has looked at the match for it: what comes then is news."""
        before = self._bells(match)
        own = self.on_loop(match.own, int(seat) if seat.isdecimal() else None)
        with self.client.websocket_connect(
            f"ws://localhost/table/{match.id}/live?seat={seat}&version={version}.{own}&talk={talk}"
        ) as socket:
            self.on_loop(until, lambda: any(bell.awaited for bell in self._bells(match) - before))
            yield socket

    def _bells(self, match: Match) -> set[Bell]:
        return set(self.room.watchers._bells.get(match.id, ()))


@contextmanager
def desk(
    path: Path, pause: float = NEVER, local: bool = True, settings: Settings | None = None
) -> Iterator[Desk]:
    """A browser at a server whose bots, unless `pause` says otherwise, never get to act."""
    room = room_at(path, pause)
    app = create_app(room, KEY, settings or Settings(host="127.0.0.1" if local else "0.0.0.0"))
    with TestClient(
        app, base_url="http://localhost", follow_redirects=False, raise_server_exceptions=False
    ) as client:
        yield Desk(client, room)


def another(first: Desk) -> Desk:
    """Another browser at the same server."""
    client = TestClient(
        first.client.app, base_url="http://localhost", follow_redirects=False, raise_server_exceptions=False
    )
    client.portal = first.client.portal
    return Desk(client, first.room)


def words(html: str) -> str:
    """The text of a page, without markup."""
    return re.sub(r"\s+", " ", re.sub(r"<[^>]*>", " ", html))


def error_of(answer: httpx2.Response) -> str:
    """The one sentence of an answer in JSON."""
    return str(json.loads(answer.text)["error"])
