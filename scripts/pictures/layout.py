"""What is wrong with a page's layout: text that is cut, covered or overlaps, a page wider than its window."""

from __future__ import annotations

from functools import cache
from pathlib import Path
from typing import Final

from playwright.sync_api import Page

__all__ = ["SIZES", "faults"]

# Windows in CSS pixels: phones upright and on their side, tablets, laptops, screens; the last at 200 %.
SIZES: Final = (
    *((360, 640), (390, 844), (844, 390), (768, 1024), (820, 1180), (1024, 768)),
    *((1280, 720), (1366, 657), (1536, 730), (1440, 900), (1920, 969), (2560, 1300)),
    *((683, 328), (720, 450), (960, 484)),
)


@cache
def _question() -> str:
    return Path(__file__).with_name("layout.js").read_text("utf-8").split("\n", 1)[1]


def faults(page: Page) -> list[str]:
    """The faults of the current page, a line for each."""
    found: list[str] = page.evaluate(_question())
    return found
