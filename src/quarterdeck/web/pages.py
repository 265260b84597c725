"""Pages and their regions: a view's JSON and a few words of context in, HTML out. No server, no rules.

Every function takes one context, a mapping. All of them read ``csrf`` (a token for forms; may be "").

`table` and `regions` read, besides:

``title``       the game's name
``table_id``    str, for addresses: the table is at ``/table/{table_id}``
``view``        the JSON of the view that the reader may see
``names``       a name for each seat; ``kinds``: "human" or "bot" for each seat
``me``          the seat that the reader plays, or None for somebody who only watches
``version``     int, the number of moves made; a form sends it back, so that a stale page changes nothing
``log``         the chapters of the transcript (`tables.match.transcript`), oldest first
``hints``       optional, action text → one line on what it does; missing ones are the board's own
``why``         optional, text of an action that is not possible → the sentence that says why
``commitment``  the hash of the seed, shown from the first move on
``seed``        optional, the seed itself, once the match is over
``ended``       optional, how the match was ended by agreement, "draw" or "abandoned"; ``paused``: whether it
                stands still
``error``       optional, a sentence to show on top
``away``        optional, whether a bot plays for the reader's seat; ``undo``: whether it may ask for its last
                move back; ``plan``: the text of the move that it has made up its mind to, or ""
``company``     optional, with ``talk`` and ``now``: what stands beside the match, see `beside`
``branch``      optional, the number of moves after which this match branches off another
``rematch``     optional, ``{"table", "name", "mine"}``: where it is played again, who asked for that, and
                whether that was the reader
``coach``       in a replay, what the coach says (HTML); ``coaching``: whether it will soon say more
``coached``     whether anybody who is to act may ask the coach; ``advice``: what it said (`coached.advice`)
``guide``       optional, what a lesson says (`guidance`), and ``advised``, the actions that it wants;
                ``prepared``: whether the table was laid out for one
``replay``      None, or for `replay`: ``{"ply", "plies", "seat", "seats": [{"value", "label"}, …],
                "parts": [{"label", "links": [{"mark", "title", "ply", "here"}, …]}, …], "move": sentence or
                ""}``; pages are at ``?ply=…&seat=…``. Optional in it: ``next``, the ply of the next page;
                ``spoilers``, False where nothing may tell what comes later, ``plies`` among it; ``links``,
                ``[{"label", "address"}, …]`` to share; ``players``, the names of the seats from which one
                can play on

and what the board of ``view["game"]`` makes of the facts (`boards.TerminalBoard.told`).
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from markupsafe import Markup

from quarterdeck.i18n import _
from quarterdeck.play.record import told_end
from quarterdeck.web import rendering
from quarterdeck.web.boards import BOARDS
from quarterdeck.web.boards.base import Context, Plan
from quarterdeck.web.boards.things import grouped
from quarterdeck.web.paths import url
from quarterdeck.web.rendering import Fragment, part, render
from quarterdeck.web.writing import Blocks, Written, write

__all__ = ["blocks", "curtain", "error", "frame", "regions", "render", "replay", "rules", "table", "things"]

NOTHING_MORE = {
    "seed": None,
    "ended": "",
    "paused": False,
    "error": None,
    "replay": None,
    "branch": None,
    "rematch": None,
    "prepared": False,
}
NO_WAY_ON: dict[str, Any] = {"next": None, "spoilers": True, "links": [], "players": []}
NOTHING_OWN = {"away": False, "undo": False, "plan": "", "own": 0}
NOTHING_BESIDE = {"company": None, "talk": None, "now": None}
NO_LESSON: dict[str, Any] = {"guide": None, "advised": ()}
NO_COACH = {"coach": None, "coaching": False, "coached": False, "advice": None}


def frame(context: Context) -> dict[str, Any]:
    """The context with defaults for what is optional, and what is told of every table."""
    game = context["view"]["game"]
    given = {**NOTHING_MORE, **NOTHING_OWN, **NOTHING_BESIDE, **NO_COACH, **NO_LESSON, **context}
    if given["replay"] is not None:
        given["replay"] = {**NO_WAY_ON, **given["replay"]}
    return {
        **given,
        "game": game,
        "prompt": _standing_still(given) or BOARDS[game].prompt(given),
        "plans": _plans(given),
        "address": url(f"/table/{context['table_id']}"),
    }


def _standing_still(given: Context) -> str:
    """What is said instead of what is asked, where nobody is to act by agreement; else ""."""
    if given["ended"]:
        return told_end(given["ended"])
    return _("The match is paused by agreement.") if given["paused"] else ""


def _plans(given: Context) -> list[Plan]:
    """What the reader may ask for before it can be done: while others are to act, and nobody stands in."""
    view, me = given["view"], given["me"]
    if given["guide"] and not given["guide"]["done"]:
        return []
    if me is None or given["away"] or given["replay"] or not view["to_act"] or me in view["to_act"]:
        return []
    offered = list(BOARDS[view["game"]].plans(given))
    if given["plan"] and all(plan.action != given["plan"] for plan in offered):
        said = _("As soon as you can: {action}").format(action=given["plan"])
        offered.append(Plan(given["plan"], said, said))
    return offered


def regions(context: Context) -> dict[str, str]:
    """The HTML inside each updatable region of a table, by the region's id: the shared ones, the board's own,
    and one for each chapter of the log, so that those that are over are not sent again.
    """
    return _joined(frame(context))


def blocks(page: Context, written: Mapping[int, Written]) -> dict[str, Blocks]:
    """The same, each in the blocks of which it is put together, from a `frame`; `written` are the chapters of
    its log, by their numbers.
    """
    game = page["game"]
    board = BOARDS[game]
    deal = {key: page[key] for key in ("commitment", "seed", "address", "branch", "prepared")}
    if deal["branch"] is not None:
        deal["names"] = list(page["names"])
    return {
        "region_prompt": (Fragment(render("regions/prompt.html", {**page, **board.acts(page)}, game)),),
        **_guide(page),
        "region_deal": (Fragment(part(game, "regions/deal.html", **deal)),),
        **{f"region_{name}": rendering.blocks(game, name, page) for name in board.regions},
        **{f"region_log_{number}": chapter.blocks for number, chapter in written.items()},
    }


def _guide(page: Context) -> dict[str, Blocks]:
    """What a lesson says, and what can be done about it: two regions, as only what is said is read aloud."""
    if page["guide"] is None:
        return {}
    game = page["game"]
    return {
        f"region_{name}": (Fragment(render(f"regions/{name}.html", page, game)),)
        for name in ("guide", "ways")
    }


def _joined(page: Context) -> dict[str, str]:
    written = write(page["game"], page["log"], {})
    return {name: "".join([block.html for block in made]) for name, made in blocks(page, written).items()}


def table(context: Context) -> str:
    """The page of a table."""
    given = frame(context)
    game = given["game"]
    board = BOARDS[game]
    terms = [_("what if")] if given["branch"] is not None else []
    terms += [_("coach")] if given["coached"] else []
    page = {
        **given,
        "styles": board.styles,
        "things": grouped(board.things(context["view"])),
        "details": board.details(context["view"]["options"]) + terms,
        "regions": {name: Markup(html) for name, html in _joined(given).items()},
    }
    return render(f"{game}/table.html", page, game)


def replay(context: Context) -> str:
    """The page of a game at one ply: the table's context with ``replay`` set and nothing to do."""
    return table({**context, "hints": {}, "why": {}})


def curtain(context: Context) -> str:
    """The page between two people at one screen. Reads ``table_id``, ``name``, ``seat`` and ``version``."""
    return render("curtain.html", {"error": None, **context})


def rules(context: Context) -> str:
    """The numbered rules. Reads ``game`` (its id), ``title`` and ``sections`` (`Section`)."""
    known = {rule.id for section in context["sections"] for rule in section.rules}
    return render("rules.html", {**context, "known": known})


def things(context: Context) -> str:
    """Every card, place and phase. Reads ``game`` (its id), ``title`` and ``view``, of any match of it."""
    explained = grouped(BOARDS[context["game"]].things(context["view"]))
    return render("things.html", {**context, "things": explained})


def error(context: Context) -> str:
    """A page that says what went wrong. Reads ``status``, ``sentence``, and optionally ``back``, a path."""
    return render("error.html", {"back": url("/"), **context})
