"""boardgame.io as a peer: installed by npm for the measurement, with a game of the same shape as ours."""

from __future__ import annotations

import json
import shutil
import subprocess
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from benchmarks.load import socketio
from benchmarks.load.http import Pool
from benchmarks.load.servers import NotStarted, Server
from benchmarks.load.sockets import Socket
from benchmarks.load.table import SCREENS, Refused, Table, Target

__all__ = ["Boardgame", "install"]

SOURCE = Path(__file__).parent / "boardgame"
GAME = "voyage"
SPACE = f"/{GAME}"
HAND = 6
MOST_SECONDS = 300


def install(folder: Path) -> None:
    """Install boardgame.io into a folder with npm, unless it is there already. Raises NotStarted."""
    folder.mkdir(parents=True, exist_ok=True)
    for name in ("package.json", "server.js"):
        shutil.copy(SOURCE / name, folder / name)
    if (folder / "node_modules" / "boardgame.io").is_dir():
        return
    command = ["npm", "install", "--no-audit", "--no-fund", "--ignore-scripts", "--silent"]
    try:
        subprocess.run(command, cwd=folder, check=True, capture_output=True, timeout=MOST_SECONDS)
    except FileNotFoundError:
        raise NotStarted("boardgame.io needs npm, which is not here.") from None
    except subprocess.SubprocessError as error:
        raise NotStarted(f"npm did not install boardgame.io: {error}.") from None


class Boardgame(Target):
    """boardgame.io with matches in memory, or in `files`. `installed`: the folder from `install`."""

    def __init__(self, installed: Path, files: bool) -> None:
        self.name = f"boardgame.io 0.50.2, {'files' if files else 'in memory'}"
        self._installed = installed
        self._files = files
        self._server: Server | None = None
        self._pool: Pool | None = None

    def start(self, folder: Path, cores: Sequence[set[int]]) -> list[Server]:
        # Its processes can't share matches.
        command = ["node", "server.js", *([str(folder / "matches")] if self._files else [])]
        return [Server(command, cores[0], self._installed, {"NODE_ENV": "production"})]

    async def enter(self, servers: Sequence[Server]) -> None:
        self._server = servers[0]
        self._pool = Pool(self._server.host, self._server.port)

    async def table(self) -> Table:
        assert self._server is not None
        match = (await self._post_to_lobby("create", {"numPlayers": SCREENS}))["matchID"]
        passes = []
        for seat in range(SCREENS):
            wish = {"playerID": str(seat), "playerName": f"Player {seat + 1}"}
            passes.append((await self._post_to_lobby(f"{match}/join", wish))["playerCredentials"])
        return _BoardgameTable(self._server, match, passes)

    async def _post_to_lobby(self, path: str, wish: dict[str, Any]) -> Any:
        assert self._pool is not None
        headers = {"content-type": "application/json"}
        answer = await self._pool.post(f"/games/{GAME}/{path}", headers, json.dumps(wish).encode())
        if answer.status != 200:
            raise Refused(f"{answer.status}: {answer.body.decode(errors='replace')[:80]}")
        return json.loads(answer.body)

    def leave(self) -> None:
        if self._pool is not None:
            self._pool.close()


class _BoardgameTable(Table):
    """A match, with all of its seats taken."""

    def __init__(self, server: Server, match: str, passes: Sequence[str]) -> None:
        super().__init__(match, SCREENS)
        self._server = server
        self._passes = passes
        self._current = [-1] * SCREENS
        self._sockets: dict[int, Socket] = {}
        self._places = [str(place) for place in range(HAND)]

    async def connect(self, screen: int) -> None:
        address = f"ws://{self._server.host}:{self._server.port}{socketio.PATH}"
        self._sockets[screen] = await Socket.open(address, lambda message: self._receive(screen, message))
        self._sockets[screen].send(socketio.connect(SPACE))

    async def watch(self) -> None:
        self.gallery += 1
        await self.connect(SCREENS - 1 + self.gallery)

    def _receive(self, screen: int, message: bytes) -> None:
        packet = socketio.parse(message)
        if packet.kind == "ping":
            self._sockets[screen].send(socketio.PONG.encode())
        elif packet.kind == "connect":
            credentials = (str(screen), self._passes[screen]) if screen < SCREENS else (None, None)
            request = (self.id, *credentials, SCREENS)
            self._sockets[screen].send(socketio.event(SPACE, "sync", *request))
        elif screen < SCREENS and packet.kind == "event" and packet.data[0] in ("sync", "update"):
            update = packet.data[2]
            state = update["state"] if packet.data[0] == "sync" else update
            self._current[screen] = int(state["ctx"]["currentPlayer"])
            self.over = self.over or "gameover" in state["ctx"]
            self.update(screen, state["_stateID"])

    def legal(self, seat: int) -> Sequence[str]:
        return self._places if self._current[seat] == seat and not self.over else ()

    async def send(self, seat: int, move: str) -> None:
        payload = {
            "type": "show",
            "args": [int(move)],
            "playerID": str(seat),
            "credentials": self._passes[seat],
        }
        action = {"type": "MAKE_MOVE", "payload": payload}
        wish = (action, self.shown[seat], self.id, str(seat))
        self._sockets[seat].send(socketio.event(SPACE, "update", *wish))

    def close(self) -> None:
        for socket in self._sockets.values():
            socket.close()
