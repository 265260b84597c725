"""Whether a claimed notice was a reminder."""

import sqlalchemy as sa
from alembic import op

revision = "0012"
down_revision = "0011"


def upgrade() -> None:
    """Add the column; earlier notices were no reminders."""
    op.add_column("notices", sa.Column("reminds", sa.Integer, nullable=False, server_default=sa.text("0")))
