"""On phones, what a question is about lies in the free part of the window, above the actions."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Final

import pytest
from playwright.sync_api import Browser, Page, expect

from scripts.pictures.kinds import show
from scripts.pictures.layout import faults
from tests.browser.measures import wait_for_sizes
from tests.browser.stocked import Stocked
from tests.browser.test_story import HEAR, at_pace

pytestmark = pytest.mark.browser

# Whether the first and the last of these lie between the seats' lines and the actions.
FREE: Final = """part => {
  const box = (one) => one.getBoundingClientRect();
  const parts = Array.from(document.querySelectorAll(part));
  const [seats, actions] = [".strip", ".prompt-bar"].map((one) => box(document.querySelector(one)));
  return box(parts[0]).top >= seats.bottom - 1 && box(parts.at(-1)).bottom <= actions.top + 1;
}"""
ASK: Final = """event => {
  document.getElementById("prompt").append(" Round 2.");
  document.querySelector("[data-table]").dispatchEvent(new CustomEvent(event, { detail: {} }));
}"""
TIED: Final = ".member:has(.bribe.tied)"
Shower = Callable[[str, int], Page]


@pytest.fixture
def show_on_phone(chromium: Browser, stocked: Stocked) -> Iterator[Shower]:
    """Shows a page of the stock by its name, on a phone so wide, to whoever has the seats."""
    with stocked.signed_in(chromium) as page:

        def shown(slug: str, width: int) -> Page:
            (kind,) = stocked.named(slug)
            show(page, kind, width, "light")
            wait_for_sizes(page)
            return page

        yield shown


@pytest.mark.parametrize("width", [360, 390])
def test_what_one_is_asked_about_is_free_also_when_the_actions_grow(
    show_on_phone: Shower, width: int
) -> None:
    page = show_on_phone("mutiny-offer-to-act", width)
    page.wait_for_function(FREE, arg=TIED)
    # Right above the actions, which then get a line more.
    page.evaluate(
        """part => scrollBy(0, document.querySelector(part).getBoundingClientRect().bottom
          - document.querySelector(".prompt-bar").getBoundingClientRect().top)""",
        TIED,
    )
    assert page.evaluate(FREE, TIED)
    page.evaluate(
        """document.getElementById("acts").insertAdjacentHTML("beforeend",
          "<div style='flex: 0 0 100%; height: 40px'></div>")"""
    )
    page.wait_for_function(FREE, arg=TIED)


def test_each_question_about_the_same_brings_it_into_sight_once(show_on_phone: Shower) -> None:
    page = show_on_phone("mutiny-offer-to-act", 390)
    page.wait_for_function(FREE, arg=TIED)
    # What was told may have led away, too.
    for event in ("told", "news"):
        page.evaluate("scrollTo(0, 0)")
        assert not page.evaluate(FREE, TIED)
        page.evaluate(ASK, event)
        page.wait_for_function(FREE, arg=TIED)
    # Whoever reads elsewhere is left alone.
    page.evaluate("scrollTo(0, 0)")
    page.evaluate("document.querySelector('[data-table]').dispatchEvent(new CustomEvent('news'))")
    page.wait_for_timeout(200)
    assert page.evaluate("scrollY") == 0


@pytest.mark.parametrize("slug", ["mutiny-retrieve-to-act", "mutiny-lose-to-act"])
def test_the_doubloons_that_one_may_take_are_free(show_on_phone: Shower, slug: str) -> None:
    page = show_on_phone(slug, 390)
    page.wait_for_function(FREE, arg=".member:has(.bribes button)")


@pytest.mark.parametrize("width", [360, 390])
@pytest.mark.parametrize(
    ("slug", "part"), [("mutiny-offer-to-act", TIED), ("meuterer-show-to-act", ".isle.active, .isle .plaque")]
)
def test_a_sentence_of_the_story_covers_nothing_of_that(
    show_on_phone: Shower, slug: str, part: str, width: int
) -> None:
    page = show_on_phone(slug, width)
    at_pace(page, "wait")
    page.evaluate(HEAR, ["Carmen shows a cloth card."])
    expect(page.locator("#story")).to_be_in_viewport(ratio=1)
    page.wait_for_function(
        """part => {
          const told = document.getElementById("story").getBoundingClientRect();
          const top = document.querySelector(".overhead").getBoundingClientRect().bottom;
          const bottom = document.querySelector(".prompt-bar").getBoundingClientRect().top;
          const covers = (box) => told.top < box.bottom && told.bottom > box.top
            && told.left < box.right && told.right > box.left;
          const parts = Array.from(document.querySelectorAll(part), (one) => one.getBoundingClientRect());
          return told.top >= top && told.bottom <= bottom && parts.length && !parts.some(covers);
        }""",
        arg=part,
    )


def test_whoever_is_asked_has_the_board_free_when_all_is_told(show_on_phone: Shower) -> None:
    page = show_on_phone("meuterer-show-to-act", 390)
    at_pace(page, "brisk")
    page.evaluate(
        """document.querySelector("[data-table]").addEventListener("told", () => {
          document.body.dataset.free = document.getElementById("story").hidden;
        });
        new MutationObserver(([{ target }]) => {
          if (target.checkVisibility()) document.body.dataset.told = "";
        }).observe(document.getElementById("story"), { attributeFilter: ["hidden"] });"""
    )
    page.evaluate(HEAR, ["Carmen shows a cloth card."])
    # Half a second is too short to look at it from here.
    expect(page.locator("body")).to_have_attribute("data-told", "")
    expect(page.locator("body")).to_have_attribute("data-free", "true")


@pytest.mark.parametrize("width", [360, 390])
def test_however_much_is_shown_the_seats_lines_have_room_for_it(show_on_phone: Shower, width: int) -> None:
    page = show_on_phone("meuterer-many-roles", width)
    for shown in page.locator(".strip .second").all():
        shown.evaluate(
            "(one) => { while (one.children.length < 7) one.append(one.firstChild.cloneNode(true)); }"
        )
    expect(page.locator(".strip .second").last).to_be_in_viewport(ratio=1)
    assert page.evaluate("document.documentElement.scrollWidth") <= width
    assert faults(page) == []


def test_the_board_stays_in_its_place_when_the_shown_cards_are_discarded(show_on_phone: Shower) -> None:
    page = show_on_phone("meuterer-many-roles", 390)
    top = "Math.round(document.querySelector('.chart').getBoundingClientRect().top)"
    before = page.evaluate(top)
    page.locator(".strip .second").evaluate_all("rows => rows.forEach((row) => row.remove())")
    assert page.evaluate(top) == before
    # In a window of another width, the lines are as high as what is there now.
    page.set_viewport_size({"width": 400, "height": 844})
    page.wait_for_function(f"() => {top} < {before}")


@pytest.mark.parametrize("slug", ["meuterer-show-to-act", "cartagena-cabins-to-act", "mutiny-bid-to-act"])
def test_what_comes_into_sight_on_a_chart_leaves_the_chart_in_its_place(
    show_on_phone: Shower, slug: str
) -> None:
    page = show_on_phone(slug, 390)
    moved = page.evaluate(
        """() => {
      const chart = document.querySelector(".chart");
      for (const place of chart.querySelectorAll("[data-place]")) place.scrollIntoView({ block: "center" });
      return [chart.scrollLeft, chart.scrollTop];
    }"""
    )
    assert moved == [0, 0]
