"""Results of finished matches, for logbooks, which the server makes from the logs; ratings and the ladder."""

import sqlalchemy as sa
from alembic import op

revision = "0007"
down_revision = "0006"

# A frozen copy: migrations never import code that changes later.
MOMENT = sa.BigInteger().with_variant(sa.Integer(), "sqlite")
UNBOOKED = sa.text("state = 'over' AND booked <> version")


def upgrade() -> None:
    """Create the new tables and columns; all finished tables are still to be booked."""
    op.add_column("tables", sa.Column("booked", sa.Integer, nullable=False, server_default="-1"))
    op.create_index("tables_to_book", "tables", ["ordinal"], sqlite_where=UNBOOKED, postgresql_where=UNBOOKED)
    op.create_table(
        "results",
        sa.Column("holder", sa.Text, primary_key=True),
        sa.Column("table_id", sa.Text, sa.ForeignKey("tables.id"), primary_key=True),
        sa.Column("seat", sa.Integer, nullable=False),
        sa.Column("game", sa.Text, nullable=False),
        sa.Column("players", sa.Integer, nullable=False),
        sa.Column("options", sa.Text, nullable=False),
        sa.Column("opponents", sa.Text, nullable=False),
        sa.Column("ended_at", MOMENT, nullable=False),
        sa.Column("how", sa.Text, nullable=False),
        sa.Column("place", sa.Integer, nullable=False),
        sa.Column("winners", sa.Integer, nullable=False),
        sa.Column("won", sa.Integer, nullable=False),
        sa.Column("score", sa.Integer),
        sa.Column("rated", sa.Integer, nullable=False),
        sa.Column("figures", sa.Text, nullable=False),
        sqlite_strict=True,
        sqlite_with_rowid=False,
    )
    op.create_index("results_by_holder", "results", ["holder", "ended_at"])
    op.add_column("guests", sa.Column("ladder", sa.Integer, nullable=False, server_default="0"))
    op.create_table(
        "ratings",
        sa.Column("holder", sa.Text, primary_key=True),
        sa.Column("game", sa.Text, primary_key=True),
        sa.Column("mu", sa.Integer, nullable=False),
        sa.Column("sigma", sa.Integer, nullable=False),
        sa.Column("games", sa.Integer, nullable=False),
        sqlite_strict=True,
        sqlite_with_rowid=False,
    )
    op.create_index("ratings_by_game", "ratings", ["game", "mu"])
