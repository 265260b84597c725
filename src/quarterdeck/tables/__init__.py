"""The authority over live matches: `live` stands on `match`, and `match` on `store`."""
