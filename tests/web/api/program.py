"""A program at a server without network: asks in JSON, with a token or without."""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import httpx2
from starlette.testclient import TestClient

from quarterdeck.play import Record
from quarterdeck.settings import Settings
from quarterdeck.tables.live.room import Room
from quarterdeck.tables.match.match import Match
from quarterdeck.tables.match.terms import Terms
from quarterdeck.web.api import BASE
from quarterdeck.web.api.tokens import Tokens
from quarterdeck.web.app import create_app
from tests.tables.tables import NEVER, room_at

KEY = "k" * 64
SEATS = [{"kind": "me", "name": "Ann"}, {"kind": "open"}, {"kind": "random"}, {"kind": "random"}]
Answer = httpx2.Response


class Program:
    """A program with a token, or without one."""

    def __init__(self, client: TestClient, room: Room, token: str | None = None) -> None:
        self.client = client
        self.room = room
        self.token = token

    @property
    def headers(self) -> dict[str, str]:
        return {} if self.token is None else {"authorization": f"Bearer {self.token}"}

    def ask(self, method: str, path: str, body: object = None, **headers: str) -> Answer:
        sent: dict[str, Any] = {} if body is None else {"json": body}
        return self.client.request(method, BASE + path, headers={**self.headers, **headers}, **sent)

    def get(self, path: str) -> Answer:
        return self.ask("GET", path)

    def post(self, path: str, body: object = None) -> Answer:
        return self.ask("POST", path, body)

    def delete(self, path: str) -> Answer:
        return self.ask("DELETE", path)

    def make(self, seats: Sequence[object] = SEATS, game: str = "meuterer", **more: object) -> dict[str, Any]:
        """A new table; this program has its token from then on, if it had none."""
        answer = self.post("/tables", {"game": game, "seats": seats, **more})
        assert answer.status_code == 201, answer.text
        opened: dict[str, Any] = answer.json()
        self.token = self.token or opened["token"]
        return opened

    def enter(self, made: Record, kinds: list[str], terms: Terms | None = None) -> Match:
        """A table with this match, of this program, which gets a token if it has none."""
        self.token = self.token or Tokens(KEY).fresh()
        fresh = Match.fresh(made, kinds, Tokens(KEY).owner(self.token), terms)
        match = self.on_loop(self.room.create, fresh)
        assert isinstance(match, Match)
        return match

    def move(self, match: Match, seat: int, version: int, action: str) -> Answer:
        return self.post(f"/tables/{match.id}/moves", {"seat": seat, "version": version, "action": action})

    def other(self, token: str | None = None) -> Program:
        """Another program at the same server."""
        return Program(self.client, self.room, token)

    def match(self, id_: str) -> Match:
        found = self.on_loop(self.room.get, id_)
        assert isinstance(found, Match)
        return found

    def on_loop(self, function: Any, *values: object) -> Any:
        assert self.client.portal is not None
        return self.client.portal.call(function, *values)

    @contextmanager
    def listening(self, id_: str, query: str = "") -> Iterator[Any]:
        with self.client.websocket_connect(
            f"ws://localhost{BASE}/tables/{id_}/socket?{query}", headers=self.headers
        ) as socket:
            yield socket


@contextmanager
def program(path: Path, pause: float = NEVER, settings: Settings | None = None) -> Iterator[Program]:
    """A program at a server whose bots, unless `pause` says otherwise, never get to act."""
    room = room_at(path, pause)
    unlimited = Settings(limit_tables=None, limit_seats=None, limit_links=None, limit_requests=None)
    app = create_app(room, KEY, settings or unlimited)
    with TestClient(app, base_url="http://localhost", raise_server_exceptions=False) as client:
        yield Program(client, room)


def error_of(answer: Answer) -> str:
    """The one sentence of a refusal."""
    body = json.loads(answer.text)
    assert set(body) <= {"error", "rule"}
    sentence = str(body["error"])
    assert sentence.endswith(".")
    return sentence
