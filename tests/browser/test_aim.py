"""A choice whose effect names a place on the board shows where that is."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Browser, expect

from tests.browser.stocked import Stocked

pytestmark = pytest.mark.browser


def test_ME_33_leaving_frames_the_island_that_its_effect_names(stocked: Stocked, chromium: Browser) -> None:
    with stocked.signed_in(chromium) as page:
        page.goto(stocked.table("meuterer", "show"))
        leave = page.locator("button[data-points]").first
        place = str(leave.get_attribute("data-points"))
        island = page.locator(f'.isle[data-place~="{place}"]')
        aimed = re.compile(r"\baimed\b")
        assert place.removeprefix("island-").replace("_", " ") in leave.inner_text()
        expect(island).not_to_have_class(aimed)
        leave.hover()
        expect(island).to_have_class(aimed)
        page.locator("#prompt").hover()
        expect(island).not_to_have_class(aimed)
        leave.focus()
        expect(island).to_have_class(aimed)
        expect(page.locator(".aimed")).to_have_count(1)
