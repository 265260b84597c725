"""The names of Chromium's programs, in a module of their own because it must not depend on Playwright."""

from __future__ import annotations

from typing import Final

__all__ = ["ALL", "WINDOWS", "WITHOUT_WINDOWS"]

WITHOUT_WINDOWS: Final = ("chromium-headless-shell",)
WINDOWS: Final = ("chromium", "chromium-browser", "google-chrome")
ALL: Final = (*WITHOUT_WINDOWS, *WINDOWS)
