"""A server and a browser for the tests of this folder; what the browser complains about fails the test."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

import pytest
from playwright.sync_api import Browser, Page, expect, sync_playwright

from scripts.chromium import launch
from tests.servers import running

if TYPE_CHECKING:
    from tests.browser.stocked import Stocked

PATIENCE = 60_000
# Else `expect` alone would give up after five seconds.
expect.set_options(timeout=PATIENCE)


# Not for the whole session: as long as Playwright runs, no other test can run an event loop.
@pytest.fixture(scope="module")
def chromium(chromium_path: str) -> Iterator[Browser]:
    with sync_playwright() as playwright:
        browser = launch(playwright, chromium_path, drawn=False)
        yield browser
        browser.close()


@pytest.fixture(scope="session")
def address(tmp_path_factory: pytest.TempPathFactory, chromium_path: str) -> Iterator[str]:
    with running(Path(tmp_path_factory.mktemp("data"))) as server:
        yield server.address


@pytest.fixture(scope="session")
def stocked(tmp_path_factory: pytest.TempPathFactory, chromium_path: str) -> Iterator[Stocked]:
    """A server with a match in every state. Tests share it: whoever moves sets a table of their own there."""
    # Only here: what is imported needs the functions of this file.
    from tests.browser.stocked import stocked_at

    with stocked_at(tmp_path_factory.mktemp("stock")) as found:
        yield found


@pytest.fixture
def complaints() -> list[str]:
    """What the browser has complained about; what is left of it fails the test."""
    return []


@pytest.fixture(scope="module")
def drawing(chromium_path: str) -> Iterator[Browser]:
    """One that draws, for tests of shades, and of what moves while a page comes."""
    with sync_playwright() as playwright:
        browser = launch(playwright, chromium_path)
        yield browser
        browser.close()


@pytest.fixture
def new_page(chromium: Browser, address: str, complaints: list[str]) -> Iterator[Callable[..., Page]]:
    """Makes pages, each in a browser of its own (so with its own cookies), at the server's address.

    `worker`: with the service worker, which then answers instead of the server.
    """
    pages: list[Page] = []

    def make(worker: bool = False, **more: Any) -> Page:
        pages.append(open_page(chromium, address, complaints, worker=worker, **more))
        return pages[-1]

    yield make
    for page in pages:
        page.context.close()
    assert complaints == []


LOUD: Final = ("error", "warning")
# What Playwright itself says where it blocks the worker.
NO_WORKER: Final = "Service Worker registration blocked by Playwright"
# Tests are told of moves at once, unless they choose otherwise.
AT_ONCE: Final = """try { localStorage["quarterdeck-pace"] ||= "now"; } catch {}"""


def open_page(
    chromium: Browser,
    address: str,
    complaints: list[str],
    script: bool = True,
    calm: bool = True,
    language: str = "en",
    *,
    phone: bool = False,
    worker: bool = False,
) -> Page:
    """A page in a browser of its own at a server; what the browser complains about is noted.

    `phone`: it has a small screen, and is touched. `worker`: with the service worker.
    """
    context = chromium.new_context(
        base_url=address,
        viewport={"width": 390, "height": 844} if phone else {"width": 1440, "height": 900},
        has_touch=phone,
        is_mobile=phone,
        java_script_enabled=script,
        reduced_motion="reduce" if calm else "no-preference",
        locale=language,
        service_workers="allow" if worker else "block",
    )
    context.set_default_timeout(PATIENCE)
    context.add_init_script(AT_ONCE)
    page = context.new_page()
    page.on(
        "console",
        lambda said: complaints.append(said.text) if said.type in LOUD and said.text != NO_WORKER else None,
    )
    page.on("pageerror", lambda error: complaints.append(str(error)))
    page.on(
        "request",
        lambda asked: complaints.append(asked.url) if not asked.url.startswith(address) else None,
    )
    return page


@contextmanager
def browsers(
    chromium: Browser, address: str, complaints: list[str], count: int, worker: bool = False
) -> Iterator[list[Page]]:
    """So many people, each with a browser, at a server."""
    pages = [open_page(chromium, address, complaints, worker=worker) for _ in range(count)]
    try:
        yield pages
    finally:
        for page in pages:
            page.context.close()


@pytest.fixture
def page(new_page: Callable[..., Page]) -> Page:
    return new_page()


# Ends a page's own timers: its line to the table would take a leap of the clock for a computer that slept,
# and would begin anew.
UNTIMED: Final = "for (let one = setInterval(() => {}, 1e6); one; one--) clearInterval(one)"


def stop_the_clock(page: Page) -> None:
    """From now on, time passes on this page only as `page.clock` is told."""
    page.evaluate(UNTIMED)
    page.clock.install(time=0)
    # In seconds: later than it can be by now.
    page.clock.pause_at(3600)


# Between two looks, in milliseconds.
LOOK: Final = 250


def until(page: Page, asked: str, do: Callable[[], None] = lambda: None) -> Any:
    """The value of a promise, once it is a true one. Playwright's own waiting takes the first value. `do` is
    done before each try: a push that comes before the worker is ready is lost.
    """
    for _ in range(PATIENCE // LOOK):
        do()
        page.wait_for_timeout(LOOK)
        if answer := page.evaluate(asked):
            return answer
    raise AssertionError(f"never came true: {asked}")
