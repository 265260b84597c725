"""How messages reach an open page or program: WebSockets, server-sent events, and heartbeats on both."""
