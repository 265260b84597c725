"""Bots that fail, each in its own way."""

from __future__ import annotations

from quarterdeck.play import Action, View

# What no one is to read but in the log.
SECRET = "the card of a seat"


class Raises:
    def choose(self, view: View) -> Action:
        raise ZeroDivisionError(SECRET)


class Cheats:
    def choose(self, view: View) -> Action:
        return next(action for action in view.game.actions if action not in view.legal())
