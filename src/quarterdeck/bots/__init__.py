"""Players that are programs. They get a view, as a person in their seat would, never a state.

A bot is a class with `choose(view)`, registered here under a name. Tables and terminal take the names and
descriptions from `BOTS`.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from functools import partial

from quarterdeck.bots.base import Bot
from quarterdeck.bots.heuristics import RuleOfThumb
from quarterdeck.bots.levels import LONGEST, SKILLS, Level
from quarterdeck.bots.uniform import Uniform
from quarterdeck.errors import GameOptionError
from quarterdeck.i18n import N_, _, short
from quarterdeck.play import Game
from quarterdeck.play.checks import seed_text

__all__ = ["BOTS", "TITLES", "Bot", "bot", "bot_at_table", "searches"]

# Name → one line about it, marked for translation: `_(BOTS[name])`.
BOTS: Mapping[str, str] = {
    "rule-of-thumb": N_("Plays sensibly by a few plain rules: a good opponent for learning the game."),
    "deckhand": N_("Knows the game, and often takes a move that only looks good."),
    "mate": N_("Knows the game, and makes a mistake now and then."),
    "captain": N_("Thinks a good deal before each move."),
    "admiral": N_("Thinks for half a second or more before each move."),
    "random": N_("Plays anything legal, without a thought."),
}

# Name → what to call it in a list, marked for translation.
TITLES: Mapping[str, str] = {
    "rule-of-thumb": N_("rule of thumb"),
    "deckhand": N_("deckhand"),
    "mate": N_("mate"),
    "captain": N_("captain"),
    "admiral": N_("admiral"),
    "random": N_("random"),
}

_FACTORIES: Mapping[str, Callable[[int | str], Bot]] = {
    "rule-of-thumb": RuleOfThumb,
    **{name: partial(Level, name) for name in SKILLS},
    "random": Uniform,
}


def bot(name: str, seed: int | str = 0) -> Bot:
    """The bot of this name, with this seed for its random choices. Raises GameOptionError if there is none,
    or for an invalid seed.
    """
    factory = None
    if isinstance(name, str):
        factory = _FACTORIES.get(name)
    if factory is None:
        sentence = _("There is no bot “{name}”; there is {bots}.")
        raise GameOptionError(sentence.format(name=short(name, str), bots=", ".join(BOTS)))
    return factory(seed_text(seed))


def bot_at_table(name: str, seed: int | str = 0) -> Bot:
    """The bot of this name for a table, where people wait. It thinks about a move for `LONGEST` seconds at
    most, so its moves depend on the machine.
    """
    player = bot(name, seed)
    return replace(player, seconds=LONGEST) if isinstance(player, Level) else player


def searches(name: str, game: Game) -> bool:
    """Whether this bot simulates matches, which is slow until `Game.warm` has compiled its rules."""
    return name in SKILLS and Level(name).searches(game.id)
