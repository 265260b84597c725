"""Whole games by a finger on a phone, which fails on what something else covers; and two pointers at once."""

from __future__ import annotations

import random
from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from tests.browser import test_cartagena, test_mutiny, test_table
from tests.browser.seat import POSSIBLE, start

pytestmark = pytest.mark.browser


# Two taps on one place within this time, in milliseconds, are a double tap.
DOUBLE_TAP = 500


def tap_on(page: Page) -> Callable[[str], None]:
    def tap(action: str) -> None:
        page.wait_for_timeout(DOUBLE_TAP)
        page.locator(f'{POSSIBLE}[value="{action}"]').first.tap()

    return tap


def meuterer(page: Page, dice: random.Random) -> None:
    assert test_table.play(page, lambda possible: tap_on(page)(dice.choice(possible))) > 20


def cartagena(page: Page, dice: random.Random) -> None:
    assert test_cartagena.play(page, dice, tap_on(page)) > 8


def mutiny(page: Page, dice: random.Random) -> None:
    assert len(test_mutiny.play(page, dice, test_mutiny.by_taps(page))) > 2


@pytest.mark.parametrize(("play", "players"), [(meuterer, 4), (cartagena, 3), (mutiny, 4)])
def test_a_whole_game_by_touch(
    new_page: Callable[..., Page], play: Callable[[Page, random.Random], None], players: int
) -> None:
    page = new_page(phone=True)
    start(page, play.__name__, players)
    play(page, random.Random(3))
    expect(page.locator(".finale .headline")).to_be_visible()
    assert page.evaluate("document.documentElement.scrollWidth") <= 390
    page.get_by_role("link", name="Look at it again").tap()
    page.wait_for_url("**/replay*")


def test_another_finger_drops_no_token(page: Page) -> None:
    start(page, "mutiny", 4)
    test_mutiny.wait_for_turn(page)
    expect(page.locator("#region_seats .knuckles")).to_have_count(3)
    box = page.locator(".fist-drawn").bounding_box()
    assert box
    page.locator(".loose [data-part='0'] >> nth=0").hover()
    page.mouse.down()
    page.mouse.move(box["x"], box["y"] - 100, steps=5)
    for kind in ("pointermove", "pointercancel", "pointerup"):
        page.evaluate(
            "kind => document.body.dispatchEvent(new PointerEvent(kind, {pointerId: 7, bubbles: true}))", kind
        )
    expect(page.locator(".dragged")).to_have_count(1)
    page.mouse.move(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
    page.mouse.up()
    expect(page.locator(".go")).to_contain_text("Bid 1 doubloon")
    expect(page.locator(".dragged")).to_have_count(0)
