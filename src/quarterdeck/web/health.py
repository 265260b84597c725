"""The server's health: `/healthz` for monitoring, `/metrics` for Prometheus."""

from __future__ import annotations

import asyncio
import logging
import os
import secrets
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import partial
from pathlib import Path
from typing import Final

from prometheus_client import (
    CollectorRegistry,
    Counter,
    Gauge,
    Histogram,
    ProcessCollector,
    generate_latest,
    values,
)
from prometheus_client.exposition import CONTENT_TYPE_PLAIN_1_0_0
from prometheus_client.multiprocess import MultiProcessCollector, mark_process_dead
from starlette.requests import Request
from starlette.responses import JSONResponse, Response
from starlette.routing import Route

from quarterdeck.i18n import _
from quarterdeck.settings import Settings
from quarterdeck.tables.live.metrics import Metrics
from quarterdeck.web.accounts.browser import is_loopback, through_proxy
from quarterdeck.web.errors import Refused

__all__ = ["PrometheusMetrics", "counted_together", "forget_process", "health_routes"]

# Names the folder in which several processes keep their metrics.
FOLDER: Final = "PROMETHEUS_MULTIPROC_DIR"
# Seconds that the store may take to answer.
PATIENCE: Final = 5.0
SECONDS: Final = (0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5)
MOVES: Final = (1, 2, 5, 10, 20, 50, 100, 200, 500)
THOUGHT: Final = (0.001, 0.01, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30)

log = logging.getLogger(__name__)


class PrometheusMetrics(Metrics):
    """A room's metrics, collected for Prometheus; `page` returns them all."""

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
        gauge = partial(Gauge, registry=everything)
        self._viewers = gauge("quarterdeck_viewers", "Who follows a table now", multiprocess_mode="livesum")
        self._tables = gauge(
            "quarterdeck_tables_at_hand", "Tables in memory now", multiprocess_mode="livesum"
        )
        self._refusals = Counter(
            "quarterdeck_refusals", "Requests that were refused", ["kind"], registry=everything
        )
        self._thoughts = Histogram(
            "quarterdeck_bot_seconds", "How long a bot thought", buckets=THOUGHT, registry=everything
        )
        self._timeouts = Counter("quarterdeck_timeouts", "Clocks that have run out", registry=everything)
        self._compiled = gauge(
            "quarterdeck_rules_compiled", "Whether the rules have been compiled", multiprocess_mode="livemin"
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
        """All metrics in Prometheus's text format: of all processes, if there are several."""
        if FOLDER not in os.environ:
            return generate_latest(self._all)
        everybody = CollectorRegistry()
        MultiProcessCollector(everybody)  # type: ignore[no-untyped-call]
        return generate_latest(everybody)


@contextmanager
def counted_together(folder: Path) -> Iterator[None]:
    """Let the processes that are forked within the block count together, in files of this folder."""
    os.environ[FOLDER] = str(folder)
    # The library chooses when it is imported.
    values.ValueClass = values.get_value_class()  # type: ignore[no-untyped-call]
    try:
        yield
    finally:
        del os.environ[FOLDER]
        values.ValueClass = values.get_value_class()  # type: ignore[no-untyped-call]


def forget_process(pid: int) -> None:
    """Leave out the live gauges of one of several processes, since it has ended."""
    if FOLDER in os.environ:
        mark_process_dead(pid)  # type: ignore[no-untyped-call]


def health_routes(
    ping: Callable[[], object],
    metrics: PrometheusMetrics | None,
    settings: Settings,
    patience: float = PATIENCE,
) -> list[Route]:
    """The routes `/healthz` and, if there are metrics and the settings enable it, `/metrics`. `ping` queries
    the store and raises if it does not answer; it is abandoned after `patience` seconds.
    """

    pinging: asyncio.Task[object] | None = None

    async def healthz(_request: Request) -> Response:
        nonlocal pinging
        # One query at a time: while the store hangs, health checks must not use up all threads.
        if pinging is None or pinging.done():
            pinging = asyncio.create_task(asyncio.to_thread(ping))
            pinging.add_done_callback(lambda done: done.cancelled() or done.exception())
        try:
            await asyncio.wait_for(asyncio.shield(pinging), patience)
        except Exception:
            log.warning("The database does not answer", exc_info=True)
            sentence = _("The database does not answer, so no move can be made.")
            return JSONResponse({"ok": False, "error": sentence}, 503)
        return JSONResponse({"ok": True})

    async def show_metrics(request: Request) -> Response:
        assert metrics is not None
        _check_may_measure(request, settings)
        return Response(metrics.page(), media_type=CONTENT_TYPE_PLAIN_1_0_0)

    routes = [Route("/healthz", healthz)]
    if metrics is not None and settings.metrics:
        routes.append(Route("/metrics", show_metrics))
    return routes


def _check_may_measure(request: Request, settings: Settings) -> None:
    """Check that the request shows the token, or without a configured token, that it comes from this
    computer. Raises Refused.
    """
    if settings.metrics_token is None:
        local = request.client is not None and is_loopback(request.client.host)
        if not local or through_proxy(request.headers):
            raise Refused(_("The figures are told on this computer only, unless metrics_token is set."), 403)
        return
    expected = f"Bearer {settings.metrics_token.get_secret_value()}"
    sent = request.headers.get("authorization", "")
    if not secrets.compare_digest(sent.encode(), expected.encode()):
        raise Refused(_("The figures are told to whoever shows the token that is set as metrics_token."), 401)
