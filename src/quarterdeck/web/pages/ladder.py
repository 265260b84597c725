"""The ladder's page: who has joined it, how strong they are, and where the bots stand. Words, no markup."""

from __future__ import annotations

import itertools
from collections.abc import Sequence
from typing import Any, Final

from quarterdeck.bots import TITLES
from quarterdeck.bots.stand_in import STAND_IN
from quarterdeck.i18n import N_, _, decimal
from quarterdeck.kernel.generic import capitalized
from quarterdeck.play import find
from quarterdeck.tables.ladder import Rating, bot_rating, margin_of, points_of, sure
from quarterdeck.tables.seats import HUMAN
from quarterdeck.tables.store.ratings import Rung
from quarterdeck.text_safety import isolated
from quarterdeck.web.boards import BOARDS
from quarterdeck.web.boards.base import Context
from quarterdeck.web.rendering import templates

__all__ = ["ladder", "rating_figures", "rungs"]

# The bots that a rated game is offered against, and the button of each.
OFFERED: Final = {
    "mate": N_("Against mates"),
    "captain": N_("Against captains"),
    "admiral": N_("Against admirals"),
}


def ladder(context: Context) -> str:
    """The page. Reads ``wanted``: the game; what `rungs` returns; ``mine``: the viewer's rating made by
    `rating_figures`, or None; ``joined``: whether they have joined; ``name``: their name, or ""; ``error``: a
    sentence or None.
    """
    game = find(context["wanted"])
    option = game.option("players")
    assert option is not None
    players = int(option.choices[0])
    offers = [
        {"label": _(label), "fields": _form_fields(game.id, bot, players)} for bot, label in OFFERED.items()
    ]
    known = [(id_, find(id_).title) for id_ in BOARDS]
    return templates.render("ladder.html", {**context, "known": known, "title": game.title, "offers": offers})


def _form_fields(game: str, bot: str, players: int) -> dict[str, str]:
    """The form of a rated game against bots of one kind."""
    kinds = {f"kind{seat}": bot for seat in range(1, players)}
    return {"game": game, "players": str(players), "rated": "on", "kind0": HUMAN, **kinds}


def rungs(game: str, found: Sequence[Rung], me: str = "") -> dict[str, Any]:
    """``ladder``: those whose ratings are sure, among the bots, the strongest first; ``newcomers``: the
    others. `me` is the hash of the viewer's browser.
    """
    people = [_rung_row(rung.name, rung.rating, me=rung.holder == me) for rung in found]
    bots = [
        {**_rung_row(capitalized(_(title)), bot_rating(game, bot), bot=True), "margin": None}
        for bot, title in TITLES.items()
        if bot in find(game).bot_shares or bot == STAND_IN
    ]
    certain = [rung for rung in people if rung["sure"]]
    return {
        "ladder": _with_places(sorted([*certain, *bots], key=lambda rung: -rung["points"])),
        "newcomers": [rung for rung in people if not rung["sure"]],
    }


def _rung_row(name: str, rating: Rating, me: bool = False, bot: bool = False) -> dict[str, Any]:
    return {"name": isolated(name), "me": me, "bot": bot, "place": None, **rating_figures(rating)}


def _with_places(rungs: Sequence[dict[str, Any]]) -> list[dict[str, Any]]:
    """People with their places; bots have none, but stand between them."""
    places = itertools.count(1)
    return [{**rung, "place": None if rung["bot"] else next(places)} for rung in rungs]


def rating_figures(rating: Rating) -> dict[str, Any]:
    """A rating for a page."""
    points = points_of(rating)
    return {
        "points": points,
        "shown": decimal(points, grouped=True),
        "margin": margin_of(rating),
        "games": rating.games,
        "sure": sure(rating),
    }
