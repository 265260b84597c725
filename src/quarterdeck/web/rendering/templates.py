"""Renders templates and caches the results by their inputs.

The cache key is the exact bytes of the inputs, plus language and path prefix. Templates, and the functions
that prepare their variables, can read nothing else. So two viewers share a rendering only if both have the
same inputs, entries never go stale, and no update has to report what has changed.
"""

from __future__ import annotations

import marshal
from collections.abc import Hashable
from functools import cache, lru_cache, partial
from typing import Any, NamedTuple

import jinja2
from jinja2.runtime import Macro
from markupsafe import Markup

from quarterdeck.i18n import current, languages, own_name, percent
from quarterdeck.play.record import NAME_LENGTH
from quarterdeck.tables.entry import now
from quarterdeck.web import drawing
from quarterdeck.web.boards import BOARDS
from quarterdeck.web.boards.base import Context, Make
from quarterdeck.web.paths import around, origin, root
from quarterdeck.web.rendering import assets
from quarterdeck.web.rendering.citing import cited, marked
from quarterdeck.web.rendering.dates import dated
from quarterdeck.web.rendering.engine import Engine
from quarterdeck.web.rendering.host_links import host_links
from quarterdeck.web.rendering.manifest import COLOURS

__all__ = ["PARTS", "Fragment", "blocks", "part", "render"]

# Number of cached renderings of all tables (LRU), some three kilobytes each: a table in play needs about ten.
PARTS = 2_000
# The marshal version without references, so that equal inputs give equal bytes.
PLAIN = 2


@cache
def _environment(game: str | None) -> jinja2.Environment:
    """The Jinja environment of a game, with the names of its board; None: that of pages without a board."""
    environment = Engine()
    environment.globals.update(drawing=drawing, host_links=host_links, lang=current, origin=origin, root=root)
    environment.globals.update(static=assets.address, build=assets.build, chart_colours=COLOURS)
    environment.filters.update(cited=cited, dated=dated, marked=marked)
    environment.globals.update(languages=languages, own_name=own_name, percent=percent)
    # A form with the time of its page makes one table, also when it is sent twice.
    environment.globals.update(name_length=NAME_LENGTH, once=now)
    if game is not None:
        environment.filters.update(BOARDS[game].filters)
        environment.globals.update(BOARDS[game].tools, game=game, part=partial(part, game))
    for macros in ("macros.html", *([f"{game}/macros.html"] if game else [])):
        module = environment.get_template(macros).module
        for name, macro in list(vars(module).items()):
            if isinstance(macro, Macro):
                setattr(module, name, partial(_expand_macro, macro))
    return environment


def _expand_macro(macro: Macro, *args: Hashable, **kwargs: Hashable) -> Markup:
    """Call a macro; the result is cached by its arguments."""
    return _cached_expansion(macro, around(), *args, **kwargs)


@lru_cache(PARTS, typed=True)
def _cached_expansion(macro: Macro, _around: str, *args: Hashable, **kwargs: Hashable) -> Markup:
    return Markup(macro(*args, **kwargs))


def render(template: str, context: Context, game: str | None = None) -> str:
    """Render a template to HTML; `game` makes the names of that game's board available."""
    return _environment(game).get_template(template).render(context)


def part(game: str, template: str, **data: Any) -> Markup:
    """Render a template from plain data alone, cached."""
    return _cached_part(game, template, around(), marshal.dumps(data, PLAIN))


@lru_cache(PARTS)
def _cached_part(game: str, template: str, _around: str, data: bytes) -> Markup:
    return Markup(render(template, marshal.loads(data), game))


class Fragment(NamedTuple):
    """HTML, and its element's id if it is a single replaceable element."""

    html: str
    id: str = ""


def blocks(game: str, name: str, context: Context) -> tuple[Fragment, ...]:
    """The pieces of a board's region, each rendered from its own data and cached."""
    surroundings = around()
    return tuple(
        [
            Fragment(_cached_piece(game, template, make, surroundings, marshal.dumps(data, PLAIN)), id_)
            for template, data, make, id_ in BOARDS[game].regions[name](context)
        ]
    )


@lru_cache(PARTS)
def _cached_piece(game: str, template: str, make: Make, _around: str, data: bytes) -> str:
    return render(f"{game}/{template}.html", make(marshal.loads(data)), game).strip()
