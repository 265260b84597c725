"""A table's page and its regions: renders a view's JSON and some context to HTML. No server, no rules.

Every function takes one context, a mapping. All of them read ``csrf`` (a token for forms; may be "").

`table` and `regions` read, besides:

``title``       the game's name
``table_id``    str, for URLs: the table is at ``/table/{table_id}``
``view``        the JSON of the view that the viewer may see
``names``       a name for each seat; ``kinds``: "human" or "bot" for each seat
``me``          the viewer's seat, or None for a spectator
``version``     int, the number of public entries; a form sends it back, so that a stale page changes nothing
``log``         the chapters of the transcript (`tables.match.transcript`), oldest first
``hints``       optional, action text → its effect in one line; missing ones are the board's own
``why``         optional, text of an action that is not possible → the reason
``commitment``  the hash of the seed, shown from the first move on
``seed``        optional, the seed itself, once the match is over
``ended``       optional, how the match was ended by agreement, "draw" or "abandoned"; ``paused``: whether it
                is paused
``error``       optional, a sentence to show on top
``away``        optional, whether a bot plays for the viewer's seat; ``undo``: whether it may ask to take its
                last move back; ``plan``: the text of its planned move, or ""
``timeline``    optional, the whole course of the match (`tables.match.timeline`), once it is over
``company``     optional, with ``talk`` and ``now``: what is shown beside the match, see `beside`
``preview``     optional, what a link to the page shows where it is sent (`preview.tags`)
``branch``      optional, the number of moves after which this match branches off another
``rematch``     optional, ``{"table", "name", "mine"}``: the rematch's table, the name of the player who asked
                for it, and whether that is the viewer
``coach``       in a replay, the coach's results (HTML); ``coaching``: whether more will follow soon
``preparing``   optional, whether bots will search better soon, once the rules are compiled
``reviewed``    optional, what the coach says of a match that is over (HTML)
``coached``     whether players to act may ask the coach; ``advice``: its advice (`coached.advice`)
``rated``       whether the match counts for ratings
``components``  optional, the match's component table as JSON, if it is not the game's own
``daily``       whether it is a voyage of the day; ``regatta``: the id of its regatta, if any; ``sealed``:
                nobody sees more than their own view yet
``guide``       optional, the lesson's words (`guidance`), and ``advised``, the actions that it recommends;
                ``prepared``: whether the table was set up for a lesson
``foreign``     optional, whether the match is from a file that somebody brought along
``replay``      None, or for `replay`: ``{"ply", "plies", "seat", "seats": [{"value", "label"}, …],
                "parts": [{"label", "links": [{"mark", "title", "ply", "here"}, …]}, …], "move": sentence or
                ""}``; pages are at ``?ply=…&seat=…``. Optional in it: ``next``, the ply of the next page;
                ``spoilers``, False if nothing, ``plies`` included, may reveal later moves; ``links``,
                ``[{"label", "address"}, …]`` to share; ``players``, the names of the seats that can play on
                from there; ``told``, JSON of the last move's sentences and their cues, which a replay that
                plays tells

and the keys that the board of ``view["game"]`` computes from the facts (`boards.base.Board.facts_context`).
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from markupsafe import Markup

from quarterdeck.i18n import _
from quarterdeck.kernel.contested import Contested, Reading
from quarterdeck.play import find
from quarterdeck.play.record import ending_sentence
from quarterdeck.web.boards import BOARDS, own_components
from quarterdeck.web.boards.base import Context, Plan
from quarterdeck.web.boards.things import grouped
from quarterdeck.web.paths import url
from quarterdeck.web.rendering import templates
from quarterdeck.web.rendering.templates import Fragment, part, render
from quarterdeck.web.table.component_changes import changes
from quarterdeck.web.table.finale import finale
from quarterdeck.web.table.writing import Blocks, RenderedChapter, write

__all__ = ["blocks", "curtain", "frame", "regions", "replay", "table", "things"]

Readings = Sequence[tuple[Contested, Reading]]

DEFAULTS = {
    "seed": None,
    "ended": "",
    "paused": False,
    "error": None,
    "replay": None,
    "branch": None,
    "rematch": None,
    "prepared": False,
    "foreign": False,
    "timeline": None,
    "rated": False,
    "components": None,
    "daily": False,
    "regatta": None,
    "sealed": False,
    "preparing": False,
}
REPLAY_DEFAULTS: dict[str, Any] = {"next": None, "spoilers": True, "links": [], "players": [], "told": "{}"}
VIEWER_DEFAULTS = {"away": False, "undo": False, "plan": "", "own": 0}
PANEL_DEFAULTS: dict[str, Any] = {
    "company": None,
    "talk": None,
    "now": None,
    "preview": None,
    "typed": {},
}
LESSON_DEFAULTS: dict[str, Any] = {"guide": None, "advised": ()}
COACH_DEFAULTS = {"coach": None, "coaching": False, "coached": False, "advice": None, "reviewed": None}


def frame(context: Context) -> dict[str, Any]:
    """The context with defaults for optional keys, and derived keys common to all tables."""
    game = context["view"]["game"]
    page = {**DEFAULTS, **VIEWER_DEFAULTS, **PANEL_DEFAULTS, **COACH_DEFAULTS, **LESSON_DEFAULTS, **context}
    if page["replay"] is not None:
        page["replay"] = {**REPLAY_DEFAULTS, **page["replay"]}
    return {
        **page,
        "game": game,
        "prompt": _standstill_sentence(page) or BOARDS[game].prompt(page),
        "plans": _plans(page),
        "address": url(f"/table/{context['table_id']}"),
    }


def _standstill_sentence(page: Context) -> str:
    """The sentence for a match that is paused or ended by agreement; else ""."""
    if page["ended"]:
        return ending_sentence(page["ended"])
    return _("The match is paused by agreement.") if page["paused"] else ""


def _plans(page: Context) -> list[Plan]:
    """The moves that the viewer can plan: while other seats are to act, and no bot plays for the viewer."""
    view, me = page["view"], page["me"]
    if page["guide"] and not page["guide"]["done"]:
        return []
    if me is None or page["away"] or page["replay"] or not view["to_act"] or me in view["to_act"]:
        return []
    offered = list(BOARDS[view["game"]].plans(page))
    if page["plan"] and all(plan.action != page["plan"] for plan in offered):
        sentence = _("As soon as you can: {action}").format(action=page["plan"])
        offered.append(Plan(page["plan"], sentence, sentence))
    return offered


def regions(context: Context) -> dict[str, str]:
    """The inner HTML of each updatable region of a table, by element id: the shared ones, the board's own,
    and one for each chapter of the log, so that finished chapters are not sent again.
    """
    return _regions_html(frame(context))


def blocks(page: Context, written: Mapping[int, RenderedChapter]) -> dict[str, Blocks]:
    """The same regions in blocks, by element id. `page` comes from `frame`; `written` maps the numbers of the
    log's chapters to these, rendered.
    """
    game = page["game"]
    board = BOARDS[game]
    deal = {key: page[key] for key in ("commitment", "seed", "address", "branch", "prepared", "foreign")}
    if deal["branch"] is not None:
        deal["names"] = list(page["names"])
    return {
        "region_prompt": (Fragment(render("regions/prompt.html", {**page, **board.acts(page)}, game)),),
        "region_strip": _strip_blocks(page),
        **_guide_blocks(page),
        "region_deal": (Fragment(part(game, "regions/deal.html", **deal)),),
        "region_finale": (Fragment(_finale_html(page)),),
        **{f"region_{name}": templates.blocks(game, name, page) for name in board.regions},
        **{f"region_log_{number}": chapter.blocks for number, chapter in written.items()},
    }


def _finale_html(page: Context) -> str:
    """How the match ended: the main part of a table's page from then on; "" before."""
    if page["timeline"] is None:
        return ""
    return render("regions/finale.html", {**page, "finale": finale(page)}, page["game"]).strip()


def _strip_blocks(page: Context) -> Blocks:
    """The short lines of all seats, clockwise, the viewer's own last."""
    view, me, count, game = page["view"], page["me"], len(page["names"]), page["game"]
    order = range(count) if me is None else [(me + 1 + offset) % count for offset in range(count)]
    lines = [
        {
            "index": seat,
            "name": page["names"][seat],
            "bot": page["kinds"][seat] == "bot",
            "me": seat == me,
            "acting": seat in view["to_act"],
            "winner": seat in view["winners"],
            "figures": [tuple(figure) for figure in BOARDS[game].figures(view, seat)],
        }
        for seat in order
    ]
    drawn = [
        Fragment(part(game, "regions/strip.html", seat=line), f"strip-{line['index']}") for line in lines
    ]
    return Fragment("<ol>"), *drawn, Fragment("</ol>")


def _guide_blocks(page: Context) -> dict[str, Blocks]:
    """The lesson's words and its buttons: two regions, because only the words are read aloud."""
    if page["guide"] is None:
        return {}
    game = page["game"]
    return {
        f"region_{name}": (Fragment(render(f"regions/{name}.html", page, game)),)
        for name in ("guide", "ways")
    }


def _regions_html(page: Context) -> dict[str, str]:
    written = write(page["game"], page["log"], {})
    return {
        name: "".join([block.html for block in fragments])
        for name, fragments in blocks(page, written).items()
    }


def table(context: Context) -> str:
    """The page of a table."""
    framed = frame(context)
    game = framed["game"]
    board = BOARDS[game]
    options = context["view"]["options"]
    readings = find(game).readings_on(options)
    terms = [_("what if")] if framed["branch"] is not None else []
    terms += [_("from a file")] if framed["foreign"] else []
    terms += [_("coach")] if framed["coached"] else []
    terms += [_("rated")] if framed["rated"] else []
    terms += [_("voyage of the day")] if framed["daily"] else []
    terms += [_("regatta")] if framed["regatta"] else []
    page = {
        **framed,
        "styles": board.styles,
        "things": grouped(board.things(context["view"])),
        "details": [
            *board.details(options),
            *_house_rules(readings),
            *own_components(framed["components"]),
            *terms,
        ],
        "house_rules": readings,
        "changes": changes(game, framed["components"]),
        "regions": {name: Markup(html) for name, html in _regions_html(framed).items()},
    }
    return render(f"{game}/table.html", page, game)


def _house_rules(readings: Readings) -> list[str]:
    """The house rules of a table by their rules' ids: there is little room beside the title."""
    words = _("house rules: {rules}")
    return [words.format(rules=", ".join(point.rule for point, _reading in readings))] if readings else []


def replay(context: Context) -> str:
    """The page of a match at one ply: a table's context with ``replay`` set and no actions."""
    return table({**context, "hints": {}, "why": {}})


def curtain(context: Context) -> str:
    """The page for handing the screen to another person. Reads ``table_id``, ``name``, ``seat`` and
    ``version``.
    """
    return render("curtain.html", {"error": None, **context})


def things(context: Context) -> str:
    """Every card, place and phase. Reads ``game`` (its id), ``title`` and ``view``, of any match of it."""
    explained = grouped(BOARDS[context["game"]].things(context["view"]))
    return render("things.html", {**context, "things": explained})
