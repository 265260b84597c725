"""What every answer carries, and how a browser is known again."""

from __future__ import annotations

import re
from pathlib import Path

import httpx2
import pytest

from quarterdeck.settings import Settings
from quarterdeck.web.browser import Keyring, is_loopback
from quarterdeck.web.guard import HEADERS
from tests.servers import running
from tests.web.desk import COOKIE, JSON, Desk, desk

DAYS_400 = 400 * 24 * 3600


def test_two_servers_on_one_host_leave_each_other_s_cookies_alone(tmp_path: Path) -> None:
    with running(tmp_path / "one") as one, running(tmp_path / "other") as other, httpx2.Client() as client:
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
