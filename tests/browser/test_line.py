"""Pages whose lines die silently, and pages behind proxies that take no sockets: they say so in time if they
are not up to date, and catch up by themselves.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from contextlib import suppress

import pytest
from playwright.sync_api import Browser, Error, Page, expect

from tests.browser.conftest import PATIENCE, open_page
from tests.browser.proxy import Proxy, between
from tests.browser.seat import POSSIBLE, start_at_once, version, wait_beyond, wait_for_turn
from tests.browser.test_friends import AT_TABLE, table_with_open_seats

pytestmark = pytest.mark.browser

# In milliseconds: a page has to say by then that it is not up to date.
SOON = 15_000
# A line that is quiet for so long is asked for a sign of life.
QUIET = 6_000
LOST = re.compile("Connection lost: reconnecting…")
# What the browser says of sockets that are not taken.
NO_SOCKET = re.compile("WebSocket connection to .* failed")
# Remembers whether the page has ever said anything of its line, and counts its messages and heartbeats.
WATCH = """
Object.assign(window, { alarmed: false, opened: 0 });
for (const way of ["WebSocket", "EventSource"]) {
  window[way] = class extends window[way] {
    constructor(address) {
      super(address);
      window.opened += 1;
      const { dataset } = document.documentElement;
      this.addEventListener("message", ({ data }) => {
        dataset.heard = Number(dataset.heard || 0) + 1;
        if (data === "{}") dataset.beats = Number(dataset.beats || 0) + 1;
      });
    }
  };
}
addEventListener("DOMContentLoaded", () => {
  const offline = document.getElementById("offline");
  const look = () => (window.alarmed ||= !offline.hidden);
  if (offline) new MutationObserver(look).observe(offline, { attributes: true });
});
"""

# Lets a test hide a tab and show it again, which a browser without windows does not do.
HIDING = """
let hidden = false;
Object.defineProperty(document, "hidden", { get: () => hidden });
window.hide = (now) => {
  hidden = now;
  document.dispatchEvent(new Event("visibilitychange"));
};
"""


@pytest.fixture
def proxy(address: str) -> Iterator[Proxy]:
    with between(address) as one:
        yield one


@pytest.fixture
def behind(chromium: Browser, proxy: Proxy) -> Iterator[Callable[[], Page]]:
    """Makes pages behind the proxy; their clocks can be turned forward."""
    pages: list[Page] = []
    complaints: list[str] = []

    def make() -> Page:
        page = open_page(chromium, proxy.address, complaints)
        page.clock.install()
        page.add_init_script(WATCH)
        pages.append(page)
        return page

    yield make
    for page in pages:
        page.context.close()
    assert [said for said in complaints if not NO_SOCKET.search(said)] == []


def path(page: Page) -> str:
    return "/" + page.url.split("/", 3)[3]


def watching(page: Page, address: str) -> None:
    """Go to a table or waiting room, and wait until its line has shown that messages get through."""
    page.goto(address)
    page.wait_for_selector("html[data-heard]")


def watched(page: Page, behind: Callable[[], Page]) -> Page:
    """Begin a match on a page, wait for its turn there, and watch it on another page behind the proxy."""
    start_at_once(page, "Meuterer")
    wait_for_turn(page)
    watcher = behind()
    watching(watcher, path(page))
    return watcher


def stop(page: Page) -> None:
    """Stop the page's clock within a second. Where that second was over too soon, a clock that stands still
    is asked again.
    """
    while True:
        with suppress(Error):
            page.clock.pause_at(page.evaluate("Date.now() / 1000") + 1)
            return


def says_so_in_time(page: Page) -> None:
    """Let the time pass in which a page has to say that its line is dead, and see it do so."""
    page.clock.run_for(SOON)
    expect(page.locator("#offline")).to_have_text(LOST)
    expect(page.locator("#offline")).to_be_visible()


def beats(page: Page) -> None:
    """Let the line be quiet for as long as it may be without a heartbeat, and wait for one."""
    page.wait_for_selector("html[data-beats]")
    seen = page.locator("html").get_attribute("data-beats")
    page.clock.run_for(QUIET)
    page.wait_for_selector(f"html:not([data-beats='{seen}'])")


def move(page: Page) -> None:
    wait_for_turn(page)
    seen = version(page)
    page.locator(POSSIBLE).first.click()
    wait_beyond(page, seen)


def lines(page: Page) -> int:
    return page.locator("#log li").count()


def grows(page: Page, seen: int) -> None:
    """Wait until the log has more lines than were seen."""
    expect(page.locator("#log li")).not_to_have_count(seen, timeout=PATIENCE)


def test_a_quiet_line_beats_and_is_not_taken_for_a_dead_one(page: Page, behind: Callable[[], Page]) -> None:
    watcher = watched(page, behind)
    # However long an answer takes on a busy machine, it comes in time.
    stop(watcher)
    for _ in range(5):
        beats(watcher)
    assert watcher.evaluate("[window.alarmed, window.opened]") == [False, 1]


def test_a_table_on_a_dead_line_says_so_in_time_and_catches_up(
    page: Page, behind: Callable[[], Page], proxy: Proxy
) -> None:
    watcher = watched(page, behind)
    proxy.dead = True
    seen = lines(watcher)
    move(page)
    says_so_in_time(watcher)
    assert lines(watcher) == seen
    proxy.dead = False
    grows(watcher, seen)
    expect(watcher.locator("#offline")).to_be_hidden()


def test_a_table_whose_line_was_forgotten_on_the_way_goes_on_over_another(
    page: Page, behind: Callable[[], Page], proxy: Proxy
) -> None:
    watcher = watched(page, behind)
    proxy.silence()
    seen = lines(watcher)
    move(page)
    watcher.clock.run_for(SOON)
    grows(watcher, seen)
    expect(watcher.locator("#offline")).to_be_hidden()


def test_a_waiting_room_on_a_dead_line_says_so_in_time_and_goes_on(
    page: Page, behind: Callable[[], Page], proxy: Proxy
) -> None:
    table_with_open_seats(page, 1)
    watcher = behind()
    watching(watcher, path(page))
    proxy.dead = True
    page.get_by_role("button", name="Fill").click()
    page.wait_for_selector(AT_TABLE)
    says_so_in_time(watcher)
    proxy.dead = False
    watcher.wait_for_selector(AT_TABLE)


@pytest.mark.parametrize(
    "waking",
    [
        "document.dispatchEvent(new Event('visibilitychange'))",
        "dispatchEvent(new Event('online'))",
        "dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true }))",
    ],
)
def test_a_page_that_wakes_looks_whether_its_line_is_still_there(
    page: Page, behind: Callable[[], Page], proxy: Proxy, waking: str
) -> None:
    watcher = watched(page, behind)
    proxy.silence()
    stop(watcher)
    seen = lines(watcher)
    move(page)
    watcher.evaluate(waking)
    # A page that has not slept would not notice as soon.
    watcher.clock.run_for(6_000)
    grows(watcher, seen)


def test_a_computer_that_has_slept_catches_up(page: Page, behind: Callable[[], Page], proxy: Proxy) -> None:
    watcher = watched(page, behind)
    proxy.silence()
    seen = lines(watcher)
    move(page)
    watcher.clock.fast_forward("03:00:00")
    watcher.clock.run_for(5_000)
    grows(watcher, seen)


def test_a_page_reloads_after_an_upgrade_once_and_not_while_something_is_written(
    page: Page, behind: Callable[[], Page]
) -> None:
    watcher = watched(page, behind)
    build = watcher.locator("html").get_attribute("data-build")
    assert build

    def upgrade() -> None:
        watcher.evaluate("document.documentElement.dataset.build = 'older'")
        # It lets go of its line, and takes up another.
        watcher.evaluate("dispatchEvent(new Event('pagehide'))")
        watcher.clock.run_for(QUIET)

    watcher.evaluate(
        "document.body.append(Object.assign(document.createElement('input'), { value: 'Ahoy' }))"
    )
    upgrade()
    seen = lines(watcher)
    move(page)
    grows(watcher, seen)
    expect(watcher.locator("html")).to_have_attribute("data-build", "older")
    watcher.locator("body > input").fill("")
    upgrade()
    expect(watcher.locator("html")).to_have_attribute("data-build", build)
    watcher.wait_for_selector("html[data-heard]")
    upgrade()
    seen = lines(watcher)
    move(page)
    grows(watcher, seen)
    # Where servers of two versions answer in turn, it would reload for ever.
    expect(watcher.locator("html")).to_have_attribute("data-build", "older")


WITHOUT_SOCKETS = pytest.mark.parametrize("whole", [False, True], ids=["stream", "answers held back"])


@WITHOUT_SOCKETS
def test_a_waiting_room_behind_a_proxy_without_sockets_goes_on(
    page: Page, behind: Callable[[], Page], proxy: Proxy, whole: bool
) -> None:
    proxy.sockets, proxy.whole = False, whole
    ann = behind()
    table_with_open_seats(ann, 2)
    page.goto(path(ann))
    page.get_by_label("Your name at this table").fill("Ben")
    page.get_by_role("button", name="Take seat 2").click()
    expect(ann.locator("[data-place='1']")).to_contain_text("Ben", timeout=PATIENCE)
    page.get_by_role("button", name="Leave").click()
    expect(ann.locator("[data-place='1']")).not_to_contain_text("Ben", timeout=PATIENCE)
    assert ann.evaluate("window.alarmed") is False


@WITHOUT_SOCKETS
def test_a_table_behind_a_proxy_without_sockets_is_live(
    behind: Callable[[], Page], proxy: Proxy, whole: bool
) -> None:
    proxy.sockets, proxy.whole = False, whole
    ann, watcher = behind(), behind()
    start_at_once(ann, "Meuterer")
    for page in (ann, watcher):
        watching(page, path(ann))
        page.evaluate("window.first = true")
    for _ in range(3):
        # Others' moves come by themselves, and one's own are made without a new page.
        seen = lines(watcher)
        move(ann)
        grows(watcher, seen)
    for page in (ann, watcher):
        assert page.evaluate("[window.first, window.alarmed]") == [True, False]


def test_hidden_tabs_without_sockets_keep_no_connection_from_the_others(
    behind: Callable[[], Page], proxy: Proxy
) -> None:
    """A browser has six connections to a server over HTTP/1.1, however many tabs it has."""
    proxy.sockets = False
    ann = behind()
    ann.context.add_init_script(HIDING)
    start_at_once(ann, "Meuterer")
    hidden = [ann.context.new_page() for _tab in range(8)]
    for tab in hidden:
        tab.goto(proxy.address + path(ann))
        tab.wait_for_load_state()
        tab.evaluate("hide(true)")
    seen = lines(ann)
    move(ann)
    grows(ann, seen)
    # They hear of it all the same, only later, and have nothing alarming to say.
    for tab in (hidden[0], hidden[-1]):
        grows(tab, seen)
        assert tab.locator("#offline").is_hidden()
    hidden[0].evaluate("hide(false)")
    seen = lines(hidden[0])
    move(ann)
    grows(hidden[0], seen)


def test_a_stream_that_goes_silent_is_told_and_taken_up_again(
    page: Page, behind: Callable[[], Page], proxy: Proxy
) -> None:
    proxy.sockets = False
    watcher = watched(page, behind)
    proxy.dead = True
    seen = lines(watcher)
    move(page)
    says_so_in_time(watcher)
    proxy.dead, proxy.sockets = False, True
    grows(watcher, seen)
    expect(watcher.locator("#offline")).to_be_hidden()
