"""Pages in windows of every size: no text is cut or covered, no label or touch target is too small, no page
is wider than its window.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import NamedTuple

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, expect

from scripts.pictures.kinds import HEIGHTS, show
from scripts.pictures.layout import SIZES, faults, turn_to
from tests.browser.conftest import PATIENCE
from tests.browser.measures import labels_under_ships
from tests.browser.stocked import Stocked

pytestmark = pytest.mark.browser

# A sample by language, measured in all windows; `make pictures` measures all pages in all languages.
PAGES = {
    "en": (
        *("meuterer-sell-to-act", "mutiny-pick-to-act", "meuterer-over", "cartagena-running-dry"),
        *("at-a-table-talk", "cartagena-over", "mutiny-deal-to-act", "meuterer-beginning"),
    ),
    "de": (
        *("meuterer-many-roles", "mutiny-bid-to-act", "meuterer-show-waiting", "waiting-room-host"),
        *(
            "cartagena-inspect-to-act",
            "mutiny-all-tied",
            "cartagena-long-duel",
            "meuterer-offer-to-act",
            "mutiny-much-to-take-back",
            "cartagena-four-in-a-duel",
        ),
    ),
    "fr": (
        *("meuterer-show-to-act", "cartagena-many-doors", "mutiny-over", "cartagena-duel-to-act"),
        *("cartagena-cabins-to-act", "lessons-cartagena-at-the-table", "replay-cartagena-a-seat"),
    ),
}


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


@pytest.mark.parametrize(
    ("language", "slug"), [(language, slug) for language, slugs in PAGES.items() for slug in slugs]
)
def test_no_text_is_cut_or_covered(
    pages: Callable[[str], Page], stocked: Stocked, language: str, slug: str
) -> None:
    page = pages(language)
    (kind,) = stocked.named(slug)
    show(page, kind, 1440, "dark" if PAGES[language].index(slug) % 2 else "light")
    found = []
    for size in SIZES:
        turn_to(page, size)
        found += [f"{size[0]}x{size[1]}: {line}" for line in faults(page)]
    assert found == []


def test_what_is_too_small_is_found(chromium: Browser) -> None:
    page = chromium.new_page(has_touch=True)
    page.set_content(
        """<main class="table"><section class="chart"><b style="font-size: 13px">Hochland</b></section>
        <p>Two words <a href="/">in a sentence</a> and more.</p><p><a href="/">alone</a></p>
        <button style="min-width: 50px; min-height: 30px">low</button>
        <button style="padding: 20px">high</button></main>"""
    )
    small, alone, low = faults(page)
    page.close()
    assert small == "small label: “Hochland” (section.chart) 13.0 pixels"
    assert "alone" in alone
    assert "low" in low


def test_what_a_frame_cuts_is_found_but_not_what_stands_in_the_window(chromium: Browser) -> None:
    page = chromium.new_page()
    page.set_content(
        """<style>.box { overflow: hidden; width: 60px; height: 25px; white-space: nowrap }</style>
        <section class="box"><p class="long">Longer than its box</p></section>
        <section class="box"><b style="position: fixed; left: 300px; top: 90px">Free of it</b></section>"""
    )
    found = faults(page)
    page.close()
    assert found == ["cut: “Longer than its box” (p.long) by section.box"]


def test_what_stands_out_of_its_seat_is_found(chromium: Browser) -> None:
    page = chromium.new_page()
    page.set_content(
        """<main class="table"><article class="seat" style="height: 30px"><p>Ann</p><p>Two wine</p></article>
        <article class="seat" style="margin-top: 60px"><p>Ben</p><p>One salt</p></article></main>"""
    )
    found = faults(page)
    page.close()
    assert found == ["out of its seat: “Two wine” (article.seat)"]


def test_what_is_covered_is_found_even_below_what_is_clear(chromium: Browser) -> None:
    page = chromium.new_page()
    page.set_content(
        """<style>p, div { position: absolute; left: 0; width: 200px; height: 30px; margin: 0 }
        .one { top: 0 } .two { top: 50px } .three { top: 100px } .sail { background: white }</style>
        <p class="one">Hold</p><div class="one sail"></div>
        <p class="two">Keel</p><div class="two glass"></div>
        <p class="three">Mast</p><div class="three sail"></div><div class="three glass"></div>"""
    )
    found = faults(page)
    page.close()
    assert found == [
        "covered: “Hold” (p.one) by div.one sail",
        "covered: “Mast” (p.three) by div.three sail",
    ]


def test_what_must_be_scrolled_to_is_found(chromium: Browser) -> None:
    page = chromium.new_page(viewport={"width": 1280, "height": 720})
    page.set_content(
        """<section id="region_prompt" style="height: 90px; overflow-y: auto">
        <button name="action">Stay</button>
        <p style="height: 90px">Words</p><button name="action">Pass</button></section>"""
    )
    (found,) = faults(page)
    page.close()
    assert found == "out of sight: “Pass” by section.region_prompt"


class Span(NamedTuple):
    top: float
    bottom: float


def spans(page: Page, *parts: str) -> list[Span]:
    """From where to where the first of each of these reaches in the window."""
    boxes = [page.locator(part).first.bounding_box() for part in parts]
    return [Span(box["y"], box["y"] + box["height"]) for box in boxes if box]


@pytest.mark.parametrize("width", [360, 390])
def test_on_a_phone_the_board_has_its_room_and_ones_cards_are_in_sight(
    pages: Callable[[str], Page], stocked: Stocked, width: int
) -> None:
    page = pages("en")
    own = {
        "meuterer-show-to-act": ".hand .card",
        "meuterer-sell-to-act": ".hand .card",
        "cartagena-cabins-to-act": ".mine .creed",
        "mutiny-bid-to-act": ".made",
    }
    for kind in stocked.named(*own):
        show(page, kind, width, "light")
        seats, clock, actions = spans(page, ".strip", "#glance", ".prompt-bar")
        assert clock.top == seats.top
        assert actions.top - seats.bottom > 0.36 * HEIGHTS[width], kind.slug
        expect(page.locator(own[kind.slug]).last).to_be_in_viewport(ratio=0.9)


def test_what_is_bid_on_comes_into_sight_on_a_phone(pages: Callable[[str], Page], stocked: Stocked) -> None:
    page = pages("en")
    (kind,) = stocked.named("mutiny-bid-to-act")
    show(page, kind, 360, "light")
    page.wait_for_function("() => scrollY > 0")
    seats, called, actions = spans(page, ".strip", ".member.now", ".prompt-bar")
    assert seats.bottom <= called.top
    assert called.bottom <= actions.top


def test_long_lists_are_in_sight_on_a_phone(pages: Callable[[str], Page], stocked: Stocked) -> None:
    page = pages("de")
    for kind in stocked.named("cartagena-many-doors", "meuterer-many-roles"):
        show(page, kind, 390, "light")
        for one in page.locator("#acts button[name=action]:not([aria-disabled])").all():
            expect(one).to_be_in_viewport(ratio=0.95)
    for kind in stocked.named("mutiny-deal-to-act", "mutiny-all-tied"):
        show(page, kind, 360, "light")
        seats, actions = spans(page, ".strip", ".prompt-bar")
        least = 0.3 if kind.slug == "mutiny-all-tied" else 0.2
        assert actions.top - seats.bottom > least * HEIGHTS[360], kind.slug


@pytest.mark.parametrize("language", ["de", "fr"])
def test_taking_back_and_leaving_in_advance_stand_side_by_side_on_a_phone(
    pages: Callable[[str], Page], stocked: Stocked, language: str
) -> None:
    page = pages(language)
    page.set_viewport_size({"width": 360, "height": 640})
    page.goto(stocked.table("meuterer", "show", waits=True))
    # At one look: a link to a game that waits comes two seconds later, and moves both.
    back, leaving = page.locator(".asking .own .button").evaluate_all(
        "all => all.map((one) => one.getBoundingClientRect().top)"
    )
    assert back == leaving


@pytest.mark.parametrize("width", [390, 1440])
def test_what_runs_out_is_told_within_the_frame(
    pages: Callable[[str], Page], stocked: Stocked, width: int
) -> None:
    page = pages("de")
    (kind,) = stocked.named("cartagena-running-dry")
    show(page, kind, width, "light")
    frame, plaque = (page.locator(one).bounding_box() for one in (".chart", ".plaque.soon"))
    assert frame is not None
    assert plaque is not None
    assert plaque["x"] - frame["x"] > 8


def test_explanations_fold_on_a_phone_and_stay_folded(pages: Callable[[str], Page], stocked: Stocked) -> None:
    page = pages("en")
    (kind,) = stocked.named("cartagena-cabins-to-act")
    show(page, kind, 390, "light")
    told = page.locator(".can .effect").first
    expect(told).to_be_visible()
    page.get_by_role("button", name="Hide the explanations").click()
    expect(told).to_be_hidden()
    page.reload()
    expect(told).to_be_hidden()
    page.get_by_role("button", name="Show the explanations").click()
    expect(told).to_be_visible()
    page.evaluate("localStorage.clear()")


@pytest.mark.parametrize(
    ("slug", "size", "which"),
    [
        ("puzzles-of-meuterer", (360, 640), ".of-the-day .button"),
        ("regatta-to-join", (360, 640), ".joining .button"),
    ],
)
def test_what_one_comes_for_is_in_the_first_window(
    pages: Callable[[str], Page], stocked: Stocked, slug: str, size: tuple[int, int], which: str
) -> None:
    page = pages("de")
    (kind,) = stocked.named(slug)
    show(page, kind, 1440, "light")
    turn_to(page, size)
    for one in page.locator(which).all():
        expect(one).to_be_in_viewport(ratio=1)
    assert page.locator(which).count()


HIGH_CALLS = """() => {
  const sheet = new CSSStyleSheet();
  sheet.replaceSync("#region_calls { min-height: 9rem }");
  document.adoptedStyleSheets.push(sheet);
}"""


def test_what_waits_stands_beside_what_this_is(pages: Callable[[str], Page], stocked: Stocked) -> None:
    page = pages("de")
    (kind,) = stocked.named("home-the-form-of-mutiny")
    show(page, kind, 1440, "light")
    page.set_viewport_size({"width": 1366, "height": 657})
    # As high as many running games, also when an update replaces them.
    page.evaluate(HIGH_CALLS)
    calls, sentence, today = spans(page, "#region_calls", ".what", ".today")
    assert calls.bottom > today.bottom
    assert calls.bottom - sentence.top < 160


def test_no_ship_covers_a_label_of_its_chart(pages: Callable[[str], Page], stocked: Stocked) -> None:
    page = pages("de")
    found = []
    for kind in stocked.named("meuterer-sell-to-act", "cartagena-cabins-to-act", "cartagena-running-dry"):
        show(page, kind, 1440, "light")
        for size in SIZES:
            turn_to(page, size)
            found += [f"{kind.slug} {size}: {line}" for line in labels_under_ships(page)]
    assert found == []


@pytest.mark.parametrize("size", [(820, 1180), (1280, 720), (1440, 900), (1920, 969)])
def test_a_duel_fills_its_deck(pages: Callable[[str], Page], stocked: Stocked, size: tuple[int, int]) -> None:
    page = pages("de")
    for kind in stocked.named("cartagena-duel-to-act", "cartagena-long-duel"):
        show(page, kind, 1440, "light")
        turn_to(page, size)
        parts = (".planking", ".letters", ".camp", ".crew", ".fight", ".fight ol", ".champion .sailor")
        deck, *filled, rounds, laid, figure = (one.bottom - one.top for one in spans(page, *parts))
        assert sum(filled) + min(rounds, laid) > 0.85 * deck, kind.slug
        assert figure > 0.4 * filled[1], kind.slug


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


@pytest.mark.parametrize("size", [(640, 360), (683, 328), (720, 450)])
def test_at_twice_the_size_no_counter_leaves_the_window(
    pages: Callable[[str], Page], stocked: Stocked, size: tuple[int, int]
) -> None:
    page = pages("en")
    (kind,) = stocked.named("mutiny-bid-to-act")
    show(page, kind, 1440, "light")
    page.set_viewport_size({"width": size[0], "height": size[1]})
    for part in page.locator(".made button").all():
        box = part.bounding_box()
        assert box
        assert box["x"] + box["width"] <= size[0], part.get_attribute("data-key")


@pytest.mark.parametrize("size", [(1280, 720), (1366, 657), (1440, 900)])
def test_what_one_may_do_in_deals_is_in_sight_on_a_laptop(
    pages: Callable[[str], Page], stocked: Stocked, size: tuple[int, int]
) -> None:
    page = pages("de")
    for kind in stocked.named("mutiny-all-tied", "mutiny-offer-again-to-act", "mutiny-all-offered"):
        show(page, kind, 1440, "light")
        page.set_viewport_size({"width": size[0], "height": size[1]})
        for one in page.locator("#region_prompt button[type=submit]:not([aria-disabled])").all():
            expect(one).to_be_in_viewport(ratio=0.95)
        withdrawing = 0 if kind.slug == "mutiny-all-offered" else 1
        expect(page.locator("#region_prompt [value=withdraw]:visible")).to_have_count(withdrawing)
        # The board shows every offer.
        hidden = page.locator(".lookout").evaluate("(one) => one.scrollHeight - one.clientHeight")
        assert hidden <= 1, (kind.slug, hidden)


def test_the_points_of_a_round_are_not_cut_to_a_strip(pages: Callable[[str], Page], stocked: Stocked) -> None:
    page = pages("de")
    (kind,) = stocked.named("meuterer-mutiny-to-act")
    show(page, kind, 1440, "light")
    page.set_viewport_size({"width": 1366, "height": 657})
    points = page.locator("#region_result")
    expect(points.locator("tfoot")).to_have_count(1)
    assert points.evaluate("(one) => one.scrollHeight - one.clientHeight") <= 1


def test_a_phone_always_shows_a_line_for_each_seat(pages: Callable[[str], Page], stocked: Stocked) -> None:
    page = pages("en")
    (kind,) = stocked.named("mutiny-bid-to-act")
    show(page, kind, 390, "light")
    strip = page.get_by_role("navigation", name="Seats, in short")
    expect(strip.get_by_role("listitem")).to_have_count(5)
    # At once: what a wheel turns may come after the link has been followed.
    page.evaluate("scrollTo(0, 2000)")
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
