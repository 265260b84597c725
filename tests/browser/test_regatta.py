"""A regatta: six people join by one link, play a round at two tables, and read the standings."""

from __future__ import annotations

import random
import time
from collections.abc import Callable
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, Route, expect

from benchmarks.ports import held
from tests.browser.conftest import PATIENCE, browsers
from tests.browser.test_daily import sail_on
from tests.browser.test_evenings import choose
from tests.servers import Server

pytestmark = pytest.mark.browser

NAMES = ("Ann", "Ben", "Cleo", "Dan", "Eve", "Fay")
# In seconds.
LONGEST = 120


def play_out(pages: list[Page]) -> None:
    """Click until everybody's match is over."""
    dice, until, told = random.Random(6), time.monotonic() + LONGEST, [""]
    while set(told) != {"over"}:
        assert time.monotonic() < until, told
        told = [choose(page, dice.random()) for page in pages]
        if "made" not in told:
            pages[0].wait_for_timeout(20)


def test_six_people_play_a_round_to_its_standings(
    chromium: Browser, tmp_path: Path, complaints: list[str]
) -> None:
    with held() as port:
        server = Server(tmp_path, port=port)
        with browsers(chromium, server.address, complaints, len(NAMES)) as pages:
            host = pages[0]
            host.goto("/")
            host.get_by_role("link", name="A regatta: an evening for many").click()
            host.get_by_label("What it is called").fill("Friday")
            host.get_by_label("Rounds").fill("1")
            host.get_by_role("button", name="Set it up").click()
            link = host.get_by_label("Whoever opens it can take part.").input_value()
            for page, name in zip(pages, NAMES, strict=True):
                page.goto(link)
                page.get_by_label("Your name").fill(name)
                page.get_by_role("button", name="Join").click()
                expect(page.get_by_role("button", name="Leave the regatta")).to_be_visible()
            # The host's page has noticed all of them by itself.
            expect(host.locator(".crew li")).to_have_text(list(NAMES), timeout=PATIENCE)
            host.get_by_role("button", name="Begin round 1").click()
            own = [page.locator("[data-key=own-table]") for page in pages]
            for button in own:
                expect(button).to_be_visible(timeout=PATIENCE)
            paths = [str(button.get_attribute("href")) for button in own]
            assert len(set(paths)) == 2
            for page in pages:
                page.goto("about:blank")
            assert server.stop() == ""
            sail_on(tmp_path, sorted(set(paths)))
            server = Server(tmp_path, port=port)
            for page, path in zip(pages, paths, strict=True):
                page.goto(path)
            play_out(pages)
            for page in pages:
                page.locator("[data-key=regatta]").click()
                expect(page.get_by_text("The regatta is won by")).to_be_visible(timeout=PATIENCE)
            told = host.locator(".rungs tbody th").all_inner_texts()
            assert sorted(name.split()[0] for name in told) == list(NAMES)
            # Now the tables are open to all.
            host.get_by_role("link", name="Table 1").click()
            expect(host.locator("#finale-title")).to_be_visible()
        assert server.stop() == ""
    assert complaints == []


def entered(page: Page, link: str, name: str) -> None:
    page.goto(link)
    page.get_by_label("Your name").fill(name)
    page.get_by_role("button", name="Join").click()
    expect(page.get_by_role("button", name="Leave the regatta")).to_be_visible()


# Counts the times that a screen reader is told of the heading, as long as it is the same element.
LISTEN = """heading => {
  heading.dataset.told = 0;
  const count = new MutationObserver(() => heading.dataset.told++);
  count.observe(heading, { childList: true, characterData: true, subtree: true });
}"""


def test_the_page_goes_on_under_the_focus_and_after_a_refusal(
    new_page: Callable[..., Page], complaints: list[str]
) -> None:
    ann, ben, cleo, dan = (new_page() for _ in range(4))
    ann.goto("/regatta")
    ann.get_by_role("button", name="Set it up").click()
    link = ann.get_by_label("Whoever opens it can take part.").input_value()
    entered(ann, link, "Ann")
    heading = ann.locator("#state-title")
    heading.evaluate(LISTEN)
    # A refusal leaves the page at the address of the form.
    ben.goto(link)
    ben.get_by_label("Your name").fill("   ")
    ben.get_by_role("button", name="Join").click()
    expect(ben.get_by_role("alert")).to_be_visible()
    assert ben.url == f"{link}/enter"
    assert [complaints.pop()[:23]] == ["Failed to load resource"]
    # What somebody else does takes the focus from nobody.
    leave = ann.get_by_role("button", name="Leave the regatta")
    leave.focus()
    entered(cleo, link, "Cleo")
    entered(dan, link, "Dan")
    # Hers too: else it could change under the mouse.
    for page in (ann, ben, cleo):
        expect(page.locator(".crew li")).to_have_text(["Ann", "Cleo", "Dan"], timeout=PATIENCE)
    expect(leave).to_be_focused()
    expect(heading).to_have_attribute("data-told", "0")
    # Where what had it is gone, the focus stays on the page; and the new heading is announced once.
    cleo.get_by_role("button", name="Begin round 1").click()
    expect(ann.get_by_role("link", name="To your table")).to_be_visible(timeout=PATIENCE)
    expect(ann.locator("main")).to_be_focused()
    expect(heading).to_have_text("Round 1 is going on.")
    expect(heading).to_have_attribute("data-told", "1")
    expect(ben.locator("#state-title")).to_have_text("Round 1 is going on.", timeout=PATIENCE)
    # Whoever had not joined is not invited any more.
    expect(ben.get_by_role("button", name="Join")).to_have_count(0)
    expect(ben.get_by_label("Whoever opens it sees the standings.")).to_have_value(link)


def test_another_game_keeps_what_was_typed(page: Page) -> None:
    page.goto("/regatta?game=mutiny")
    page.get_by_label("What it is called").fill("Friday & friends")
    page.get_by_label("Seats at a table").select_option("5")
    page.get_by_label("Clock").select_option("live-30")
    page.get_by_role("link", name="Meuterer").click()
    expect(page.get_by_label("What it is called")).to_have_value("Friday & friends")
    expect(page.get_by_label("Clock")).to_have_value("live-30")
    # Nobody plays Meuterer with five.
    expect(page.get_by_label("Seats at a table")).to_have_value("3")
    assert "csrf" not in page.url


# The first answer is waited for no longer than this, in milliseconds.
IMPATIENT = """const usual = AbortSignal.timeout.bind(AbortSignal);
let patiently = false;
AbortSignal.timeout = (patience) => {
  const most = patiently ? patience : 300;
  patiently = true;
  return usual(most);
};"""


def test_a_look_that_is_never_answered_is_not_the_last_one(new_page: Callable[..., Page]) -> None:
    ann, ben = new_page(), new_page()
    ann.goto("/regatta")
    ann.get_by_role("button", name="Set it up").click()
    link = ann.get_by_label("Whoever opens it can take part.").input_value()
    ann.add_init_script(IMPATIENT)
    ann.goto(link)
    looks: list[Route] = []
    # The first one gets neither an answer nor an error, as on a dead connection.
    ann.route(link, lambda route: looks.append(route) if not looks else route.continue_())
    while not looks:
        ann.wait_for_timeout(50)
    entered(ben, link, "Ben")
    expect(ann.locator(".crew li")).to_have_text(["Ben"])
