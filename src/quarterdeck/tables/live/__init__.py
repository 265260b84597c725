"""The matches of a running server: loaded, changed, watched, and played on by bots."""
