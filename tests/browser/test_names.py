"""Names of any length and script: no page is wider than its window, and every sentence keeps its order."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Final

import pytest
from playwright.sync_api import Browser, Page

from scripts.pictures.kinds import Kind, kinds, show, turn
from scripts.pictures.stock import Stock
from tests.browser.conftest import open_page
from tests.browser.measures import sticking_out, unfenced

pytestmark = pytest.mark.browser

WIDTHS: Final = (1440, 390, 360, 320)
# 40 letters each: as wide as letters get, words that can't be broken anywhere, right to left, two scripts.
WORST: Final = (
    "W" * 40,
    "Donaudampfschifffahrtsgesellschaftskapitän"[:40],
    "אברהםבןיצחקהלוימירושליםעירהקודשתובבאאמן"[:40],
    "عبدالرحمنبنمحمدالقرطبيالأندلسيصاحبالبحرر"[:40],
    "Жозефина-Мария фон Штауфен zu Wolkenstein"[:40],
)
FROM_RIGHT_TO_LEFT: Final = WORST[2:4]
Stocked = tuple[str, Stock, list[Kind]]


@pytest.fixture(scope="module")
def stocked(chromium_path: str, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Stocked]:
    """A server with a match in every state among people with such names."""
    data: Path = tmp_path_factory.mktemp("names")
    stock = Stock(data, WORST)
    found = kinds(stock, twins=False)
    server = stock.server()
    yield server.address, stock, found
    assert server.stop() == ""


@pytest.fixture(scope="module")
def page(chromium: Browser, stocked: Stocked) -> Iterator[Page]:
    address, stock, _kinds = stocked
    page = open_page(chromium, address, [])
    stock.sign_in(page.context, address)
    yield page
    page.context.close()


PARTS: Final = (
    *("Home", "Lobby", "Meuterer", "Cartagena", "Mutiny", "At a table", "Waiting room", "Devices"),
    *("Replay", "You", "Your games", "Refusals"),
)


@pytest.mark.parametrize("part", PARTS)
def test_no_page_is_wider_than_its_window(page: Page, stocked: Stocked, part: str) -> None:
    found = []
    for kind in (one for one in stocked[2] if one.part == part):
        show(page, kind, WIDTHS[0], "light")
        for width in WIDTHS:
            turn(page, width, "light")
            found += [f"{kind.slug} at {width}: {line}" for line in sticking_out(page)]
    assert found == []


@pytest.mark.parametrize("part", PARTS)
def test_names_from_right_to_left_leave_sentences_in_order(page: Page, stocked: Stocked, part: str) -> None:
    found = []
    for kind in (one for one in stocked[2] if one.part == part):
        show(page, kind, WIDTHS[0], "light")
        for name in FROM_RIGHT_TO_LEFT:
            found += [f"{kind.slug}: {line}" for line in unfenced(page, name)]
    assert found == []
