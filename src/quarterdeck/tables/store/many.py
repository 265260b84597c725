"""Statements for many rows whose SQL is made once: SQLAlchemy makes much of it again at each call."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from operator import itemgetter
from typing import Any

from sqlalchemy import Connection, Delete, Insert, Update
from sqlalchemy.engine import Dialect

__all__ = ["Many"]


class Many:
    """A statement that is executed once for each of some rows. Its SQL is made once for each database driver.

    Values go to the driver as they are, so columns are text and integers, as in all our tables.
    """

    def __init__(self, statement: Insert | Update | Delete) -> None:
        self._statement = statement
        self._compiled: dict[str, tuple[str, Any]] = {}

    def execute(self, db: Connection, rows: Sequence[Mapping[str, Any]]) -> int:
        """Execute it for these rows; returns how many rows of the database it has changed."""
        known = self._compiled.get(db.dialect.driver)
        sql, place = known or self._compile(db.dialect)
        return db.exec_driver_sql(sql, list(map(place, rows))).rowcount

    def _compile(self, dialect: Dialect) -> tuple[str, Any]:
        """The SQL, and a function that makes the driver's parameters of a row."""
        compiled = self._statement.compile(dialect=dialect)
        place = itemgetter(*compiled.positiontup) if compiled.positiontup else dict
        made = self._compiled[dialect.driver] = str(compiled), place
        return made
