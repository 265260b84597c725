"""The Chromium that tests and pictures drive.

Debian's headless shell is the same browser without windows, and faster: even headless, `chromium` draws a
window with an address bar and tabs. See docs/decisions.
"""

from __future__ import annotations

import shutil
from typing import Final

from playwright.sync_api import Browser, Playwright

from scripts import chromium_names

__all__ = ["MISSING", "launch", "path"]

MISSING: Final = "Chromium is not installed: on Debian and Ubuntu, install the package chromium."
_FLAGS: Final = (
    "--no-sandbox",
    "--disable-gpu",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--no-first-run",
)
# Memory for drawn pixels: none. Pages are styled, laid out and animated as ever, their pixels are left out.
_UNDRAWN: Final = "--force-gpu-mem-available-mb=0"


def path(windows: bool = False) -> str | None:
    """The browser's path, or None; `windows` requires the full browser, for notifications and the like."""
    names = chromium_names.WINDOWS if windows else chromium_names.ALL
    return next((found for name in names if (found := shutil.which(name))), None)


def launch(playwright: Playwright, program: str, drawn: bool = True) -> Browser:
    """Start the browser, configured to send no requests of its own. `drawn`: with pixels, which only pictures
    need, and which take a quarter of the processor time.
    """
    flags = _FLAGS if drawn else (*_FLAGS, _UNDRAWN)
    return playwright.chromium.launch(executable_path=program, args=flags)
