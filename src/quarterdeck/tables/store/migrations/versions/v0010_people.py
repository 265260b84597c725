"""Passkeys and recovery codes, browsers that are known as another person, friends and invitations."""

import sqlalchemy as sa
from alembic import op

revision = "0010"
down_revision = "0009"

# A frozen copy: migrations never import code that changes later.
MOMENT = sa.BigInteger().with_variant(sa.Integer(), "sqlite")


def upgrade() -> None:
    """Create the new tables and columns."""
    for name in ("friends", "shows"):
        op.add_column("guests", sa.Column(name, sa.Integer, nullable=False, server_default="0"))
    op.create_table(
        "browsers",
        sa.Column("owner", sa.Text, primary_key=True),
        sa.Column("person", sa.Text, nullable=False),
        sa.Column("at", MOMENT, nullable=False),
        sa.Column("merged", sa.Integer, nullable=False),
        sqlite_strict=True,
        sqlite_with_rowid=False,
    )
    op.create_index("browsers_by_person", "browsers", ["person"])
    op.create_table(
        "passkeys",
        sa.Column("id", sa.Text, primary_key=True),
        sa.Column("owner", sa.Text, nullable=False),
        sa.Column("key", sa.Text, nullable=False),
        sa.Column("signs", MOMENT, nullable=False),
        sa.Column("name", sa.Text, nullable=False),
        sa.Column("made", MOMENT, nullable=False),
        sa.Column("used", MOMENT),
        sqlite_strict=True,
        sqlite_with_rowid=False,
    )
    op.create_index("passkeys_by_owner", "passkeys", ["owner"])
    op.create_table(
        "recoveries",
        sa.Column("id", sa.Text, primary_key=True),
        sa.Column("owner", sa.Text, nullable=False),
        sa.Column("made", MOMENT, nullable=False),
        sa.Column("used", MOMENT),
        sqlite_strict=True,
        sqlite_with_rowid=False,
    )
    op.create_index("recoveries_by_owner", "recoveries", ["owner"])
    op.create_table(
        "spent",
        sa.Column("id", sa.Text, primary_key=True),
        sa.Column("until", MOMENT, nullable=False),
        sqlite_strict=True,
        sqlite_with_rowid=False,
    )
    op.create_table(
        "hidden",
        sa.Column("owner", sa.Text, primary_key=True),
        sa.Column("other", sa.Text, primary_key=True),
        sqlite_strict=True,
        sqlite_with_rowid=False,
    )
    op.create_index("hidden_by_other", "hidden", ["other"])
    op.create_table(
        "invitations",
        sa.Column("table_id", sa.Text, sa.ForeignKey("tables.id"), primary_key=True),
        sa.Column("owner", sa.Text, primary_key=True),
        sa.Column("sender", sa.Text, nullable=False),
        sa.Column("at", MOMENT, nullable=False),
        sa.Column("declined", sa.Integer, nullable=False, server_default="0"),
        sqlite_strict=True,
        sqlite_with_rowid=False,
    )
    op.create_index("invitations_by_owner", "invitations", ["owner"])
