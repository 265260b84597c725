"""Advice on a position and analysis of a match, from what a chosen perspective knows."""

from quarterdeck.coach.advice import Advice, advise, explained
from quarterdeck.coach.analysis import OPEN, Analysis, Decision, Station, Viewer, analyse
from quarterdeck.coach.moments import Moment, moments
from quarterdeck.coach.player import strong

__all__ = [
    "OPEN",
    "Advice",
    "Analysis",
    "Decision",
    "Moment",
    "Station",
    "Viewer",
    "advise",
    "analyse",
    "explained",
    "moments",
    "strong",
]
