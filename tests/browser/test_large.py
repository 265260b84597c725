"""The chart in the whole window: opened by a pinch, a key or a button, dragged, and put back."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from tests.browser.test_company import table_of

pytestmark = pytest.mark.browser

WIDTH = "() => document.querySelector('#region_chart').getBoundingClientRect().width"
# Two fingers that move apart on the chart.
PINCH = """() => {
  const chart = document.querySelector(".chart");
  const box = chart.getBoundingClientRect();
  const [x, y] = [box.left + box.width / 2, box.top + box.height / 2];
  for (const [type, apart] of [["touchstart", 40], ["touchmove", 60], ["touchmove", 90]]) {
    const touches = [-apart, apart].map((by, identifier) =>
      new Touch({ identifier, target: chart, clientX: x + by, clientY: y }));
    chart.dispatchEvent(new TouchEvent(type, { touches, bubbles: true, cancelable: true }));
  }
}"""


@pytest.fixture
def page(new_page: Callable[..., Page]) -> Page:
    pages = [new_page(), new_page(), new_page()]
    table_of(pages)
    page = pages[0]
    page.set_viewport_size({"width": 390, "height": 844})
    return page


def test_a_pinch_opens_the_chart_and_escape_puts_it_back(page: Page) -> None:
    before = page.evaluate(WIDTH)
    page.evaluate(PINCH)
    large = page.get_by_role("dialog", name="The chart, large")
    expect(large.locator("#region_chart")).to_be_visible()
    assert page.evaluate(WIDTH) > 1.5 * before
    page.keyboard.press("Escape")
    expect(large).to_be_hidden()
    expect(page.locator("main > .chart #region_chart")).to_be_visible()
    assert page.evaluate(WIDTH) == before


def test_keys_open_and_magnify_it_and_a_mouse_drags_it(page: Page) -> None:
    page.keyboard.press("z")
    room = page.locator("#large .room")
    expect(room).to_be_focused()
    before = page.evaluate(WIDTH)
    page.keyboard.press("+")
    assert page.evaluate(WIDTH) > 1.2 * before
    from_left = room.evaluate("room => room.scrollLeft")
    page.mouse.move(200, 400)
    page.mouse.down()
    page.mouse.move(260, 400)
    page.mouse.up()
    assert room.evaluate("room => room.scrollLeft") == from_left - 60
    page.get_by_role("button", name="Back to the table").click()
    expect(page.locator("main > .chart")).to_be_visible()


def test_a_button_of_the_table_tab_opens_it(page: Page) -> None:
    page.locator("#tab-table").click()
    page.get_by_role("button", name="The chart, large").click()
    expect(page.locator("#large .chart")).to_be_visible()


def test_what_had_the_focus_on_the_chart_has_it_again(page: Page) -> None:
    chart = page.locator("#region_chart")
    chart.evaluate("chart => { chart.tabIndex = 0; chart.focus(); }")
    page.keyboard.press("z")
    expect(page.locator("#large .room")).to_be_focused()
    page.keyboard.press("Escape")
    expect(chart).to_be_focused()


@pytest.mark.parametrize("ending", ["Escape", "pointercancel"])
def test_a_drag_that_is_broken_off_is_over(page: Page, ending: str) -> None:
    page.keyboard.press("z")
    room = page.locator("#large .room")
    page.mouse.move(200, 400)
    page.mouse.down()
    page.mouse.move(260, 400)
    if ending == "Escape":
        page.keyboard.press("Escape")
        expect(page.locator("main > .chart")).to_be_visible()
        page.mouse.move(200, 400)
        page.keyboard.press("z")
    else:
        room.dispatch_event(ending)
    expect(room).to_be_visible()
    at = room.evaluate("room => room.scrollLeft")
    page.mouse.move(300, 400)
    assert room.evaluate("room => room.scrollLeft") == at
