"""Load on a live server: moves a second, how soon everybody sees one, and the server's memory."""
