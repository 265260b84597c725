"""The authority over live matches."""
