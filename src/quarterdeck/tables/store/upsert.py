"""Insertions that can say what to do about a row that is there already, in both databases."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from sqlalchemy import Connection, Table
from sqlalchemy.dialects import postgresql, sqlite

__all__ = ["inserting"]

_INSERT_BY_DIALECT: Mapping[str, Callable[[Table], postgresql.Insert | sqlite.Insert]] = {
    "postgresql": postgresql.insert,
    "sqlite": sqlite.insert,
}


def inserting(db: Connection, table: Table) -> postgresql.Insert | sqlite.Insert:
    """An insertion into a table that can say what to do about a row that is there already."""
    return _INSERT_BY_DIALECT[db.dialect.name](table)
