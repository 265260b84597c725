"""Rematches: found by the table that is played again, of which there is one at a time."""

import sqlalchemy as sa
from alembic import op

revision = "0003"
down_revision = "0002"

# As it was when this was written: a migration never imports what changes later.
REMATCH = sa.text("relation = 'rematch' AND state <> 'closed'")


def upgrade() -> None:
    """Make the index."""
    op.create_index(
        "tables_rematch", "tables", ["parent"], unique=True, sqlite_where=REMATCH, postgresql_where=REMATCH
    )
