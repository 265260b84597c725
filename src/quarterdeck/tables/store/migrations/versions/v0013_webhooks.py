"""Where a guest's notices are posted in a chat, and whom they mention there."""

import sqlalchemy as sa
from alembic import op

revision = "0013"
down_revision = "0012"


def upgrade() -> None:
    """Add the columns; nobody has a webhook yet."""
    op.add_column("guests", sa.Column("webhook", sa.Text))
    op.add_column("guests", sa.Column("mention", sa.Text, nullable=False, server_default=sa.text("''")))
