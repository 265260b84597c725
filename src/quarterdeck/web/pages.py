"""Pages and their regions: a view's JSON and a few words of context in, HTML out. No server, no rules.

Every function takes one context, a mapping. All of them read ``csrf`` (a token for forms; may be "").

`table` and `regions` read, besides:

``title``       the game's name
``table_id``    str, for addresses: the table is at ``/table/{table_id}``
``view``        the JSON of the view that the reader may see
``names``       a name for each seat; ``kinds``: "human" or "bot" for each seat
``me``          the seat that the reader plays, or None for somebody who only watches
``version``     int, the number of moves made; a form sends it back, so that a stale page changes nothing
``log``         ``[{"number": 1, "title", "lines": [{"text", "rule", "seat", "private"}, …]}, …]``, oldest
                first
``hints``       optional, action text → one line on what it does; missing ones are the board's own
``why``         optional, text of an action that is not possible → the sentence that says why
``commitment``  the hash of the seed, shown from the first move on
``seed``        optional, the seed itself, once the match is over
``error``       optional, a sentence to show on top
``away``        optional, whether a bot plays for the reader's seat; ``undo``: whether it may ask for its last
                move back; ``plan``: the text of the move that it has made up its mind to, or ""
``replay``      None, or for `replay`: ``{"ply", "plies", "seat", "seats": [{"value", "label"}, …],
                "parts": [{"label", "links": [{"mark", "title", "ply", "here"}, …]}, …], "move": sentence or
                ""}``; pages are at ``?ply=…&seat=…``

and what the board of ``view["game"]`` makes of the facts (`boards.Board.told`).
"""

from __future__ import annotations

from functools import cache
from typing import Any

import jinja2

from quarterdeck.web import assets, drawing
from quarterdeck.web.boards import BOARDS
from quarterdeck.web.boards.base import Context, Plan
from quarterdeck.words import _, current, ngettext

__all__ = ["curtain", "error", "regions", "render", "replay", "rules", "table"]

SHARED = ("prompt", "deal")
NOTHING_OWN = {"away": False, "undo": False, "plan": ""}


@cache
def _environment(game: str | None) -> jinja2.Environment:
    """Where templates are rendered: with the words of a game's board, or with none."""
    environment = jinja2.Environment(
        loader=jinja2.PackageLoader("quarterdeck.web", "templates"),
        autoescape=True,
        extensions=["jinja2.ext.i18n"],
        trim_blocks=True,
        lstrip_blocks=True,
        undefined=jinja2.StrictUndefined,
    )
    environment.policies["ext.i18n.trimmed"] = True
    installed: Any = environment
    installed.install_gettext_callables(_, ngettext, newstyle=True)
    environment.globals.update(drawing=drawing, lang=current, static=assets.address)
    if game is not None:
        environment.filters.update(BOARDS[game].filters)
        environment.globals.update(BOARDS[game].tools)
    return environment


def render(template: str, context: Context, game: str | None = None) -> str:
    """A template, with the words of a game's board or with none."""
    return _environment(game).get_template(template).render(context)


def _full(context: Context) -> dict[str, Any]:
    """The context with all that templates compute from a view, and defaults for what is optional."""
    game = context["view"]["game"]
    board = BOARDS[game]
    given = {"seed": None, "error": None, "replay": None, **NOTHING_OWN, **context}
    return {
        **given,
        **board.fill(given),
        "game": game,
        "styles": board.styles,
        "details": board.details(context["view"]["options"]),
        "prompt": board.prompt(given),
        "plans": _plans(given),
        "address": f"/table/{context['table_id']}",
        "log_parts": {f"region_log_{part['number']}": part for part in context["log"]},
    }


def _plans(given: Context) -> list[Plan]:
    """What the reader may ask for before it can be done: while others are to act, and nobody stands in."""
    view, me = given["view"], given["me"]
    if me is None or given["away"] or given["replay"] or not view["to_act"] or me in view["to_act"]:
        return []
    offered = list(BOARDS[view["game"]].plans(given))
    if given["plan"] and all(plan.action != given["plan"] for plan in offered):
        said = _("As soon as you can: {action}").format(action=given["plan"])
        offered.append(Plan(given["plan"], said, said))
    return offered


def regions(context: Context) -> dict[str, str]:
    """The HTML inside each updatable region of a table, by the region's id: the shared ones, the board's own,
    and one for each part of the log, so that those that are over are not sent again.
    """
    full = _full(context)
    game = full["game"]
    places = {name: f"regions/{name}.html" for name in SHARED}
    places |= {name: f"{game}/{name}.html" for name in BOARDS[game].regions}
    made = {f"region_{name}": render(template, full, game) for name, template in places.items()}
    logs = {
        region: render("regions/log.html", {**full, "part": part}, game)
        for region, part in full["log_parts"].items()
    }
    return {**made, **logs}


def table(context: Context) -> str:
    """The page of a table."""
    full = _full(context)
    return render(f"{full['game']}/table.html", full, full["game"])


def replay(context: Context) -> str:
    """The page of a game at one ply: the table's context with ``replay`` set and nothing to do."""
    return table({**context, "hints": {}, "why": {}})


def curtain(context: Context) -> str:
    """The page between two people at one screen. Reads ``table_id``, ``name``, ``seat`` and ``version``."""
    return render("curtain.html", {"error": None, **context})


def rules(context: Context) -> str:
    """The numbered rules. Reads ``game`` (its id), ``title`` and ``sections``: ``[{"title", "rules": [(id,
    text), …]}, …]``.
    """
    return render("rules.html", context)


def error(context: Context) -> str:
    """A page that says what went wrong. Reads ``status``, ``sentence``, and optionally ``back``, a path."""
    return render("error.html", {"back": "/", **context})
