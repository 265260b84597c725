"""The tables of the database, as the newest migration leaves them; text, integers and nothing else, so that
SQLite and PostgreSQL keep the same.
"""

from __future__ import annotations

from typing import Final

from sqlalchemy import BigInteger, Column, ForeignKey, Index, Integer, MetaData, Table, Text, text

__all__ = [
    "HEAD",
    "PUBLIC",
    "REMATCH",
    "UNFINISHED",
    "entries",
    "guests",
    "holders",
    "messages",
    "metadata",
    "notices",
    "tables",
]

# The newest revision in migrations/versions.
HEAD: Final = "0006"

# Milliseconds since 1970 are too many for 32 bits, which SQLite's strict tables have no other name for.
MOMENT = BigInteger().with_variant(Integer(), "sqlite")
# Written out, not bound: only so does a partial index match.
PUBLIC = text("public = 1")
UNFINISHED = text("state IN ('waiting', 'running')")
REMATCH = text("relation = 'rematch' AND state <> 'closed'")

metadata = MetaData()

tables = Table(
    "tables",
    metadata,
    # In the order in which they were made.
    Column("ordinal", MOMENT, primary_key=True, autoincrement=True),
    Column("id", Text, nullable=False, unique=True),
    Column("game", Text, nullable=False),
    Column("rules_version", Integer, nullable=False),
    Column("options", Text, nullable=False),
    Column("components", Text, nullable=False),
    Column("setup", Text, nullable=False),
    Column("names", Text, nullable=False),
    Column("kinds", Text, nullable=False),
    Column("seed", Text, nullable=False),
    Column("owner", Text, nullable=False),
    Column("created", MOMENT, nullable=False),
    Column("public", Integer, nullable=False),
    Column("terms", Text, nullable=False),
    Column("parent", Text),
    Column("relation", Text),
    Column("prelude", Text, nullable=False),
    # The number of entries, which whoever appends must have seen.
    Column("version", Integer, nullable=False),
    Column("state", Text, nullable=False),
    Column("standing", Text, nullable=False),
    Column("seats", Text, nullable=False),
    Column("wake_at", MOMENT),
    # When somebody last did something there, in milliseconds since 1970.
    Column("touched", MOMENT, nullable=False, server_default="0"),
    sqlite_strict=True,
)
Index("tables_by_owner", tables.c.owner)
Index("tables_unfinished", tables.c.ordinal, sqlite_where=UNFINISHED, postgresql_where=UNFINISHED)
Index(
    "tables_public",
    tables.c.state,
    tables.c.ordinal,
    sqlite_where=PUBLIC,
    postgresql_where=PUBLIC,
)
Index(
    "tables_touched",
    tables.c.state,
    tables.c.touched,
    tables.c.ordinal,
    sqlite_where=PUBLIC,
    postgresql_where=PUBLIC,
)
Index(
    "tables_to_wake",
    tables.c.wake_at,
    sqlite_where=tables.c.wake_at.is_not(None),
    postgresql_where=tables.c.wake_at.is_not(None),
)
# Of two who ask for a rematch at once, one makes the table and the other finds it.
Index(
    "tables_rematch",
    tables.c.parent,
    unique=True,
    sqlite_where=REMATCH,
    postgresql_where=REMATCH,
)

entries = Table(
    "entries",
    metadata,
    Column("table_id", Text, ForeignKey("tables.id"), primary_key=True),
    Column("number", Integer, primary_key=True, autoincrement=False),
    Column("at", MOMENT, nullable=False),
    Column("kind", Text, nullable=False),
    Column("seat", Integer, nullable=False),
    Column("data", Text, nullable=False),
    sqlite_strict=True,
    sqlite_with_rowid=False,
)

# Who finds which table in lists: a projection of the seats, written when somebody sits down or leaves.
holders = Table(
    "holders",
    metadata,
    Column("holder", Text, primary_key=True),
    Column("table_id", Text, ForeignKey("tables.id"), primary_key=True),
    # When a page of this holder was last open at the table, as far as notices need to know.
    Column("seen", MOMENT),
    sqlite_strict=True,
    sqlite_with_rowid=False,
)
Index("holders_by_table", holders.c.table_id)

messages = Table(
    "messages",
    metadata,
    Column("table_id", Text, ForeignKey("tables.id"), primary_key=True),
    Column("number", Integer, primary_key=True, autoincrement=False),
    Column("at", MOMENT, nullable=False),
    Column("seat", Integer, nullable=False),
    Column("name", Text, nullable=False),
    Column("text", Text, nullable=False),
    Column("audience", Text, nullable=False),
    sqlite_strict=True,
    sqlite_with_rowid=False,
)

guests = Table(
    "guests",
    metadata,
    Column("owner", Text, primary_key=True),
    Column("name", Text, nullable=False),
    Column("email", Text),
    Column("publish", Integer, nullable=False),
    Column("push", Text, nullable=False),
    Column("created", MOMENT, nullable=False),
    Column("seen", MOMENT, nullable=False),
    # An address that nobody has confirmed; what stands for the guest in links; since when notices are wanted.
    Column("pending", Text),
    Column("code", Text),
    Column("since", MOMENT),
    # That in which notices are written; NULL for English.
    Column("language", Text),
    sqlite_strict=True,
    sqlite_with_rowid=False,
)
Index("guests_by_code", guests.c.code, unique=True)
Index(
    "guests_to_tell",
    guests.c.owner,
    sqlite_where=guests.c.since.is_not(None),
    postgresql_where=guests.c.since.is_not(None),
)

# Who was told what: whoever has written such a row first is the one that sends the notice.
notices = Table(
    "notices",
    metadata,
    Column("table_id", Text, ForeignKey("tables.id"), primary_key=True),
    Column("seat", Integer, primary_key=True, autoincrement=False),
    Column("version", Integer, primary_key=True, autoincrement=False),
    Column("owner", Text, primary_key=True),
    Column("at", MOMENT, nullable=False),
    sqlite_strict=True,
    sqlite_with_rowid=False,
)
