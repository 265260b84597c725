"""One match at a table: its log, its commands, and what each viewer may know."""
