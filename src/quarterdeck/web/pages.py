"""Pages and their regions: a view's JSON and a few words of context in, HTML out. No server, no rules.

Every function takes one context, a mapping. All of them read ``csrf`` (a token for forms; may be "").

`table` and `regions` read, besides:

``table_id``    str, for addresses: the table is at ``/table/{table_id}``
``view``        the JSON of the view that the reader may see
``names``       a name for each seat; ``kinds``: "human" or "bot" for each seat
``me``          the seat that the reader plays, or None for somebody who only watches
``version``     int, the number of moves made; a form sends it back, so that a stale page changes nothing
``log``         ``[{"round": 1, "lines": [{"text", "rule", "seat", "private"}, …]}, …]``, oldest first
``rounds``      finished rounds, each made by `points.round_points`, oldest first
``hints``       optional, action text → one line on what it does; missing ones come from `hints.hint`
``why``         optional, text of an action that is not possible → the sentence that says why
``commitment``  the hash of the seed, shown from the first move on
``seed``        optional, the seed itself, once the match is over
``error``       optional, a sentence to show on top
``replay``      None, or for `replay`: ``{"ply", "plies", "seat", "seats": [{"value", "label"}, …],
                "rounds": [{"round", "ply"}, …], "move": sentence or ""}``; pages are at ``?ply=…&seat=…``
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from typing import Any

import jinja2

from quarterdeck.games.meuterer import example
from quarterdeck.games.meuterer.words import hints, names
from quarterdeck.games.meuterer.words.hints import hint
from quarterdeck.games.meuterer.words.points import round_points
from quarterdeck.web import assets, board, choices, drawing
from quarterdeck.words import _, current, ngettext

__all__ = [
    "REGIONS",
    "curtain",
    "error",
    "hint",
    "home",
    "regions",
    "replay",
    "round_points",
    "rules",
    "table",
]

REGIONS = ("region_chart", "region_seats", "region_prompt", "region_result", "region_deal")

Context = Mapping[str, Any]


def _role(role: str) -> str:
    if role in names.ROLES:
        return names.role_name(role)
    return _("Captain") if role == "captain" else _("A hidden action card")


@cache
def _environment() -> jinja2.Environment:
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
    environment.filters.update(
        good=hints.good_label,
        role=_role,
        rule_set=names.rule_set_name,
        cards=hints.cards,
        points=hints.points,
    )
    environment.globals.update(
        companions=example.NAMES, drawing=drawing, lang=current, static=assets.address, words=names
    )
    return environment


def _render(template: str, context: Context) -> str:
    return _environment().get_template(template).render(context)


def _full(context: Context) -> dict[str, Any]:
    """The context with all that templates compute from a view, and defaults for what is optional."""
    return {
        "seed": None,
        "error": None,
        "replay": None,
        **context,
        "chart": board.chart(context),
        "seats": board.seats(context),
        "choices": choices.choices(context) if context.get("replay") is None else choices.NOTHING,
        "steps": choices.phase_steps(context["view"]),
        "prompt": choices.prompt_line(context),
        "winner_names": _(" and ").join(context["names"][seat] for seat in context["view"]["winners"]),
        "by_seat": range(len(context["names"])),
        "address": f"/table/{context['table_id']}",
        "log_parts": _log_parts(context),
    }


def _log_parts(context: Context) -> dict[str, Any]:
    """What each round's region of the log tells; None for rounds to come, whose regions are empty.

    A round has a region of its own so that those that are over are not sent again.
    """
    told = {part["round"]: part for part in context["log"]}
    return {f"region_log_{number}": told.get(number) for number in range(1, context["view"]["rounds"] + 1)}


def regions(context: Context) -> dict[str, str]:
    """The HTML inside each updatable region of a table, by the region's id: those of `REGIONS`, and the
    rounds of the log.
    """
    full = _full(context)
    made = {region: _render(f"regions/{region.removeprefix('region_')}.html", full) for region in REGIONS}
    logs = {
        region: _render("regions/log.html", {**full, "part": part})
        for region, part in full["log_parts"].items()
    }
    return {**made, **logs}


def table(context: Context) -> str:
    """The page of a table."""
    return _render("table.html", _full(context))


def replay(context: Context) -> str:
    """The page of a finished game at one ply: the table's context with ``replay`` set and nothing to do."""
    return _render("replay.html", _full({**context, "hints": {}, "why": {}}))


def home(context: Context) -> str:
    """The first page.

    Reads ``games``: ``[{"id", "names", "options", "over", "round", "rounds", "winners": [name, …]}, …]``,
    newest first; optional ``error`` and ``form`` (what was entered before, by field name).
    """
    return _render("home.html", {"error": None, "form": {}, **context})


def curtain(context: Context) -> str:
    """The page between two people at one screen. Reads ``table_id``, ``name``, ``seat`` and ``version``."""
    return _render("curtain.html", {"error": None, **context})


def rules(context: Context) -> str:
    """The numbered rules. Reads ``title`` and ``sections``: ``[{"title", "rules": [(id, text), …]}, …]``."""
    return _render("rules.html", context)


def error(context: Context) -> str:
    """A page that says what went wrong. Reads ``status``, ``sentence``, and optionally ``back``, a path."""
    return _render("error.html", {"back": "/", **context})
