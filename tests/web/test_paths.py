"""The server under a path of its host: every address that it gives begins with the path."""

from __future__ import annotations

import re
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any
from urllib.parse import urljoin, urlsplit

import httpx2
import pytest
from starlette.testclient import TestClient
from starlette.types import ASGIApp, Receive, Scope, Send

from quarterdeck.errors import QuarterdeckError
from quarterdeck.settings import Settings, SettingsError
from quarterdeck.tables.match.match import Match
from quarterdeck.tables.seats import HUMAN, VACANT, owner_hash
from quarterdeck.web.accounts.browser import Keyring
from quarterdeck.web.app import create_app
from quarterdeck.web.paths import rooted
from quarterdeck.web.table import markup
from tests.tables.tables import NEVER, finished, kinds, record, room_at
from tests.web.desk import JSON, KEY, Desk
from tests.web.fixtures import TABLES

PATH = "/club/quarterdeck"
SOURCES = Path(__file__).parents[2] / "src" / "quarterdeck" / "web"
# What holds an address in a page.
ADDRESS = re.compile(r'\b(?:(?:href|src|action|formaction|poster|data-[a-z-]+)="|content="\d+;url=)(/[^"]*)"')


class Stripping:
    """A proxy that takes the path away from the addresses of requests."""

    def __init__(self, app: ASGIApp) -> None:
        self._app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "lifespan":
            assert scope["path"].startswith(PATH)
            scope = {**scope, "path": scope["path"].removeprefix(PATH)}
        await self._app(scope, receive, send)


class Guest(Desk):
    """A browser that knows the server by its path only."""

    def __init__(self, client: TestClient, room: Any) -> None:
        self.client, self.room = client, room
        home = client.get(f"{PATH}/").text
        cookie = str(client.cookies[Keyring(KEY).cookie_name])
        self.owner = owner_hash(cookie.rpartition(".")[0])
        found = re.search(r'name="csrf" value="([^"]+)"', home)
        assert found
        self.csrf = found[1]


@contextmanager
def guest(path: Path, strips: bool, **more: Any) -> Iterator[Guest]:
    room = room_at(path, NEVER)
    app = create_app(room, KEY, Settings(**{"root_path": PATH, **more}))
    with TestClient(
        Stripping(app) if strips else app, base_url="http://localhost", follow_redirects=False
    ) as client:
        yield Guest(client, room)


def ended(browser: Guest) -> Match:
    """A match that is over."""
    match = browser.enter(record(), kinds(1))
    browser.on_loop(finished, browser.room, match)
    return match


@pytest.fixture(params=[True, False], ids=["stripped", "kept"])
def ann(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Guest]:
    with guest(tmp_path, request.param) as browser:
        yield browser


def outside(page: str) -> list[str]:
    """The addresses in a page that lead out of the path."""
    return [found for found in ADDRESS.findall(page) if not (found + "/").startswith(f"{PATH}/")]


def everywhere(browser: Guest, *starts: str) -> dict[str, httpx2.Response]:
    """Every page, style sheet and script that can be reached by links from these."""
    found: dict[str, httpx2.Response] = {}
    asked = [*starts]
    while asked:
        path = asked.pop()
        if path in found:
            continue
        found[path] = answer = browser.client.get(path)
        if answer.is_redirect:
            asked.append(urlsplit(urljoin(path, answer.headers["location"]))._replace(fragment="").geturl())
        elif answer.headers.get("content-type", "").startswith("text/html"):
            # Each step of a replay is a page of its own: one of them will do.
            links = re.findall(r'\b(?:href|src)="([^"#]+)', answer.text)
            asked += [link for link in links if link.startswith("/") and "ply=" not in link]
    return found


def test_an_error_page_says_where_its_link_leads(ann: Guest) -> None:
    table = f"/table/{ann.table().id}"
    for path, back, words in (
        ("/language", "/", "To your games"),
        (f"{table}/act", table, "Back to the table"),
        ("/regatta/0123456789abcdef/begin", "/regatta/0123456789abcdef", "To the regatta"),
    ):
        page = ann.client.post(PATH + path, data={"csrf": "of another page"}).text
        assert f'href="{PATH}{back}">{words}</a>' in page


def test_all_that_links_lead_to_is_under_the_path(ann: Guest) -> None:
    running = ann.table()
    waiting = ann.enter(record(), [HUMAN, VACANT, VACANT, VACANT])
    over = ended(ann)
    tables = [f"{PATH}/table/{match.id}" for match in (running, waiting, over)]
    others = ("/", "/me", "/api/v1/docs", "/learn/meuterer", "/table/example")
    found = everywhere(ann, *tables, f"{tables[0]}/devices", *(PATH + other for other in others))
    assert {path: answer.status_code for path, answer in found.items() if answer.status_code >= 400} == {}
    assert [path for path in found if not path.startswith(f"{PATH}/")] == []
    assert {path: out for path, answer in found.items() if (out := outside(answer.text))} == {}
    for part in ("/static/table.js", "/rules/mutiny", "/lobby", "/table/example/replay"):
        assert any(path.startswith(PATH + part) for path in found), part
    assert f'data-root="{PATH}"' in found[f"{PATH}/"].text


def test_the_first_page_is_there_without_its_slash_too(tmp_path: Path) -> None:
    with guest(tmp_path, strips=False) as browser:
        assert browser.client.get(PATH).status_code == 200
        assert browser.client.get(f"{PATH}s/").status_code == 404


def test_forms_lead_on_under_the_path(ann: Guest) -> None:
    forms: list[tuple[str, dict[str, Any]]] = [
        ("/tables", {"quick": "meuterer"}),
        ("/learn", {"game": "meuterer"}),
        ("/example", {}),
        ("/games/publish", {"publish": "on"}),
        ("/me/name", {"name": "Ann"}),
        ("/language", {"language": "de"}),
    ]
    for path, form in forms:
        answer = ann.post(PATH + path, form)
        assert (path, answer.status_code) == (path, 303)
        assert answer.headers["location"].startswith(f"{PATH}/"), path


def test_a_language_leads_back_to_the_page_that_it_was_chosen_on(ann: Guest) -> None:
    for page, back in (
        (f"{PATH}/games?game=mutiny", f"{PATH}/games?game=mutiny"),
        (f"{PATH}/me/mail", f"{PATH}/me"),
        ("/wiki/games", f"{PATH}/"),
    ):
        asked = {"referer": f"http://localhost{page}"}
        answer = ann.post(f"{PATH}/language", {"language": "fr"}, **asked)
        assert answer.headers["location"] == back
        assert f"Path={PATH};" in answer.headers["set-cookie"]


def test_cookies_are_for_the_path_alone(ann: Guest) -> None:
    assert f"; Path={PATH};" in ann.client.get(f"{PATH}/").headers["set-cookie"]


def test_moves_are_made_and_told_under_the_path(ann: Guest) -> None:
    match = ann.table()
    with ann.client.websocket_connect(
        f"ws://localhost{PATH}/table/{match.id}/live?seat=0&version=0.0"
    ) as line:
        form = {"seat": 0, "version": 0, "action": "offer 2"}
        assert ann.post(f"{PATH}/table/{match.id}/act", form, **JSON).json()["version"] == 1
        news = line.receive_json()
    assert news["version"] == 1
    assert outside(str(news["regions"])) == []
    assert f"{PATH}/table/{match.id}/" in str(news["regions"])


def test_a_waiting_room_sends_everybody_to_the_table_under_the_path(ann: Guest) -> None:
    match = ann.enter(record(), [HUMAN, VACANT, VACANT, VACANT])
    where = f"ws://localhost{PATH}/table/{match.id}/live?room=waiting&version={match.version}"
    with ann.client.websocket_connect(where) as line:
        ann.post(f"{PATH}/table/{match.id}/fill", {})
        assert line.receive_json() == {"go": f"{PATH}/table/{match.id}"}


def test_links_to_send_hold_the_path(ann: Guest) -> None:
    match = ann.enter(record(), [HUMAN, VACANT, VACANT, VACANT])
    assert (
        f'value="http://localhost{PATH}/table/{match.id}"' in ann.client.get(f"{PATH}/table/{match.id}").text
    )
    link = ann.post(f"{PATH}/table/{match.id}/devices", {"seat": 0}, **JSON).json()["link"]
    assert link.startswith(f"http://localhost{PATH}/table/{match.id}/join/")
    assert ann.client.get(link).status_code == 303
    over = ended(ann)
    assert (
        f"http://localhost{PATH}/table/{over.id}/replay"
        in ann.client.get(f"{PATH}/table/{over.id}/replay").text
    )


def test_programs_find_the_api_under_the_path(ann: Guest) -> None:
    schema = ann.client.get(f"{PATH}/api/v1/openapi.json").json()
    assert schema["servers"] == [{"url": f"{PATH}/api/v1"}]
    asked = {"game": "meuterer", "seats": [{"kind": "me"}, *[{"kind": "random"}] * 3]}
    answer = ann.client.post(f"{PATH}/api/v1/tables", json=asked)
    assert answer.status_code == 201
    assert "set-cookie" not in answer.headers
    assert ann.client.get(f"{PATH}/api/v1/nowhere").json() == {
        "error": f"There is no such address in the API: {PATH}/api/v1/docs lists them all."
    }


def test_what_goes_wrong_leads_back_under_the_path(ann: Guest) -> None:
    answer = ann.client.get(f"{PATH}/nowhere")
    assert answer.status_code == 404
    assert f'href="{PATH}/"' in answer.text
    assert outside(answer.text) == []


def test_checks_are_answered_without_the_path_too(tmp_path: Path) -> None:
    with guest(tmp_path, strips=False) as browser:
        for path in ("/healthz", f"{PATH}/healthz"):
            assert browser.client.get(path).json() == {"ok": True}


@pytest.mark.parametrize("name", TABLES)
def test_what_is_kept_of_pages_knows_the_path(name: str) -> None:
    """Rendered first at the root, then under the path: nothing of the one is shown in the other."""
    shown = TABLES[name]()
    assert f'"{PATH}' not in markup.table(shown)
    with rooted(PATH):
        page = markup.table(shown)
    assert outside(page) == []
    assert f'href="{PATH}/rules/meuterer' in page
    assert f'"{PATH}' not in markup.table(shown)


# -- where the path comes from


@pytest.mark.parametrize(
    ("given", "root", "public"),
    [
        ({}, "", None),
        ({"root_path": "/"}, "", None),
        ({"root_path": "/q/"}, "/q", None),
        ({"address": "https://a.example"}, "", "https://a.example"),
        ({"address": "https://A.example/q/"}, "/q", "https://a.example/q"),
        ({"address": "https://q", "root_path": "/q"}, "/q", "https://q/q"),
        ({"address": "https://a.example/a/b", "root_path": "/a/b"}, "/a/b", "https://a.example/a/b"),
    ],
)
def test_the_path_is_an_option_or_that_of_the_address(
    given: dict[str, str], root: str, public: str | None
) -> None:
    settings = Settings.model_validate(given)
    assert (settings.root, settings.public) == (root, public)


def test_two_paths_are_one_too_many() -> None:
    with pytest.raises(SettingsError, match="set one of them only"):
        Settings(address="https://a.example/a", root_path="/b")


@pytest.mark.parametrize(
    "path", ["quarterdeck", "//a", "/a//b", "/..", "/a/../b", "/a b", "/a?b", "/ä", "/%61"]
)
def test_a_path_that_is_none_is_refused(path: str) -> None:
    with pytest.raises(ValueError, match="root_path"):
        Settings(root_path=path)


@pytest.mark.parametrize(
    "path", ["/table", "/static", "/games", "/api", "/api/v1", "/learn/a", "/static/a/b"]
)
def test_a_path_of_the_server_s_own_is_refused(tmp_path: Path, path: str) -> None:
    with pytest.raises(QuarterdeckError, match=f"The path {path} is one of the server's own"):
        create_app(room_at(tmp_path), KEY, Settings(root_path=path))


def test_a_path_that_begins_like_one_of_the_server_s_own_is_good(tmp_path: Path) -> None:
    for path in ("/tableware", "/games/quarterdeck", "/club/table"):
        (at := tmp_path / path[1:]).mkdir(parents=True)
        create_app(room_at(at), KEY, Settings(root_path=path))


# -- one place that knows it


def test_every_address_in_the_sources_is_made_in_one_place() -> None:
    """In templates `{{ root() }}/…`, in scripts `${…dataset.root}/…`, in Python `url("/…")`."""
    plain = {
        "templates/**/*.html": re.compile(r'(?:href|src|action)="/'),
        "static/**/*.js": re.compile(r"""(?<!endsWith\()["'`]/[a-zA-Z]"""),
        "**/*.py": re.compile(r'(?:RedirectResponse\(|"(?:address|go|file|back)": ?|back = )f?"/'),
    }
    found = [
        f"{path.relative_to(SOURCES)}: {line.strip()}"
        for files, pattern in plain.items()
        for path in sorted(SOURCES.glob(files))
        for line in path.read_text(encoding="utf-8").splitlines()
        if pattern.search(line)
    ]
    assert found == []
