"""Tables that look alike: one where a match is played, and others where it goes the same way to the eyes of
one viewer, with everything dealt anew that this one can't see. Each has a server of its own, in this process.
"""

from __future__ import annotations

import asyncio
import random
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any, NamedTuple
from urllib.parse import urlencode

from starlette.requests import HTTPConnection

from quarterdeck.play import Action, Position, Record
from quarterdeck.settings import Settings
from quarterdeck.tables.match import commands
from quarterdeck.tables.match.command import Command
from quarterdeck.tables.match.match import Match
from quarterdeck.tables.seats import owner_hash
from quarterdeck.tables.store.rows import TableRow
from quarterdeck.web.accounts.browser import Browser, Keyring
from quarterdeck.web.api import BASE
from quarterdeck.web.api.tokens import Tokens
from quarterdeck.web.app import create_app
from tests.tables.tables import NEVER, room_at
from tests.web.desk import KEY
from tests.web.test_app_secrecy import ACTIONS, dealt_anew
from tests.web.wires import Wire, scope_of

# The seat whose view is compared; the token of its browser, and that of a spectator's.
SEAT = 1
PLAYER, SPECTATOR = "p" * 43, "s" * 43
PSST, AHOY = "between you and me", "to whom it may concern"
HIDDEN = {**ACTIONS, "mutiny": "bid 1 1, place cook, keep"}
LIMITS = ("tables", "seats", "talk", "links", "moves", "requests")
# A viewer who comes back has last seen the log so many entries ago.
BACK = 9

PAGES = (
    "{table}",
    "{table}/replay?ply={ply}",
    "/",
    "{table}/replay?ply={half}",
    "{table}/match.qd",
    "{table}/preview.png?lang=de",
    "{table}/review",
    "{table}/replay?ply={ply}&seat=all",
    "/lobby",
    "{table}/replay?ply={ply}&seat=0",
    "/games",
)
JSON = (
    "{api}/view?seat={seat}",
    "{api}",
    "{api}/replay?seat={seat}&ply={ply}",
    "{api}/why?seat={seat}&action={action}",
    "{api}/messages",
    "{api}/view?seat=all",
    "{api}/view?seat=0",
    "{api}/match.qd",
    "{api}/why?seat=0&action={action}",
    BASE + "/tables?state=running",
)


class Hidden(Record):
    """The record of a match that looks to a viewer like another match. After each move all that this viewer
    can't see is dealt anew.
    """

    def __init__(self, truth: Match, viewer: int | None, dice: random.Random) -> None:
        super().__init__(truth.game, truth.row.seed, truth.row.names)
        self._truth = truth
        self._viewer = viewer
        self._dice = dice
        self.position = self._dealt()

    def _dealt(self) -> Position:
        return dealt_anew(self._truth.positions[len(self.moves)], self._viewer, self._dice)

    def append(self, seat: int, action: Action | str) -> Position:
        self.moves.append((seat, self.game.action(action) if isinstance(action, str) else action))
        self.position = self._dealt()
        return self.position

    def like(self, seat: int, action: Action) -> Action:
        """A move that looks like this one to the viewer; if there is one, a legal one."""
        if seat == self._viewer:
            return action
        public = self.game.spec.public_text
        alike = [one for one in self.game.actions if public(one.id) == public(action.id)]
        legal = [one for one in alike if one in self.position.legal(seat)]
        return self._dice.choice(legal or alike)


class Eyes(NamedTuple):
    """A viewer with a browser and a program: what these send along, and where they look from."""

    seat: int | None
    browser: dict[str, str]
    program: dict[str, str]

    @property
    def page(self) -> str:
        return "" if self.seat is None else str(self.seat)

    @property
    def api(self) -> str:
        return "none" if self.seat is None else str(self.seat)


class Keys:
    """The cookies and the token of a game: the same at all its tables."""

    def __init__(self) -> None:
        self.ring, tokens = Keyring(KEY), Tokens(KEY)
        token = tokens.fresh()
        self.player = owner_hash(PLAYER)
        self.program = tokens.owner(token)
        self.seat = Eyes(SEAT, self._cookie(PLAYER), {"authorization": f"Bearer {token}"})
        self.spectator = Eyes(None, self._cookie(SPECTATOR), {})

    def _cookie(self, token: str) -> dict[str, str]:
        made = Browser(token, owner_hash(token), "", False, owner_hash(token))
        return {"cookie": self.ring.cookie(made, secure=False).partition(";")[0]}

    def eyes(self, seat: int | None) -> Eyes:
        return self.spectator if seat is None else self.seat

    def csrf(self, eyes: Eyes) -> str:
        return self.ring.browser(HTTPConnection(scope_of("/", eyes.browser))).csrf


class Place:
    """A table on a server of its own, in this process."""

    def __init__(self, path: Path, keys: Keys, row: TableRow) -> None:
        path.mkdir()
        self.keys = keys
        self.room = room_at(path, NEVER)
        unlimited: dict[str, Any] = {f"limit_{name}": None for name in LIMITS}
        self.app = create_app(self.room, KEY, Settings(host="127.0.0.1", **unlimited))
        self.match = Match(row, [])
        self.table, self.api = f"/table/{row.id}", f"{BASE}/tables/{row.id}"
        self.open: dict[int | None, list[Wire]] = {}

    def hide(self, truth: Match, viewer: int | None) -> None:
        """Make this match one that looks to the viewer like the match `truth`."""
        record = Hidden(truth, viewer, random.Random(f"{viewer} {truth.game.id}"))
        self.match.record = record
        self.match.positions, self.match.stages = [record.position], [record.position]

    def like(self, seat: int, action: Action) -> Action:
        """The move that is made here in place of this one."""
        record = self.match.record
        return record.like(seat, action) if isinstance(record, Hidden) else action

    async def begin(self) -> None:
        """Everybody sits down, under the same names everywhere; the chosen seat has a program, too."""
        await self.room.write(self.room.store.add, self.match.row, self.match.summary())
        self.room.matches.show(self.match)
        for seat, name in enumerate(self.match.row.names):
            if seat != SEAT:
                await self.execute(commands.sit(f"holder {seat}", seat, name))
        await self.execute(commands.hand(self.keys.player, SEAT, self.keys.program))

    async def execute(self, command: Command) -> None:
        await self.room.execute(self.match, command)

    async def connect(self, eyes: Eyes) -> None:
        """Open what stays open during the game."""
        self.open[eyes.seat] = [
            Wire(self.app, f"{self.table}/live?seat={eyes.page}&version=none", eyes.browser, socket=True),
            Wire(self.app, f"{self.api}/events?seat={eyes.api}&views=all", eyes.program),
            Wire(self.app, f"{self.api}/socket?seat={eyes.api}", eyes.program, socket=True),
        ]
        await self.told(eyes)

    async def told(self, eyes: Eyes) -> None:
        """Wait until all open connections have got the latest version, and everything else that is sent to
        them.
        """
        await asyncio.gather(
            *(wire.until(f'"version":{self.match.version}') for wire in self.open[eyes.seat])
        )
        await quiet()

    def heard(self, eyes: Eyes) -> dict[str, list[bytes]]:
        return {wire.target: wire.take() for wire in self.open[eyes.seat]}

    async def move(self, seat: int, version: int, action: Action, turn: int) -> list[bytes]:
        """Make a move. The chosen seat makes it in each of the possible ways in turn. Returns the answer."""
        mine = self.keys.seat
        move = {"seat": seat, "version": version, "action": action.text}
        if seat != SEAT or SEAT not in self.open:
            await self.execute(commands.move(seat, version, action))
        elif turn % 3 == 0:
            form = {**move, "csrf": self.keys.csrf(mine)}
            return await self.ask(
                f"{self.table}/act", {**mine.browser, "accept": "application/json"}, urlencode(form).encode()
            )
        else:
            page, _stream, socket = self.open[SEAT]
            wire = page if turn % 3 == 1 else socket
            wire.say({"act": "1", "id": "1", **move})
            await wire.until(f'"version":{version + 1}')
        return []

    async def say(self, text: str, audience: str, hearers: list[int | None]) -> None:
        """Somebody says something, which these viewers are to hear."""
        await self.room.say(self.match, "holder 0", text, audience)
        wires = [wire for eyes in hearers for wire in self.open.get(eyes, ())]
        await asyncio.gather(*(wire.until(text) for wire in wires))
        await quiet()

    async def confide(self) -> None:
        """Do what only a seat itself may know of. A seat that is not to act makes a plan and drops it, and
        lets another program hold the seat for a while.
        """
        for seat in range(self.match.game.players):
            if seat != SEAT and seat not in self.match.to_act:
                holder, action = f"holder {seat}", self.match.game.actions[0]
                await self.execute(commands.plan(holder, seat, action.text))
                await self.execute(commands.plan(holder, seat, ""))
                await self.execute(commands.hand(holder, seat, "for a while"))
                await self.execute(commands.revoke(holder, seat))
                break

    async def ask(self, target: str, headers: dict[str, str], body: bytes = b"") -> list[bytes]:
        """The whole answer to a request."""
        wire = Wire(self.app, target, headers, body=body)
        await wire.answered()
        return wire.take()

    async def asked(self, eyes: Eyes, turn: int) -> dict[str, list[bytes]]:
        """The answer to the request of this turn: a page or JSON."""
        game, ply, at = self.match.game.id, self.match.ply, turn // 2
        if turn % 2:
            asked = PAGES[at % len(PAGES)].format(table=self.table, ply=ply, half=ply // 2)
            return {asked: await self.ask(asked, eyes.browser)}
        actions = HIDDEN[game].replace(" ", "%20").split(",%20")
        action = actions[at % len(actions)]
        asked = JSON[at % len(JSON)].format(api=self.api, seat=eyes.api, ply=ply, action=action)
        return {asked: await self.ask(asked, eyes.program)}

    async def anew(self, eyes: Eyes) -> dict[str, list[bytes]]:
        """What a viewer is sent who opens everything again after missing some entries."""
        version = self.match.version
        late = max(0, version - BACK)
        page, api = f"{self.table}/live?seat={eyes.page}&version={late}", f"seat={eyes.api}&after={late}"
        wires = [
            Wire(self.app, page, eyes.browser, socket=True),
            Wire(self.app, f"{page}&once=on", eyes.browser),
            Wire(self.app, f"{self.api}/events?{api}", eyes.program),
            Wire(self.app, f"{self.api}/socket?{api}&views=all", eyes.program, socket=True),
        ]
        await asyncio.gather(*(wire.until(f'"version":{version}') for wire in wires))
        await asyncio.gather(*(wire.close() for wire in wires))
        return {wire.target: wire.take() for wire in wires}

    async def close(self) -> None:
        for wires in self.open.values():
            for wire in wires:
                await wire.close()
        await self.room.close()


class Look(NamedTuple):
    """Whose connections are compared, and from whose view what is hidden is dealt anew."""

    eyes: int | None
    dealt: int | None


@asynccontextmanager
async def places(path: Path, row: TableRow, looks: list[Look]) -> AsyncIterator[list[Place]]:
    """The table of a match and, for each look, one that looks the same to that viewer."""
    keys = Keys()
    made = [Place(path / str(number), keys, row) for number in range(len(looks) + 1)]
    true, *others = made
    try:
        for other, look in zip(others, looks, strict=True):
            other.hide(true.match, look.dealt)
        for place in made:
            await place.begin()
        for other, look in zip(others, looks, strict=True):
            await true.connect(keys.eyes(look.eyes))
            # Everybody is told how many watch, so the same spectators are there.
            for eyes in {look.eyes, *(one.eyes for one in looks if one.eyes is None)}:
                await other.connect(keys.eyes(eyes))
        yield made
    finally:
        for place in made:
            await place.close()


async def quiet() -> None:
    """Let the event loop run until all that can be sent without waiting for anything else has been sent."""
    for _ in range(20):
        await asyncio.sleep(0)
