"""Data sets of self-play: made by `quarterdeck selfplay` or `play_all`, read again by `load` and `decisions`.

>>> from quarterdeck.lab import data
>>> for record in data.load("games.parquet"): ...      # each match as a `quarterdeck.Record`
>>> for batch in data.decisions("games.parquet"): ...  # NumPy arrays for a network
"""

from quarterdeck.lab.data.files import writing
from quarterdeck.lab.data.head import Head
from quarterdeck.lab.data.matches import Matches
from quarterdeck.lab.data.reading import Decisions, decisions, load
from quarterdeck.lab.data.self_play import Selfplay, play_all

__all__ = ["Decisions", "Head", "Matches", "Selfplay", "decisions", "load", "play_all", "writing"]
