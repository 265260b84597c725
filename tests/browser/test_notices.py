"""The service worker that shows notices while no page is open."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, sync_playwright

from scripts import chromium as browsers

pytestmark = pytest.mark.browser

NOTICE = {"title": "Your turn at Meuterer", "text": "Ann, it is your turn.", "path": "/table/abc"}


@pytest.fixture(scope="module")
def chromium() -> Iterator[Browser]:
    """The one with windows: the other knows no notices."""
    program = browsers.path(windows=True) or pytest.skip(browsers.MISSING)
    with sync_playwright() as playwright:
        browser = browsers.launch(playwright, program)
        yield browser
        browser.close()


def test_a_notice_is_shown_with_the_path_of_its_table(new_page: Callable[..., Page], address: str) -> None:
    page = new_page()
    page.context.grant_permissions(["notifications"], origin=address)
    page.goto("/me")
    page.evaluate(
        "navigator.serviceWorker.register('/sw.js').then(() => navigator.serviceWorker.ready).then(() => 0)"
    )
    browser = page.context.new_cdp_session(page)
    known: list[dict[str, Any]] = []
    browser.on("ServiceWorker.workerRegistrationUpdated", lambda told: known.extend(told["registrations"]))
    browser.send("ServiceWorker.enable")
    until(page, "navigator.serviceWorker.ready.then((worker) => worker.active.state === 'activated')")
    while not known:
        page.wait_for_timeout(50)

    def deliver() -> None:
        # To whichever registration is this page's: the browser tells of others, too.
        for where in {one["registrationId"] for one in known}:
            push = {"origin": address, "registrationId": where, "data": json.dumps(NOTICE)}
            browser.send("ServiceWorker.deliverPushMessage", push)

    shown = until(
        page,
        """navigator.serviceWorker.ready.then((worker) => worker.getNotifications()).then((shown) =>
           shown.map((one) => [one.title, one.body, one.tag, one.data]))""",
        deliver,
    )
    assert shown == [[NOTICE["title"], NOTICE["text"], NOTICE["path"], NOTICE["path"]]]


def until(page: Page, asked: str, do: Callable[[], None] = lambda: None) -> Any:
    """What a promise comes to, once that is something. Playwright's own waiting takes the first answer.

    `do` is done before each question: a push that comes before the worker is ready is lost.
    """
    for _ in range(40):
        do()
        page.wait_for_timeout(250)
        if answer := page.evaluate(asked):
            return answer
    raise AssertionError(f"never came true: {asked}")
