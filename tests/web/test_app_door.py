"""What every answer carries, and how a browser is known again."""

from __future__ import annotations

import re
from pathlib import Path

import httpx2
import pytest
from starlette.datastructures import Headers
from starlette.testclient import TestClient

from quarterdeck.settings import Settings
from quarterdeck.tables.seats import owner_hash
from quarterdeck.web.accounts.browser import Browser, Keyring, is_loopback, same_origin
from quarterdeck.web.app import create_app
from quarterdeck.web.middleware import HEADERS, HSTS
from quarterdeck.web.paths import rooted
from tests.servers import running
from tests.tables.tables import NEVER, room_at
from tests.web.desk import COOKIE, JSON, KEY, Desk, another, desk

DAYS_400 = 400 * 24 * 3600


def test_two_servers_on_one_host_leave_each_other_s_cookies_alone(tmp_path: Path) -> None:
    with (
        running(tmp_path / "one") as one,
        running(tmp_path / "other") as other,
        httpx2.Client(timeout=20) as client,
    ):
        token = re.search(r'name="csrf" value="([^"]+)"', client.get(one.address).text)
        assert token
        form = {"csrf": token[1], "quick": "meuterer"}
        table = client.post(f"{one.address}/tables", data=form).headers["location"]
        client.get(other.address)
        assert table in client.get(one.address).text


def test_a_cookie_s_name_tells_nothing_of_the_key() -> None:
    assert re.fullmatch(r"quarterdeck-[0-9a-f]{8}", COOKIE)
    assert Keyring("another key").cookie_name != COOKIE


def test_every_page_renews_the_cookie_for_as_long_as_browsers_allow(ann: Desk) -> None:
    before = ann.client.cookies[COOKIE]
    cookie = ann.get("/").headers["set-cookie"]
    assert cookie.startswith(f"{COOKIE}={before};")
    assert f"Max-Age={DAYS_400};" in cookie
    assert "set-cookie" not in ann.get("/healthz").headers
    assert "set-cookie" not in ann.get("/static/table.js").headers


def test_no_page_may_ask_for_what_a_device_can_do(ann: Desk) -> None:
    refused = ann.get("/").headers["permissions-policy"].split(", ")
    assert {"camera=()", "microphone=()", "geolocation=()", "payment=()", "usb=()"} <= {*refused}
    assert all(one.endswith("=()") for one in refused)


def test_even_a_defect_carries_the_safety_headers(ann: Desk, monkeypatch: pytest.MonkeyPatch) -> None:
    def broken(_owner: str) -> None:
        raise ZeroDivisionError

    monkeypatch.setattr(ann.room, "listed", broken)
    for answer in (ann.get("/"), ann.get("/", **JSON), ann.get("/nowhere"), ann.get("/", host="a.example")):
        assert answer.status_code in (404, 421, 500)
        assert {name: answer.headers.get(name) for name in HEADERS} == HEADERS
        assert answer.headers["cache-control"] == "no-store"


@pytest.mark.parametrize("host", ["localhost", "LOCALHOST", "127.0.0.1", "127.0.0.2", "127.1.2.3", "::1"])
def test_loopback_is_more_than_one_address(host: str) -> None:
    assert is_loopback(host)


@pytest.mark.parametrize(
    "host",
    ["", "0.0.0.0", "::", "10.0.0.1", "128.0.0.1", "localhost.example", "127.0.0.1.example", "2130706433"],
)
def test_all_else_is_not_loopback(host: str) -> None:
    assert not is_loopback(host)


@pytest.mark.parametrize("origin", ["http://[", "http://[::1", "http://a]"])
def test_an_origin_that_is_no_address_is_a_stranger(ann: Desk, origin: str) -> None:
    assert ann.post("/tables", {"quick": "meuterer"}, origin=origin).status_code == 403


def test_a_server_answers_under_the_names_that_its_host_has_set(tmp_path: Path) -> None:
    settings = Settings(host="0.0.0.0", address="https://table.example.org", hosts=("other.example.org",))
    with desk(tmp_path, settings=settings) as browser:
        for name, status in {
            "table.example.org": 200,
            "Other.example.org:8754": 200,
            "localhost": 200,
            "stranger.example.org": 421,
        }.items():
            assert browser.get("/rules/meuterer", host=name).status_code == status


# -- by https


def asked(path: Path, where: str, cookie: str = "", **options: object) -> httpx2.Response:
    """The answer to who asks a server for the page at this address, with a cookie."""
    app = create_app(room_at(path, NEVER), KEY, Settings.model_validate(options))
    with TestClient(app, follow_redirects=False) as client:
        return client.get(where, headers={"cookie": cookie} if cookie else {})


@pytest.mark.parametrize(
    ("address", "options", "name", "ending"),
    [
        ("http://a.example/", {}, COOKIE, "Path=/;"),
        ("https://a.example/", {}, f"__Host-{COOKIE}", "; Secure"),
        ("https://a.example/q/", {"root_path": "/q"}, f"__Secure-{COOKIE}", "; Secure"),
        ("http://a.example/", {"address": "https://a.example"}, f"__Host-{COOKIE}", "; Secure"),
        ("http://a.example:8754/", {"address": "https://a.example"}, COOKIE, "SameSite=Lax"),
        ("http://localhost/", {"address": "https://a.example"}, COOKIE, "SameSite=Lax"),
        # A browser leaves out the port that https has anyway.
        ("http://a.example/", {"address": "https://a.example:443"}, f"__Host-{COOKIE}", "; Secure"),
        ("http://a.example:444/", {"address": "https://a.example:444"}, f"__Host-{COOKIE}", "; Secure"),
    ],
)
def test_a_cookie_is_named_and_kept_by_how_its_browser_came(
    tmp_path: Path, address: str, options: dict[str, str], name: str, ending: str
) -> None:
    answer = asked(tmp_path, address, **{"host": "0.0.0.0", **options})
    cookie = answer.headers["set-cookie"]
    assert cookie.startswith(f"{name}=")
    assert ending in cookie
    secure = name != COOKIE
    assert ("Secure" in cookie.split("; ")) == secure
    assert (answer.headers.get("strict-transport-security") == HSTS) == secure


def test_hsts_can_be_left_to_the_proxy(tmp_path: Path) -> None:
    answer = asked(tmp_path, "https://a.example/", host="0.0.0.0", hsts="off")
    assert "strict-transport-security" not in answer.headers


@pytest.mark.parametrize("before", ["", "__Secure-", "__Host-"])
@pytest.mark.parametrize(("root", "prefix"), [("", "__Host-"), ("/q", "__Secure-")])
def test_who_had_a_cookie_before_keeps_what_it_holds(
    tmp_path: Path, before: str, root: str, prefix: str
) -> None:
    token = "t" * 43
    shown = (
        Keyring(KEY).cookie(Browser(token, owner_hash(token), "", False, ""), secure=False).partition(";")[0]
    )
    options = {"host": "0.0.0.0", "root_path": root or "/"}
    answer = asked(tmp_path, f"https://a.example{root}/", before + shown, **options)
    assert answer.headers["set-cookie"].startswith(f"{prefix}{shown};")


def test_the_cookie_with_the_right_prefix_counts_more_than_one_without(tmp_path: Path) -> None:
    ring = Keyring(KEY)
    own, planted = (
        ring.cookie(Browser(letter * 43, "", "", False, ""), secure=False).partition(";")[0]
        for letter in "ab"
    )
    answer = asked(tmp_path, "https://a.example/", f"{planted}; __Host-{own}", host="0.0.0.0")
    assert answer.headers["set-cookie"].startswith(f"__Host-{own};")
    with rooted("/q"):
        assert ring.cookie(Browser("a" * 43, "", "", False, ""), secure=True).startswith("__Secure-")


@pytest.mark.parametrize("secure", [False, True])
@pytest.mark.parametrize(
    "shown", ["{own}; {name}=planted", "{name}=planted; {own}", "{own}; {other}", "x; {own}; =y; {name}"]
)
def test_a_cookie_that_another_page_has_planted_hides_none_of_ours(
    tmp_path: Path, shown: str, secure: bool
) -> None:
    ring = Keyring(KEY)
    own, other = (
        ring.cookie(Browser(letter * 43, "", "", False, ""), secure).partition(";")[0] for letter in "ab"
    )
    cookies = shown.format(own=own, other=other, name=own.partition("=")[0])
    where = "https://a.example/" if secure else "http://a.example/"
    answer = asked(tmp_path, where, cookies, host="0.0.0.0")
    assert answer.headers["set-cookie"].startswith(f"{own};")


@pytest.mark.parametrize(
    ("origin", "host", "secure", "same"),
    [
        ("http://a.example", "a.example", False, True),
        ("https://a.example", "a.example", True, True),
        # A page that came in the clear may be anybody's.
        ("http://a.example", "a.example", True, False),
        # A proxy that does not tell that it was asked by https.
        ("https://a.example", "a.example", False, True),
        ("https://a.example", "a.example:443", True, True),
        ("http://a.example:80", "a.example", False, True),
        ("https://a.example:444", "a.example", True, False),
        ("http://a.example", "a.example:443", False, False),
        ("https://b.example", "a.example", True, False),
        ("ftp://a.example", "a.example", False, False),
        ("null", "a.example", False, False),
        ("", "", False, False),
    ],
)
def test_an_origin_has_a_scheme_and_a_port(origin: str, host: str, secure: bool, same: bool) -> None:
    assert same_origin(Headers({"origin": origin, "host": host}), secure) == same


def test_a_form_of_a_page_that_came_by_http_is_not_followed_by_https(tmp_path: Path) -> None:
    app = create_app(room_at(tmp_path, NEVER), KEY, Settings(address="https://a.example"))
    with TestClient(app, base_url="http://a.example", follow_redirects=False) as client:
        for origin, status in (("http://a.example", 403), ("https://a.example", 303)):
            answer = client.post("/example", headers={"origin": origin})
            assert (origin, answer.status_code) == (origin, status)


@pytest.mark.parametrize(
    ("host", "origin", "status"),
    [
        ("a.example", "https://a.example:8443", 303),
        ("a.example:8443", "https://a.example:8443", 303),
        ("localhost:8754", "https://a.example:8443", 303),
        ("a.example", "https://a.example:8444", 403),
        ("a.example", "http://a.example:8443", 403),
        ("a.example", "https://b.example", 403),
    ],
)
def test_a_form_gets_through_a_proxy_that_hands_on_no_port(
    tmp_path: Path, host: str, origin: str, status: int
) -> None:
    app = create_app(room_at(tmp_path, NEVER), KEY, Settings(address="https://a.example:8443"))
    with TestClient(app, base_url="https://a.example:8443", follow_redirects=False) as client:
        answer = client.post("/example", headers={"host": host, "origin": origin})
        assert answer.status_code == status


@pytest.mark.parametrize(
    ("asked_for", "location"),
    [
        ("/lobby/", "/q/lobby"),
        ("/q/lobby//", "/q/lobby"),
        ("/q/learn/meuterer/?a=b", "/q/learn/meuterer?a=b"),
        ("/q/api/v1", "/q/api/v1/"),
        ("/q/example", "/q/table/example/replay"),
    ],
)
def test_nobody_is_sent_on_to_the_host_by_which_a_proxy_asks(
    tmp_path: Path, asked_for: str, location: str
) -> None:
    answer = asked(tmp_path, f"http://127.0.0.1:8754{asked_for}", root_path="/q")
    assert answer.headers["location"] == location


# -- many at once


def test_an_address_has_so_many_sockets_behind_a_proxy(tmp_path: Path) -> None:
    with desk(tmp_path, settings=Settings(limit_connections=2)) as ann:
        match = ann.table()
        with ann.listening(match, "0", 0), ann.listening(match, "0", 0):
            answer = ann.get("/lobby", **JSON)
            assert answer.status_code == 429
            assert int(answer.headers["retry-after"]) > 0
            assert answer.json() == {
                "error": "There are too many connections from your network: close some of them first."
            }
        assert another(ann).get("/").status_code == 200
