"""Trains a game's network by play against itself, on lanes: no other player takes part."""
