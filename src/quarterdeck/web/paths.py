"""The location of the pages: at the root of their host, or below a path such as /quarterdeck.

Every URL that the server writes begins with `root()`; pages find the prefix in ``data-root`` of their <html>
element.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from itertools import zip_longest

from starlette.requests import HTTPConnection
from starlette.routing import BaseRoute
from starlette.types import ASGIApp, Receive, Scope, Send

from quarterdeck.errors import QuarterdeckError
from quarterdeck.i18n import _, current

__all__ = [
    "API",
    "PathPrefix",
    "addressed",
    "around",
    "check_root",
    "inner",
    "origin",
    "public_address",
    "root",
    "rooted",
    "url",
]

# Path prefix of the API for programs.
API = "/api/"

_root: ContextVar[str] = ContextVar("root", default="")
_origin: ContextVar[str] = ContextVar("origin", default="")


def root() -> str:
    """The path prefix of all pages, without a trailing slash; empty at the root of the host."""
    return _root.get()


@contextmanager
def rooted(path: str) -> Iterator[None]:
    """Set the prefix that `root()` returns within the block."""
    token = _root.set(path)
    try:
        yield
    finally:
        _root.reset(token)


def origin() -> str:
    """The public address of all pages, `root()` included, without a trailing slash: for links that leave the
    page. Nothing that is made of it may be cached.
    """
    return _origin.get()


def public_address(public: str | None, asked: HTTPConnection) -> str:
    """The public address of all pages: as configured, or else as requested."""
    return public or str(asked.base_url).rstrip("/")


@contextmanager
def addressed(address: str) -> Iterator[None]:
    """Set the address that `origin()` returns within the block."""
    token = _origin.set(address)
    try:
        yield
    finally:
        _origin.reset(token)


def url(path: str) -> str:
    """The URL of one of our paths, such as /lobby, for pages and redirects."""
    return root() + path


def inner(scope: Scope) -> str:
    """A request's path as our routes see it: without `root()`."""
    path: str = scope["path"]
    return path.removeprefix(root()) or "/"


def around() -> str:
    """A cache key for what every rendering depends on: the language and the path prefix."""
    return current() + root()


def check_root(path: str, routes: Iterable[BaseRoute]) -> None:
    """Check that a path prefix does not clash with our own paths: otherwise nobody could tell whether a proxy
    has already removed it. Raises QuarterdeckError.
    """
    for route in routes:
        if path and _may_match(path, getattr(route, "path", "")):
            sentence = _("The path {path} is one of the server's own: choose another, such as /quarterdeck.")
            raise QuarterdeckError(sentence.format(path=path))


def _may_match(path: str, pattern: str) -> bool:
    """Whether a route's pattern, or what lies below it, can begin with this path."""
    for part, own_part in zip_longest(path.split("/"), pattern.split("/")):
        if part is None or ":path}" in (own_part or ""):
            return True
        if own_part is None or not (own_part == part or re.fullmatch(r"\{.*\}", own_part)):
            return False
    return True


class PathPrefix:
    """Middleware that places the application below `path`. The proxy in front may remove the prefix or pass
    it on.
    """

    def __init__(self, app: ASGIApp, path: str) -> None:
        self._app = app
        self._path = path

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if not self._path or scope["type"] == "lifespan":
            await self._app(scope, receive, send)
            return
        self._set_root_path(scope)
        with rooted(self._path):
            await self._app(scope, receive, send)

    def _set_root_path(self, scope: Scope) -> None:
        """Set the ASGI scope's root path, and a path that includes it."""
        path: str = scope["path"]
        if path == self._path:
            # The first page, requested without the trailing slash.
            scope["path"] = f"{path}/"
        elif not path.startswith(f"{self._path}/"):
            scope["path"] = self._path + path
        scope["root_path"] = self._path
