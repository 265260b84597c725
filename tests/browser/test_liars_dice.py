"""A game without a board of its own is played in the browser: its view in panels, its actions as buttons."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, expect

from tests.browser.conftest import open_page
from tests.browser.seat import OVER, POSSIBLE, start, version, wait_beyond, wait_for_turn
from tests.servers import running

pytestmark = pytest.mark.browser

BEFORE = "import sys; sys.path.append({!r})\n"
MOST_MOVES = 120


@pytest.fixture(scope="module")
def with_dice(liars_dice: Path, tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """The address of a server that has the game."""
    with running(tmp_path_factory.mktemp("data"), before=BEFORE.format(str(liars_dice))) as server:
        yield server.address


def test_a_whole_game(chromium: Browser, with_dice: str) -> None:
    complaints: list[str] = []
    page = open_page(chromium, with_dice, complaints)
    start(page, "liars-dice", 4)
    expect(page.locator("#region_seats .seat")).to_have_count(4)
    expect(page.locator("#region_table")).to_contain_text("Dice in play")
    expect(page.locator("#what")).to_have_count(0)
    for _ in range(MOST_MOVES):
        if not wait_for_turn(page):
            break
        seen = version(page)
        possible = page.locator(POSSIBLE)
        # A challenge stands before all bids, and ends a round soonest.
        possible.first.click()
        wait_beyond(page, seen, OVER)
    expect(page.locator(".finale .headline")).to_contain_text(re.compile("won|came"))
    expect(page.locator(".finale .tracks > li:not(.scale)")).to_have_count(4)
    expect(page.locator(".finale .turns").first).to_contain_text("a die")
    assert complaints == []
    page.context.close()
