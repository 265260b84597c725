"""One match at a table: its log, what may be done, and what each viewer may know."""
