"""Two people sail the voyage of the day in their browsers, and are compared."""

from __future__ import annotations

import random
import re
import time
from collections.abc import Callable
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, Route, expect

from benchmarks.ports import held
from quarterdeck.tables.match.match import Match
from quarterdeck.tables.store.append import Write
from quarterdeck.tables.store.store import Store
from tests.browser.conftest import PATIENCE, browsers
from tests.browser.test_evenings import LONGEST, choose
from tests.servers import Server

pytestmark = pytest.mark.browser

# So many moves are left to be clicked.
LEFT = 12
NAMES = ("Ann", "Ben")
DAY = 86_400
# What a server runs first: its clock is so many seconds ahead.
AHEAD = """
import time
real, real_ns = time.time, time.time_ns
time.time = lambda: real() + {ahead}
time.time_ns = lambda: real_ns() + {ahead} * 10**9
"""


def set_sail(page: Page, name: str) -> str:
    """Begin today's voyage of Meuterer; returns the table's path."""
    page.goto("/daily?game=meuterer")
    page.get_by_label("Your name at this table").fill(name)
    page.get_by_role("button", name="Set sail").click()
    page.wait_for_url("**/table/*")
    return page.url.removeprefix(page.url.partition("/table/")[0])


def sail_on(data: Path, paths: list[str]) -> None:
    """Play these voyages at random until few moves are left, while no server runs."""
    store = Store(data / "quarterdeck.sqlite3")
    for path in paths:
        match = Match.stored(store.table(path.removeprefix("/table/")))
        known, dice = len(match.entries), random.Random(path)
        # By the server's clock.
        at = match.entries[-1].at if match.entries else match.row.created * 1000
        draft = match.draft()
        while not draft.over:
            seat = draft.to_act[0]
            action = dice.choice(draft.position.legal(seat)).text
            draft.add("move", seat, at, action=action, by="player")
        for entry in draft.entries[known:-LEFT]:
            match.add("move", entry.seat, at, **entry.data)
        store.append([Write(match.id, match.entries[known:], match.summary())])
    store.close()


def finish(page: Page, path: str) -> None:
    """Click through the rest of a voyage."""
    page.goto(path)
    dice = random.Random(path)
    until = time.monotonic() + LONGEST
    while time.monotonic() < until:
        if choose(page, dice.random()) == "over":
            return
        page.wait_for_timeout(20)
    raise AssertionError("the voyage does not end")


def test_two_people_sail_the_same_voyage_and_are_compared(
    chromium: Browser, tmp_path: Path, complaints: list[str]
) -> None:
    # It is noon when they set sail, so that no day ends before they have been compared.
    before = AHEAD.format(ahead=DAY // 2 - int(time.time()) % DAY)
    with held() as port:
        server = Server(tmp_path, port=port, before=before)
        with browsers(chromium, server.address, complaints, 2) as pages:
            paths = [set_sail(page, name) for page, name in zip(pages, NAMES, strict=True)]
            for page in pages:
                page.goto("about:blank")
            assert server.stop() == ""
            sail_on(tmp_path, paths)
            server = Server(tmp_path, port=port, before=before)
            ann, ben = pages
            # Nobody else's voyage can be seen, though one has its link.
            assert (answer := ann.goto(paths[1])) is not None
            assert answer.status == 403
            expect(ann.get_by_text("This is somebody's voyage of the day")).to_be_visible()
            complaints.clear()
            ben.goto("/ladder")
            ben.get_by_label("Your name").fill("Benedikt")
            ben.get_by_role("button", name="Join").click()
            for page, path in zip(pages, paths, strict=True):
                finish(page, path)
                page.locator("[data-key=daily]").click()
                expect(page.locator(".rungs .me")).to_be_visible(timeout=PATIENCE)
            ann.reload()
            rows = ann.locator(".rungs tbody tr")
            told = [" ".join(text.split()) for text in rows.all_inner_texts()]
            assert any(re.search("a guest you", text) for text in told)
            assert any("Benedikt" in text for text in told)
            # The picture of the result, and the line to send.
            assert "Voyage of the day, Meuterer" in ann.locator("#share-line").input_value()
            with ann.expect_download() as download:
                ann.get_by_text("As a picture").click()
            assert download.value.path().read_bytes().startswith(b"\x89PNG")
            # A second voyage today is the first one.
            assert set_sail_again(ann) == paths[0]
        assert server.stop() == ""
    assert complaints == []


def set_sail_again(page: Page) -> str:
    """Where today's voyage is, once it has been sailed."""
    page.goto("/daily?game=meuterer")
    assert page.get_by_role("button", name="Set sail").count() == 0
    link = page.get_by_role("link", name="Look at your voyage again").get_attribute("href")
    assert link
    return link.removesuffix("/replay")


def test_who_leaves_a_voyage_is_led_back_however_slow_the_answer_is(
    new_page: Callable[..., Page], complaints: list[str]
) -> None:
    page = new_page()
    path = set_sail(page, "Ann")

    def answer_late(route: Route) -> None:
        answer = route.fetch()
        # Meanwhile the table's connection sends the page away from what it may not see any more.
        page.wait_for_timeout(700)
        route.fulfill(response=answer)

    page.route(f"**{path}/leave", answer_late)
    page.locator("#tab-table").click()
    page.locator("details[data-key=leave] summary").click()
    page.locator("[data-key=leave-yes]").click()
    page.wait_for_url("**/daily?game=meuterer")
    assert complaints == []
