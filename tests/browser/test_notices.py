"""What takes a browser with windows: notices while no page is open, and installing the pages as an app."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, sync_playwright

from scripts import chromium as browsers
from tests.browser.conftest import until

pytestmark = pytest.mark.browser

# What the worker puts on the icon of the app: it asks the server first, and may be later than the notice.
BADGE = """() => {
    self.badge = new Promise((done) => {
        self.navigator.clearAppBadge = async () => done("none");
        self.navigator.setAppBadge = async (turns) => done(turns);
        setTimeout(done, 60_000, "nothing");
    });
}"""
NOTICE = {"title": "Your turn at Meuterer", "text": "Ann, it is your turn.", "path": "/table/abc"}


@pytest.fixture(scope="module")
def chromium() -> Iterator[Browser]:
    """The one with windows: the other knows no notices."""
    program = browsers.path(windows=True) or pytest.skip(browsers.MISSING)
    with sync_playwright() as playwright:
        browser = browsers.launch(playwright, program, drawn=False)
        yield browser
        browser.close()


def test_a_browser_can_install_the_pages(new_page: Callable[..., Page]) -> None:
    page = new_page(worker=True)
    page.goto("/")
    page.evaluate("navigator.serviceWorker.ready.then(() => 0)")
    browser = page.context.new_cdp_session(page)
    manifest = browser.send("Page.getAppManifest")
    assert (manifest["errors"], manifest["url"][-8:]) == ([], "?lang=en")
    found = [one["errorId"] for one in browser.send("Page.getInstallabilityErrors")["installabilityErrors"]]
    # The browsers of tests forget everything, like a private window, which installs nothing.
    assert found == ["in-incognito"]


def test_a_notice_is_shown_with_the_path_of_its_table(new_page: Callable[..., Page], address: str) -> None:
    page = new_page(worker=True)
    page.context.grant_permissions(["notifications"], origin=address)
    page.goto("/me")
    page.evaluate("navigator.serviceWorker.ready.then(() => 0)")
    browser = page.context.new_cdp_session(page)
    while not page.context.service_workers:
        page.wait_for_timeout(50)
    worker = page.context.service_workers[0]
    worker.evaluate(BADGE)
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
    # The icon of the app has the number, too: here it is nobody's turn.
    assert worker.evaluate("self.badge") == "none"
