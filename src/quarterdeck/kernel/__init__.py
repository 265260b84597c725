"""What the rules of all games share."""
