"""Matches of a game in every phase, and the contexts of their pages, as one seat sees them."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterable
from copy import deepcopy
from functools import cached_property
from typing import Any

from quarterdeck.play import Game, Record
from quarterdeck.tables.match.match import Match, Viewer
from quarterdeck.tables.match.sight import look
from quarterdeck.web.boards import BOARDS
from quarterdeck.web.table import markup
from tests.tables.tables import kinds, play

NAMES = ("Ann", "Ben", "Cleo", "Dan", "Eve")
REPLAY = {
    "ply": 3,
    "plies": 9,
    "seat": "0",
    "seats": [{"value": "0", "label": "Ann"}],
    "parts": [{"label": "Round", "links": [{"mark": "1", "title": "Round 1", "ply": 0, "here": True}]}],
    "move": "Ann: a move",
}


class Moments:
    """Moments of random matches of a game in which Ann has the first seat. `moment` names one by the whole
    position's JSON, `weight` says how likely a move is to be chosen.
    """

    def __init__(
        self,
        game: str,
        names: tuple[str, ...],
        moment: Callable[[dict[str, Any]], str],
        weight: Callable[[Match, int, str], float],
        seeds: Iterable[int],
    ) -> None:
        self.game, self.names = game, names
        self._moment, self._weight, self._seeds = moment, weight, seeds

    def fresh(self, seed: str, players: int = 4) -> Match:
        """A match at its start: the first seat a person's, the others played by bots."""
        made = Record(Game(self.game, players=players), seed=seed, names=list(NAMES[:players]))
        return Match.fresh(made, kinds(1, players), "owner")

    def step(self, match: Match, dice: random.Random) -> None:
        """One random move."""
        seat = dice.choice(match.position.to_act)
        legal = list(match.position.legal(seat))
        weights = [self._weight(match, seat, action.text) for action in legal]
        play(match, seat, match.version, dice.choices(legal, weights)[0])

    def context(
        self, match: Match, viewer: Viewer = 0, ply: int | None = None, **more: Any
    ) -> dict[str, Any]:
        """The context of a page at a ply, the last one by default; its view may be changed without harm."""
        sight = look(match, viewer, ply)
        return {
            "title": sight.title,
            "table_id": "t4kq",
            "csrf": "token",
            "view": deepcopy(sight.view),
            "names": sight.names,
            "kinds": sight.kinds,
            "me": sight.you,
            "seated": sight.you is not None,
            "version": sight.ply,
            "log": sight.chapters,
            **BOARDS[self.game].facts_context(sight.chapters, len(sight.names)),
            "why": sight.why,
            "commitment": sight.commitment,
            "replay": None,
            **more,
        }

    @cached_property
    def found(self) -> dict[str, tuple[Match, int]]:
        """A match and a ply for each of the names."""
        found: dict[str, tuple[Match, int]] = {}
        for number in self._seeds:
            match, dice = self.fresh(str(number)), random.Random(number)
            while True:
                found.setdefault(self._moment(match.position.to_json()), (match, match.version))
                if match.over:
                    break
                self.step(match, dice)
            if len(found) == len(self.names):
                break
        return found

    def at(self, moment: str, **more: Any) -> dict[str, Any]:
        """The context of Ann's page at a moment."""
        match, ply = self.found[moment]
        return self.context(match, 0, ply, **more)

    def replayed(self, moment: str) -> dict[str, Any]:
        """The context of a replay's page at a moment."""
        shown = self.at(moment, replay=REPLAY, me=None)
        shown["view"]["legal"] = []
        return shown

    def page(self, moment: str) -> str:
        """The page of a moment; also of the first one, as a spectator (“watching”) or a replay shows it."""
        if moment == "replay":
            return markup.replay(self.replayed(self.names[0]))
        if moment == "watching":
            match, ply = self.found[self.names[0]]
            return markup.table(self.context(match, None, ply))
        return markup.table(self.at(moment))
