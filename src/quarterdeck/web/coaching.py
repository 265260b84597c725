"""A server's coach: lets the workers make the analyses that are asked for, and caches the results.

An analysis goes ply by ply from the deal on, and can be read while it grows. One position is analysed at a
time: several analyses take turns, so that each grows. Results stay in memory until newer ones displace them:
they can be recomputed.
"""

from __future__ import annotations

import asyncio
import logging
from collections import OrderedDict
from dataclasses import replace
from functools import partial
from itertools import takewhile
from typing import Final

from quarterdeck.coach import Advice, Analysis, Station
from quarterdeck.coach.analysis import Move, decision_before, views_of
from quarterdeck.i18n import _
from quarterdeck.play import Position, View
from quarterdeck.tables.errors import NotAllowed, StaleMove
from quarterdeck.tables.match.match import OPEN, Match, Viewer
from quarterdeck.web.errors import Refused
from quarterdeck.workers import Failed, NoAnswer, TaskRunner, Unavailable, Urgency, WorkerTask
from quarterdeck.workers.codec import before_data, read_advice, read_station, view_data, views_data

__all__ = ["Coach", "RunningAnalysis", "allowed", "check_asking", "check_looking", "check_over"]

# Simulations per decision in replays; seconds per decision in running matches.
SIMULATIONS: Final = 1_000
SECONDS: Final = 1.5
# Seconds for the reason of a piece of advice.
REASONING: Final = 1.0
# The most seconds for one position or piece of advice, loading the rules included.
LONGEST: Final = 60.0
# Analyses cached, at about 500 kB each; analyses beside one; advice requests that may wait.
KEPT, WAITING, CROWD = 48, 6, 4
# Choices kept per decision, besides the one that was played.
CHOICES: Final = 4

log = logging.getLogger(__name__)


class RunningAnalysis:
    """An analysis in progress."""

    def __init__(self, match: Match, viewer: Viewer) -> None:
        self.game = match.game
        self.viewer = viewer
        self.moves: tuple[Move, ...] = ()
        # After so many moves; none once the match is over, when nothing is taken back any more.
        self._positions: tuple[Position, ...] = ()
        self.stations: list[Station] = []
        self.failed = False
        self.dropped = False
        # The match of the latest request, until its analysis begins.
        self.next: Match | None = None

    def follow(self, match: Match) -> list[Position]:
        """Set the analysis's target to the match's current state; returns the positions left to analyse,
        preceded by the last analysed one. Results for undone moves are dropped.
        """
        del self.stations[self._common_plies(match) + 1 :]
        self.moves = tuple(match.record.moves)
        self._positions = () if match.over else tuple(match.positions)
        return match.positions[max(len(self.stations) - 1, 0) :]

    @property
    def done(self) -> bool:
        """Whether all plies of the latest request have been analysed."""
        return self.next is None and len(self.stations) == len(self.moves) + 1

    def analysis_of(self, match: Match) -> Analysis:
        """The results so far, without those for moves that have been taken back."""
        analysis = Analysis(self.game, self.viewer, self.moves, tuple(self.stations))
        return analysis.until(self._common_plies(match))

    def is_of(self, match: Match) -> bool:
        """Whether the analysed match and this one are the same to the viewer, up to the last move of both."""
        return len(self.moves) == match.ply == self._common_plies(match)

    def _common_plies(self, match: Match) -> int:
        """The number of moves with which both the analysed match and this one begin, as far as the viewer can
        tell. Somebody may take a hidden move back and make another one: nothing must show that it is another.
        """
        plies = range(1, min(len(self.moves), match.ply) + 1)
        return sum(1 for _ply in takewhile(partial(self._looks_alike, match), plies))

    def _looks_alike(self, match: Match, ply: int) -> bool:
        """Whether the viewer can't tell the last of so many moves from the one in the analysed match."""
        mine, theirs = self.moves[ply - 1], match.record.moves[ply - 1]
        if mine == theirs:
            return True
        if self.viewer == OPEN or mine[0] != theirs[0] or ply >= len(self._positions):
            return False
        return self._positions[ply].view(self.viewer) == match.positions[ply].view(self.viewer)

    async def work(self, positions: list[Position], runner: TaskRunner, turns: asyncio.Lock) -> None:
        """Analyse these positions, each under the lock `turns`. If some have been analysed before, the first
        one is the last of those: it is analysed again, since its stored station has only the choices that
        pages show.
        """
        previous: tuple[Position, Station] | None = None
        for ply, position in enumerate(positions, max(len(self.stations) - 1, 0)):
            before = decision_before(*previous, self.moves) if previous else None
            body = {
                "ply": ply,
                "perspective": self.viewer,
                "views": views_data(views_of(position, self.viewer)),
                "before": before_data(before),
                "simulations": SIMULATIONS,
            }
            task = WorkerTask("station", body, LONGEST, position.game.id)
            async with turns:
                answer = await runner.run(task, Urgency.REPLAY)
            station = read_station(answer, position.game.actions)
            if self.dropped:
                return
            if ply == len(self.stations):
                self.stations.append(_with_few_choices(station))
            previous = position, station


def _with_few_choices(station: Station) -> Station:
    """A station with only the choices that pages show."""
    decision = station.decision
    if decision is not None:
        few = [
            choice
            for at, choice in enumerate(decision.choices)
            if at < CHOICES or choice.action == decision.played
        ]
        decision = replace(decision, choices=tuple(few))
    choices = {seat: ranked[:CHOICES] for seat, ranked in station.choices.items()}
    return replace(station, choices=choices, decision=decision)


class Coach:
    """The coach of one server; `runner` runs its searches."""

    def __init__(self, runner: TaskRunner) -> None:
        self._runner = runner
        self._runs: OrderedDict[tuple[str, Viewer], RunningAnalysis] = OrderedDict()
        self._working: dict[RunningAnalysis, asyncio.Task[None]] = {}
        # Whoever waits for it gets it in order, so that analyses take turns.
        self._turns = asyncio.Lock()
        self._advice_requests = 0

    def run(self, match: Match, viewer: Viewer) -> RunningAnalysis | None:
        """The analysis of a match from a perspective, if it was requested."""
        return self._runs.get((match.id, viewer))

    @property
    def idle(self) -> bool:
        """Whether no analysis is in progress or waits."""
        return not self._working

    def at_work(self, run: RunningAnalysis) -> bool:
        """Whether an analysis is still in progress."""
        return run in self._working

    def start(self, match: Match, viewer: Viewer) -> RunningAnalysis:
        """Request the analysis of a match up to its current state. If an older state is being analysed, this
        one follows; only the latest request is kept. Raises Refused if too many are in progress.
        """
        key = match.id, viewer
        run = self._runs.get(key)
        if run is not None and run in self._working:
            run.next = match
            return run
        if run is not None and run.done and run.is_of(match):
            return run
        self.check_ready()
        if len(self._working) > WAITING:
            raise _busy_refusal()
        if run is None:
            run = self._runs[key] = RunningAnalysis(match, viewer)
        self._runs.move_to_end(key)
        while len(self._runs) > KEPT:
            self._runs.popitem(last=False)
        run.failed = False
        run.next = match
        self._working[run] = asyncio.create_task(self._analyse(run))
        return run

    async def _analyse(self, run: RunningAnalysis) -> None:
        """Do an analysis, and what is asked of it meanwhile; errors are logged."""
        try:
            while run.next is not None and not run.dropped:
                positions = run.follow(run.next)
                run.next = None
                if not run.done:
                    await run.work(positions, self._runner, self._turns)
        except Exception:
            # The server's log has the details of a bug; the page says that the analysis failed.
            log.exception("A match could not be analysed")
            run.failed = True
        finally:
            run.next = None
            del self._working[run]

    async def advise(self, view: View) -> Advice:
        """Advice for a seat to act, within two to three seconds. Raises Refused if too many ask at once."""
        self.check_ready()
        if self._advice_requests >= CROWD:
            raise _busy_refusal()
        self._advice_requests += 1
        try:
            body = {"view": view_data(view), "seconds": SECONDS, "reasoning": REASONING}
            task = WorkerTask("advise", body, LONGEST, view.game.id)
            answer = await self._runner.run(task, Urgency.ADVICE)
        except (Failed, NoAnswer, Unavailable) as error:
            words = str(error) or type(error).__name__
            log.error("The coach could not advise: %s", words, exc_info=error.__cause__)
            raise _busy_refusal() from None
        finally:
            self._advice_requests -= 1
        return read_advice(answer, view.game.actions)

    @property
    def preparing(self) -> bool:
        """Whether rules are still being compiled for it."""
        return not self._runner.ready and self._runner.preparing

    def check_ready(self) -> None:
        """Check that rules are compiled. Raises NotAllowed if they won't be, Refused (503) if they are not
        yet.
        """
        if self._runner.ready:
            return
        if not self._runner.preparing:
            raise NotAllowed(
                _("There is no coach here: it takes compiled rules, which this server is without.")
            )
        raise Refused(
            _("The coach is still getting ready: ask again in some minutes."), 503, {"retry-after": "30"}
        )

    async def close(self) -> None:
        """Abandon unfinished work."""
        for run in self._working:
            run.dropped = True
        for task in self._working.values():
            task.cancel()
        await asyncio.gather(*self._working.values(), return_exceptions=True)


def _busy_refusal() -> Refused:
    return Refused(_("The coach is busy with others: ask again in a minute."), 503, {"retry-after": "30"})


def allowed(match: Match) -> bool:
    """Whether the coach may be asked: always after a match, and during it if its terms allow it."""
    return match.open or match.over or (match.begun and match.terms.coach)


def check_asking(match: Match, seat: int) -> None:
    """Check that a seat may ask for advice on its move. Raises NotAllowed, StaleMove."""
    if not match.running:
        raise NotAllowed(_("Nothing can be done at this table: its match is not going on."))
    check_looking(match)
    if seat not in match.to_act:
        raise StaleMove(_("This page was out of date: it is not your turn now."))


def check_over(match: Match) -> None:
    """Check that a match may be reviewed as a whole, with open cards. Raises NotAllowed."""
    if not (match.over and match.open):
        raise NotAllowed(_("The cards are laid open when the match is over."))


def check_looking(match: Match) -> None:
    """Check that past moves may be analysed. Raises NotAllowed."""
    if not allowed(match):
        raise NotAllowed(
            _("At this table nobody asks the coach while the match goes on; when it is over, all can.")
        )
