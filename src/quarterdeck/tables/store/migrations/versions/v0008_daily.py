"""One voyage of the day for each game, day and player."""

import sqlalchemy as sa
from alembic import op

revision = "0008"
down_revision = "0007"

DAILY = sa.text("relation = 'daily'")


def upgrade() -> None:
    """Create the index."""
    op.create_index(
        "tables_daily",
        "tables",
        ["parent", "game", "owner"],
        unique=True,
        sqlite_where=DAILY,
        postgresql_where=DAILY,
    )
