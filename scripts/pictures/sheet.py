"""The contact sheet: all pictures side by side, by kind of page."""

from __future__ import annotations

from collections.abc import Sequence
from html import escape
from itertools import groupby
from typing import Final, NamedTuple

from scripts.pictures.kinds import Kind, Scheme

__all__ = ["Taken", "sheet"]

HEAD: Final = """<!doctype html>
<html lang="en"><head><meta charset="utf-8"><title>Quarterdeck, every page</title><style>
body { margin: 1rem; font: 1rem/1.4 serif; color: #222; background: #ddd; }
nav { columns: 14rem; }
section > div { display: flex; flex-wrap: wrap; gap: 0.5rem; align-items: start; }
figure { margin: 0; padding: 0.3rem; background: #fff; }
figure.found { outline: 4px solid #b00; }
img { display: block; max-height: 30rem; width: auto; }
figcaption { font-size: 0.8rem; }
</style></head><body><h1>Every page</h1>
"""


class Taken(NamedTuple):
    """A picture’s subject, language, width, mode and file, and the faults of its page."""

    kind: Kind
    tongue: str
    width: int
    scheme: Scheme
    name: str
    violations: list[str]


def sheet(taken: Sequence[Taken]) -> str:
    """The page with all pictures, by kind in order, each with axe-core's violations below it."""
    order = list(dict.fromkeys(one.kind.slug for one in taken))
    ordered = sorted(taken, key=lambda one: order.index(one.kind.slug))
    parts = "".join(f'<li><a href="#{slug}">{slug}</a></li>' for slug in order)
    sections = (_section(list(found)) for _slug, found in groupby(ordered, lambda one: one.kind.slug))
    return f"{HEAD}<nav><ol>{parts}</ol></nav>\n{''.join(sections)}</body></html>\n"


def _section(taken: list[Taken]) -> str:
    kind = taken[0].kind
    title = escape(f"{kind.part}: {kind.name}")
    figures = "".join(map(_figure, taken))
    return f'<section id="{kind.slug}"><h2>{title}</h2><div>{figures}</div></section>\n'


def _figure(one: Taken) -> str:
    words = escape(f"{one.tongue}, {one.width}, {one.scheme}")
    found = "".join(f"<br>{escape(line)}" for line in one.violations)
    shown = f'<a href="{one.name}"><img loading="lazy" src="{one.name}" alt="{words}"></a>'
    return f"<figure{' class=found' if found else ''}>{shown}<figcaption>{words}{found}</figcaption></figure>"
