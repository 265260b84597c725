"""Where the database fails, every page, form, socket and address of the API says so in the same way: 503 and
when to try again, and no word of what the database said, which may name hosts, users and paths.
"""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Callable, Iterator
from contextlib import closing, suppress
from html import unescape
from pathlib import Path
from typing import Any, NamedTuple

import httpx2
import pytest
from sqlalchemy import Engine, event, make_url
from starlette.testclient import TestClient, WebSocketDenialResponse

from quarterdeck.settings import Settings
from quarterdeck.tables.live.room import Room
from quarterdeck.tables.match.match import Match
from quarterdeck.tables.seats import HUMAN, VACANT
from quarterdeck.tables.store.store import Store
from quarterdeck.web.app import create_app
from scripts.postgres import Cluster
from tests.tables.tables import NEVER, ann_first, finished, kinds, record
from tests.web.desk import JSON, KEY, Desk, another

AWAY = "The server's store does not answer just now: try again in a moment."


class Bad(NamedTuple):
    """A browser at a server whose database can be taken away, and what no answer may name then."""

    ann: Desk
    lose: Callable[[], None]
    secrets: tuple[str, ...]


def lost_sqlite(store: Store, file: Path) -> None:
    """A folder stands where the file was."""
    while not file.is_dir():
        # The server looks after its clocks meanwhile, and may make the file anew.
        store.database.engine.dispose()
        for part in file.parent.glob(f"{file.name}*"):
            part.unlink()
        with suppress(FileExistsError):
            file.mkdir()


def lost_postgres(cluster: Cluster, name: str) -> None:
    """Nobody gets in any more, and who is in is thrown out."""
    cluster.execute(f"ALTER DATABASE {name} ALLOW_CONNECTIONS false")
    cluster.execute(f"SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = '{name}'")


@pytest.fixture
def bad(database_url: str, request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Bad]:
    store = Store(database_url)
    url = make_url(database_url)
    lose: Callable[[], None]
    secrets: tuple[str, ...]
    if url.get_backend_name() == "sqlite":
        file = Path(str(url.database))
        lose, secrets = lambda: lost_sqlite(store, file), (str(file), str(tmp_path))
    else:
        cluster, name = request.getfixturevalue("postgres"), str(url.database)
        lose, secrets = lambda: lost_postgres(cluster, name), (name, str(url.username), str(cluster._folder))
    room = Room(store, NEVER)
    with TestClient(
        create_app(room, KEY, Settings()),
        base_url="http://localhost",
        follow_redirects=False,
        raise_server_exceptions=False,
    ) as client:
        yield Bad(Desk(client, room), lose, secrets)


def check(answer: httpx2.Response, bad: Bad, where: str) -> None:
    assert (where, answer.status_code) == (where, 503)
    assert int(answer.headers["retry-after"]) > 0, where
    said = answer.text.lower()
    told = [secret for secret in (*bad.secrets, "sqlalche", "psycopg", "sqlite") if secret in said]
    assert (where, told) == (where, [])


def test_every_page_says_that_the_store_fails(bad: Bad) -> None:
    ann = bad.ann
    match = ann.table()
    kept = ann.enter(record(), kinds(1))
    ann.room.matches.drop(kept.id)
    bad.lose()
    lists = (
        "/",
        "/lobby",
        "/games",
        "/games?game=mutiny",
        "/learn/meuterer",
        "/me",
        "/export/games.jsonl.gz",
    )
    tables = (f"/table/{kept.id}", f"/table/{kept.id}/replay", f"/table/{kept.id}/match.qd")
    for path in (*lists, *tables, "/healthz"):
        check(ann.get(path), bad, path)
        answer = ann.get(path, **JSON)
        check(answer, bad, path)
        assert json.loads(answer.text)["error"]
    assert AWAY in unescape(ann.get("/lobby").text)
    # What is at hand, and what needs no database, goes on.
    for path in (f"/table/{match.id}", "/rules/meuterer", "/table/example/replay", "/export"):
        assert (path, ann.get(path).status_code) == (path, 200)


def forms(match: Match, over: Match, waiting: Match) -> list[tuple[str, dict[str, Any]]]:
    return [
        ("/tables", {"quick": "meuterer"}),
        ("/learn", {"game": "meuterer"}),
        ("/games/publish", {"publish": "on"}),
        ("/me/name", {"name": "Ann"}),
        ("/me/notices", {"on": "on"}),
        ("/me/forget", {}),
        ("/language", {"language": "de"}),
        (f"/table/{match.id}/act", {"seat": 0, "version": 0, "action": "offer 2"}),
        (f"/table/{match.id}/say", {"text": "Ahoy"}),
        (f"/table/{over.id}/rematch", {}),
        (f"/table/{over.id}/branch", {"seat": 0, "ply": 1}),
        (f"/table/{waiting.id}/rename", {"seat": 0, "name": "Bea"}),
        (f"/table/{waiting.id}/fill", {}),
        (f"/table/{waiting.id}/close", {}),
    ]


def test_every_form_says_so_and_changes_nothing(bad: Bad) -> None:
    ann = bad.ann
    match = ann.enter(record(ann_first()), kinds(1))
    over, waiting = ann.enter(record(), kinds(1)), ann.enter(record(), [HUMAN, VACANT, VACANT, VACANT])
    ann.on_loop(finished, ann.room, over)
    ben = another(ann)
    versions = [one.version for one in (match, over, waiting)]
    bad.lose()
    for path, form in forms(match, over, waiting):
        for headers in ({}, JSON):
            check(ann.post(path, form, **headers), bad, path)
    check(ben.post(f"/table/{waiting.id}/sit", {"seat": 1, "name": "Bea"}, **JSON), bad, "sit")
    assert [one.version for one in (match, over, waiting)] == versions


def test_a_socket_says_that_the_store_fails(bad: Bad) -> None:
    ann = bad.ann
    match, kept = ann.table(), ann.enter(record(), kinds(1))
    ann.room.matches.drop(kept.id)
    with ann.listening(match, "0", 0) as line:
        bad.lose()
        line.send_json({"act": 1, "seat": 0, "version": 0, "action": "offer 2"})
        answer = line.receive_json()
        assert answer["status"] == 503
        assert [secret for secret in bad.secrets if secret in answer["error"]] == []
    for path in (f"/table/{kept.id}/live", f"/api/v1/tables/{kept.id}/socket"):
        with (
            pytest.raises(WebSocketDenialResponse) as denied,
            ann.client.websocket_connect(f"ws://localhost{path}"),
        ):
            pass
        check(denied.value, bad, path)


def test_the_api_says_that_the_store_fails(bad: Bad) -> None:
    ann = bad.ann
    asked = {"game": "meuterer", "seats": [{"kind": "me", "name": "Ann"}, *[{"kind": "random"}] * 3]}
    made = ann.client.post("/api/v1/tables", json=asked).json()
    table = made["table"]
    auth = {"authorization": f"Bearer {made['token']}"}
    ann.room.matches.drop(table)
    bad.lose()
    for path in ("/tables", f"/tables/{table}", f"/tables/{table}/view", f"/tables/{table}/events"):
        answer = ann.client.get(f"/api/v1{path}", headers=auth)
        check(answer, bad, path)
        assert json.loads(answer.text)["error"]
    for path, body in (
        ("/tables", asked),
        (f"/tables/{table}/fill", {}),
        (f"/tables/{table}/moves", {"seat": 0, "version": 0, "action": "offer 2"}),
        (f"/tables/{table}/messages", {"text": "Ahoy"}),
    ):
        check(ann.client.post(f"/api/v1{path}", json=body, headers=auth), bad, path)


# -- other ways in which SQLite fails


def locked(file: Path) -> Callable[[], None]:
    other = sqlite3.connect(file, isolation_level=None)
    other.execute("BEGIN IMMEDIATE")
    return other.close


def read_only(_file: Path) -> Callable[[], None]:
    def bound(connection: Any, _record: Any) -> None:
        connection.execute("PRAGMA query_only = ON")

    event.listen(Engine, "connect", bound)
    return lambda: event.remove(Engine, "connect", bound)


@pytest.mark.parametrize("happens", [locked, read_only])
def test_what_can_be_read_is_shown_while_nothing_can_be_written(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, happens: Callable[[Path], Callable[[], None]]
) -> None:
    monkeypatch.setattr("quarterdeck.tables.store.engine.PATIENCE", 0.1)
    file = tmp_path / "quarterdeck.sqlite3"
    store = Store(file)
    room = Room(store, NEVER)
    app = create_app(room, KEY, Settings())
    with TestClient(
        app, base_url="http://localhost", follow_redirects=False, raise_server_exceptions=False
    ) as client:
        ann = Desk(client, room)
        match = ann.table()
        bad = Bad(ann, lambda: None, (str(tmp_path),))
        store.database.engine.dispose()
        mend = happens(file)
        try:
            for path in ("/", "/lobby", "/games", f"/table/{match.id}"):
                assert (path, ann.get(path).status_code) == (path, 200)
            for path, form in forms(match, match, match)[:8]:
                # The others change nothing that is known.
                if path not in ("/me/forget", "/language"):
                    check(ann.post(path, form, **JSON), bad, path)
        finally:
            mend()
            store.database.engine.dispose()
        assert ann.act(match, 0, 0, "offer 2").status_code == 303


def test_a_full_disk_is_said_as_well(ann: Desk, tmp_path: Path) -> None:
    def bound(connection: Any, _record: Any) -> None:
        with closing(connection.cursor()) as cursor:
            # No more than there are.
            cursor.execute("PRAGMA max_page_count = 1")

    ann.room.store.database.engine.dispose()
    event.listen(Engine, "connect", bound)
    try:
        answers = [ann.post("/tables", {"quick": "meuterer"}, **JSON) for _table in range(25)]
    finally:
        event.remove(Engine, "connect", bound)
    refused = [answer for answer in answers if answer.status_code != 200]
    assert refused
    for answer in refused:
        check(answer, Bad(ann, lambda: None, (str(tmp_path), "full")), "/tables")
