"""A client for Quarterdeck's browser pages: a socket that receives regions of HTML and sends moves."""

from __future__ import annotations

import asyncio
import json
import re
import secrets
import sys
import time
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from urllib.parse import urlencode

import quarterdeck
from benchmarks.load.answers import Answers
from benchmarks.load.http import Answer, Pool
from benchmarks.load.servers import Server
from benchmarks.load.sockets import Socket
from benchmarks.load.table import SCREENS, Refused, Table, Target
from benchmarks.unlimited import UNLIMITED

__all__ = ["Pages", "buttons", "version_of"]

VERSION = re.compile(rb'\{"version":(\d+)')
# HTML inside JSON has escaped quotation marks: \"
PROMPT = b'"region_prompt":"'
NEXT = b'","region_'
BUTTON = re.compile(rb'<(?:button|input)\b(?! type=\\"h)[^>]*?\bname=\\"action\\" value=\\"(.*?)\\"[^>]*>')
CANNOT = b"aria-disabled"
ENDED = b'class=\\"after\\"'
CSRF = re.compile(rb'name="csrf" value="([^"]+)"')
# The metric that reports compiled rules, and a timeout: compiling takes minutes on a new computer.
WARM = b"quarterdeck_rules_compiled 1"
WARMING = 600.0


def version_of(message: bytes) -> int | None:
    """The version in a live message; None if it has none."""
    found = VERSION.match(message)
    return int(found[1]) if found else None


def buttons(message: bytes) -> list[str] | None:
    """The moves that a page offers after a live message; None if unchanged."""
    start = message.find(PROMPT)
    if start < 0:
        return None
    end = message.find(NEXT, start)
    prompt = message[start : end if end >= 0 else len(message)]
    return [found[1].decode() for found in BUTTON.finditer(prompt) if CANNOT not in found[0]]


class _Browser:
    """A browser: its cookie and its forms' token. It connects to every process of the server."""

    def __init__(self, pools: Sequence[Pool]) -> None:
        self._pools = pools
        self._csrf = ""
        self.cookie: dict[str, str] = {}

    async def meet(self) -> None:
        """Load the first page, which sets the cookie."""
        answer = await self._pools[0].get("/", {})
        found = CSRF.search(answer.body)
        if found is None:
            raise Refused(f"the first page has no token for forms (status {answer.status})")
        self._csrf = found[1].decode()
        self.cookie = {"cookie": answer.headers["set-cookie"].partition(";")[0]}

    async def post(self, path: str, form: Mapping[str, str], process: int = 0) -> dict[str, object]:
        """Send a form; returns the JSON answer. Raises Refused."""
        headers = {
            **self.cookie,
            "accept": "application/json",
            "content-type": "application/x-www-form-urlencoded",
        }
        body = urlencode({**form, "csrf": self._csrf}).encode()
        return _read_json(await self._pools[process].post(path, headers, body))


def _read_json(answer: Answer) -> dict[str, object]:
    try:
        data = json.loads(answer.body)
    except ValueError:
        raise Refused(f"an answer that is no JSON (status {answer.status})") from None
    if not isinstance(data, dict) or answer.status != 200:
        sentence = data.get("error") if isinstance(data, dict) else None
        raise Refused(f"{answer.status}: {sentence}")
    return data


class Pages(Target):
    """`quarterdeck`, played by `people` browsers per table: four, or one among bots of this kind; three more
    watch.
    """

    def __init__(self, game: str, people: int, database: str | None = None, bot: str = "random") -> None:
        self.name = "Quarterdeck's pages" + (", PostgreSQL" if database else "")
        self._game = game
        self._people = people
        self._bot = bot
        self._database = database
        self._servers: Sequence[Server] = ()
        self._pools: list[Pool] = []
        self._browsers: list[_Browser] = []
        self._tables_made = 0

    def start(self, folder: Path, cores: Sequence[set[int]]) -> list[Server]:
        environment = {
            **UNLIMITED,
            "QUARTERDECK_METRICS": "on",
            "PYTHONPATH": str(Path(quarterdeck.__file__).parents[1]),
            "QUARTERDECK_KEY": secrets.token_hex(32),
            "QUARTERDECK_DATABASE": self._database or "",
        }
        started: list[Server] = []
        try:
            # Processes share a folder on SQLite; on another database each is a server of its own.
            alone = [set().union(*cores)] if self._database is None else cores
            for number, core in enumerate(alone):
                data = folder / str(number)
                data.mkdir()
                command = [sys.executable, "-m", "quarterdeck", "--no-browser", "--port", "0"]
                command += ["--data", str(data), "--processes", str(len(cores) // len(alone))]
                started.append(Server(command, core, data, environment))
        except BaseException:
            for server in started:
                server.stop()
            raise
        return started

    async def enter(self, servers: Sequence[Server]) -> None:
        self._servers = servers
        self._pools = [Pool(server.host, server.port) for server in servers]
        await self._wait_until_compiled()
        self._browsers = [_Browser(self._pools) for _screen in range(SCREENS)]
        for browser in self._browsers:
            await browser.meet()

    async def _wait_until_compiled(self) -> None:
        """Wait until every process uses compiled rules. Raises Refused."""
        patience = time.perf_counter() + WARMING
        said = False
        for pool in self._pools:
            while WARM not in (await pool.get("/metrics", {})).body:
                if time.perf_counter() > patience:
                    raise Refused("the rules were not compiled in time")
                if not said:
                    print("  waiting until the rules are compiled …", flush=True)
                said = True
                await asyncio.sleep(0.2)

    async def table(self) -> Table:
        first = self._browsers[0]
        if self._people == 1:
            kinds = ["human"] + [self._bot] * (SCREENS - 1)
        else:
            kinds = ["open"] * SCREENS
        seats = {f"kind{seat}": kind for seat, kind in enumerate(kinds)}
        created = await first.post("/tables", {"game": self._game, "players": str(SCREENS), **seats})
        table = str(created["table"])
        if self._people > 1:
            for seat, browser in enumerate(self._browsers):
                await browser.post(f"/table/{table}/sit", {"seat": str(seat), "name": f"Player {seat + 1}"})
        self._tables_made += 1
        return _PagesTable(table, self._people, self._browsers, self._servers, self._tables_made)

    def leave(self) -> None:
        for pool in self._pools:
            pool.close()


class _PagesTable(Table):
    """A table on pages. Its screens are spread over the server's processes, from the `first` on."""

    def __init__(
        self,
        table: str,
        people: int,
        browsers: Sequence[_Browser],
        servers: Sequence[Server],
        first: int,
    ) -> None:
        super().__init__(table, people)
        self._browsers = browsers
        self._servers = servers
        self._process = [(first + screen) % len(servers) for screen in range(SCREENS)]
        self._offered: list[list[str]] = [[] for _seat in range(people)]
        self._sockets: list[Socket] = []
        self._answers = Answers()

    async def connect(self, screen: int) -> None:
        seat = str(screen) if screen < self.seats else ""

        def receive(message: bytes) -> None:
            version = version_of(message)
            if version is None:
                answer = json.loads(message)
                self._answers.told(answer.get("act"), answer)
                return
            if screen < self.seats and (offered := buttons(message)) is not None:
                self._offered[screen] = offered
            if ENDED in message:
                self.over = True
            self.update(screen, version)

        # Without a version everything is sent at once, as to a page that shows nothing yet.
        await self._open_socket(self._process[screen], f"{seat}&version=", receive, self._browsers[screen])

    async def watch(self) -> None:
        self.gallery += 1
        process = self.gallery % len(self._servers)
        # Like a page that was just loaded and shows the current table.
        await self._open_socket(
            process, f"&version={self.version}.0", lambda _message: None, self._browsers[-1]
        )

    async def _open_socket(
        self, process: int, shown: str, heard: Callable[[bytes], None], browser: _Browser
    ) -> None:
        server = self._servers[process]
        address = f"ws://{server.host}:{server.port}/table/{self.id}/live?seat={shown}"
        self._sockets.append(await Socket.open(address, heard, browser.cookie))

    def legal(self, seat: int) -> Sequence[str]:
        return self._offered[seat]

    async def send(self, seat: int, move: str) -> None:
        number, answered = self._answers.expect()
        sent = {"act": str(number), "seat": str(seat), "version": str(self.shown[seat]), "action": move}
        self._sockets[seat].send(json.dumps(sent).encode())
        await answered

    def close(self) -> None:
        for socket in self._sockets:
            socket.close()
