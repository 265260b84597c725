"""Processes that think for a server: they get a view and answer with an action or an estimate.

All that a worker gets of a match are views, so what a seat may not know never reaches its bot or its coach.
"""

from quarterdeck.workers.pool import Workers
from quarterdeck.workers.runner import (
    Died,
    Failed,
    InProcess,
    NoAnswer,
    TaskRunner,
    Unavailable,
    Urgency,
    WorkerTask,
)

__all__ = [
    "Died",
    "Failed",
    "InProcess",
    "NoAnswer",
    "TaskRunner",
    "Unavailable",
    "Urgency",
    "WorkerTask",
    "Workers",
]
