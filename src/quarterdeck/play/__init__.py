"""The Python API: games, positions, views, actions and match files, as values."""

from quarterdeck.play.action import Action, Event
from quarterdeck.play.game import Game, commitment, fresh_seed, unknown_option
from quarterdeck.play.players import check_company, check_new_name, told_apart
from quarterdeck.play.position import Position, View
from quarterdeck.play.record import Record, Verdict, check_names
from quarterdeck.play.registry import GAMES, Faces, find, versions

__all__ = [
    "GAMES",
    "Action",
    "Event",
    "Faces",
    "Game",
    "Position",
    "Record",
    "Verdict",
    "View",
    "check_company",
    "check_names",
    "check_new_name",
    "commitment",
    "find",
    "fresh_seed",
    "told_apart",
    "unknown_option",
    "versions",
]
