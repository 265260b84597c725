"""Pages in windows of every size: no text is cut or covered, no label or touch target too small, no page too wide."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import cycle, islice

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, expect

from scripts.pictures.kinds import show
from scripts.pictures.layout import SIZES, faults, turn_to
from tests.browser.conftest import PATIENCE
from tests.browser.stocked import Stocked, stocked_at

pytestmark = pytest.mark.browser

# Each window shows some of these, in turn; `make pictures` measures all pages in all windows and languages.
PAGES = (
    *("meuterer-sell-to-act", "cartagena-cabins-to-act", "mutiny-bid-to-act", "meuterer-over"),
    *("cartagena-duel-to-act", "mutiny-pick-to-act", "meuterer-show-waiting", "mutiny-over"),
    *("at-a-table-talk", "lessons-cartagena-at-the-table", "replay-cartagena-a-seat", "waiting-room-host"),
    "cartagena-over",
)
EACH = 5


@pytest.fixture(scope="module")
def stocked(chromium_path: str, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Stocked]:
    with stocked_at(tmp_path_factory.mktemp("stock")) as found:
        yield found


@pytest.fixture(scope="module")
def pages(chromium: Browser, stocked: Stocked) -> Iterator[Callable[[str], Page]]:
    """A page in a language."""
    contexts: dict[str, BrowserContext] = {}

    def page(language: str) -> Page:
        if language not in contexts:
            context = contexts[language] = chromium.new_context(base_url=stocked.address, locale=language)
            context.set_default_timeout(PATIENCE)
            stocked.sign_in(context)
            context.new_page()
        return contexts[language].pages[0]

    yield page
    for context in contexts.values():
        context.close()


@pytest.mark.parametrize("size", SIZES, ids=lambda size: f"{size[0]}x{size[1]}")
def test_no_text_is_cut_or_covered(
    pages: Callable[[str], Page], stocked: Stocked, size: tuple[int, int]
) -> None:
    at = SIZES.index(size)
    page = pages(("en", "de", "fr")[at % 3])
    found = []
    for kind in stocked.named(*islice(cycle(PAGES), at * EACH, at * EACH + EACH)):
        show(page, kind, 1440, "dark" if at % 2 else "light")
        turn_to(page, size)
        found += [f"{kind.slug}: {line}" for line in faults(page)]
    assert found == []


@pytest.mark.parametrize("size", [(1280, 720), (1366, 657), (1440, 900), (1024, 768)])
def test_on_a_laptop_board_and_actions_are_in_the_window(
    pages: Callable[[str], Page], stocked: Stocked, size: tuple[int, int]
) -> None:
    page = pages("en")
    for kind in stocked.named("meuterer-sell-to-act", "cartagena-cabins-to-act", "mutiny-bid-to-act"):
        show(page, kind, 1440, "light")
        page.set_viewport_size({"width": size[0], "height": size[1]})
        for part in (".chart", "[data-shortcut='1']", "[data-shortcut='2']"):
            box = page.locator(part).first.bounding_box()
            assert box
            assert box["x"] >= 0
            assert box["y"] >= 0
            assert box["x"] + box["width"] <= size[0]
            assert box["y"] + box["height"] <= size[1], (kind.slug, part)


def test_a_phone_always_shows_a_line_for_each_seat(pages: Callable[[str], Page], stocked: Stocked) -> None:
    page = pages("en")
    (kind,) = stocked.named("mutiny-bid-to-act")
    show(page, kind, 390, "light")
    strip = page.get_by_role("navigation", name="Seats, in short")
    expect(strip.get_by_role("listitem")).to_have_count(5)
    page.mouse.wheel(0, 2000)
    for line in strip.get_by_role("listitem").all():
        expect(line).to_be_in_viewport(ratio=1)
        expect(line).to_contain_text("cutlasses")
    strip.get_by_role("link").first.click()
    expect(page.locator("#seat-1")).to_be_in_viewport()


def test_log_talk_and_table_are_tabs(pages: Callable[[str], Page], stocked: Stocked) -> None:
    page = pages("en")
    (kind,) = stocked.named("meuterer-sell-to-act")
    show(page, kind, 1440, "light")
    page.evaluate("localStorage.clear()")
    page.reload()
    log, table = page.get_by_role("tab", name="Log"), page.get_by_role("tab", name="Table")
    expect(log).to_have_attribute("aria-selected", "true")
    expect(page.get_by_role("tabpanel")).to_have_count(1)
    log.focus()
    page.keyboard.press("ArrowLeft")
    expect(table).to_be_focused()
    expect(page.get_by_role("tabpanel", name="Table")).to_contain_text("A fair deal")
    page.reload()
    expect(table).to_have_attribute("aria-selected", "true")
    log.click()
    page.reload()
    expect(log).to_have_attribute("aria-selected", "true")
