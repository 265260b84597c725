"""The end of a match in a real browser: a page of the log takes the board's place once the story is told."""

from __future__ import annotations

import re
from collections.abc import Iterator
from io import BytesIO
from typing import Literal

import pytest
from PIL import Image
from playwright.sync_api import Browser, Locator, Page, Route, ViewportSize, expect

from scripts.pictures.axe import violations
from tests.browser.stocked import Stocked

pytestmark = pytest.mark.browser

KINDS = ("meuterer-over", "cartagena-over", "mutiny-over")
BOARD = "#region_seats, .chart, #region_strip"
TELLING = "on => document.querySelector('[data-table]').toggleAttribute('data-telling', on)"


@pytest.fixture(scope="module")
def chromium(drawing: Browser) -> Browser:
    return drawing


@pytest.fixture
def page(chromium: Browser, stocked: Stocked) -> Iterator[Page]:
    context = chromium.new_context(base_url=stocked.address, viewport={"width": 1440, "height": 900})
    stocked.stock.sign_in(context, stocked.address)
    yield context.new_page()
    context.close()


def path(stocked: Stocked, slug: str) -> str:
    return next(kind.path for kind in stocked.kinds if kind.slug == slug)


@pytest.mark.parametrize("slug", KINDS)
def test_axe_finds_nothing_with_everything_open(page: Page, stocked: Stocked, slug: str) -> None:
    page.goto(path(stocked, slug))
    expect(page.locator(".finale .headline")).to_be_in_viewport()
    for board in page.locator(BOARD).all():
        expect(board).to_be_hidden()
    page.locator(".finale summary").click()
    assert violations(page) == []
    page.get_by_role("button", name="Share").click()
    expect(page.get_by_label("With the result")).to_have_value(re.compile(r"^http.*/table/\w+$"))
    assert violations(page) == []


def test_the_board_stays_until_the_story_is_told(page: Page, stocked: Stocked) -> None:
    page.goto(path(stocked, "meuterer-over"))
    expect(page.locator(".finale")).to_be_visible()
    page.evaluate(TELLING, True)
    expect(page.locator(".finale")).to_be_hidden()
    expect(page.locator(".chart")).to_be_visible()
    page.evaluate(TELLING, False)
    expect(page.locator(".finale")).to_be_visible()


def test_the_coachs_moments_come_in_when_they_are_ready(page: Page, stocked: Stocked) -> None:
    answers = iter(
        [
            '{"review": "", "busy": true, "again": 0}',
            '{"review": "<p>Reckoned</p>", "busy": false, "again": 0}',
        ]
    )
    asked = []

    def answer(route: Route) -> None:
        asked.append(route.request.method)
        route.fulfill(body=next(answers), content_type="application/json")

    page.route("**/review", answer)
    page.goto(path(stocked, "mutiny-over"))
    expect(page.locator("#finale-review")).to_have_text("Reckoned")
    assert asked == ["POST", "GET"]


def test_the_coachs_moments_come_after_a_failure_and_on_coming_back(page: Page, stocked: Stocked) -> None:
    asked = []

    def answer(route: Route) -> None:
        asked.append(route.request.method)
        if len(asked) == 1:
            route.abort()
        elif len(asked) == 2:
            route.fulfill(status=503, body='{"error": "Not now."}', content_type="application/json")
        else:
            route.fulfill(body='{"review": "<p>Reckoned</p>"}', content_type="application/json")

    page.route("**/review", answer)
    page.clock.install()
    page.goto(path(stocked, "mutiny-over"))
    with page.expect_response("**/review"):
        for _ in range(1_000):
            if len(asked) == 2:
                break
            page.clock.run_for(1000)
    # In the browser's memory of left pages no clock runs.
    page.evaluate("dispatchEvent(new PageTransitionEvent('pagehide', { persisted: true }))")
    page.evaluate("dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true }))")
    expect(page.locator("#finale-review")).to_have_text("Reckoned")
    assert asked == ["POST"] * 3


def test_a_moment_leads_to_its_move(page: Page, stocked: Stocked) -> None:
    page.goto(path(stocked, "mutiny-over"))
    link = page.locator("#finale-review .turns a").first
    ply = str(link.get_attribute("href")).rpartition("=")[2]
    link.press("Enter")
    expect(page.locator("#prompt")).to_contain_text(f"Move {ply} of")


def test_the_coach_is_a_button_away(page: Page, stocked: Stocked) -> None:
    page.goto(path(stocked, "meuterer-over"))
    page.keyboard.press("2")
    page.wait_for_url("**/coach")


@pytest.mark.parametrize("language", ["en", "de", "fr"])
@pytest.mark.parametrize("size", [(360, 640), (390, 844)])
def test_the_next_game_is_a_tap_away_on_a_phone(
    chromium: Browser, stocked: Stocked, size: tuple[int, int], language: str
) -> None:
    viewport: ViewportSize = {"width": size[0], "height": size[1]}
    with chromium.new_context(base_url=stocked.address, viewport=viewport, locale=language) as context:
        stocked.stock.sign_in(context, stocked.address)
        page = context.new_page()
        page.goto(path(stocked, "cartagena-over"))
        ways = page.locator(".after [data-key]")
        for one in ways.all():
            expect(one).to_be_in_viewport(ratio=1)
        assert len({round(box["y"]) for one in ways.all() if (box := one.bounding_box())}) == 2
        page.locator("[data-key=games]").click()
        expect(page.locator("button[name=quick]").first).to_be_visible()


@pytest.mark.parametrize("width", [360, 390])
def test_what_is_said_of_a_seat_is_never_cut_beside_its_track(
    page: Page, stocked: Stocked, width: int
) -> None:
    page.set_viewport_size({"width": width, "height": 844})
    page.goto(path(stocked, "cartagena-over"))
    chart, told = page.locator(".sideways:has(> .tracks)"), page.locator(".tracks .who")
    expect(told.first).to_be_visible()
    for left in (0, 60):
        chart.evaluate("(chart, left) => (chart.scrollLeft = left)", left)
        around = chart.bounding_box()
        assert around
        for box in map(Locator.bounding_box, told.all()):
            assert box
            assert around["x"] <= box["x"]
            assert box["x"] + box["width"] <= around["x"] + around["width"]
        assert told.evaluate_all("all => all.every((one) => one.scrollWidth <= one.clientWidth)")


def shaded(page: Page, which: str) -> tuple[bool, bool]:
    """Whether the left and the right edge of an element differ from what is beside its middle."""
    page.locator(which).evaluate("one => one.scrollIntoView()")
    box = page.locator(which).bounding_box()
    assert box
    taken = page.screenshot(clip={"x": box["x"], "y": box["y"] + 1, "width": box["width"], "height": 60})
    image = Image.open(BytesIO(taken)).convert("L")
    assert len(image.getcolors() or []) > 1, "this browser draws nothing"
    left, ground, right = (image.getpixel((at, 0)) for at in (0, image.width // 2, image.width - 1))
    return left != ground, right != ground


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_a_shaded_edge_says_that_a_chart_goes_on(
    page: Page, stocked: Stocked, scheme: Literal["light", "dark"]
) -> None:
    page.emulate_media(color_scheme=scheme)
    page.set_viewport_size({"width": 360, "height": 640})
    page.goto(path(stocked, "cartagena-over"))
    chart = ".sideways:has(.tracks)"
    assert shaded(page, chart) == (False, True)
    page.locator(chart).evaluate("chart => (chart.scrollLeft = 60)")
    assert shaded(page, chart) == (True, True)
    page.locator(chart).evaluate("chart => (chart.scrollLeft = chart.scrollWidth)")
    assert shaded(page, chart) == (True, False)
    page.set_viewport_size({"width": 820, "height": 1180})
    assert shaded(page, chart) == (False, False)


def test_without_script_all_of_it_is_there(chromium: Browser, stocked: Stocked) -> None:
    with chromium.new_context(base_url=stocked.address, java_script_enabled=False) as context:
        stocked.stock.sign_in(context, stocked.address)
        plain = context.new_page()
        plain.goto(path(stocked, "cartagena-over"))
        expect(plain.locator(".finale .headline")).to_be_visible()
        plain.get_by_role("button", name="Share").click()
        expect(plain.get_by_label("With the result")).to_be_visible()
        plain.keyboard.press("Escape")
        plain.locator(".finale summary").click()
        expect(plain.get_by_role("row").filter(has_text="Total").first).to_be_visible()
        plain.get_by_role("link", name="Look at it again").click()
        plain.wait_for_url("**/replay")
