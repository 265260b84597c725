"""Run by Alembic. Migrations use the connection of the caller that opens the store, in its transaction."""

from alembic import context

context.configure(connection=context.config.attributes["connection"])
with context.begin_transaction():
    context.run_migrations()
