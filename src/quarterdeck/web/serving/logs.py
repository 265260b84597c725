"""The server's log: one line per request, as text or JSON, without secrets.

No line contains a cookie, a token, a seed, a card, a user's text, an e-mail address or a table's id.
"""

from __future__ import annotations

import logging
import re
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any, Final, TextIO
from weakref import WeakKeyDictionary

from pythonjsonlogger.json import JsonFormatter
from starlette.applications import Starlette
from starlette.routing import BaseRoute, Mount
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from quarterdeck.errors import stack_of
from quarterdeck.tables.tags import tag

__all__ = ["RequestLog", "write_log"]

OURS: Final = "quarterdeck"
# Frequent and uninteresting requests.
QUIET: Final = ("/static/{path:path}", "/healthz", "/metrics")
UNKNOWN: Final = "unknown"
# What uvicorn says when the application can't begin; the reason is said elsewhere, in one sentence.
NOT_BEGUN: Final = "Application startup failed. Exiting."
METHODS: Final = ("GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS")

# The endpoint and the path parameters identify the route.
Key = tuple[Any, frozenset[str]]

log = logging.getLogger(__name__)


@contextmanager
def write_log(form: str, level: str, stream: TextIO | None = None) -> Iterator[None]:
    """Write the log within the block, as "text" or "json", from this level on, by default to stderr.

    Other libraries' messages are logged from warnings on, since lower levels would include addresses and
    WebSocket contents.
    """
    handler = logging.StreamHandler(stream or sys.stderr)
    handler.setFormatter(_Json() if form == "json" else _Text())
    handler.addFilter(lambda record: record.msg != NOT_BEGUN)
    ours = logging.getLogger(OURS)
    before = ours.level
    ours.setLevel(level.upper())
    logging.getLogger().addHandler(handler)
    try:
        yield
    finally:
        logging.getLogger().removeHandler(handler)
        ours.setLevel(before)


class _Text(logging.Formatter):
    """`2026-05-01T12:00:00Z info quarterdeck.web.serving.logs: GET /table/{id} …`"""

    converter = staticmethod(time.gmtime)

    def __init__(self) -> None:
        super().__init__("%(asctime)s %(level)s %(name)s: %(message)s", "%Y-%m-%dT%H:%M:%SZ")

    def format(self, record: logging.LogRecord) -> str:
        record.level = record.levelname.lower()
        # Drop the text that another handler may have cached, including the message.
        record.exc_text = None
        return super().format(record)

    def formatException(self, ei: Any) -> str:
        return "" if ei[1] is None else stack_of(ei[1])


class _Json(JsonFormatter):
    """One JSON object per line, with `time`, `level`, `logger`, `message`, and the record's extra fields."""

    converter = staticmethod(time.gmtime)

    def __init__(self) -> None:
        super().__init__(
            ["asctime", "level", "name", "message"],
            datefmt="%Y-%m-%dT%H:%M:%SZ",
            rename_fields={"asctime": "time", "name": "logger"},
            json_ensure_ascii=False,
        )

    def format(self, record: logging.LogRecord) -> str:
        record.level = record.levelname.lower()
        return super().format(record)

    def formatException(self, ei: Any) -> str:
        return "" if ei[1] is None else stack_of(ei[1])


class RequestLog:
    """Middleware that logs each request, and each WebSocket when it closes."""

    def __init__(self, app: ASGIApp) -> None:
        self._app = app
        self._patterns: WeakKeyDictionary[Starlette, dict[Key, str]] = WeakKeyDictionary()

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] == "lifespan" or not log.isEnabledFor(logging.INFO):
            await self._app(scope, receive, send)
            return
        began, status = time.perf_counter(), 500

        async def send_and_note(message: Message) -> None:
            nonlocal status
            if message["type"] in ("http.response.start", "websocket.http.response.start"):
                status = message["status"]
            elif message["type"] == "websocket.accept":
                status = 101
            elif message["type"] == "websocket.close" and status != 101:
                status = 403
            await send(message)

        try:
            await self._app(scope, receive, send_and_note)
        finally:
            self._log_request(scope, status, (time.perf_counter() - began) * 1000)

    def _log_request(self, scope: Scope, status: int, ms: float) -> None:
        method = "WS" if scope["type"] == "websocket" else scope["method"]
        # Clients can send anything as a method.
        fields = {
            "method": method if method in (*METHODS, "WS") else "?",
            "route": self._route_pattern(scope),
        }
        if table := scope.get("path_params", {}).get("id"):
            fields["table"] = tag(str(table))
        level = logging.DEBUG if fields["route"] in QUIET else logging.INFO
        words = " ".join(fields.values())
        log.log(
            level,
            "%s %d in %.1f ms",
            words,
            status,
            ms,
            extra={**fields, "status": status, "ms": round(ms, 1)},
        )

    def _route_pattern(self, scope: Scope) -> str:
        """The URL pattern of the request's route: the URL itself may contain secrets."""
        app, endpoint = scope.get("app"), scope.get("endpoint")
        if not isinstance(app, Starlette) or endpoint is None:
            return UNKNOWN
        if base := getattr(app.state, "base", ""):
            # A mounted application reports its own prefix.
            return f"{base}{getattr(scope.get('route'), 'path', '')}"
        if app not in self._patterns:
            self._patterns[app] = dict(_route_patterns(app.routes, ""))
        return self._patterns[app].get((endpoint, frozenset(scope["path_params"])), UNKNOWN)


def _route_patterns(routes: list[BaseRoute], before: str) -> Iterator[tuple[Key, str]]:
    """The URL patterns of routes, with what identifies each; `before` is the path of their mount."""
    for route in routes:
        if isinstance(route, Mount):
            yield from _route_patterns(list(route.routes), before + route.path)
        elif (endpoint := getattr(route, "endpoint", None)) is not None:
            path = before + getattr(route, "path", "")
            yield (endpoint, frozenset(re.findall(r"\{(\w+)", path))), path
