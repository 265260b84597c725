"""Matches in one browser: a row for each table and an append-only log of moves."""

import sqlalchemy as sa
from alembic import op

revision = "0001"
down_revision = None


def upgrade() -> None:
    """Make the tables as they were first published."""
    op.create_table(
        "tables",
        sa.Column("id", sa.Text, primary_key=True),
        sa.Column("game", sa.Text, nullable=False),
        sa.Column("rules_version", sa.Integer, nullable=False),
        sa.Column("options", sa.Text, nullable=False),
        sa.Column("components", sa.Text, nullable=False),
        sa.Column("setup", sa.Text, nullable=False),
        sa.Column("names", sa.Text, nullable=False),
        sa.Column("kinds", sa.Text, nullable=False),
        sa.Column("seed", sa.Text, nullable=False),
        sa.Column("owner", sa.Text, nullable=False),
        sa.Column("created", sa.Integer, nullable=False),
        sa.Column("standing", sa.Text, nullable=False),
        sa.Column("over", sa.Integer, nullable=False, server_default="0"),
        sqlite_strict=True,
    )
    op.create_index("tables_by_owner", "tables", ["owner", "created"])
    unfinished = sa.text("over = 0")
    op.create_index(
        "tables_unfinished", "tables", ["over"], sqlite_where=unfinished, postgresql_where=unfinished
    )
    op.create_table(
        "moves",
        sa.Column("table_id", sa.Text, sa.ForeignKey("tables.id"), primary_key=True),
        sa.Column("ply", sa.Integer, primary_key=True),
        sa.Column("seat", sa.Integer, nullable=False),
        sa.Column("action", sa.Text, nullable=False),
        sqlite_strict=True,
        sqlite_with_rowid=False,
    )
