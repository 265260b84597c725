"""Processes that think for a server: they get a view and answer with an action or an estimate.

A view is all that a worker gets, so what a seat may not know never reaches its bot or its coach.
"""

from quarterdeck.workers.pool import Workers
from quarterdeck.workers.runner import Failed, InProcess, NoAnswer, TaskRunner, Urgency, WorkerTask

__all__ = ["Failed", "InProcess", "NoAnswer", "TaskRunner", "Urgency", "WorkerTask", "Workers"]
