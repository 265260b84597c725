"""Matches of Cartagena in every phase, and the contexts of their pages, as one seat sees them."""

from __future__ import annotations

import random
from copy import deepcopy
from functools import cache
from typing import Any

from quarterdeck.play import Action, Game, Record
from quarterdeck.tables.match.match import Match, Viewer
from quarterdeck.tables.match.sight import look
from quarterdeck.web.boards import BOARDS
from tests.tables.tables import kinds, play

NAMES = ("Ann", "Ben", "Cleo", "Dan")
LIKED = {"take bijoux": 5, "take ojo": 4, "take crackpott": 4, "take cambivalute": 3}


def fresh(seed: str, players: int = 4) -> Match:
    """A match at its start: the first seat a person's, the others played by bots."""
    made = Record(Game("cartagena", players=players), seed=seed, names=list(NAMES[:players]))
    return Match.fresh(made, kinds(1, players), "owner")


def step(match: Match, dice: random.Random) -> None:
    """One random move; those that lead to sides, cards and placed sailors come more often."""
    seat = dice.choice(match.position.to_act)
    legal: list[Action] = list(match.position.legal(seat))
    weights = [_weight(match, seat, action.text) for action in legal]
    play(match, seat, match.version, dice.choices(legal, weights)[0])


def _weight(match: Match, seat: int, action: str) -> float:
    if action.startswith("play"):
        return 3
    if action in ("take bijoux", "take ojo") and match.position.to_json()["seats"][seat]["side"] is not None:
        return 1
    return LIKED.get(action, 1)


def context(match: Match, viewer: Viewer = 0, ply: int | None = None, **more: Any) -> dict[str, Any]:
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
        "version": sight.ply,
        "log": sight.chapters,
        **BOARDS["cartagena"].told(sight.chapters, len(sight.names)),
        "why": sight.why,
        "commitment": sight.commitment,
        "replay": None,
        **more,
    }


@cache
def moments() -> dict[str, tuple[Match, int]]:
    """A match and a ply for each phase in which Ann is to act, some in which she waits, and the end."""
    found: dict[str, tuple[Match, int]] = {}
    for number in range(40):
        match, dice = fresh(str(number)), random.Random(number)
        while True:
            found.setdefault(_moment(match.position.to_json()), (match, match.version))
            if match.over:
                break
            step(match, dice)
        if len(found) == len(MOMENTS):
            break
    return found


def _moment(view: dict[str, Any]) -> str:
    phase: str = view["phase"]
    if phase == "over":
        return "over" if view["winners"] else "over without a winner"
    mine = 0 in view["to_act"]
    if phase == "duel" and mine:
        return "first round of a duel" if view["duels"][-1]["round"] == 1 else "duel"
    if phase == "cabins" and mine:
        return "cabins all open" if all(door["state"] != "closed" for door in view["row"]) else "cabins"
    if mine:
        return phase
    return "waiting for a card" if phase == "duel" else "waiting"


MOMENTS = (
    "cabins",
    "cabins all open",
    "diaz",
    "tembo",
    "swap",
    "trade",
    "pang",
    "rob",
    "side",
    "spy",
    "sailors",
    "inspect",
    "handle",
    "first round of a duel",
    "duel",
    "waiting for a card",
    "waiting",
    "over",
    "over without a winner",
)


def at(moment: str, **more: Any) -> dict[str, Any]:
    """The context of Ann's page at one of `MOMENTS`."""
    match, ply = moments()[moment]
    return context(match, 0, ply, **more)
