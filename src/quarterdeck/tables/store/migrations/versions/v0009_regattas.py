"""Regattas: evenings of several rounds, and who takes part in them."""

import sqlalchemy as sa
from alembic import op

revision = "0009"
down_revision = "0008"

# A frozen copy: migrations never import code that changes later.
MOMENT = sa.BigInteger().with_variant(sa.Integer(), "sqlite")
LAP = sa.text("relation IN ('regatta', 'duplicate')")


def upgrade() -> None:
    """Create the tables and the index."""
    op.create_index(
        "tables_regatta", "tables", ["parent"], unique=True, sqlite_where=LAP, postgresql_where=LAP
    )
    op.create_table(
        "regattas",
        sa.Column("id", sa.Text, primary_key=True),
        sa.Column("title", sa.Text, nullable=False),
        sa.Column("owner", sa.Text, nullable=False),
        sa.Column("game", sa.Text, nullable=False),
        sa.Column("options", sa.Text, nullable=False),
        sa.Column("terms", sa.Text, nullable=False),
        sa.Column("bot", sa.Text, nullable=False),
        sa.Column("rounds", sa.Integer, nullable=False),
        sa.Column("duplicate", sa.Integer, nullable=False),
        sa.Column("created", MOMENT, nullable=False),
        sa.Column("begun", sa.Integer, nullable=False),
        sa.Column("laps", sa.Text, nullable=False),
        sqlite_strict=True,
        sqlite_with_rowid=False,
    )
    op.create_table(
        "entrants",
        sa.Column("regatta", sa.Text, sa.ForeignKey("regattas.id"), primary_key=True),
        sa.Column("number", sa.Integer, primary_key=True, autoincrement=False),
        sa.Column("holder", sa.Text, nullable=False),
        sa.Column("name", sa.Text, nullable=False),
        sqlite_strict=True,
        sqlite_with_rowid=False,
    )
    op.create_index("entrants_by_holder", "entrants", ["holder", "regatta"], unique=True)
