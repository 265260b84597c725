"""Trains the search's networks: by imitation, then by self-play."""
