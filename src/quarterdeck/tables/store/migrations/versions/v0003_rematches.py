"""Rematches: an index by the original table, which has at most one open rematch."""

import sqlalchemy as sa
from alembic import op

revision = "0003"
down_revision = "0002"

# A frozen copy: migrations never import code that changes later.
REMATCH = sa.text("relation = 'rematch' AND state <> 'closed'")


def upgrade() -> None:
    """Make the index."""
    op.create_index(
        "tables_rematch", "tables", ["parent"], unique=True, sqlite_where=REMATCH, postgresql_where=REMATCH
    )
