"""The commands and the terminal table."""
