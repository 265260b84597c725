"""Guards OpenSpiel's C++ search bots against games written in Python, which would crash the process.

`MCTSBot.step` and `ISMCTSBot.step` release the GIL and then copy and read Python states without it, which is
a segmentation fault. Their other methods keep the GIL.
"""

from __future__ import annotations

from typing import Any

import pyspiel

from quarterdeck.errors import QuarterdeckError
from quarterdeck.i18n import _
from quarterdeck.lab.openspiel.states import OpenSpielState


class NoResampling(QuarterdeckError):
    """The search would have to resample hidden information, which is not possible in C++ for Python games."""


def guard() -> None:
    """Patch these bots: on our states they work or raise an error; on others nothing changes.

    `MCTSBot` uses methods that keep the GIL. `ISMCTSBot` can't play Python games at all, because C++ can't
    resample their states.
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
