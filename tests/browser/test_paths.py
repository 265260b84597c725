"""A game in a real browser at a server that a proxy has put under a path."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.browser.conftest import browsers, until
from tests.browser.seat import click_in_page, version, wait_beyond, wait_for_turn
from tests.proxies import proxied
from tests.servers import running

pytestmark = pytest.mark.browser

PATH = "/club/quarterdeck"
POSSIBLE = "#region_prompt button[name=action]:not([aria-disabled])"


@pytest.fixture(params=[True, False], ids=["stripped", "kept"])
def friends(request: pytest.FixtureRequest, tmp_path: Path, chromium: Browser) -> Iterator[list[Page]]:
    """Two people at a server whose pages are under a path."""
    complaints: list[str] = []
    with (
        running(tmp_path, root_path=PATH) as server,
        proxied(server.address.removesuffix(PATH), PATH, strips=request.param) as proxy,
        browsers(chromium, f"{proxy}{PATH}/", complaints, 2, worker=True) as pages,
    ):
        yield pages
    assert complaints == []


def test_a_move_is_made_and_told_under_a_path(friends: list[Page]) -> None:
    ann, _ben = friends
    ann.goto("./")
    ann.get_by_role("button", name="Play Meuterer against bots").click()
    ann.wait_for_url(f"**{PATH}/table/*")
    assert wait_for_turn(ann)
    seen = version(ann)
    sockets: list[str] = []
    ann.on("websocket", lambda socket: sockets.append(socket.url))
    ann.reload()
    ann.wait_for_selector(POSSIBLE)
    click_in_page(ann, POSSIBLE)
    wait_beyond(ann, seen, "#region_prompt .after")
    assert f"{PATH}/table/" in sockets[0]
    ann.get_by_role("link", name="Rules", exact=True).click()
    ann.wait_for_url(f"**{PATH}/rules/meuterer")


def test_friends_meet_under_a_path(friends: list[Page]) -> None:
    ann, ben = friends
    ann.goto("./")
    ann.fill("#name0", "Ann Bonny")
    ann.select_option("#kind1", "open")
    ann.get_by_role("button", name="Start this game").click()
    ann.wait_for_url(f"**{PATH}/table/*")
    ben.goto(ann.get_by_label("Whoever opens this link").input_value())
    ben.get_by_label("Your name at this table").fill("Ben")
    ben.get_by_role("button", name="Take seat 2").click()
    for page, seat in ((ann, "0"), (ben, "1")):
        expect(page.locator("main[data-table]")).to_have_attribute("data-seat", seat)


def test_the_worker_and_its_page_are_for_the_path_alone(friends: list[Page]) -> None:
    ann, _ben = friends
    ann.goto("./me")
    scope = ann.evaluate("navigator.serviceWorker.ready.then(({ scope }) => scope)")
    assert scope.endswith(f"{PATH}/")
    until(ann, "navigator.serviceWorker.controller !== null")
    ann.context.set_offline(True)
    ann.goto("./lobby")
    expect(ann.locator("h1")).to_have_text("Becalmed")
    ann.context.set_offline(False)
    expect(ann.locator("h1")).to_have_text("The lobby")
