"""Quarterdeck: a home for three tabletop games about mutiny."""

__version__ = "0.1.0"
