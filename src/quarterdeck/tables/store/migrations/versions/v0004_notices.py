"""Notices: those sent, their possible recipients, and when each holder was last seen at a table."""

import sqlalchemy as sa
from alembic import op

revision = "0004"
down_revision = "0003"

# A frozen copy: migrations never import code that changes later.
MOMENT = sa.BigInteger().with_variant(sa.Integer(), "sqlite")
TO_TELL = sa.text("since IS NOT NULL")


def upgrade() -> None:
    """Make the new table and columns; nobody has asked for notices yet."""
    op.add_column("holders", sa.Column("seen", MOMENT))
    op.add_column("guests", sa.Column("pending", sa.Text))
    op.add_column("guests", sa.Column("code", sa.Text))
    op.add_column("guests", sa.Column("since", MOMENT))
    op.create_index("guests_by_code", "guests", ["code"], unique=True)
    op.create_index("guests_to_tell", "guests", ["owner"], sqlite_where=TO_TELL, postgresql_where=TO_TELL)
    op.create_table(
        "notices",
        sa.Column("table_id", sa.Text, sa.ForeignKey("tables.id"), primary_key=True),
        sa.Column("seat", sa.Integer, primary_key=True, autoincrement=False),
        sa.Column("version", sa.Integer, primary_key=True, autoincrement=False),
        sa.Column("owner", sa.Text, primary_key=True),
        sa.Column("at", MOMENT, nullable=False),
        sqlite_strict=True,
        sqlite_with_rowid=False,
    )
