"""Where the pages are: at the root of their host, or under a path of it such as /quarterdeck.

Every address that the server writes begins with `root()`, and nothing else knows it: pages find it in
``data-root`` of their <html> element.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from itertools import zip_longest

from starlette.routing import BaseRoute
from starlette.types import ASGIApp, Receive, Scope, Send

from quarterdeck.errors import QuarterdeckError
from quarterdeck.i18n import _, current

__all__ = ["Rooted", "around", "check_root", "inner", "root", "rooted", "url"]

_root: ContextVar[str] = ContextVar("root", default="")


def root() -> str:
    """The path under which all pages are, without a slash at its end; empty at the root of the host."""
    return _root.get()


@contextmanager
def rooted(path: str) -> Iterator[None]:
    """Have `root()` be this path within the block."""
    token = _root.set(path)
    try:
        yield
    finally:
        _root.reset(token)


def url(path: str) -> str:
    """The address of a path of ours, such as /lobby, as pages and redirections have it."""
    return root() + path


def inner(scope: Scope) -> str:
    """The path of a request as our routes know it: without `root()`."""
    path: str = scope["path"]
    return path.removeprefix(root()) or "/"


def around() -> str:
    """What every rendering depends on beside what it is made of: the language, and the root path."""
    return current() + root()


def check_root(path: str, routes: Iterable[BaseRoute]) -> None:
    """QuarterdeckError if a path is, or begins, one of our own addresses: nobody could tell whether a proxy
    has taken it away already.
    """
    for route in routes:
        if path and _begins(path, getattr(route, "path", "")):
            sentence = _("The path {path} is one of the server's own: choose another, such as /quarterdeck.")
            raise QuarterdeckError(sentence.format(path=path))


def _begins(path: str, pattern: str) -> bool:
    for given, known in zip_longest(path.split("/"), pattern.split("/")):
        if given is None or ":path}" in (known or ""):
            return True
        if known is None or not (known == given or re.fullmatch(r"\{.*\}", known)):
            return False
    return True


class Rooted:
    """Around the whole application: it is under `path`, whether the proxy in front takes the path away from
    the addresses that it passes on or not.
    """

    def __init__(self, app: ASGIApp, path: str) -> None:
        self._app = app
        self._path = path

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if not self._path or scope["type"] == "lifespan":
            await self._app(scope, receive, send)
            return
        self._place(scope)
        with rooted(self._path):
            await self._app(scope, receive, send)

    def _place(self, scope: Scope) -> None:
        """Have a scope say what ASGI wants: a path with its root, and the root."""
        asked: str = scope["path"]
        if asked == self._path:
            # The first page, asked for without its slash.
            scope["path"] = f"{asked}/"
        elif not asked.startswith(f"{self._path}/"):
            scope["path"] = self._path + asked
        scope["root_path"] = self._path
