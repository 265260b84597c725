"""docs/routes.md lists the server's routes, all of them and no other, and says which answer programs."""

from __future__ import annotations

import re
from collections.abc import Iterable
from pathlib import Path

from starlette.applications import Starlette
from starlette.routing import BaseRoute, Mount, Route, WebSocketRoute

from quarterdeck.coach.collection import puzzles
from quarterdeck.settings import Settings
from quarterdeck.web.app import create_app
from quarterdeck.web.health import PrometheusMetrics
from quarterdeck.web.middleware import Guard
from quarterdeck.web.paths import PathPrefix
from tests.tables.tables import room_at
from tests.web.desk import JSON, KEY, Desk

PAGE = Path(__file__).parents[2] / "docs" / "routes.md"


def listed() -> set[tuple[str, str]]:
    """The methods and paths in the table under “Routes”; `GET`, `POST /path` stands for both."""
    section = PAGE.read_text(encoding="utf-8").partition("# Routes\n")[2].partition("\n## ")[0]
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
    app = create_app(room_at(tmp_path), KEY, Settings(metrics=True), PrometheusMetrics())
    assert isinstance(app, PathPrefix)
    guard = app._app
    assert isinstance(guard, Guard)
    assert isinstance(guard._app, Starlette)
    assert listed() == served(guard._app.routes)


# Forms that answer programs.
TO_PROGRAMS = {
    "/tables": {"quick": "meuterer"},
    "/language": {"language": "de"},
    "/me/name": {"name": "Ann"},
    "/me/notices": {"on": "on"},
    "/me/forget": {},
}
# These do, too, but need a file, or a server that sends notices.
REFUSED = ("/open", "/me/mail", "/me/push", "/me/webhook")
# Forms for people alone.
TO_PEOPLE = {
    "/daily": {"game": "meuterer"},
    "/regatta": {"game": "meuterer", "title": "Friday", "rounds": "2"},
    "/ladder/join": {"name": "Ann"},
    "/friends": {"friends": "on", "name": "Ann"},
    "/games/publish": {"publish": "on"},
    "/learn": {"game": "meuterer"},
    "/me/code": {},
}


def said_of_json() -> tuple[set[str], set[str]]:
    """The paths of forms that answer programs, and of forms that don't, in the paragraph about that."""
    page = PAGE.read_text(encoding="utf-8")
    paragraph = page.partition("\nWith `Accept: application/json`")[2].partition("\n\n")[0]
    programs, _other, people = paragraph.partition("Other forms")
    return set(re.findall(r"`(/[a-z/]+)`", programs)), set(re.findall(r"`(/[a-z/]+)`", people))


def test_the_forms_that_are_said_to_answer_programs_do(ann: Desk) -> None:
    programs, people = said_of_json()
    assert programs == {*TO_PROGRAMS, *REFUSED}
    for path, form in TO_PROGRAMS.items():
        assert ann.post(path, form, **JSON).json()["ok"] is True, path
    for path in REFUSED:
        assert ann.post(path, {}, **JSON).json().keys() == {"error"}, path
    assert people == set(TO_PEOPLE)
    for path, form in TO_PEOPLE.items():
        answer = ann.post(path, form, **JSON)
        assert answer.status_code == 303 or answer.headers["content-type"].startswith("text/html"), path


def test_forms_of_tables_and_puzzles_answer_programs(ann: Desk) -> None:
    match = ann.table()
    assert ann.act(match, 0, match.version, "offer 2", json=True).json() == {"ok": True, "version": 1}
    assert ann.act(match, 0, match.version, "no", json=True).json().keys() == {"error"}
    puzzle = puzzles("meuterer")[0].name
    assert ann.post(f"/puzzles/{puzzle}/solution", {}, **JSON).json()["ok"] is True
