"""What Chromium's programs are called: apart, because whoever looks for them may have no Playwright yet."""

from __future__ import annotations

from typing import Final

__all__ = ["ALL", "WINDOWS", "WITHOUT_WINDOWS"]

WITHOUT_WINDOWS: Final = ("chromium-headless-shell",)
WINDOWS: Final = ("chromium", "chromium-browser", "google-chrome")
ALL: Final = (*WITHOUT_WINDOWS, *WINDOWS)
