"""Runs what happens at tables by itself: bots move, and clocks run out.

The server that stored the previous move calls the bots at once. Clocks, and bots of servers that died, are
found in the store, which assigns each due table to one server at a time. If two servers call the same bot, no
harm is done: it chooses the same move, and the second submission is idempotent.
"""

from __future__ import annotations

import asyncio
import logging
import time
from collections.abc import Awaitable, Callable
from typing import Final

from quarterdeck.bots.levels import LONGEST
from quarterdeck.errors import QuarterdeckError
from quarterdeck.play import Position
from quarterdeck.tables.entry import now
from quarterdeck.tables.errors import NotAllowed, StaleMove, StoreError
from quarterdeck.tables.live.executor import StoreExecutor
from quarterdeck.tables.live.metrics import Metrics
from quarterdeck.tables.live.registry import MatchRegistry
from quarterdeck.tables.live.thinking import BotMove, Thinking
from quarterdeck.tables.match import commands
from quarterdeck.tables.match.command import Command
from quarterdeck.tables.match.match import Match
from quarterdeck.tables.tags import tag

__all__ = ["PAUSE", "Scheduler", "wake_at"]

PAUSE = 0.7
# Minimum time left to a seat when a server starts or goes on, in milliseconds: time for players to reconnect.
GRACE = 30_000
# Seconds without a round after which a server has stood still.
STANDSTILL = 10.0
# Factor on the pause in lessons, where there is more to read between moves.
SLOWLY = 2.5
PATIENCE = 5.0
# Seconds between two queries for due tables, and the most tables taken at once.
ROUND = 1.0
AT_ONCE = 100
# How long a bot's own server has before another takes over, in milliseconds.
HEAD_START = 5_000
LEASE = 15_000
# How long a server leaves a table alone that it can't read, in milliseconds.
REST = 3_600_000

# The clock that nobody sets, and that goes on while the computer is suspended, where the system has one.
_RUNNING: Final = getattr(time, "CLOCK_BOOTTIME", getattr(time, "CLOCK_MONOTONIC", None))

log = logging.getLogger(__name__)


def _uptime() -> float:
    """The seconds since some moment, also those while the computer was suspended."""
    return time.monotonic() if _RUNNING is None else time.clock_gettime(_RUNNING)


def wake_at(pause: float, match: Match) -> int | None:
    """When a match next changes by itself, in milliseconds since 1970. `pause` is the bots' delay in
    seconds.
    """
    if match.bots_to_act():
        return now() + int(pause * 1000) + HEAD_START
    deadline = match.clock.deadline()
    return deadline[0] if deadline else None


class Scheduler:
    """Calls a server's bots `pause` seconds after their turn began, and handles expired clocks. Their moves
    are submitted like people's.
    """

    def __init__(
        self,
        executor: StoreExecutor,
        matches: MatchRegistry,
        submit: Callable[[str, Command], Awaitable[int]],
        thinking: Thinking,
        pause: float,
        metrics: Metrics,
    ) -> None:
        self._executor = executor
        self._matches = matches
        self._submit = submit
        self._thinking = thinking
        self._pause = pause
        self._metrics = metrics
        # How many seconds a bot's last choice among several actions took, by its name and game.
        self._took: dict[tuple[str, str], float] = {}
        self._playing: dict[str, asyncio.Task[None]] = {}
        self._timeouts: dict[str, asyncio.Task[None]] = {}
        # Until when tables that can't be read are left alone, in milliseconds since 1970.
        self._resting: dict[str, int] = {}
        self._rounds: asyncio.Task[None] | None = None
        # When the server started, or went on after a standstill; and when it was last seen to run.
        self._began = now()
        self._ran_at = _uptime()
        self._closed = False

    def busy(self, id_: str) -> bool:
        """Whether a bot of this table is waiting or thinking."""
        return id_ in self._playing or id_ in self._timeouts

    def attend(self, match: Match) -> None:
        """Let the bots of a match act, if it is their turn."""
        if match.bots_to_act() and match.id not in self._playing and not self._closed:
            self._playing[match.id] = task = asyncio.create_task(self._play(match))
            task.add_done_callback(lambda done: self._end_playing(match, done))

    def _end_playing(self, match: Match, task: asyncio.Task[None]) -> None:
        """Forget a task that has made a match's bots play; start another if it is a bot's turn again."""
        del self._playing[match.id]
        if task.cancelled():
            return
        if error := task.exception():
            # A retry would fail in the same way: the bots are called again only after another change at the
            # table.
            log.error("The bots at table %s gave up", tag(match.id), exc_info=error)
        elif (current := self._matches.known(match.id)) is not None:
            self.attend(current)

    async def _play(self, match: Match) -> None:
        """Let the bots of a match move as long as it is their turn. Those to act choose on one position and
        move together: they wait neither for people who act at the same time nor for each other.
        """
        # A match dropped from memory no longer changes; its bots are called again after it is reloaded.
        while self._matches.known(match.id) is match and match.bots_to_act():
            await asyncio.sleep(self._pause * (SLOWLY if match.taught else 1))
            if not await self._make_bot_moves(match, match.bots_to_act(), "bot"):
                await asyncio.sleep(PATIENCE)

    async def _make_bot_moves(self, match: Match, seats: list[int], by: str) -> bool:
        """Let bots choose moves for seats, and submit them; False if they could not be stored."""
        version, position = match.version, match.position
        chosen = await asyncio.gather(*(self._choose(match, position, seat) for seat in seats))

        def command(seat: int, choice: BotMove) -> Command:
            if by == "clock":
                # The clock moves for people, who keep their seats, and are late even if the bot failed.
                return commands.move(seat, version, choice.action, by)
            # A bot moves only for seats that it still has.
            return commands.bot_move(seat, version, choice.action, choice.instead or by)

        moves = [self._submit(match.id, command(*one)) for one in zip(seats, chosen, strict=True)]
        outcomes = await asyncio.gather(*moves, return_exceptions=True)
        for outcome in outcomes:
            if isinstance(outcome, StaleMove | NotAllowed):
                log.info("Somebody else moved at table %s", tag(match.id))
            elif isinstance(outcome, BaseException) and not isinstance(outcome, StoreError):
                raise outcome
        return not any(isinstance(outcome, StoreError) for outcome in outcomes)

    async def _choose(self, match: Match, position: Position, seat: int) -> BotMove:
        """The move of a bot for a seat; in a lesson, the scripted one."""
        if (scripted := match.scripted()) is not None:
            return BotMove(scripted)
        if match.shares_deal:
            # Bots decide alike at all tables with the same deal, however quickly a player acts meanwhile.
            position = match.positions[match.began(seat, match.ply)]
        began = time.perf_counter()
        choice = await self._thinking.choose(match, position, seat)
        took = time.perf_counter() - began
        self._metrics.thought(took)
        await self._hide_haste(match, position, seat, took)
        return choice

    async def _hide_haste(self, match: Match, position: Position, seat: int, took: float) -> None:
        """Let a bot that had only one action wait as long as its last choice took. Otherwise its haste would
        tell others that its cards leave it no choice.
        """
        bot = match.bot_of(seat), match.game.id
        if len(position.legal(seat)) > 1:
            self._took[bot] = min(took, LONGEST)
        else:
            await asyncio.sleep(self._took.get(bot, 0.0) - took)

    # -- rounds

    def start(self) -> None:
        """Start handling due tables periodically."""
        self._rounds = asyncio.create_task(self._run_rounds())

    async def _run_rounds(self) -> None:
        """Handle the tables that are due, again and again."""
        # Tables of a server that has just died, or of this one before a restart, are due at once.
        ahead = HEAD_START + int(self._pause * 1000)
        while True:
            self._notice_standstill()
            try:
                claim_due = self._executor.store.claim_due
                for id_ in await self._executor.write(claim_due, now() + ahead, self._lease(), AT_ONCE):
                    await self._handle_due_table(id_)
            except Exception:
                # A database error or a bug: neither may stop the clocks and bots of all tables.
                log.exception("The store can't be asked for tables that are due")
                await asyncio.sleep(PATIENCE)
            ahead = 0
            await asyncio.sleep(ROUND)

    def _lease(self) -> int:
        """How long this server has for a table that is due, in milliseconds. Until everybody has had time to
        come back, it has no longer than that: then it looks at the clocks at once.
        """
        grace = self._began + GRACE - now()
        return min(LEASE, grace) if grace > 0 else LEASE

    async def _handle_due_table(self, id_: str) -> None:
        """Call the bots of a table that is due, and handle a clock that has run out there."""
        if self._matches.known(id_) is None and now() < self._resting.get(id_, 0):
            return
        try:
            self._handle_due_match(await self._matches.get(id_))
        except StoreError as error:
            log.warning("Table %s does not go on yet: %s", tag(id_), error)
        except QuarterdeckError as error:
            log.warning("Table %s does not go on: %s", tag(id_), error)
            self._let_rest(id_)
        except Exception:
            # A bug, perhaps in a game: the other tables go on.
            log.exception("Table %s does not go on", tag(id_))
            self._let_rest(id_)

    def _let_rest(self, id_: str) -> None:
        """Leave a table alone for a while if it can't be read. It is due again and again, and each attempt
        would replay its log and write a line to the server's log.
        """
        if self._matches.known(id_) is None:
            at = now()
            self._resting = {other: until for other, until in self._resting.items() if until > at}
            self._resting[id_] = at + REST

    def _handle_due_match(self, match: Match) -> None:
        self.attend(match)
        self._notice_standstill()
        deadline = match.clock.deadline()
        # Nobody could reach the server while it was down: then everybody gets time to come back.
        if deadline is None or now() < max(deadline[0], self._began + GRACE) or match.id in self._timeouts:
            return
        # Not awaited: the bot may think for a while, and other tables' clocks run on.
        task = asyncio.create_task(self._time_out(match, match.version, deadline[1]))
        self._timeouts[match.id] = task
        task.add_done_callback(lambda done: self._end_timeout(match.id, done))

    def _notice_standstill(self) -> None:
        """Count from now on if the server has stood still, as when its computer was suspended."""
        before, self._ran_at = self._ran_at, _uptime()
        if self._ran_at - before > STANDSTILL:
            log.info("The server has stood still: nobody's time runs out for a while")
            self._began = now()

    async def _time_out(self, match: Match, version: int, seat: int) -> None:
        """Apply the agreed timeout rule to a seat whose time ran out at this version, unless it has moved
        after all.
        """
        if match.version != version:
            return
        self._metrics.timed_out()
        if match.terms.timeout == "seat":
            try:
                await self._submit(match.id, commands.away(seat, version))
            except StaleMove:
                log.info("Somebody moved in the last moment at table %s", tag(match.id))
        else:
            await self._make_bot_moves(match, [seat], "clock")

    def _end_timeout(self, id_: str, task: asyncio.Task[None]) -> None:
        del self._timeouts[id_]
        if not task.cancelled() and (error := task.exception()):
            log.warning("Table %s does not go on", tag(id_), exc_info=error)

    async def close(self) -> None:
        """Stop calling bots and handling clocks."""
        self._closed = True
        tasks = [*self._playing.values(), *self._timeouts.values(), *([self._rounds] if self._rounds else [])]
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
