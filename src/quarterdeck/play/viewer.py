"""Who looks at a match."""

from __future__ import annotations

from typing import Final, Literal

__all__ = ["OPEN", "Viewer"]

OPEN: Final = "all"
# A seat; None: a spectator; "all": all seats at once, with open cards.
Viewer = int | None | Literal["all"]
