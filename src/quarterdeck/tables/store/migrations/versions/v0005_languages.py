"""The language in which a guest is written to."""

import sqlalchemy as sa
from alembic import op

revision = "0005"
down_revision = "0004"


def upgrade() -> None:
    """Make the new column: until now everybody has been written to in English."""
    op.add_column("guests", sa.Column("language", sa.Text))
