"""The tables of the database after the newest migration. Columns are text and integers only, so that SQLite
and PostgreSQL store the same.
"""

from __future__ import annotations

from typing import Final

from sqlalchemy import BigInteger, Column, ForeignKey, Index, Integer, MetaData, Table, Text, text
from sqlalchemy.schema import SchemaItem

__all__ = [
    "FINISHED",
    "HEAD",
    "OF_REGATTA",
    "PUBLIC",
    "REMATCH",
    "UNBOOKED",
    "UNFINISHED",
    "UNFINISHED_STATES",
    "VOYAGE",
    "browsers",
    "entrants",
    "entries",
    "guests",
    "hidden",
    "holders",
    "invitations",
    "messages",
    "metadata",
    "notices",
    "passkeys",
    "puzzle_answers",
    "puzzle_ratings",
    "ratings",
    "recoveries",
    "regattas",
    "results",
    "spent",
    "tables",
]

# The newest revision in migrations/versions.
HEAD: Final = "0013"

# Milliseconds since 1970 need 64 bits; SQLite's strict tables call that INTEGER.
MOMENT = BigInteger().with_variant(Integer(), "sqlite")
UNFINISHED_STATES: Final = ("waiting", "running")
_UNFINISHED_STATES = ", ".join(f"'{state}'" for state in UNFINISHED_STATES)
# Literal SQL without bound values: a partial index matches only then.
PUBLIC = text("public = 1")
UNFINISHED = text(f"state IN ({_UNFINISHED_STATES})")
# Damaged states, too: lists leave them out and say so in the log.
FINISHED = text(f"state NOT IN ({_UNFINISHED_STATES})")
REMATCH = text("relation = 'rematch' AND state <> 'closed'")
VOYAGE = text("relation = 'daily'")
OF_REGATTA = text("relation IN ('regatta', 'duplicate')")
UNBOOKED = text("state = 'over' AND booked <> version")

metadata = MetaData()


def _table(name: str, *items: SchemaItem) -> Table:
    """A table whose rows SQLite orders by their key, and of whose columns it checks the types."""
    return Table(name, metadata, *items, sqlite_strict=True, sqlite_with_rowid=False)


tables = Table(
    "tables",
    metadata,
    # In order of creation.
    Column("ordinal", MOMENT, primary_key=True, autoincrement=True),
    Column("id", Text, nullable=False, unique=True),
    Column("game", Text, nullable=False),
    Column("rules_version", Integer, nullable=False),
    Column("options", Text, nullable=False),
    Column("components", Text, nullable=False),
    Column("setup", Text, nullable=False),
    Column("names", Text, nullable=False),
    Column("kinds", Text, nullable=False),
    Column("seed", Text, nullable=False),
    Column("owner", Text, nullable=False),
    Column("created", MOMENT, nullable=False),
    Column("public", Integer, nullable=False),
    Column("terms", Text, nullable=False),
    Column("parent", Text),
    Column("relation", Text),
    Column("prelude", Text, nullable=False),
    # The number of entries; a writer must have seen it to append.
    Column("version", Integer, nullable=False),
    Column("state", Text, nullable=False),
    Column("standing", Text, nullable=False),
    Column("seats", Text, nullable=False),
    Column("wake_at", MOMENT),
    # When the table was last active, in milliseconds since 1970.
    Column("touched", MOMENT, nullable=False, server_default="0"),
    # The version that the table's results tell of; -1 before there are any.
    Column("booked", Integer, nullable=False, server_default="-1"),
    sqlite_strict=True,
)
Index("tables_by_owner", tables.c.owner)
Index("tables_unfinished", tables.c.ordinal, sqlite_where=UNFINISHED, postgresql_where=UNFINISHED)
Index(
    "tables_public",
    tables.c.state,
    tables.c.ordinal,
    sqlite_where=PUBLIC,
    postgresql_where=PUBLIC,
)
Index(
    "tables_touched",
    tables.c.state,
    tables.c.touched,
    tables.c.ordinal,
    sqlite_where=PUBLIC,
    postgresql_where=PUBLIC,
)
Index(
    "tables_to_wake",
    tables.c.wake_at,
    sqlite_where=tables.c.wake_at.is_not(None),
    postgresql_where=tables.c.wake_at.is_not(None),
)
Index("tables_to_book", tables.c.ordinal, sqlite_where=UNBOOKED, postgresql_where=UNBOOKED)
# If two players ask for a rematch at once, one creates the table and the other finds it.
Index(
    "tables_rematch",
    tables.c.parent,
    unique=True,
    sqlite_where=REMATCH,
    postgresql_where=REMATCH,
)

# A voyage of the day: one for each game, day and player.
Index(
    "tables_daily",
    tables.c.parent,
    tables.c.game,
    tables.c.owner,
    unique=True,
    sqlite_where=VOYAGE,
    postgresql_where=VOYAGE,
)

# Each table of a round of a regatta is made once.
Index("tables_regatta", tables.c.parent, unique=True, sqlite_where=OF_REGATTA, postgresql_where=OF_REGATTA)

entries = _table(
    "entries",
    Column("table_id", Text, ForeignKey("tables.id"), primary_key=True),
    Column("number", Integer, primary_key=True, autoincrement=False),
    Column("at", MOMENT, nullable=False),
    Column("kind", Text, nullable=False),
    Column("seat", Integer, nullable=False),
    Column("data", Text, nullable=False),
)

# Which holders find which tables in their lists: a projection of the seats, updated when a seat changes
# hands.
holders = _table(
    "holders",
    Column("holder", Text, primary_key=True),
    Column("table_id", Text, ForeignKey("tables.id"), primary_key=True),
    # When this holder last had a page of the table open, for notices.
    Column("seen", MOMENT),
)
Index("holders_by_table", holders.c.table_id)

messages = _table(
    "messages",
    Column("table_id", Text, ForeignKey("tables.id"), primary_key=True),
    Column("number", Integer, primary_key=True, autoincrement=False),
    Column("at", MOMENT, nullable=False),
    Column("seat", Integer, nullable=False),
    Column("name", Text, nullable=False),
    Column("text", Text, nullable=False),
    Column("audience", Text, nullable=False),
)

guests = _table(
    "guests",
    Column("owner", Text, primary_key=True),
    Column("name", Text, nullable=False),
    Column("email", Text),
    Column("publish", Integer, nullable=False),
    Column("push", Text, nullable=False),
    Column("created", MOMENT, nullable=False),
    Column("seen", MOMENT, nullable=False),
    # An unconfirmed address; the guest's code in links; when notices were switched on.
    Column("pending", Text),
    Column("code", Text),
    Column("since", MOMENT),
    # The language of notices; NULL for English.
    Column("language", Text),
    # Whether the guest has joined the ladder.
    Column("ladder", Integer, nullable=False, server_default="0"),
    # Whether those they have played with may ask them to a table, and may see when they were last here.
    Column("friends", Integer, nullable=False, server_default="0"),
    Column("shows", Integer, nullable=False, server_default="0"),
    # Where notices are posted in a chat, and whom they mention there.
    Column("webhook", Text),
    Column("mention", Text, nullable=False, server_default=text("''")),
)
Index("guests_by_code", guests.c.code, unique=True)
Index(
    "guests_to_tell",
    guests.c.owner,
    sqlite_where=guests.c.since.is_not(None),
    postgresql_where=guests.c.since.is_not(None),
)

# Claims on notices: the process that inserts such a row first sends the notice.
notices = _table(
    "notices",
    Column("table_id", Text, ForeignKey("tables.id"), primary_key=True),
    Column("seat", Integer, primary_key=True, autoincrement=False),
    Column("version", Integer, primary_key=True, autoincrement=False),
    Column("owner", Text, primary_key=True),
    Column("at", MOMENT, nullable=False),
    # 1 for a reminder of the same turn.
    Column("reminds", Integer, nullable=False, server_default=text("0")),
)

# A finished match as one person has played it; made from the log, see `store.results`.
results = _table(
    "results",
    Column("holder", Text, primary_key=True),
    Column("table_id", Text, ForeignKey("tables.id"), primary_key=True),
    Column("seat", Integer, nullable=False),
    Column("game", Text, nullable=False),
    Column("players", Integer, nullable=False),
    Column("options", Text, nullable=False),
    Column("opponents", Text, nullable=False),
    Column("ended_at", MOMENT, nullable=False),
    Column("how", Text, nullable=False),
    Column("place", Integer, nullable=False),
    Column("winners", Integer, nullable=False),
    Column("won", Integer, nullable=False),
    Column("score", Integer),
    Column("rated", Integer, nullable=False),
    Column("figures", Text, nullable=False),
)
Index("results_by_holder", results.c.holder, results.c.ended_at)

# How strong each person is in each game, in millionths; see `tables.ladder`.
ratings = _table(
    "ratings",
    Column("holder", Text, primary_key=True),
    Column("game", Text, primary_key=True),
    Column("mu", Integer, nullable=False),
    Column("sigma", Integer, nullable=False),
    Column("games", Integer, nullable=False),
)
Index("ratings_by_game", ratings.c.game, ratings.c.mu)

# Evenings of several rounds, see `tables.regatta`. `begun` counts the rounds that have begun; `laps` has what
# each finished round brought everybody, as JSON.
regattas = _table(
    "regattas",
    Column("id", Text, primary_key=True),
    Column("title", Text, nullable=False),
    Column("owner", Text, nullable=False),
    Column("game", Text, nullable=False),
    Column("options", Text, nullable=False),
    Column("terms", Text, nullable=False),
    Column("bot", Text, nullable=False),
    Column("rounds", Integer, nullable=False),
    Column("duplicate", Integer, nullable=False),
    Column("created", MOMENT, nullable=False),
    Column("begun", Integer, nullable=False),
    Column("laps", Text, nullable=False),
)

# Who takes part in a regatta, numbered from 0 in the order in which they have come.
entrants = _table(
    "entrants",
    Column("regatta", Text, ForeignKey("regattas.id"), primary_key=True),
    Column("number", Integer, primary_key=True, autoincrement=False),
    Column("holder", Text, nullable=False),
    Column("name", Text, nullable=False),
)
Index("entrants_by_holder", entrants.c.holder, entrants.c.regatta, unique=True)

# Browsers that have signed in as a person with another hash than their own. `merged`: what belonged to the
# browser belongs to the person now.
browsers = _table(
    "browsers",
    Column("owner", Text, primary_key=True),
    Column("person", Text, nullable=False),
    Column("at", MOMENT, nullable=False),
    Column("merged", Integer, nullable=False),
)
Index("browsers_by_person", browsers.c.person)

passkeys = _table(
    "passkeys",
    Column("id", Text, primary_key=True),
    Column("owner", Text, nullable=False),
    Column("key", Text, nullable=False),
    Column("signs", MOMENT, nullable=False),
    Column("name", Text, nullable=False),
    Column("made", MOMENT, nullable=False),
    Column("used", MOMENT),
)
Index("passkeys_by_owner", passkeys.c.owner)

# Hashes of recovery codes; a used one is kept, so that it can be told from a wrong one.
recoveries = _table(
    "recoveries",
    Column("id", Text, primary_key=True),
    Column("owner", Text, nullable=False),
    Column("made", MOMENT, nullable=False),
    Column("used", MOMENT),
)
Index("recoveries_by_owner", recoveries.c.owner)

# What may be used once and has been, until it would be too old anyway.
spent = _table(
    "spent",
    Column("id", Text, primary_key=True),
    Column("until", MOMENT, nullable=False),
)

# Whom a person does not want to see or be asked by.
hidden = _table(
    "hidden",
    Column("owner", Text, primary_key=True),
    Column("other", Text, primary_key=True),
)
Index("hidden_by_other", hidden.c.other)

# Who is asked to which table, and by whom.
invitations = _table(
    "invitations",
    Column("table_id", Text, ForeignKey("tables.id"), primary_key=True),
    Column("owner", Text, primary_key=True),
    Column("sender", Text, nullable=False),
    Column("at", MOMENT, nullable=False),
    Column("declined", Integer, nullable=False, server_default="0"),
)
Index("invitations_by_owner", invitations.c.owner)

# The first answer of each person to each puzzle; without an action, they looked at the solution first.
puzzle_answers = _table(
    "puzzle_answers",
    Column("holder", Text, primary_key=True),
    Column("puzzle", Text, primary_key=True),
    Column("game", Text, nullable=False),
    Column("at", MOMENT, nullable=False),
    Column("action", Text, nullable=False),
    Column("solved", Integer, nullable=False),
)

# How good each person is at the puzzles of each game, and how hard each puzzle is, in millionths; a player is
# a person or a puzzle, see `store.puzzles`.
puzzle_ratings = _table(
    "puzzle_ratings",
    Column("player", Text, primary_key=True),
    Column("game", Text, primary_key=True),
    Column("mu", Integer, nullable=False),
    Column("sigma", Integer, nullable=False),
    Column("games", Integer, nullable=False),
)
