"""Checks what a search is asked to spend."""

from __future__ import annotations

from math import inf
from numbers import Real
from typing import Any

from quarterdeck.bots.search.belief import Belief
from quarterdeck.bots.search.net import Net
from quarterdeck.i18n import short


def check_budget(player: Any, *counts: str) -> None:
    """ValueError unless these fields of a search are None or whole numbers from 1 on, its `seconds` are None
    or a number above 0, its `net` is None or a network, and its `belief`, if it has one, None or a belief.
    """
    for name in counts:
        value = getattr(player, name)
        if value is not None and (not isinstance(value, int) or value < 1):
            raise ValueError(f"“{name}” is a whole number from 1 on, not {value!r}")
    seconds: Any = player.seconds
    net: Any = player.net
    belief: Any = getattr(player, "belief", None)
    if seconds is not None and not (isinstance(seconds, Real) and 0 < float(seconds) < inf):
        raise ValueError(f"“seconds” is a number above 0, not {short(seconds, repr)}")
    if net is not None and not isinstance(net, Net):
        raise ValueError(f"“net” is a network as `read_net` gives it, not {short(net, repr)}")
    if belief is not None and not isinstance(belief, Belief):
        raise ValueError(f"“belief” is a belief as `read_belief` gives it, not {short(belief, repr)}")
