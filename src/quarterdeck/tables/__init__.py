"""The server's state of live matches: package `live` builds on `match`, and `match` on `store`."""
