"""Names of any length and script: no page is wider than its window, and every sentence keeps its order."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

import pytest
from playwright.sync_api import Browser, Page

from scripts.pictures.kinds import Kind, show, turn
from tests.browser.measures import sticking_out, unfenced
from tests.browser.stocked import PEOPLES_PARTS, Stocked, stocked_at

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


@pytest.fixture(scope="module")
def stocked(chromium_path: str, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Stocked]:
    """A server with a match in every state among people with such names."""
    with stocked_at(tmp_path_factory.mktemp("names"), WORST) as found:
        yield found


@pytest.fixture(scope="module")
def page(chromium: Browser, stocked: Stocked) -> Iterator[Page]:
    with stocked.signed_in(chromium) as found:
        yield found


@pytest.mark.parametrize("part", PEOPLES_PARTS)
def test_no_page_is_wider_than_its_window_and_names_from_right_to_left_leave_sentences_in_order(
    page: Page, stocked: Stocked, part: str
) -> None:
    """Both at one look: most of the time goes into opening pages."""

    def look(kind: Kind) -> Iterator[str]:
        show(page, kind, WIDTHS[0], "light")
        for name in FROM_RIGHT_TO_LEFT:
            yield from (f": {line}" for line in unfenced(page, name))
        for width in WIDTHS:
            turn(page, width, "light")
            yield from (f" at {width}: {line}" for line in sticking_out(page))

    assert stocked.complaints(part, look) == []
