"""A client for Quarterdeck's API: sockets that receive events and send moves."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping, Sequence

from benchmarks.load.answers import Answers
from benchmarks.load.http import Pool
from benchmarks.load.pages import Pages
from benchmarks.load.servers import Server
from benchmarks.load.sockets import Socket
from benchmarks.load.table import SCREENS, Refused, Table

__all__ = ["Programs"]

BASE = "/api/v1"


class Programs(Pages):
    """`quarterdeck`, played by `people` programs per table: four, or one among bots with three viewers. A
    program uses one token for all tables.
    """

    def __init__(self, game: str, people: int, database: str | None = None, bot: str = "random") -> None:
        super().__init__(game, people, database, bot)
        self.name = "Quarterdeck's API" + (", PostgreSQL" if database else "")
        self._tokens: list[dict[str, str]] = [{} for _screen in range(SCREENS)]

    async def enter(self, servers: Sequence[Server]) -> None:
        self._servers = servers
        self._pools = [Pool(server.host, server.port) for server in servers]
        # A restarted server has a new key, so earlier tokens are invalid.
        self._tokens = [{} for _screen in range(SCREENS)]
        await self._wait_until_compiled()
        # The first table, at which nobody plays, provides the tokens.
        await self.table()

    async def table(self) -> Table:
        others = {"kind": "open"} if self._people > 1 else {"kind": self._bot}
        seats = [{"kind": "me", "name": "Player 1"}, *[others] * (SCREENS - 1)]
        created = await self._post("/tables", {"game": self._game, "seats": seats}, 0)
        table = str(created["table"])
        for seat in range(1, self._people):
            await self._post(f"/tables/{table}/seats/{seat}", {"name": f"Player {seat + 1}"}, seat)
        self._tables_made += 1
        return _ProgramsTable(table, self._people, self._tokens, self._servers, self._tables_made)

    async def _post(self, path: str, body: Mapping[str, object], screen: int) -> dict[str, object]:
        """Send a request as a program; it receives a token if it has none yet. Raises Refused."""
        headers = {**self._tokens[screen], "content-type": "application/json"}
        answer = await self._pools[0].post(BASE + path, headers, json.dumps(body).encode())
        fields: dict[str, object] = json.loads(answer.body)
        if answer.status != 201:
            raise Refused(f"{answer.status}: {fields.get('error')}")
        if fields["token"] is not None:
            self._tokens[screen] = {"authorization": f"Bearer {fields['token']}"}
        return fields


class _ProgramsTable(Table):
    """A table of programs. Its screens are spread over the server's processes, from the `first` on."""

    def __init__(
        self,
        table: str,
        people: int,
        tokens: Sequence[dict[str, str]],
        servers: Sequence[Server],
        first: int,
    ) -> None:
        super().__init__(table, people)
        self._tokens = tokens
        self._servers = servers
        self._first = first
        self._offered: list[list[str]] = [[] for _screen in range(SCREENS)]
        self._sockets: dict[int, Socket] = {}
        self._answers = Answers()

    async def connect(self, screen: int) -> None:
        def receive(message: bytes) -> None:
            data = json.loads(message)
            if "id" in data:
                self._answers.told(data["id"], data)
            elif "version" in data:
                self._offered[screen] = data.get("legal", [])
                self.over = self.over or data["over"]
                self.update(screen, data["version"])

        self._sockets[screen] = await self._open_socket(screen, receive, self._tokens[screen])

    async def watch(self) -> None:
        self.gallery += 1
        screen = SCREENS - 1 + self.gallery
        self._sockets[screen] = await self._open_socket(screen, lambda _message: None, {})

    async def _open_socket(
        self, screen: int, heard: Callable[[bytes], None], token: Mapping[str, str]
    ) -> Socket:
        server = self._servers[(self._first + screen) % len(self._servers)]
        seat = str(screen) if screen < self.seats else "none"
        path = f"{BASE}/tables/{self.id}/socket?seat={seat}&views=none"
        return await Socket.open(f"ws://{server.host}:{server.port}{path}", heard, token)

    def legal(self, seat: int) -> Sequence[str]:
        return self._offered[seat]

    async def send(self, seat: int, move: str) -> None:
        number, answered = self._answers.expect()
        sent = {"id": number, "seat": seat, "version": self.shown[seat], "action": move}
        self._sockets[seat].send(json.dumps(sent).encode())
        await answered

    def close(self) -> None:
        for socket in self._sockets.values():
            socket.close()
