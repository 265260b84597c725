"""What the command lines of the benchmarks that start servers have in common."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from typing import Final

__all__ = ["on_linux", "verdict"]

MOST: Final = 20


def on_linux(why: str) -> bool:
    """Whether this is Linux; if not, it is said `why` it has to be."""
    if sys.platform.startswith("linux"):
        return True
    print(f"{why}: this runs on Linux alone.", file=sys.stderr)
    return False


def verdict(wrong: Sequence[str], fine: str) -> int:
    """Say the first things that went wrong, or what was `fine` if nothing did; returns the exit code."""
    for sentence in wrong[:MOST]:
        print(f"WRONG: {sentence}")
    if not wrong:
        print(fine)
    return 1 if wrong else 0
