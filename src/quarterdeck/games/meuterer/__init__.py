"""Meuterer: a game of trade and mutiny for three or four players."""
