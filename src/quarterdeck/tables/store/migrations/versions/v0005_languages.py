"""The language of notices to a guest."""

import sqlalchemy as sa
from alembic import op

revision = "0005"
down_revision = "0004"


def upgrade() -> None:
    """Create the new column; all notices so far were in English."""
    op.add_column("guests", sa.Column("language", sa.Text))
