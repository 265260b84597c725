"""Curves of a few text lines, drawn with blocks of eighths."""

from __future__ import annotations

from collections.abc import Sequence

__all__ = ["curve"]

BLOCKS = " ▁▂▃▄▅▆▇█"


def curve(values: Sequence[float], width: int, height: int) -> list[str]:
    """Draw values from 0 to 1 with this many lines and at most this many columns; the upper line comes first.
    If several values share a column, the last one is drawn. Any value above 0 is visible.
    """
    columns = min(width, len(values))
    shown = [values[(column + 1) * len(values) // columns - 1] for column in range(columns)]
    eighths = [max(round(value * 8 * height), int(value > 0)) for value in shown]
    return [
        "".join(BLOCKS[min(max(full - 8 * line, 0), 8)] for full in eighths)
        for line in reversed(range(height))
    ]
