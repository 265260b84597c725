"""What a command to a table is."""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from typing import Concatenate, ParamSpec

from quarterdeck.tables.match.match import Match

__all__ = ["Command", "command"]

P = ParamSpec("P")

# Takes the draft of a match and the time in milliseconds since 1970. It checks, appends its entries and
# returns the resulting version; or it raises an error with one clear sentence, and the draft is thrown away.
Command = Callable[[Match, int], int]


def command(do: Callable[Concatenate[Match, int, P], int]) -> Callable[P, Command]:
    """Decorator for what a command does: called with all but the draft and the time, it makes the command."""

    @wraps(do)
    def make(*args: P.args, **kwargs: P.kwargs) -> Command:
        return lambda draft, at: do(draft, at, *args, **kwargs)

    return make
