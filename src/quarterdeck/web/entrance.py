"""The pages before a table: where one chooses a game and a table."""

from __future__ import annotations

from typing import Any

from markupsafe import Markup

from quarterdeck.play import find
from quarterdeck.web import pages
from quarterdeck.web.boards import BOARDS
from quarterdeck.web.boards.base import Context
from quarterdeck.words import _

__all__ = ["home"]


def home(context: Context) -> str:
    """The first page.

    Reads ``games``: ``[{"id", "game", "names", "options", "over", "round", "rounds", "winners": [name, …]},
    …]``, newest first; optional ``chosen`` (the game whose form is shown), ``error`` and ``form`` (what was
    entered before, by field name).
    """
    chosen = context.get("chosen") or next(iter(BOARDS))
    board = BOARDS[chosen]
    fields = board.fields()
    return pages.render(
        "home.html",
        {
            "error": None,
            "form": {},
            **context,
            "games": [_listed(row) for row in context["games"]],
            "covers": [_cover(game) for game in BOARDS],
            "chosen": chosen,
            "fields": fields,
            "chairs": max(
                int(pick.value) for field in fields if field.name == "players" for pick in field.picks
            ),
            "companions": board.companions,
        },
    )


def _cover(game: str) -> dict[str, Any]:
    art = Markup(pages.render(f"{game}/cover.html", {}, game))
    return {"game": game, "title": find(game).title, **BOARDS[game].invitation()._asdict(), "art": art}


def _listed(row: Context) -> dict[str, Any]:
    """A table in the list of a browser's games, with what it is called and how it is set."""
    game = row["game"]
    board = BOARDS[game]
    details, emblem = board.details(row["options"]), board.invitation().emblem
    # A table that an earlier version has kept may not say.
    progress = _("begun") if row["round"] is None else board.progress(row["round"], row["rounds"])
    return {**row, "title": find(game).title, "details": details, "emblem": emblem, "progress": progress}
