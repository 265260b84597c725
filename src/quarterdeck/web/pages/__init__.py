"""The pages beside the tables: lists, logbook, ladder, daily voyage, regattas, puzzles and rules."""
