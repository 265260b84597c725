"""The page of a table in each of its states: waiting, in play, over, replayed and coached."""
