"""Request handlers by topic; each module returns its routes."""
