"""Cartagena in a real browser: a whole game by mouse and keyboard, on a phone, without script."""

from __future__ import annotations

import random
import re
from collections.abc import Callable, Iterator
from itertools import cycle

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.browser.seat import (
    ANSWERED,
    LAPTOP,
    POSSIBLE,
    actions,
    play_by_tab,
    play_without_script,
    press_key,
    start,
    start_at_once,
    version,
    wait_beyond,
    wait_for_turn,
)
from tests.browser.stocked import Stocked

pytestmark = pytest.mark.browser

MOST_MOVES = 300
WIDTHS = (320, 768, 1024, 1280, 1920)
MEASURED = """selector => Array.from(document.querySelectorAll(selector), (button) => {
  button.scrollIntoView({ block: "nearest" });
  const { left, right, height } = button.getBoundingClientRect();
  return [left, right, height, button.querySelector(".effect").checkVisibility()];
})"""
# So that the person at the table takes a side, and has cards to fight with.
LIKED = ("take bijoux", "take ojo", "take crackpott", "take tembo")


def play(page: Page, dice: random.Random, choose: Callable[[str], None], most: int = MOST_MOVES) -> int:
    """Play on until the game is over, or for so many moves; `choose` makes one. Returns how many it made."""
    for moves in range(most):
        if not wait_for_turn(page):
            return moves
        possible = actions(page)
        liked = [action for action in possible if action in LIKED]
        choose(dice.choice(liked or possible))
        # In a duel the others lay their cards meanwhile, which is news too: it is one's own move that counts.
        page.wait_for_selector(ANSWERED)
    assert most < MOST_MOVES, "the game does not end"
    return most


def click_on(page: Page) -> Callable[[str], None]:
    return lambda action: page.locator(f'{POSSIBLE}[value="{action}"]').click()


def press_on(page: Page) -> Callable[[str], None]:
    return lambda action: press_key(page, f'{POSSIBLE}[value="{action}"]')


@pytest.fixture
def seated(chromium: Browser, stocked: Stocked) -> Iterator[Page]:
    """The page of whoever has seats at the tables in stock."""
    complaints: list[str] = []
    with stocked.signed_in(chromium, complaints) as page:
        yield page
    assert complaints == []


@pytest.fixture
def replayed(seated: Page, stocked: Stocked) -> Page:
    """The replay of a match that is over, at its beginning."""
    (over,) = stocked.named("cartagena-over")
    seated.goto(f"{over.path}/replay?ply=0")
    return seated


def test_a_whole_game_by_mouse_and_by_keys_in_turn(page: Page) -> None:
    page.set_viewport_size(LAPTOP)
    start(page, "cartagena", 3)
    expect(page.locator("#region_deal")).to_contain_text("sha256:")
    expect(page.locator(".row-of-doors .cabin")).to_have_count(6)
    ways = cycle([click_on(page), press_on(page)])
    assert play(page, random.Random(1), lambda action: next(ways)(action)) > 8
    expect(page.locator(".finale .headline")).to_contain_text(
        re.compile("won|Nobody|shared the win|came|stood|out of it")
    )
    expect(page.locator(".finale .verdict")).to_contain_text("The mutiny went to")
    expect(page.locator("#region_deal")).to_contain_text("The seed was")
    page.keyboard.press("1")
    page.wait_for_url("**/replay*")
    expect(page.locator("#prompt")).to_contain_text("Move 1 of")
    expect(page.locator("#region_doors .cabin")).to_have_count(6)
    expect(page.locator(".duelling")).to_have_count(0)
    for ply in (2, 3):
        page.keyboard.press("ArrowRight")
        expect(page.locator("#prompt")).to_contain_text(f"Move {ply} of")


def test_on_a_phone_no_decision_is_out_of_reach(seated: Page, stocked: Stocked) -> None:
    page = seated
    page.set_viewport_size({"width": 390, "height": 844})
    for table in stocked.tables("cartagena"):
        page.goto(table)
        for left, right, height, hint in page.evaluate(MEASURED, POSSIBLE):
            assert left >= 0
            assert right <= 390
            assert height >= 43.9
            assert hint
        assert page.evaluate("document.documentElement.scrollWidth") <= 390
        click_on(page)(actions(page)[0])
        page.wait_for_selector(ANSWERED)
        # A move made before the page's line was there brings a new page.
        page.wait_for_load_state()
        assert page.evaluate("document.documentElement.scrollWidth") <= 390
    (over,) = stocked.named("cartagena-over")
    page.goto(over.path)
    assert page.evaluate("document.documentElement.scrollWidth") <= 390
    expect(page.get_by_role("link", name="Look at it again")).to_be_in_viewport()
    for name in ("Rematch", "Ask the coach", "Share"):
        expect(page.get_by_role("button", name=name)).to_be_in_viewport()


def test_no_page_is_wider_than_its_window(page: Page) -> None:
    start(page, "cartagena", 4)
    table = page.url
    for width in WIDTHS:
        page.set_viewport_size({"width": width, "height": 844})
        for address in ("/rules/cartagena", table):
            page.goto(address)
            assert page.evaluate("document.documentElement.scrollWidth") <= width, address
        wait_for_turn(page)
        for door in page.locator(".row-of-doors .cabin").all():
            box = door.bounding_box()
            assert box
            assert box["x"] >= 0
            assert box["x"] + box["width"] <= width


def test_a_key_leads_to_the_next_closed_door(page: Page) -> None:
    start(page, "cartagena", 3)
    wait_for_turn(page)
    while "open" not in actions(page):
        play(page, random.Random(5), click_on(page), most=1)
        wait_for_turn(page)
    page.keyboard.press("k")
    assert page.evaluate("document.activeElement.value") == "open"
    expect(page.locator("#about-open")).to_contain_text("Ghost")
    seen = version(page)
    page.keyboard.press("Enter")
    wait_beyond(page, seen)
    expect(page.locator("#log")).to_contain_text("You knock at")


def test_tab_and_enter_reach_every_action(page: Page) -> None:
    start_at_once(page, "Cartagena")
    play_by_tab(page, 6, 60)


def test_moves_without_script(new_page: Callable[..., Page]) -> None:
    page = new_page(script=False)
    start(page, "cartagena", 4)
    assert play_without_script(page, 8) == 8
    expect(page.locator("#log")).to_contain_text("You")


def test_moving_cards_and_ships_lose_no_click(new_page: Callable[..., Page]) -> None:
    page = new_page(calm=False)
    start(page, "cartagena", 4)
    assert play(page, random.Random(4), click_on(page), most=8) == 8


def test_on_a_phone_rounds_take_one_row_with_the_present_one_in_sight(replayed: Page) -> None:
    page = replayed
    page.set_viewport_size({"width": 360, "height": 640})
    row = page.locator(".rounds", has_text="Round")
    last = row.get_by_role("link").last
    last.scroll_into_view_if_needed()
    last.click()
    expect(last).to_have_attribute("aria-current", "true")
    box, bar = last.bounding_box(), row.bounding_box()
    assert box
    assert bar
    assert bar["height"] < 70
    assert bar["x"] <= box["x"] <= bar["x"] + bar["width"] - box["width"] + 1
    page.reload()
    box = row.get_by_role("link").last.bounding_box()
    assert box
    assert box["x"] < bar["x"] + bar["width"]


# Notes at the page's root the ids of what is animated from now on, however soon the animation is over.
NOTE_ANIMATIONS = """() => {
  const animate = Element.prototype.animate;
  document.documentElement.dataset.animated = "";
  Element.prototype.animate = function (...given) {
    document.documentElement.dataset.animated += ` ${this.id}`;
    return animate.apply(this, given);
  };
}"""


def test_the_ship_sails_along_its_route(replayed: Page) -> None:
    page = replayed
    slots = []
    rounds = page.locator(".rounds", has_text="Round").get_by_role("link")
    for link in rounds.all():
        link.click()
        expect(link).to_have_attribute("aria-current", "true")
        slots.append(int(page.locator("#ship").get_attribute("data-slot") or ""))
    assert slots == sorted(slots)
    assert slots[-1] > slots[0]
    sailed = next(at for at in range(1, len(slots)) if slots[at] > slots[at - 1])
    page.emulate_media(reduced_motion="no-preference")
    rounds.nth(sailed - 1).click()
    expect(page.locator("#ship")).to_have_attribute("data-slot", str(slots[sailed - 1]))
    page.evaluate(NOTE_ANIMATIONS)
    rounds.nth(sailed).click()
    expect(page.locator("#ship")).to_have_attribute("data-slot", str(slots[sailed]))
    expect(page.locator("html")).to_have_attribute("data-animated", re.compile(r"\bship\b"))
