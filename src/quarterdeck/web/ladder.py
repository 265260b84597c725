"""The ladder's page: who has joined it, how strong they are, and where the bots stand. Words, no markup."""

from __future__ import annotations

import itertools
from collections.abc import Sequence
from typing import Any, Final

from quarterdeck.bots import TITLES
from quarterdeck.i18n import N_, _, decimal
from quarterdeck.kernel.generic import capitalized
from quarterdeck.play import find
from quarterdeck.tables.ladder import Rating, bot_rating, margin_of, points_of, sure
from quarterdeck.tables.seats import HUMAN, STAND_IN
from quarterdeck.tables.store.ratings import Rung
from quarterdeck.text_safety import isolated
from quarterdeck.web import pages
from quarterdeck.web.boards import BOARDS
from quarterdeck.web.boards.base import Context

__all__ = ["ladder", "rungs", "told"]

# The bots that a rated game is offered against, and the button of each.
OFFERED: Final = {
    "mate": N_("Against mates"),
    "captain": N_("Against captains"),
    "admiral": N_("Against admirals"),
}


def ladder(context: Context) -> str:
    """The page. Reads ``wanted``: the game; what `rungs` returns; ``mine``: one's own rating made by `told`,
    or None; ``joined``: whether one has joined; ``name``: one's name, or ""; ``error``: a sentence or None.
    """
    game = find(context["wanted"])
    option = game.option("players")
    assert option is not None
    players = int(option.choices[0])
    offers = [{"label": _(label), "fields": _fields(game.id, bot, players)} for bot, label in OFFERED.items()]
    known = [(one, find(one).title) for one in BOARDS]
    return pages.render("ladder.html", {**context, "known": known, "title": game.title, "offers": offers})


def _fields(game: str, bot: str, players: int) -> dict[str, str]:
    """The form of a rated game against bots of one kind."""
    kinds = {f"kind{seat}": bot for seat in range(1, players)}
    return {"game": game, "players": str(players), "rated": "on", "kind0": HUMAN, **kinds}


def rungs(game: str, found: Sequence[Rung], me: str = "") -> dict[str, Any]:
    """``ladder``: those whose ratings are sure, among the bots, the strongest first; ``newcomers``: the
    others. `me` is the hash of the viewer's browser.
    """
    people = [_rung(one.name, one.rating, me=one.holder == me) for one in found]
    bots = [
        {**_rung(capitalized(_(title)), bot_rating(game, bot), bot=True), "margin": None}
        for bot, title in TITLES.items()
        if bot in find(game).bot_shares or bot == STAND_IN
    ]
    certain = [one for one in people if one["sure"]]
    return {
        "ladder": _placed(sorted([*certain, *bots], key=lambda one: -one["points"])),
        "newcomers": [one for one in people if not one["sure"]],
    }


def _rung(name: str, rating: Rating, me: bool = False, bot: bool = False) -> dict[str, Any]:
    return {"name": isolated(name), "me": me, "bot": bot, "place": None, **told(rating)}


def _placed(ordered: Sequence[dict[str, Any]]) -> list[dict[str, Any]]:
    """People with their places; bots have none, but stand between them."""
    places = itertools.count(1)
    return [{**one, "place": None if one["bot"] else next(places)} for one in ordered]


def told(rating: Rating) -> dict[str, Any]:
    """A rating for a page."""
    points = points_of(rating)
    return {
        "points": points,
        "shown": decimal(points, grouped=True),
        "margin": margin_of(rating),
        "games": rating.games,
        "sure": sure(rating),
    }
