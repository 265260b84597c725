"""Liar's Dice, a game for Quarterdeck."""
