"""How a strong player evaluates a position or a whole match, given what a viewer knows of it."""

from quarterdeck.coach.advice import Advice, advise
from quarterdeck.coach.analysis import OPEN, Analysis, Decision, Perspective, Station, analyse
from quarterdeck.coach.moments import Moment, moments
from quarterdeck.coach.player import strong

__all__ = [
    "OPEN",
    "Advice",
    "Analysis",
    "Decision",
    "Moment",
    "Perspective",
    "Station",
    "advise",
    "analyse",
    "moments",
    "strong",
]
