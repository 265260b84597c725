"""Alembic runs this: migrations happen on the connection of whoever opens the store, in its transaction."""

from alembic import context

context.configure(connection=context.config.attributes["connection"])
with context.begin_transaction():
    context.run_migrations()
