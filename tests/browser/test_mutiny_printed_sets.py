"""A table of Mutiny! with the tiles of another printed set: four effects on each side, and 99 rum."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, Page, expect

from quarterdeck.tables.entry import now
from quarterdeck.tables.match import commands
from quarterdeck.tables.match.match import Match
from quarterdeck.tables.seats import HUMAN, VACANT, owner_hash
from scripts.pictures.layout import faults
from scripts.pictures.scenes import NAMES
from scripts.pictures.stock import SOMEBODY, Stock
from tests.browser.conftest import open_page
from tests.games.mutiny.printed import printed

pytestmark = pytest.mark.browser

SIZES = ((360, 640), (390, 844), (820, 1180), (1280, 720), (1366, 657), (1440, 900))


def sat_down(stock: Stock) -> Match:
    """A match at which the browser's owner has the first seat, and others all the other ones."""
    match = Match.fresh(printed(), [HUMAN, *[VACANT] * 4], stock.owner)
    for seat in range(1, 5):
        commands.sit(owner_hash(f"{SOMEBODY} {seat}"), seat, NAMES[seat])(match, now())
    return match


@pytest.fixture(scope="module")
def page(chromium: Browser, chromium_path: str, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Page]:
    stock = Stock(tmp_path_factory.mktemp("stock"))
    path = stock.keep(sat_down(stock))
    server = stock.server()
    assert server.address
    page = open_page(chromium, server.address, [])
    stock.sign_in(page.context, server.address)
    page.goto(path)
    yield page
    page.context.close()
    assert server.stop() == ""


def test_MU_4_each_side_shows_its_four_effects(page: Page) -> None:
    for side, first, last in ((".north", "−9 doubloons", "+9 rum"), (".south", "−9 rum", "+9 cutlasses")):
        effects = page.locator(f".destination{side} li")
        expect(effects).to_have_count(4)
        expect(effects.first).to_contain_text(first)
        expect(effects.last).to_contain_text(last)


@pytest.mark.parametrize("size", SIZES, ids=lambda size: f"{size[0]}x{size[1]}")
def test_MU_4_no_effect_is_cut_or_covered(page: Page, size: tuple[int, int]) -> None:
    page.set_viewport_size({"width": size[0], "height": size[1]})
    # Labels of a table of one's own may be smaller than those of the published sets.
    assert [fault for fault in faults(page) if not fault.startswith("small label")] == []
