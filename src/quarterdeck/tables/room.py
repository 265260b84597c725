"""All matches of a server: found, begun, moved on, played by bots and watched.

Everything happens on one event loop. Moves that arrive within one of its turns are checked, made and stored
together, in one commit, before anybody is told of them: whatever was told has been stored.
"""

from __future__ import annotations

import asyncio
import hashlib
import logging
import random
import sqlite3
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass

from quarterdeck.bots import Bot, bot
from quarterdeck.errors import QuarterdeckError
from quarterdeck.play import Action, Position, Record, find
from quarterdeck.play.game import choose
from quarterdeck.tables.errors import StaleMove, StoreError
from quarterdeck.tables.match import Match, standing
from quarterdeck.tables.store import Conflict, Store, TableRow, Write
from quarterdeck.words import _

__all__ = ["PAUSE", "Bell", "Room"]

# Makes a bot from its name and a seed.
BotMaker = Callable[[str, str], Bot]

PAUSE = 0.7
PATIENCE = 5.0
MOST_LOADED = 200
MOST_LISTED = 50

log = logging.getLogger(__name__)


class Bell:
    """Rings for one subscriber when its match has moved on."""

    def __init__(self) -> None:
        self._rung = asyncio.Event()

    def ring(self) -> None:
        """Let `wait` return."""
        self._rung.set()

    async def wait(self) -> None:
        """Until the next ring; rings that nobody waited for count as one."""
        await self._rung.wait()
        self._rung.clear()


@dataclass
class _Pending:
    match: Match
    seat: int
    version: int
    action: Action
    done: asyncio.Future[int]


class Room:
    """The matches of one store. `pause` is how long a bot waits before it acts, in seconds."""

    def __init__(self, store: Store, pause: float = PAUSE, make_bot: BotMaker = bot) -> None:
        self._store = store
        self._make_bot = make_bot
        self._pause = pause
        self._matches: dict[str, Match] = {}
        self._loading: dict[str, asyncio.Task[Match]] = {}
        self._bells: dict[str, set[Bell]] = {}
        self._bots: dict[str, asyncio.Task[None]] = {}
        self._pending: list[_Pending] = []
        self._resuming: asyncio.Task[None] | None = None
        self._closed = False

    # -- matches

    def show(self, match: Match) -> None:
        """Keep a match at hand that is not in the store: an example."""
        self._matches[match.id] = match

    async def get(self, id_: str) -> Match:
        """The match at a table, replayed from its moves if it is not at hand. NotFound, Outdated."""
        if id_ in self._matches:
            match = self._matches.pop(id_)
            self._matches[id_] = match
            return match
        if id_ not in self._loading:
            row, moves = self._store.table(id_), self._store.moves(id_)
            self._loading[id_] = asyncio.create_task(asyncio.to_thread(Match, row, moves))
        task = self._loading[id_]
        try:
            match = await asyncio.shield(task)
        finally:
            if task.done():
                self._loading.pop(id_, None)
        kept = self._keep(match)
        self._let_bots_play(kept)
        return kept

    def _keep(self, match: Match) -> Match:
        """Hold a match in memory; the longest unused ones that nobody watches are let go."""
        kept = self._matches.setdefault(match.id, match)
        for id_ in list(self._matches):
            if len(self._matches) <= MOST_LOADED:
                break
            idle = id_ not in self._bells and id_ not in self._bots and not self._matches[id_].shown
            if idle and self._matches[id_] is not kept:
                del self._matches[id_]
        return kept

    def listed(self, owner: str) -> list[TableRow]:
        """An owner's tables to choose from: the unfinished ones first, of those and of the others the newest
        first. Tables of which nothing can be told are left out.
        """
        return [row for row in self._store.of_owner(owner, MOST_LISTED) if _known(row)]

    def create(self, record: Record, kinds: list[str], owner: str) -> Match:
        """Begin a match; it is stored when this returns. StoreError."""
        match = Match.fresh(record, kinds, owner)
        try:
            self._store.add(match.row)
        except sqlite3.Error as error:
            raise StoreError(
                _("The new table could not be stored ({reason}), so it was not begun.").format(reason=error)
            ) from None
        self._keep(match)
        self._let_bots_play(match)
        return match

    # -- moves

    async def submit(self, match: Match, seat: int, version: int, action: str | Action) -> int:
        """Make a move; returns the version it led to, once it is stored.

        `version` is the one that the player saw; where several act at once, the others' moves since then
        leave it good. A move that this seat has made at that version already is no error: a click came twice.
        StaleMove, IllegalAction, ActionTextError, StoreError.
        """
        chosen = match.game.action(action) if isinstance(action, str) else action
        done: asyncio.Future[int] = asyncio.get_running_loop().create_future()
        self._pending.append(_Pending(match, seat, version, chosen, done))
        if len(self._pending) == 1:
            asyncio.get_running_loop().call_soon(self._flush)
        return await done

    def _flush(self) -> None:
        """Make and store all moves that wait, then tell: nothing else runs in between."""
        pending, self._pending = self._pending, []
        made = [(one, write) for one in pending if (write := self._make(one)) is not None]
        while made:
            try:
                self._store.append([write for _one, write in made])
                break
            except Conflict as conflict:
                made = self._drop(made, conflict)
            except sqlite3.Error as error:
                log.exception("Moves could not be stored")
                sentence = _("The move could not be stored ({reason}), so it was not made.")
                for one, _write in reversed(made):
                    one.match.take_back()
                    _fail(one, StoreError(sentence.format(reason=error)))
                return
        for one, write in made:
            if not one.done.done():
                one.done.set_result(write.ply)
        for match in {one.match.id: one.match for one, _write in made}.values():
            for bell in self._bells.get(match.id, ()):
                bell.ring()
            self._let_bots_play(match)

    def _make(self, one: _Pending) -> Write | None:
        match = one.match
        if (answered := match.answer(one.seat, one.version, one.action)) is not None:
            if not one.done.done():
                one.done.set_result(answered)
            return None
        try:
            match.play(one.seat, one.version, one.action)
        except QuarterdeckError as error:
            _fail(one, error)
            return None
        return Write(match.id, match.version, one.seat, one.action.text, standing(match.position))

    def _drop(self, made: list[tuple[_Pending, Write]], conflict: Conflict) -> list[tuple[_Pending, Write]]:
        """Give up the moves at a table where somebody else has stored one: what is in memory is not what
        happened.
        """
        self._matches.pop(conflict.table, None)
        for one, write in made:
            if write.table == conflict.table:
                _fail(
                    one,
                    StaleMove(
                        _("This page was out of date: the table has moved on. Look again, then choose.")
                    ),
                )
        for bell in self._bells.get(conflict.table, ()):
            bell.ring()
        return [(one, write) for one, write in made if write.table != conflict.table]

    # -- bots

    def resume(self) -> None:
        """Go on with every match that waits for a bot, one by one, without holding anything up."""
        self._resuming = asyncio.create_task(self._resume())

    async def _resume(self) -> None:
        for row in self._store.unfinished():
            if any(row.kinds[seat] != "human" for seat in row.standing["to_act"]):
                try:
                    await self.get(row.id)
                except QuarterdeckError as error:
                    log.warning("Table %s does not go on: %s", row.id, error)

    def _let_bots_play(self, match: Match) -> None:
        if match.bots_to_act() and match.id not in self._bots:
            self._bots[match.id] = task = asyncio.create_task(self._play_bots(match))
            task.add_done_callback(lambda done: self._bots_rest(match.id, done))

    def _bots_rest(self, id_: str, task: asyncio.Task[None]) -> None:
        del self._bots[id_]
        if task.cancelled():
            return
        if error := task.exception():
            # Begun again it would fail again, for ever: only another move at the table calls the bots anew.
            log.error("The bots at table %s gave up", id_, exc_info=error)
        elif not self._closed and id_ in self._matches:
            self._let_bots_play(self._matches[id_])

    async def _play_bots(self, match: Match) -> None:
        """The bots to act choose on one position and move together: none of them waits for people who act at
        the same time, nor for each other.
        """
        bots: dict[int, Bot] = {}
        while match.bots_to_act() and self._matches.get(match.id) is match:
            await asyncio.sleep(self._pause)
            version, position, seats = match.version, match.position, match.bots_to_act()
            for seat in seats:
                if seat not in bots:
                    bots[seat] = self._make_bot(match.row.kinds[seat], _bot_seed(match.record.seed, seat))
            chosen = [
                await asyncio.to_thread(_choose, bots[seat], match.id, position, seat) for seat in seats
            ]
            moves = (
                self.submit(match, seat, version, action) for seat, action in zip(seats, chosen, strict=True)
            )
            outcomes = await asyncio.gather(*moves, return_exceptions=True)
            for outcome in outcomes:
                if isinstance(outcome, StaleMove):
                    log.warning("Somebody else moved at table %s", match.id)
                elif isinstance(outcome, BaseException) and not isinstance(outcome, StoreError):
                    raise outcome
            if any(isinstance(outcome, StoreError) for outcome in outcomes):
                await asyncio.sleep(PATIENCE)

    # -- watching

    @contextmanager
    def watch(self, match: Match) -> Iterator[Bell]:
        """A bell that rings whenever the match has moved on."""
        bell = Bell()
        bells = self._bells.setdefault(match.id, set())
        bells.add(bell)
        try:
            yield bell
        finally:
            bells.discard(bell)
            if not bells:
                self._bells.pop(match.id, None)

    async def close(self) -> None:
        """Stop the bots and close the store."""
        self._closed = True
        tasks = [*self._bots.values(), *([self._resuming] if self._resuming else [])]
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
        self._store.close()


def _fail(one: _Pending, error: QuarterdeckError) -> None:
    if not one.done.done():
        one.done.set_exception(error)


def _known(row: TableRow) -> bool:
    """Whether a table's game has its options: a list tells them."""
    try:
        choose(find(row.game), row.options)
    except QuarterdeckError as error:
        log.warning("Table %s is not listed: %s", row.id, error)
        return False
    return True


def _bot_seed(seed: str, seat: int) -> str:
    """A bot's own seed: another for each seat, and one from which nothing of the deal can be worked out."""
    return hashlib.sha256(f"quarterdeck bot 1\n{seat}\n{seed}".encode()).hexdigest()


def _choose(player: Bot, table: str, position: Position, seat: int) -> Action:
    """A bot's choice; where a bot fails or chooses what is not possible, any legal action, so that the table
    goes on.
    """
    view = position.view(seat)
    legal = view.legal()
    try:
        action = player.choose(view)
    except Exception:
        log.exception("The bot at seat %d of table %s failed", seat, table)
    else:
        if action in legal:
            return action
        log.error("The bot at seat %d of table %s chose %s, which is not legal", seat, table, action)
    return random.choice(legal)
