"""The database of the tables."""
