"""Checks the budget and the network of a search."""

from __future__ import annotations

from operator import index
from typing import Any

from quarterdeck.bots.base import BotError
from quarterdeck.bots.search.net import Net
from quarterdeck.i18n import _, short
from quarterdeck.play.checks import is_finite


def check_budget(player: Any, *counts: str) -> None:
    """Check the budget of a search. BotError names the first wrong field.

    The fields `counts` must be whole numbers of any type from 1 on, `simulations` such a number or None, and
    `seconds` a number above 0 or None. Whole numbers become plain ones.
    """
    optional = () if player.simulations is None else ("simulations",)
    for name in (*optional, *counts):
        object.__setattr__(player, name, _whole_number(name, getattr(player, name)))
    seconds: object = player.seconds
    if seconds is not None and not (is_finite(seconds) and seconds > 0):
        raise BotError(_("“seconds” is a number above 0, not {value}.").format(value=short(seconds)))


def _whole_number(name: str, value: Any) -> int:
    try:
        found = 0 if isinstance(value, bool) else index(value)
    except TypeError:
        found = 0
    if found < 1:
        sentence = _("“{name}” is a whole number from 1 on, not {value}.")
        raise BotError(sentence.format(name=name, value=short(value)))
    return found


def check_net(player: Any) -> None:
    """Check that the field `net` of a search is a network or None. Raises BotError for anything else."""
    net: Any = player.net
    if net is not None and not isinstance(net, Net):
        sentence = _("“net” is a network as `read_net` gives it, not {value}.")
        raise BotError(sentence.format(value=short(net)))
