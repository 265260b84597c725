"""Tables for friends: a log of entries instead of moves, seats that change hands, chat and guests."""

import json
from typing import Any

import sqlalchemy as sa
from alembic import op

revision = "0002"
down_revision = "0001"

# A frozen copy: migrations never import code that changes later.
MOMENT = sa.BigInteger().with_variant(sa.Integer(), "sqlite")
UNFINISHED = sa.text("state IN ('waiting', 'running')")
PUBLIC = sa.text("public = 1")
TO_WAKE = sa.text("wake_at IS NOT NULL")
STRICT = {"sqlite_strict": True}
KEYED = {"sqlite_strict": True, "sqlite_with_rowid": False}


def upgrade() -> None:
    """Create the new tables, copy the matches, and drop the old tables."""
    op.drop_index("tables_by_owner", "tables")
    op.drop_index("tables_unfinished", "tables")
    op.rename_table("tables", "old_tables")
    op.rename_table("moves", "old_moves")
    if op.get_bind().dialect.name == "postgresql":
        # Constraints keep their names when a table is renamed.
        op.execute("ALTER INDEX tables_pkey RENAME TO old_tables_pkey")
    _make_tables()
    _make_indexes()
    _carry_over(op.get_bind())
    op.drop_table("old_moves")
    op.drop_table("old_tables")
    if op.get_bind().dialect.name == "sqlite":
        # Programs from before migrations see by this that the database is not theirs.
        op.execute("PRAGMA user_version = 2")


def _make_tables() -> None:
    op.create_table(
        "tables",
        sa.Column("ordinal", MOMENT, primary_key=True, autoincrement=True),
        sa.Column("id", sa.Text, nullable=False, unique=True),
        sa.Column("game", sa.Text, nullable=False),
        sa.Column("rules_version", sa.Integer, nullable=False),
        sa.Column("options", sa.Text, nullable=False),
        sa.Column("components", sa.Text, nullable=False),
        sa.Column("setup", sa.Text, nullable=False),
        sa.Column("names", sa.Text, nullable=False),
        sa.Column("kinds", sa.Text, nullable=False),
        sa.Column("seed", sa.Text, nullable=False),
        sa.Column("owner", sa.Text, nullable=False),
        sa.Column("created", MOMENT, nullable=False),
        sa.Column("public", sa.Integer, nullable=False),
        sa.Column("terms", sa.Text, nullable=False),
        sa.Column("parent", sa.Text),
        sa.Column("relation", sa.Text),
        sa.Column("prelude", sa.Text, nullable=False),
        sa.Column("version", sa.Integer, nullable=False),
        sa.Column("state", sa.Text, nullable=False),
        sa.Column("standing", sa.Text, nullable=False),
        sa.Column("seats", sa.Text, nullable=False),
        sa.Column("wake_at", MOMENT),
        **STRICT,
    )
    op.create_table(
        "entries",
        sa.Column("table_id", sa.Text, sa.ForeignKey("tables.id"), primary_key=True),
        sa.Column("number", sa.Integer, primary_key=True, autoincrement=False),
        sa.Column("at", MOMENT, nullable=False),
        sa.Column("kind", sa.Text, nullable=False),
        sa.Column("seat", sa.Integer, nullable=False),
        sa.Column("data", sa.Text, nullable=False),
        **KEYED,
    )
    op.create_table(
        "holders",
        sa.Column("holder", sa.Text, primary_key=True),
        sa.Column("table_id", sa.Text, sa.ForeignKey("tables.id"), primary_key=True),
        **KEYED,
    )
    op.create_table(
        "messages",
        sa.Column("table_id", sa.Text, sa.ForeignKey("tables.id"), primary_key=True),
        sa.Column("number", sa.Integer, primary_key=True, autoincrement=False),
        sa.Column("at", MOMENT, nullable=False),
        sa.Column("seat", sa.Integer, nullable=False),
        sa.Column("name", sa.Text, nullable=False),
        sa.Column("text", sa.Text, nullable=False),
        sa.Column("audience", sa.Text, nullable=False),
        **KEYED,
    )
    op.create_table(
        "guests",
        sa.Column("owner", sa.Text, primary_key=True),
        sa.Column("name", sa.Text, nullable=False),
        sa.Column("email", sa.Text),
        sa.Column("publish", sa.Integer, nullable=False),
        sa.Column("push", sa.Text, nullable=False),
        sa.Column("created", MOMENT, nullable=False),
        sa.Column("seen", MOMENT, nullable=False),
        **KEYED,
    )


def _make_indexes() -> None:
    op.create_index("tables_by_owner", "tables", ["owner"])
    op.create_index(
        "tables_unfinished", "tables", ["ordinal"], sqlite_where=UNFINISHED, postgresql_where=UNFINISHED
    )
    op.create_index(
        "tables_public", "tables", ["state", "ordinal"], sqlite_where=PUBLIC, postgresql_where=PUBLIC
    )
    op.create_index("tables_to_wake", "tables", ["wake_at"], sqlite_where=TO_WAKE, postgresql_where=TO_WAKE)
    op.create_index("holders_by_table", "holders", ["table_id"])


def _carry_over(db: sa.Connection) -> None:
    """Copy the tables in SQL, which keeps damaged text as it is; new columns are computed."""
    same = "id, game, rules_version, options, components, setup, names, kinds, seed, owner, created, standing"
    db.execute(
        sa.text(
            f"INSERT INTO tables ({same}, public, terms, prelude, version, state, seats) "
            f"SELECT {same}, 0, '{{}}', '[]', (SELECT count(*) FROM old_moves WHERE table_id = id), "
            "CASE over WHEN 0 THEN 'running' ELSE 'over' END, 'null' FROM old_tables "
            f"ORDER BY created{', rowid' if db.dialect.name == 'sqlite' else ''}"
        )
    )
    found = db.execute(sa.text("SELECT id, names, kinds, owner, standing, state, created FROM tables"))
    for row in found.mappings().all():
        _carry_table(db, row)


def _carry_table(db: sa.Connection, row: sa.RowMapping) -> None:
    names, kinds, standing = (_read(row[name]) for name in ("names", "kinds", "standing"))
    # Damaged tables get no seats: they stay damaged.
    if isinstance(names, list) and isinstance(kinds, list) and isinstance(standing, dict):
        seats = [
            {
                "seat": seat,
                "name": name,
                "kind": kind,
                "holders": [row["owner"]] if kind == "human" else [],
                "away": False,
            }
            for seat, (name, kind) in enumerate(zip(names, kinds, strict=False))
        ]
        db.execute(
            sa.text("UPDATE tables SET seats = :seats, wake_at = :wake_at WHERE id = :id"),
            {
                "id": row["id"],
                "seats": json.dumps(seats),
                "wake_at": 0 if row["state"] == "running" and _bot_to_act(kinds, standing) else None,
            },
        )
    moves = db.execute(
        sa.text("SELECT ply, seat, action FROM old_moves WHERE table_id = :id ORDER BY ply"),
        {"id": row["id"]},
    ).all()
    if moves:
        # The times of these were never recorded.
        db.execute(
            sa.text(
                "INSERT INTO entries (table_id, number, at, kind, seat, data) "
                "VALUES (:id, :number, :at, 'move', :seat, :data)"
            ),
            [
                {
                    "id": row["id"],
                    "number": ply,
                    "at": row["created"] * 1000,
                    "seat": seat,
                    "data": json.dumps({"action": action, "by": "bot" if _bot(kinds, seat) else "player"}),
                }
                for ply, seat, action in moves
            ],
        )


def _read(stored: str) -> Any:
    try:
        return json.loads(stored)
    except (ValueError, RecursionError):
        return None


def _bot(kinds: Any, seat: Any) -> bool:
    return isinstance(kinds, list) and type(seat) is int and 0 <= seat < len(kinds) and kinds[seat] != "human"


def _bot_to_act(kinds: Any, standing: dict[str, Any]) -> bool:
    to_act = standing.get("to_act")
    return isinstance(to_act, list) and any(_bot(kinds, seat) for seat in to_act)
