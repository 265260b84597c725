"""When somebody last did something at each table: lists leave out where that was long ago."""

import sqlalchemy as sa
from alembic import op

revision = "0006"
down_revision = "0005"

# As it was when this was written: a migration never imports what changes later.
MOMENT = sa.BigInteger().with_variant(sa.Integer(), "sqlite")
PUBLIC = sa.text("public = 1")
LAST = """UPDATE tables SET touched = COALESCE(
    (SELECT entries.at FROM entries WHERE entries.table_id = tables.id AND entries.number = tables.version),
    tables.created * 1000)"""


def upgrade() -> None:
    """Make the new column: it was when the last entry was written, or when the table was made."""
    op.add_column("tables", sa.Column("touched", MOMENT, nullable=False, server_default="0"))
    op.execute(LAST)
    op.create_index(
        "tables_touched",
        "tables",
        ["state", "touched", "ordinal"],
        sqlite_where=PUBLIC,
        postgresql_where=PUBLIC,
    )
