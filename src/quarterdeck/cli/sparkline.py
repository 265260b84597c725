"""Curves of a few lines in the terminal, drawn with blocks that grow by eighths."""

from __future__ import annotations

from collections.abc import Sequence

__all__ = ["curve"]

BLOCKS = " ▁▂▃▄▅▆▇█"


def curve(values: Sequence[float], width: int, height: int) -> list[str]:
    """Values from 0 to 1 as so many lines of so many columns at most, the upper line first.

    Of values that share a column the last is drawn. Whatever is above 0 is to be seen.
    """
    columns = min(width, len(values))
    shown = [values[(column + 1) * len(values) // columns - 1] for column in range(columns)]
    eighths = [max(round(value * 8 * height), int(value > 0)) for value in shown]
    return [
        "".join(BLOCKS[min(max(full - 8 * line, 0), 8)] for full in eighths)
        for line in reversed(range(height))
    ]
