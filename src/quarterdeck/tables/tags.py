"""How logs name a table."""

from __future__ import annotations

import hashlib

__all__ = ["tag"]


def tag(id_: str) -> str:
    """Eight hexadecimal digits derived from a table's id. They reveal nothing of the id, which would let its
    reader watch the table.
    """
    return hashlib.sha256(f"quarterdeck table\n{id_}".encode("utf-8", "surrogateescape")).hexdigest()[:8]
