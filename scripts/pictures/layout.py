"""What is wrong with a page's layout: text that is cut, covered or overlaps, words cut in two, labels and
touch targets that are too small, decisions that must be scrolled to, a page wider than its window.
"""

from __future__ import annotations

from functools import cache
from pathlib import Path
from typing import Final

from playwright.sync_api import Page

__all__ = ["SIZES", "faults", "small_targets", "turn_to"]

Size = tuple[int, int]
# Windows in CSS pixels: phones upright and on their side, tablets, laptops, screens; the last at 200%.
TOUCHED: Final[tuple[Size, ...]] = (
    *((360, 640), (390, 844), (844, 390)),
    *((768, 1024), (820, 1180), (1024, 768)),
)
SIZES: Final[tuple[Size, ...]] = (
    *TOUCHED,
    *((1280, 720), (1366, 657), (1536, 730), (1440, 900), (1920, 969), (2560, 1300)),
    *((683, 328), (720, 450), (960, 484)),
)


@cache
def _question(name: str) -> str:
    """A script without the comment before it."""
    script = Path(__file__).with_name(name).read_text("utf-8")
    return script[script.index("() => {") :]


def turn_to(page: Page, size: Size) -> None:
    """Give the page a window of this size. Phones and tablets are touched, others have a mouse."""
    touched = size in TOUCHED
    page.set_viewport_size({"width": size[0], "height": size[1]})
    session = page.context.new_cdp_session(page)
    session.send("Emulation.setTouchEmulationEnabled", {"enabled": touched, "maxTouchPoints": 5})
    session.detach()


def faults(page: Page) -> list[str]:
    """The faults of the current page, a line for each."""
    page.evaluate("document.fonts.ready")
    found: list[str] = page.evaluate(_question("layout.js"))
    touched: bool = page.evaluate("matchMedia('(pointer: coarse)').matches")
    return found + small_targets(page) if touched else found


def small_targets(page: Page) -> list[str]:
    """What is too small for a finger."""
    found: list[str] = page.evaluate(_question("targets.js"))
    return found
