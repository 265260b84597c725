"""OpenSpiel's search bots in C++ on games that are written in Python: what would end the process.

`MCTSBot.step` and `ISMCTSBot.step` let go of Python's lock, and then copy and look at states of Python
without it, which is a segmentation fault. Their other methods keep the lock.
"""

from __future__ import annotations

from typing import Any

import pyspiel

from quarterdeck.errors import QuarterdeckError
from quarterdeck.i18n import _
from quarterdeck.lab.openspiel.states import OpenSpielState


class NoResampling(QuarterdeckError):
    """A search that would have to deal anew what a seat can't know, and has no way to."""


def guard() -> None:
    """From now on these bots work on our states, or refuse them in a sentence; on others nothing changes.

    `MCTSBot` takes the way that keeps the lock. `ISMCTSBot` can't play a game that is written in Python at
    all: C++ knows of no resampling there.
    """
    searching, step = pyspiel.MCTSBot, pyspiel.MCTSBot.step

    def stepping(self: Any, state: Any) -> int:
        if isinstance(state, OpenSpielState):
            return int(searching.step_with_policy(self, state)[1])
        return int(step(self, state))

    searching.step = stepping
    for name in ("step", "step_with_policy", "get_policy"):
        setattr(pyspiel.ISMCTSBot, name, _refusing(getattr(pyspiel.ISMCTSBot, name)))


def _refusing(method: Any) -> Any:
    def refusing(self: Any, state: Any) -> Any:
        if isinstance(state, OpenSpielState):
            sentence = _(
                "OpenSpiel's ISMCTSBot in C++ can't play games that are written in Python: take ISMCTSBot of "
                "open_spiel.python.algorithms.ismcts."
            )
            raise NoResampling(sentence)
        return method(self, state)

    return refusing
