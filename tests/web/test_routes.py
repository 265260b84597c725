"""docs/server.md lists the server's routes: all of them, and none that is not there."""

from __future__ import annotations

import re
from collections.abc import Iterable
from pathlib import Path

from starlette.applications import Starlette
from starlette.routing import BaseRoute, Mount, Route, WebSocketRoute

from quarterdeck.settings import Settings
from quarterdeck.web.app import create_app
from quarterdeck.web.health import Figures
from quarterdeck.web.middleware import Guard
from quarterdeck.web.paths import PathPrefix
from tests.tables.tables import room_at
from tests.web.desk import KEY

SERVER = Path(__file__).parents[2] / "docs" / "server.md"


def listed() -> set[tuple[str, str]]:
    """The methods and paths in the table under “Routes”; `GET`, `POST /path` stands for both."""
    section = SERVER.read_text(encoding="utf-8").partition("\n## Routes\n")[2].partition("\n## ")[0]
    found = set()
    for row in re.findall(r"^\| (`.+?`) \|", section, re.MULTILINE):
        methods: list[str] = []
        for text in re.findall(r"`([^`]+)`", row):
            method, _space, path = text.rpartition(" ")
            methods += [method] if method else []
            if path.startswith("/"):
                found |= {(one, path.partition("?")[0]) for one in methods or [""]}
            else:
                methods.append(path)
    return found


def served(routes: Iterable[BaseRoute]) -> set[tuple[str, str]]:
    found = set()
    for route in routes:
        if isinstance(route, Route):
            path = re.sub(r":\w+}", "}", route.path)
            found |= {(method, path) for method in (route.methods or set()) - {"HEAD"}}
        elif isinstance(route, WebSocketRoute) and not route.path.startswith("/api/"):
            found.add(("WS", route.path))
        elif isinstance(route, Mount):
            # What the API has is described where it describes itself.
            found.add(("", f"{route.path}/…"))
    return found


def test_every_route_is_listed_and_no_other(tmp_path: Path) -> None:
    app = create_app(room_at(tmp_path), KEY, Settings(metrics=True), Figures())
    assert isinstance(app, PathPrefix)
    guard = app._app
    assert isinstance(guard, Guard)
    assert isinstance(guard._app, Starlette)
    assert listed() == served(guard._app.routes)
