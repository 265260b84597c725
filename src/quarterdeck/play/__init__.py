"""The Python face: games, positions, actions, views and match files."""
