"""How logs name a table."""

from __future__ import annotations

import hashlib

__all__ = ["tag"]


def tag(id_: str) -> str:
    """Eight hexadecimal digits that are always the same for a table, and from which nobody gets at its id:
    whoever knows that can watch the table.
    """
    return hashlib.sha256(f"quarterdeck table\n{id_}".encode("utf-8", "surrogateescape")).hexdigest()[:8]
