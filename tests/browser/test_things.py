"""“What is this?” in a real browser: by mouse, by keyboard, by tap, and without script."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.browser.conftest import AT_ONCE
from tests.browser.seat import (
    POSSIBLE,
    actions,
    moves_sent,
    spy_on_moves,
    start,
    start_at_once,
    version,
    wait_beyond,
    wait_for_turn,
)
from tests.browser.test_company import table_of

pytestmark = pytest.mark.browser

STOPS = 60


def expect_asking(page: Page, on: bool) -> None:
    expect(page.locator("body.asking-what")).to_have_count(int(on))


def test_what_is_asked_is_told_and_no_move_is_made(page: Page) -> None:
    start_at_once(page, "Meuterer")
    wait_for_turn(page)
    seen, possible = version(page), actions(page)
    thing, title = page.locator("#thing"), page.locator("#thing-title")
    page.keyboard.press("w")
    expect(page.locator("#what")).to_have_attribute("aria-pressed", "true")
    page.keyboard.press("1")

    page.locator("#region_prompt [data-thing^=card-]").first.click()
    expect(thing).to_be_visible()
    expect(thing.locator(".rule:visible").first).to_have_attribute("href", "/rules/meuterer#ME-30")
    thing.get_by_role("button", name="Ask about something else").click()
    expect_asking(page, True)

    for _ in range(STOPS):
        page.keyboard.press("Tab")
        if page.evaluate("document.activeElement.closest('[data-thing]')?.dataset.thing") == "place-piles":
            break
    page.keyboard.press("Enter")
    expect(title).to_have_text("Draw pile and discards")
    page.keyboard.press("Escape")
    expect(thing).to_be_hidden()
    expect_asking(page, False)
    assert page.locator("[data-what-stop], .what-stop").count() == 0

    page.locator(".phases a").nth(3).click()
    expect(title).to_have_text("Mutiny")
    page.keyboard.press("Escape")
    page.keyboard.press("w")
    page.keyboard.press("Escape")
    expect_asking(page, False)
    assert (version(page), actions(page)) == (seen, possible)

    page.locator(POSSIBLE).first.click()
    expect(page.locator(f"#region_prompt input[name=version][value='{seen}']")).to_have_count(0)


FRESH = "all => all.map((one) => one.dataset.fresh)"


def test_whoever_asks_while_others_move_keeps_the_focus_and_sees_no_news_of_it(
    new_page: Callable[..., Page],
) -> None:
    pages = [new_page(), new_page(), new_page()]
    table_of(pages)
    (mover,) = (page for page in pages if page.locator(POSSIBLE).count())
    asking, other = (page for page in pages if page is not mover)
    asking.keyboard.press("w")
    seen, stop = version(mover), asking.locator("#region_chart .what-stop").first
    name = str(stop.get_attribute("aria-label"))
    stop.focus()
    mover.locator(POSSIBLE).first.click()
    for page in pages:
        wait_beyond(page, seen)
    expect(asking.locator(".what-stop:focus")).to_have_attribute("aria-label", name)
    new = [page.locator("[data-fresh].new").evaluate_all(FRESH) for page in (asking, other)]
    assert new[0] == new[1]


def test_the_menu_of_languages_closes_when_one_is_done_with_it(page: Page) -> None:
    start_at_once(page, "Meuterer")
    wait_for_turn(page)
    summary, opened = page.locator(".languages summary"), page.locator(".languages[open]")

    summary.click()
    expect(opened).to_have_count(1)
    page.locator("#prompt").click()
    expect(opened).to_have_count(0)

    summary.press("Enter")
    expect(opened).to_have_count(1)
    page.keyboard.press("Shift+Tab")
    expect(opened).to_have_count(0)

    # Esc closes the menu alone, and gives the focus back.
    summary.press("Enter")
    page.keyboard.press("w")
    page.keyboard.press("Tab")
    expect(opened.get_by_role("button").first).to_be_focused()
    page.keyboard.press("Escape")
    expect(opened).to_have_count(0)
    expect(summary).to_be_focused()
    expect_asking(page, True)
    page.keyboard.press("Escape")
    expect_asking(page, False)

    summary.press("Enter")
    page.keyboard.press("?")
    expect(page.locator("#keys")).to_be_visible()
    expect(opened).to_have_count(0)


@pytest.mark.parametrize(
    ("game", "decides", "explained"),
    [
        # Not a door whose pirate others have used.
        ("cartagena", "button.leaf:not([aria-disabled])", "button.leaf:not([aria-disabled])"),
        ("mutiny", "#region_prompt .act.go", "#crew-cook .figure"),
    ],
)
def test_a_tap_explains_and_decides_nothing(
    chromium: Browser, address: str, game: str, decides: str, explained: str
) -> None:
    context = chromium.new_context(
        base_url=address, viewport={"width": 390, "height": 844}, has_touch=True, reduced_motion="reduce"
    )
    context.add_init_script(AT_ONCE)
    page = context.new_page()
    start(page, game, 2)
    page.wait_for_selector("#prompt.yours")
    if game == "mutiny":
        # The other's bid draws the page anew, and would take a button away from under the finger.
        expect(page.locator("#region_seats .knuckles")).to_have_count(1)
    spy_on_moves(page)
    page.locator("#what").tap()
    expect_asking(page, True)
    page.locator(decides).first.tap()
    if explained != decides:
        expect(page.locator("#thing")).to_be_hidden()
        page.locator(explained).first.tap()
    expect(page.locator("#thing")).to_be_visible()
    page.get_by_role("button", name="Close", exact=True).tap()
    expect_asking(page, False)
    assert moves_sent(page) == []
    # Otherwise it decides.
    page.locator(decides).first.tap()
    page.wait_for_function("() => made.size === 1")
    context.close()


def test_without_script_the_link_lists_it_all(new_page: Callable[..., Page]) -> None:
    page = new_page(script=False)
    start_at_once(page, "Mutiny!")
    page.get_by_role("link", name="What is this?").click()
    expect(page.locator("#card-cook h3")).to_have_text("Cook")
    page.locator("#card-cook .rule").click()
    page.wait_for_url("**/rules/mutiny#MU-26")
