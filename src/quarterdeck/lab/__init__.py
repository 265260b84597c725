"""Many games at once, to learn from: how balanced a game is, with whatever table, and how strong bots are."""
