"""Players that are programs. They get what a human in their seat would see: a view, never a state.

A bot is a class with `choose(view)`, entered here under a name. Whatever offers bots, tables or terminal,
takes the names and their descriptions from `BOTS`.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping

from quarterdeck.bots.base import Bot
from quarterdeck.bots.thumb import RuleOfThumb
from quarterdeck.bots.uniform import Uniform
from quarterdeck.errors import GameOptionError
from quarterdeck.words import N_, _

__all__ = ["BOTS", "Bot", "bot"]

# Name → one line about it, marked for translation: `_(BOTS[name])`.
BOTS: Mapping[str, str] = {
    "rule-of-thumb": N_("Plays sensibly by a few plain rules: a good opponent for learning the game."),
    "random": N_("Plays anything legal, without a thought."),
}

_MADE_BY: Mapping[str, Callable[[int | str], Bot]] = {
    "rule-of-thumb": RuleOfThumb,
    "random": Uniform,
}


def bot(name: str, seed: int | str = 0) -> Bot:
    """The bot of this name; its seed decides what it leaves to chance. GameOptionError if there is none."""
    make = _MADE_BY.get(name)
    if make is None:
        sentence = _("There is no bot “{name}”; there is {bots}.")
        raise GameOptionError(sentence.format(name=str(name)[:40], bots=", ".join(BOTS)))
    return make(seed)
