"""How the server is: `/healthz` for whoever keeps it running, `/metrics` for Prometheus."""

from __future__ import annotations

import asyncio
import logging
import secrets
from collections.abc import Callable
from typing import Final

from prometheus_client import CollectorRegistry, Counter, Gauge, Histogram, ProcessCollector, generate_latest
from prometheus_client.exposition import CONTENT_TYPE_PLAIN_1_0_0
from starlette.requests import Request
from starlette.responses import JSONResponse, Response
from starlette.routing import Route

from quarterdeck.i18n import _
from quarterdeck.settings import Settings
from quarterdeck.tables.live.metrics import Metrics
from quarterdeck.web.answers import Refused
from quarterdeck.web.browser import is_loopback

__all__ = ["Figures", "health_routes"]

# So long the store may take to answer, in seconds.
PATIENCE: Final = 5.0
SECONDS: Final = (0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5)
MOVES: Final = (1, 2, 5, 10, 20, 50, 100, 200, 500)
THOUGHT: Final = (0.001, 0.01, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30)
# What a proxy says of whom it asks for.
FORWARDED: Final = ("forwarded", "x-forwarded-for", "x-real-ip", "via")

log = logging.getLogger(__name__)


class Figures(Metrics):
    """What a room tells, counted for Prometheus; each has its own, and `page` is all of it."""

    def __init__(self) -> None:
        self._all = everything = CollectorRegistry()
        ProcessCollector(registry=everything)
        self._moves = Counter("quarterdeck_moves_stored", "Moves stored", registry=everything)
        self._commits = Histogram(
            "quarterdeck_commit_seconds", "How long a commit took", buckets=SECONDS, registry=everything
        )
        self._batches = Histogram(
            "quarterdeck_commit_moves", "How many moves a commit stored", buckets=MOVES, registry=everything
        )
        self._viewers = Gauge("quarterdeck_viewers", "Who follows a table now", registry=everything)
        self._tables = Gauge("quarterdeck_tables_at_hand", "Tables in memory now", registry=everything)
        self._refusals = Counter(
            "quarterdeck_refusals", "Requests that were refused", ["kind"], registry=everything
        )
        self._thoughts = Histogram(
            "quarterdeck_bot_seconds", "How long a bot thought", buckets=THOUGHT, registry=everything
        )
        self._timeouts = Counter("quarterdeck_timeouts", "Clocks that have run out", registry=everything)
        self._compiled = Gauge(
            "quarterdeck_rules_compiled", "Whether the rules have been compiled", registry=everything
        )

    def stored(self, moves: int, seconds: float) -> None:
        self._moves.inc(moves)
        self._batches.observe(moves)
        self._commits.observe(seconds)

    def watched(self, viewers: int) -> None:
        self._viewers.set(viewers)

    def at_hand(self, tables: int) -> None:
        self._tables.set(tables)

    def refused(self, kind: str) -> None:
        self._refusals.labels(kind).inc()

    def thought(self, seconds: float) -> None:
        self._thoughts.observe(seconds)

    def timed_out(self) -> None:
        self._timeouts.inc()

    def rules_compiled(self) -> None:
        """The rules have been compiled."""
        self._compiled.set(1)

    def page(self) -> bytes:
        """All figures in the format of Prometheus."""
        return generate_latest(self._all)


def health_routes(
    ping: Callable[[], object], figures: Figures | None, settings: Settings, patience: float = PATIENCE
) -> list[Route]:
    """The routes `/healthz` and, if there are figures and the settings want them told, `/metrics`.

    `ping` asks the store and raises if it does not answer; it may take its time, and is given up after
    `patience` seconds.
    """

    asked: asyncio.Task[object] | None = None

    async def healthz(_request: Request) -> Response:
        nonlocal asked
        # One question at a time: while the store hangs, checks must not take up all threads.
        if asked is None or asked.done():
            asked = asyncio.create_task(asyncio.to_thread(ping))
            asked.add_done_callback(lambda done: done.cancelled() or done.exception())
        try:
            await asyncio.wait_for(asyncio.shield(asked), patience)
        except Exception:
            log.warning("The database does not answer", exc_info=True)
            sentence = _("The database does not answer, so no move can be made.")
            return JSONResponse({"ok": False, "error": sentence}, 503)
        return JSONResponse({"ok": True})

    async def metrics(request: Request) -> Response:
        assert figures is not None
        _may_measure(request, settings)
        return Response(figures.page(), media_type=CONTENT_TYPE_PLAIN_1_0_0)

    routes = [Route("/healthz", healthz)]
    if figures is not None and settings.metrics:
        routes.append(Route("/metrics", metrics))
    return routes


def _may_measure(request: Request, settings: Settings) -> None:
    """Refused unless it shows the token or, where there is none, comes from this computer itself."""
    if settings.metrics_token is None:
        here = request.client is not None and is_loopback(request.client.host)
        # A proxy on this computer asks for others, who may be anywhere.
        if not here or any(name in request.headers for name in FORWARDED):
            raise Refused(_("The figures are told on this computer only, unless metrics_token is set."), 403)
        return
    wanted = f"Bearer {settings.metrics_token.get_secret_value()}"
    shown = request.headers.get("authorization", "")
    if not secrets.compare_digest(shown.encode(), wanted.encode()):
        raise Refused(_("The figures are told to whoever shows the token that is set as metrics_token."), 401)
