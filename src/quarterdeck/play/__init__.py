"""The Python face: games, positions, views, actions and match files, as values."""

from quarterdeck.play.action import Action, Event
from quarterdeck.play.game import GAMES, Game, commitment, find, fresh_seed, versions
from quarterdeck.play.position import Position, View
from quarterdeck.play.record import Record, Verdict, check_names

__all__ = [
    "GAMES",
    "Action",
    "Event",
    "Game",
    "Position",
    "Record",
    "Verdict",
    "View",
    "check_names",
    "commitment",
    "find",
    "fresh_seed",
    "versions",
]
