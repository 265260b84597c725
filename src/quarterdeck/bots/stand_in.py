"""The replacement of a failing bot for one move, and the sentence about it.

A bot fails if it raises, chooses an illegal action or, where a clock runs, does not answer. The
rule-of-thumb bot then makes that move; if it fails too, any legal move is made.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from quarterdeck.bots.base import Bot
from quarterdeck.i18n import N_, _
from quarterdeck.play import Action, View

__all__ = ["BY_CHANCE", "BY_STAND_IN", "STAND_IN", "NotLegal", "choice_of", "substitution_sentence"]

# The bot that stands in for others.
STAND_IN: Final = "rule-of-thumb"
# Who replaced a bot's move, as stored: the rule-of-thumb bot, or chance.
BY_STAND_IN: Final = "stand-in"
BY_CHANCE: Final = "chance"

_SENTENCES: Final[Mapping[str, str]] = {
    BY_STAND_IN: N_("The bot that plays for {name} fails: the rule-of-thumb bot moves in its place."),
    BY_CHANCE: N_("The bots that play for {name} fail: any legal move is made in their place."),
}
_SENTENCES_TO_YOU: Final[Mapping[str, str]] = {
    BY_STAND_IN: N_("The bot that plays for you fails: the rule-of-thumb bot moves in its place."),
    BY_CHANCE: N_("The bots that play for you fail: any legal move is made in their place."),
}


class NotLegal(Exception):
    """A bot chose an illegal action."""


def choice_of(player: Bot, view: View) -> Action:
    """A bot's choice. Raises NotLegal for an illegal one; errors of the bot itself are passed on."""
    legal = view.legal()
    action = player.choose(view)
    if action not in legal:
        raise NotLegal
    return action


def substitution_sentence(by: str, name: str, you: bool = False) -> str:
    """The sentence about a move that was made `by` one of these two for a seat of this name."""
    return _((_SENTENCES_TO_YOU if you else _SENTENCES)[by]).format(name=name)
