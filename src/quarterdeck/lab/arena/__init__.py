"""The arena: tournaments between bots, where every deal is played from every seat."""
