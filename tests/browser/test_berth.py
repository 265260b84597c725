"""What lies over the board: the story covers no ship, and nothing moves on top of the prompt."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

import pytest
from playwright.sync_api import Browser, Page, ViewportSize, expect

from tests.browser.seat import start, wait_for_turn
from tests.browser.stocked import Stocked
from tests.browser.test_story import STAGE, at_pace

pytestmark = pytest.mark.browser

LAPTOP: ViewportSize = {"width": 1366, "height": 657}
# How many pixels of a ship lie under the story.
COVERED: Final = """() => {
  const box = document.getElementById("story").getBoundingClientRect();
  return Math.max(0, ...Array.from(document.querySelectorAll(".chart .ship"), (ship) => {
    const one = ship.getBoundingClientRect();
    const wide = Math.min(box.right, one.right) - Math.max(box.left, one.left);
    const high = Math.min(box.bottom, one.bottom) - Math.max(box.top, one.top);
    return Math.max(0, wide) * Math.max(0, high);
  }));
}"""
# The ship sails while a sentence is told: how much is covered from the beginning of its voyage to the end.
UNDERWAY: Final = f"""told => {{
  ({STAGE})(told);
  const [sailing] = document.getElementById("ship").getAnimations();
  sailing.pause();
  return Array.from({{ length: 11 }}, (_, tenths) => {{
    sailing.currentTime = (tenths / 10) * sailing.effect.getComputedTiming().endTime * 0.999;
    return ({COVERED})();
  }});
}}"""


def told(page: Page, slot: int) -> int:
    """How much of the ship is covered while a sentence is told, when it is in this slot."""
    page.evaluate("slot => document.getElementById('ship').dataset.slot = slot", slot)
    page.evaluate(STAGE, {"say": ["Florian scores 3 points as First Mate, 2 of them from the offer."]})
    expect(page.locator("#story")).to_be_visible()
    covered: int = page.evaluate(COVERED)
    page.keyboard.press("Escape")
    return covered


@pytest.mark.parametrize("phone", [False, True])
@pytest.mark.parametrize(("game", "slots"), [("meuterer", range(12)), ("cartagena", range(8, 40, 3))])
def test_a_sentence_covers_no_ship(
    new_page: Callable[..., Page], game: str, slots: range, phone: bool
) -> None:
    page = new_page(phone=phone)
    if not phone:
        page.set_viewport_size(LAPTOP)
    start(page, game, 4)
    wait_for_turn(page)
    at_pace(page, "wait")
    assert {slot: covered for slot in slots if (covered := told(page, slot))} == {}


def test_it_keeps_clear_of_the_whole_way(new_page: Callable[..., Page]) -> None:
    page = new_page(calm=False)
    page.set_viewport_size(LAPTOP)
    start(page, "meuterer", 4)
    wait_for_turn(page)
    at_pace(page, "wait")
    page.evaluate("document.getElementById('ship').dataset.slot = 3")
    place = page.locator(".isle[data-slot='5']").get_attribute("data-place")
    told = {"say": ["The ship sails."], "cues": [{"sail": ["ship", place]}]}
    assert page.evaluate(UNDERWAY, told) == [0] * 11


# Whether the story lies over where the Pilot may sail.
OVER_COURSES: Final = """() => {
  const box = document.getElementById("story").getBoundingClientRect();
  return Array.from(document.querySelectorAll(".chart .board"), (board) => board.getBoundingClientRect())
    .some((one) => box.top < one.bottom && box.bottom > one.top);
}"""


def test_a_sentence_about_a_bribe_leaves_the_courses_free(chromium: Browser, stocked: Stocked) -> None:
    with stocked.signed_in(chromium) as page:
        page.set_viewport_size(LAPTOP)
        page.goto(stocked.table("mutiny", "bid"))
        page.wait_for_selector(".bidding")
        at_pace(page, "wait")
        for crew in page.locator(".chart .member").all():
            lit = {"lit": [crew.get_attribute("data-place")]}
            page.evaluate(STAGE, {"say": ["Ann puts 2 doubloons on it."], "cues": [lit]})
            expect(page.locator(".chart .lit")).to_have_count(1)
            assert not page.evaluate(OVER_COURSES)
            page.keyboard.press("Escape")


# What fades unseen when the prompt grows over the board, and what is still animated.
GROWN: Final = """() => {
  const hidden = [];
  document.documentElement.animate = (_, { pseudoElement }) => hidden.push(pseudoElement.split(/[()]/)[1]);
  const prompt = document.getElementById("region_prompt");
  const before = veil.draw();
  prompt.style.minHeight = "80vh";
  const after = veil.draw();
  veil.hide(before, after);
  return [hidden.length, hidden.every((one) => after.veiled.has(one) && !after.bare.has(one))];
}"""


def test_what_the_prompt_grows_over_does_not_fade_on_top_of_it(new_page: Callable[..., Page]) -> None:
    page = new_page(phone=True)
    start(page, "mutiny", 4)
    page.wait_for_selector(".bidding")
    hidden, rightly = page.evaluate(GROWN)
    assert hidden
    assert rightly
