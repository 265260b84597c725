"""Request handlers by topic: each module returns its routes, or what the routes of others answer with."""
