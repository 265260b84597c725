"""The time of the last activity at each table: lists leave out tables that were inactive for long."""

import sqlalchemy as sa
from alembic import op

revision = "0006"
down_revision = "0005"

# A frozen copy: migrations never import code that changes later.
MOMENT = sa.BigInteger().with_variant(sa.Integer(), "sqlite")
PUBLIC = sa.text("public = 1")
LAST = """UPDATE tables SET touched = COALESCE(
    (SELECT entries.at FROM entries WHERE entries.table_id = tables.id AND entries.number = tables.version),
    tables.created * 1000)"""


def upgrade() -> None:
    """Create the new column, set to the time of the last entry or else of the table's creation."""
    op.add_column("tables", sa.Column("touched", MOMENT, nullable=False, server_default="0"))
    op.execute(LAST)
    op.create_index(
        "tables_touched",
        "tables",
        ["state", "touched", "ordinal"],
        sqlite_where=PUBLIC,
        postgresql_where=PUBLIC,
    )
