"""The coach of a server: thinks in threads of its own about what somebody has asked, and keeps what it found.

An analysis goes from the deal on, ply by ply, and can be read while it grows. One at a time is worked on; a
few may wait. What was found is kept in memory for as long as nothing newer takes its place: it can be found
again.
"""

from __future__ import annotations

import asyncio
import logging
from collections import OrderedDict
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from typing import Final, TypeVar

from quarterdeck.coach import Advice, Analysis, Station, advise, strong
from quarterdeck.coach.analysis import Move, stations
from quarterdeck.i18n import _
from quarterdeck.kernel import jit
from quarterdeck.play import Position, View
from quarterdeck.tables.errors import NotAllowed, StaleMove
from quarterdeck.tables.match.match import Match, Viewer
from quarterdeck.web.answers import Refused

__all__ = ["Coach", "Run", "allowed", "check_asking", "check_looking"]

# Of a replay for each decision; of a running match in seconds.
SIMULATIONS: Final = 1_000
SECONDS: Final = 1.5
# Analyses that are kept, some 500 kB each, and that may wait; advice that may wait.
KEPT, WAITING, CROWD = 48, 6, 4
# Choices that are kept of a decision, beside the one that was played.
CHOICES: Final = 4

T = TypeVar("T")

log = logging.getLogger(__name__)


class Run:
    """An analysis while it grows. Only its thread writes; whoever reads sees so many stations and no half."""

    def __init__(self, match: Match, viewer: Viewer) -> None:
        self.game = match.game
        self.viewer = viewer
        self.moves: tuple[Move, ...] = ()
        self.stations: list[Station] = []
        self.failed = False
        self.dropped = False
        self.follow(match)

    def follow(self, match: Match) -> list[Position]:
        """Aim at where the match stands; returns the positions that are still to be thought about, the last
        one that is known before them. What was found of moves that were taken back is forgotten.
        """
        moves = tuple(match.record.moves)
        same = 0
        for one, other in zip(self.moves, moves, strict=False):
            if one != other:
                break
            same += 1
        del self.stations[same + 1 :]
        self.moves = moves
        return match.positions[max(len(self.stations) - 1, 0) :]

    @property
    def done(self) -> bool:
        """Whether all plies have been thought about."""
        return len(self.stations) == len(self.moves) + 1

    @property
    def analysis(self) -> Analysis:
        """What has been found so far."""
        return Analysis(self.game, self.viewer, self.moves, tuple(self.stations))

    def work(self, positions: list[Position]) -> None:
        """Think about these positions."""
        known = len(self.stations)
        found = stations(positions, self.moves, self.viewer, strong(SIMULATIONS), max(known - 1, 0))
        for station in found:
            if self.dropped:
                return
            if station.ply == len(self.stations):
                self.stations.append(_shortened(station))


def _shortened(station: Station) -> Station:
    """A station with no more choices than pages show."""
    decision = station.decision
    if decision is not None:
        few = [
            one for at, one in enumerate(decision.choices) if at < CHOICES or one.action == decision.played
        ]
        decision = replace(decision, choices=tuple(few))
    choices = {seat: found[:CHOICES] for seat, found in station.choices.items()}
    return replace(station, choices=choices, decision=decision)


class Coach:
    """The coach of one server; `compiling` tells whether its rules are compiled sooner or later."""

    def __init__(self, compiling: bool) -> None:
        self._compiling = compiling
        self._runs: OrderedDict[tuple[str, Viewer], Run] = OrderedDict()
        self._working: dict[Run, asyncio.Task[None]] = {}
        # Who waits for a move is not to wait for somebody's replay.
        self._slow = ThreadPoolExecutor(1, "coach-replays")
        self._quick = ThreadPoolExecutor(1, "coach-moves")
        self._asking = 0

    def run(self, match: Match, viewer: Viewer) -> Run | None:
        """What is known of a match through somebody's eyes, if it was asked for."""
        return self._runs.get((match.id, viewer))

    def at_work(self, run: Run) -> bool:
        """Whether there is more to come of an analysis."""
        return run in self._working

    def start(self, match: Match, viewer: Viewer) -> Run:
        """Have a match thought about, as far as it has come. Refused if too many wait."""
        key = match.id, viewer
        run = self._runs.get(key)
        if run is not None and (
            run in self._working or (run.done and run.moves == tuple(match.record.moves))
        ):
            return run
        self._check_ready()
        if len(self._working) > WAITING:
            raise _busy()
        if run is None:
            run = self._runs[key] = Run(match, viewer)
        self._runs.move_to_end(key)
        while len(self._runs) > KEPT:
            self._runs.popitem(last=False)
        run.failed = False
        self._working[run] = asyncio.create_task(self._finish(run, run.follow(match)))
        return run

    async def _finish(self, run: Run, positions: list[Position]) -> None:
        try:
            await self._in(self._slow, lambda: run.work(positions))
        except Exception:
            # Of a defect of ours the server's log tells; the page says that it failed.
            log.exception("A match could not be analysed")
            run.failed = True
        finally:
            del self._working[run]

    async def advise(self, view: View) -> Advice:
        """Advice for a seat that is to act, within about two seconds. Refused if too many ask at once."""
        self._check_ready()
        if self._asking >= CROWD:
            raise _busy()
        self._asking += 1
        try:
            return await self._in(self._quick, lambda: advise(view, strong(seconds=SECONDS)))
        finally:
            self._asking -= 1

    async def _in(self, pool: ThreadPoolExecutor, work: Callable[[], T]) -> T:
        return await asyncio.get_running_loop().run_in_executor(pool, work)

    def _check_ready(self) -> None:
        if jit.loaded():
            return
        if not self._compiling or jit.interpreted():
            raise NotAllowed(
                _("There is no coach here: it takes compiled rules, which this server is without.")
            )
        raise Refused(
            _("The coach is still getting ready: ask again in a minute."), 503, {"retry-after": "30"}
        )

    async def close(self) -> None:
        """Leave what is not done undone."""
        for run in self._working:
            run.dropped = True
        await asyncio.gather(*self._working.values(), return_exceptions=True)
        for pool in (self._slow, self._quick):
            pool.shutdown(wait=False, cancel_futures=True)


def _busy() -> Refused:
    return Refused(_("The coach is busy with others: ask again in a minute."), 503, {"retry-after": "30"})


def allowed(match: Match) -> bool:
    """Whether the coach may be asked: of a match that is over always, while it goes on if that is agreed."""
    return match.open or (match.begun and match.terms.coach)


def check_asking(match: Match, seat: int) -> None:
    """Whether a seat may ask for the move that it is to make. NotAllowed, StaleMove."""
    if not match.running:
        raise NotAllowed(_("Nothing can be done at this table: its match is not going on."))
    check_looking(match)
    if seat not in match.to_act:
        raise StaleMove(_("This page was out of date: it is not your turn now."))


def check_looking(match: Match) -> None:
    """NotAllowed where nobody is to ask about what has happened."""
    if not allowed(match):
        raise NotAllowed(
            _("At this table nobody asks the coach while the match goes on; when it is over, all can.")
        )
