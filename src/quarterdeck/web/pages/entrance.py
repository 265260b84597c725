"""The pages before a table: choosing a game and a table, with the new-table form and the lobby."""

from __future__ import annotations

import re
from typing import Any, Final

from markupsafe import Markup

from quarterdeck.bots import BOTS, TITLES
from quarterdeck.errors import QuarterdeckError
from quarterdeck.i18n import _, ngettext
from quarterdeck.kernel.generic import capitalized
from quarterdeck.play import find
from quarterdeck.tables.match.terms import PRESETS, Terms
from quarterdeck.tables.seats import HUMAN, SUBSTITUTE, VACANT
from quarterdeck.tables.store.rows import Summary, TableRow
from quarterdeck.text_safety import isolated
from quarterdeck.web.boards import BOARDS, details
from quarterdeck.web.boards.base import Context
from quarterdeck.web.forms import companions
from quarterdeck.web.pages.lists import render, with_lists
from quarterdeck.web.pages.welcome import offers, welcome
from quarterdeck.web.rendering import templates
from quarterdeck.web.table.company import time_for_turn

__all__ = ["home", "home_lists", "listing", "lobby", "lobby_lists"]

_SYMBOL_ELEMENT: Final = re.compile(r'\s*<symbol id="(?P<id>[^"]+)".*?</symbol>', re.DOTALL)
# Pictures that the lists of the first page may show later.
_ALWAYS_KEPT: Final = {"i-boatswain", "i-hat"}
_SYMBOL_USE: Final = re.compile(r'href="#([^"]+)"')
# Form fields that stay folded until somebody has changed them.
FOLDED: Final = {
    "clock": "none",
    "timeout": "move",
    "take_back": "on",
    "talk": "on",
    "coach": "",
    "public": "",
    "rated": "",
}


def home(context: Context) -> str:
    """The first page.

    Reads ``games``: ``[{"id", "game", "names", "options", "over", "round", "rounds", "winners": [name, …]},
    …]``, newest first, or items made by `listing`; optional ``open`` (the same for others' tables),
    ``asked`` (invitations, as `friends.asked_to` makes them), ``courses`` (as `guidance.courses` makes
    them), ``of_the_day`` (the puzzle, as `puzzling.card_of_the_day` makes it), ``chosen`` (the game whose
    form is shown), ``own`` (the name of the reader), ``error`` and ``form`` (previous input, by field
    name).
    """
    chosen = context.get("chosen") or next(iter(BOARDS))
    own = context.get("own", "")
    board = BOARDS[chosen]
    fields = board.fields()
    form = context.get("form", {})
    page = templates.render(
        "home.html",
        {
            "error": None,
            "form": {},
            "courses": {},
            "of_the_day": None,
            **context,
            **with_lists(home_lists(context)),
            "welcome": _welcome(context),
            "covers": [_cover_context(game, form) for game in BOARDS],
            "chosen": chosen,
            "fields": fields,
            "house_rules": _house_rules(chosen, form),
            "has_components": find(chosen).components is not None,
            "chairs": max(
                int(pick.value) for field in fields if field.name == "players" for pick in field.picks
            ),
            "bots": TITLES,
            "about_bots": BOTS,
            "substitute": SUBSTITUTE,
            "companions": [own, *companions(chosen, own)[1:]],
            "clocks": [(name, capitalized(terms.clock_words())) for name, terms in PRESETS.items()],
            "terms": {name: form.get(name, usual) for name, usual in FOLDED.items()},
            "unfolded": any(form.get(name, usual) != usual for name, usual in FOLDED.items()),
        },
    )
    return _without_unused_pictures(page)


def _without_unused_pictures(page: str) -> str:
    """The page without the pictures that it doesn't show, which makes it a third lighter."""
    used = _ALWAYS_KEPT | set(_SYMBOL_USE.findall(page))
    return _SYMBOL_ELEMENT.sub(lambda symbol: symbol[0] if symbol["id"] in used else "", page)


def home_lists(context: Context) -> dict[str, str]:
    """The lists of the first page, of the same context."""
    lists_context = {
        "games": _game_rows(context),
        "open": context.get("open", []),
        "asked": context.get("asked", []),
        "welcome": _welcome(context),
    }
    return render(("calls", "own", "open"), lists_context)


def _game_rows(context: Context) -> list[dict[str, Any]]:
    return [_list_row(row) for row in context["games"]]


def _welcome(context: Context) -> dict[str, Any]:
    return welcome(_game_rows(context), context.get("courses", {}), context.get("own", ""))


def lobby(context: Context) -> str:
    """The lobby. Reads ``waiting`` and ``running``: lists made by `listing`."""
    return templates.render(
        "lobby.html", {"sprites": list(BOARDS), **context, **with_lists(lobby_lists(context))}
    )


def lobby_lists(context: Context) -> dict[str, str]:
    """The lists of the lobby, of the same context."""
    return render(("waiting", "running"), context)


def listing(row: TableRow, summary: Summary, owner: str) -> dict[str, Any] | None:
    """A table for this owner's lists; None if it can't be played here."""
    if row.game not in BOARDS:
        return None
    try:
        terms = Terms.from_json(row.terms)
    except QuarterdeckError:
        return None
    standing = summary.standing
    listed = {
        "id": row.id,
        "game": row.game,
        "options": row.options,
        "components": row.components,
        **standing,
        "names": [isolated(seat.name) for seat in summary.seats if seat.kind != VACANT],
        "bots": sum(seat.kind not in (HUMAN, VACANT) for seat in summary.seats),
        "people": [isolated(seat.name) for seat in summary.seats if seat.kind == HUMAN],
        "free": sum(seat.kind == VACANT for seat in summary.seats),
        "clock": terms.clock_words(),
        "coach": terms.coach,
        "rated": terms.rated,
        "mine": any(owner in seat.holders for seat in summary.seats),
        "turn": summary.awaits(owner),
        "left": time_for_turn(row.terms, summary, owner),
        "acting": [isolated(summary.seats[seat].name) for seat in standing["to_act"]],
        "winners": [isolated(summary.seats[seat].name) for seat in standing["winners"]],
    }
    return _list_row(listed)


def _house_rules(game: str, form: Context) -> dict[str, Any]:
    """The house rules of a game: each option with its contested point and the value to be shown as chosen."""
    spec = find(game)
    rules: list[dict[str, Any]] = [
        {
            "option": option,
            "point": point,
            "chosen": str(form.get(option.name, option.choices[0])),
        }
        for option in spec.options
        if (point := spec.house_rule(option.name)) is not None
    ]
    unfolded = any(rule["chosen"] != str(rule["option"].choices[0]) for rule in rules)
    return {"rules": rules, "unfolded": unfolded}


def _cover_context(game: str, form: Context) -> dict[str, Any]:
    art = Markup(templates.render(f"{game}/cover.html", {}, game))
    return {
        "game": game,
        "title": find(game).title,
        **BOARDS[game].cover()._asdict(),
        **offers(game, form),
        "art": art,
    }


def _list_row(row: Context) -> dict[str, Any]:
    """A table in a list, with its name and settings."""
    game = row["game"]
    board = BOARDS[game]
    if free := row.get("free", 0):
        progress = ngettext("{count} seat is free", "{count} seats are free", free).format(count=free)
    elif row.get("paused"):
        progress = _("paused")
    elif row["round"] is None:
        # Tables of earlier versions may lack this.
        progress = _("begun")
    else:
        progress = board.progress(row["round"], row["rounds"])
    return {
        "ended": "",
        "acting": [],
        "left": "",
        **row,
        "title": find(game).title,
        "details": details(game, row["options"], row.get("components")),
        "emblem": board.cover().emblem,
        "progress": progress,
    }
