"""Shared command-line code of the benchmarks that start servers."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from typing import Final

__all__ = ["on_linux", "verdict"]

MOST: Final = 20


def on_linux(why: str) -> bool:
    """Whether this is Linux; if not, prints `why` it is needed."""
    if sys.platform.startswith("linux"):
        return True
    print(f"{why}: this runs on Linux alone.", file=sys.stderr)
    return False


def verdict(wrong: Sequence[str], fine: str) -> int:
    """Print the first errors, or `fine` if there are none; returns the exit code."""
    for sentence in wrong[:MOST]:
        print(f"WRONG: {sentence}")
    if not wrong:
        print(fine)
    return 1 if wrong else 0
