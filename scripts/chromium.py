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


def path(windows: bool = False) -> str | None:
    """The browser's path, or None; `windows` requires the full browser, for notifications and the like."""
    names = chromium_names.WINDOWS if windows else chromium_names.ALL
    return next((found for name in names if (found := shutil.which(name))), None)


def launch(playwright: Playwright, program: str) -> Browser:
    """Start the browser, configured to send no requests of its own."""
    return playwright.chromium.launch(executable_path=program, args=_FLAGS)
