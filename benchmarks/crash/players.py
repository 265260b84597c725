"""Players who make legal moves as fast as they are answered, across server crashes."""

from __future__ import annotations

import asyncio
import json
import random
from collections.abc import Sequence
from typing import Any

from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import InvalidStatus, WebSocketException

from benchmarks.crash.ledger import Decision, Ledger, LetDown
from benchmarks.load.http import Pool
from quarterdeck.tables.entry import now

__all__ = ["Player", "group"]

GAMES = ("meuterer", "cartagena", "mutiny")
PLAYERS = 4
ME, OPEN, BOT = {"kind": "me", "name": "Player 0"}, {"kind": "open"}, {"kind": "deckhand"}
# Seconds until a retry after all servers refused.
BREATH = 0.01


class Player:
    """A program with its own token. It starts at its own server, and moves on to the next one when that is
    gone.
    """

    def __init__(self, addresses: Sequence[str], home: int, group: int, ledger: Ledger) -> None:
        self.ledger = ledger
        self.group = group
        self.token = ""
        self.retried = 0
        self._addresses = addresses
        self._home = self._current = home % len(addresses)
        self._dice = random.Random(f"{group} {home}")

    async def ask(self, path: str, body: dict[str, Any]) -> dict[str, Any]:
        """Send a POST request until it is answered. Raises LetDown."""
        headers = {"content-type": "application/json", **self._headers()}
        while True:
            host, _colon, port = self._addresses[self._current].partition(":")
            pool = Pool(host, int(port))
            try:
                answer = await pool.post(f"/api/v1{path}", headers, json.dumps(body).encode())
            except OSError:
                await self._try_next_server()
                continue
            finally:
                pool.close()
            if answer.status < 300:
                read: dict[str, Any] = json.loads(answer.body)
                return read
            if answer.status != 503:
                raise LetDown(f"{path}: {answer.status} {answer.body.decode()}")

    def _headers(self) -> dict[str, str]:
        return {"authorization": f"Bearer {self.token}"} if self.token else {}

    async def _try_next_server(self) -> None:
        self._current = (self._current + 1) % len(self._addresses)
        await asyncio.sleep(BREATH)

    async def play(self, table: str, seat: int) -> None:
        """Play at a table until the match is over. Raises LetDown."""
        self._current = self._home
        feed = _TableFeed(table, seat)
        while True:
            try:
                async with connect(
                    self._socket_url(feed), additional_headers=self._headers(), compression=None, proxy=None
                ) as socket:
                    if await self._play_over(socket, feed):
                        return
            except InvalidStatus as refusal:
                if refusal.response.status_code != 503:
                    body = (refusal.response.body or b"").decode()
                    raise LetDown(f"{table}: {refusal.response.status_code} {body}") from None
            except (OSError, WebSocketException, TimeoutError):
                pass
            await self._try_next_server()

    def _socket_url(self, feed: _TableFeed) -> str:
        path = f"/api/v1/tables/{feed.table}/socket?seat={feed.seat}&views=none{feed.after()}"
        return f"ws://{self._addresses[self._current]}{path}"

    async def _play_over(self, socket: ClientConnection, feed: _TableFeed) -> bool:
        """Play over one connection until the match is over."""
        pending = self.ledger.pending[feed.table]
        if feed.seat in pending:
            self.retried += 1
            self.ledger.again[pending[feed.seat]] = now()
            await self._send_move(socket, pending[feed.seat])
        async for text in socket:
            message = json.loads(text)
            if "id" in message:
                feed.made = self._take_answer(pending[feed.seat], message)
            elif "version" not in message:
                raise LetDown(f"{feed.table}: {text!r}")
            elif problem := feed.hear(str(text), message):
                self.ledger.wrong.append(problem)
            if feed.seat not in pending:
                if feed.over:
                    return True
                if feed.legal and feed.version >= feed.made:
                    action = self._dice.choice(feed.legal)
                    pending[feed.seat] = Decision(feed.table, feed.seat, feed.version, action)
                    await self._send_move(socket, pending[feed.seat])
        return False

    def _take_answer(self, decision: Decision, message: dict[str, Any]) -> int:
        if "error" in message and message["status"] != 503:
            raise LetDown(f"{decision}: {message}")
        if "error" in message:
            raise ConnectionError(message["error"])
        self.ledger.acknowledge(self.group, decision, message["version"])
        return int(message["version"])

    async def _send_move(self, socket: ClientConnection, decision: Decision) -> None:
        move = {"id": decision.version, "seat": decision.seat, "version": decision.version}
        await socket.send(json.dumps({**move, "action": decision.action}))


class _TableFeed:
    """The last message that a player received about its table."""

    def __init__(self, table: str, seat: int) -> None:
        self.table = table
        self.seat = seat
        self.version = -1
        self.made = 0
        self.legal: list[str] = []
        self.over = False
        # The message about the last entry; empty after a state message.
        self._last = ""

    def after(self) -> str:
        """Where to resume listening: the message about the last entry must be repeated unchanged."""
        return "" if self.version < 0 else f"&after={self.version - bool(self._last)}"

    def hear(self, text: str, message: dict[str, Any]) -> str:
        """Process a message; returns a violation, if any."""
        version = message["version"]
        problem = ""
        if version == self.version and text != self._last:
            problem = f"table {self.table} told {self._last!r} at first and {text!r} later"
        elif self.version >= 0 and version not in (self.version, self.version + 1):
            problem = f"table {self.table} told of version {version} after {self.version}"
        self._last = text if self.version >= 0 else ""
        self.version, self.legal, self.over = version, message.get("legal", []), message["over"]
        return problem


async def group(number: int, players: Sequence[Player], going_on: asyncio.Event) -> None:
    """Players at one table after another, with bots in the other seats, while the test runs.

    Raises LetDown.
    """
    ledger, people = players[0].ledger, len(players)
    seats = [ME, *[OPEN] * (people - 1), *[BOT] * (PLAYERS - people)]
    turn = 0
    for player in players:
        player.token = (await player.ask("/tables", {"game": GAMES[0], "seats": seats}))["token"]
    while going_on.is_set():
        first, *others = *players[turn % people :], *players[: turn % people]
        wanted = {"game": GAMES[(number + turn) % len(GAMES)], "seats": seats}
        table = (await first.ask("/tables", wanted))["table"]
        for seat, player in enumerate(others, 1):
            await player.ask(f"/tables/{table}/seats/{seat}", {"name": f"Player {seat}"})
        async with asyncio.TaskGroup() as tasks:
            for seat, player in enumerate([first, *others]):
                tasks.create_task(player.play(table, seat))
        ledger.finished.add(table)
        turn += 1
