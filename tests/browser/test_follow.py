"""On phones, what a question is about lies in the free part of the window: below the seats' lines and above the
actions.
"""

from __future__ import annotations

from typing import Final

import pytest
from playwright.sync_api import Browser, Page

from scripts.pictures.kinds import show
from tests.browser.stocked import Stocked

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


def show_on_phone(page: Page, stocked: Stocked, slug: str, width: int) -> None:
    (kind,) = stocked.named(slug)
    show(page, kind, width, "light")


@pytest.mark.parametrize("width", [360, 390])
def test_what_one_is_asked_about_is_free_also_when_the_actions_grow(
    chromium: Browser, stocked: Stocked, width: int
) -> None:
    with stocked.signed_in(chromium) as page:
        show_on_phone(page, stocked, "mutiny-offer-to-act", width)
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


def test_each_question_about_the_same_brings_it_into_sight_once(chromium: Browser, stocked: Stocked) -> None:
    with stocked.signed_in(chromium) as page:
        show_on_phone(page, stocked, "mutiny-offer-to-act", 390)
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
def test_the_doubloons_that_one_may_take_are_free(chromium: Browser, stocked: Stocked, slug: str) -> None:
    with stocked.signed_in(chromium) as page:
        show_on_phone(page, stocked, slug, 390)
        page.wait_for_function(FREE, arg=".member:has(.bribes button)")
