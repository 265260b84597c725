"""How the search's networks are made: by play against themselves and a fit to what it taught."""
