"""Servers that are killed under load, again and again, and what is left of what they had acknowledged."""
