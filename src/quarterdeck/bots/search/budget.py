"""Checks what a search is asked to spend."""

from __future__ import annotations

from math import inf
from numbers import Real
from typing import Any

from quarterdeck.bots.search.net import Net
from quarterdeck.i18n import short


def check_budget(player: Any, *counts: str) -> None:
    """Check the budget of a search, and its network. ValueError names the first wrong field.

    The fields `counts` must be whole numbers from 1 on, `simulations` such a number or None, `seconds` a
    number above 0 or None, and `net` a network or None.
    """
    optional = () if player.simulations is None else ("simulations",)
    for name in (*optional, *counts):
        value = getattr(player, name)
        if not isinstance(value, int) or value < 1:
            raise ValueError(f"“{name}” is a whole number from 1 on, not {short(value, repr)}")
    seconds: Any = player.seconds
    net: Any = player.net
    if seconds is not None and not (isinstance(seconds, Real) and 0 < float(seconds) < inf):
        raise ValueError(f"“seconds” is a number above 0, not {short(seconds, repr)}")
    if net is not None and not isinstance(net, Net):
        raise ValueError(f"“net” is a network as `read_net` gives it, not {short(net, repr)}")
