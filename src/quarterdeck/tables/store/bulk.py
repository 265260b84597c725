"""Statements for many rows whose SQL is compiled once: SQLAlchemy repeats much of that at each call."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

from sqlalchemy import Connection, Insert, Update
from sqlalchemy.engine import Dialect

__all__ = ["BulkStatement"]


class _Compiled(NamedTuple):
    """SQL for one driver, and the order of its parameters; None: they go by name."""

    sql: str
    order: Sequence[str] | None

    def parameters(self, row: Mapping[str, Any]) -> Any:
        return row if self.order is None else tuple([row[name] for name in self.order])


class BulkStatement:
    """A statement that is executed once for each of many rows. It is compiled once for each database driver.

    Values go to the driver as they are, so columns are text and integers, as in all our tables.
    """

    def __init__(self, statement: Insert | Update) -> None:
        self._statement = statement
        self._compiled: dict[str, _Compiled] = {}

    def execute(self, db: Connection, rows: Sequence[Mapping[str, Any]]) -> int:
        """Execute it for these rows; returns how many rows of the database it has changed."""
        compiled = self._compiled.get(db.dialect.driver) or self._compile(db.dialect)
        return db.exec_driver_sql(compiled.sql, list(map(compiled.parameters, rows))).rowcount

    def _compile(self, dialect: Dialect) -> _Compiled:
        statement = self._statement.compile(dialect=dialect)
        compiled = self._compiled[dialect.driver] = _Compiled(str(statement), statement.positiontup)
        return compiled
