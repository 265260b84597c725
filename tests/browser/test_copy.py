"""Buttons that copy a link: what they say, and when."""

from __future__ import annotations

import time

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import stop_the_clock
from tests.browser.test_friends import table_with_open_seats

pytestmark = pytest.mark.browser

# A clipboard that takes everything, one that refuses, and none, as on a page by http; and the old command.
CLIPBOARD = """([clipboard, command]) => {
  const takes = { writeText: async (text) => { document.body.dataset.taken = text; } };
  const refuses = { writeText: async () => { throw new DOMException("no", "NotAllowedError"); } };
  const value = { takes, refuses }[clipboard];
  Object.defineProperty(navigator, "clipboard", { value, configurable: true });
  document.execCommand = () => {
    document.body.dataset.taken = command ? String(getSelection()) : "";
    return command;
  };
}"""
SECONDS = 2


@pytest.fixture
def regatta(page: Page) -> Page:
    """The page of a regatta, with its link and a button beside it, and a clock that stands still."""
    page.goto("/regatta")
    page.get_by_role("button", name="Set it up").click()
    page.wait_for_url("**/regatta/*")
    page.clock.install()
    # Installed alone, it goes on.
    page.clock.pause_at(time.time() + 60)
    page.reload()
    return page


def with_clipboard(page: Page, clipboard: str, command: bool) -> str:
    """Give the page such a clipboard; returns its link."""
    page.evaluate(CLIPBOARD, [clipboard, command])
    return page.locator("#link").input_value()


def test_a_second_click_does_not_take_the_answer_for_the_label(regatta: Page) -> None:
    link, button = with_clipboard(regatta, "takes", False), regatta.locator("[data-copy]")
    expect(button).to_have_text("Copy")
    button.press("Enter")
    expect(button).to_have_text("Copied")
    expect(regatta.locator("body")).to_have_attribute("data-taken", link)
    # Whoever does not see the button hears of it, and the focus stays there.
    expect(button).to_be_focused()
    expect(regatta.get_by_role("status").last).to_have_text("Copied")
    regatta.clock.run_for(SECONDS * 750)
    button.click()
    # It stays as long after the second click as after the first.
    regatta.clock.run_for(SECONDS * 750)
    expect(button).to_have_text("Copied")
    regatta.clock.run_for(SECONDS * 500)
    expect(button).to_have_text("Copy")


@pytest.mark.parametrize("clipboard", ["refuses", "none"])
def test_where_the_clipboard_refuses_the_old_command_copies(regatta: Page, clipboard: str) -> None:
    link, button = with_clipboard(regatta, clipboard, True), regatta.locator("[data-copy]")
    button.click()
    expect(button).to_have_text("Copied")
    expect(regatta.locator("body")).to_have_attribute("data-taken", link)


@pytest.mark.parametrize("clipboard", ["refuses", "none"])
def test_what_was_not_copied_is_not_said_to_be(regatta: Page, clipboard: str) -> None:
    link, button = with_clipboard(regatta, clipboard, False), regatta.locator("[data-copy]")
    button.click()
    expect(regatta.locator("body")).to_have_attribute("data-taken", "")
    expect(button).to_have_text("Copy")
    # The link is selected, to be copied by hand.
    assert regatta.evaluate("String(getSelection())") == link


def test_the_waiting_room_copies_its_link_alike(page: Page) -> None:
    table_with_open_seats(page, 1)
    stop_the_clock(page)
    link, button = with_clipboard(page, "none", True), page.get_by_role("button", name="Copy the link")
    button.click()
    expect(page.get_by_role("button", name="Copied")).to_be_visible()
    expect(page.locator("body")).to_have_attribute("data-taken", link)
    page.clock.run_for(SECONDS * 1000)
    expect(button).to_be_visible()


@pytest.mark.parametrize("width", [390, 820, 1366, 1920])
def test_the_whole_link_is_in_sight(page: Page, width: int) -> None:
    page.set_viewport_size({"width": width, "height": 657})
    table_with_open_seats(page, 1)
    # As long as the links of a server on the internet are.
    link = "https://quarterdeck.example/table/xfwyf7sn28"
    page.evaluate("link => document.getElementById('link').value = link", link)
    assert (
        page.evaluate(
            "(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth)(document.getElementById('link'))"
        )
        <= 0
    )
