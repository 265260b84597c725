"""The contact sheet: all pictures side by side, by kind of page."""

from __future__ import annotations

from collections.abc import Sequence
from html import escape
from itertools import groupby
from typing import Final, NamedTuple

from scripts.pictures.kinds import Kind, Scheme

__all__ = ["PageShot", "sheet"]

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


class PageShot(NamedTuple):
    """A picture’s subject, language, width, mode and file, and the faults of its page."""

    kind: Kind
    language: str
    width: int
    scheme: Scheme
    name: str
    violations: list[str]


def sheet(shots: Sequence[PageShot]) -> str:
    """The page with all pictures, by kind in order, each with axe-core's violations below it."""
    order = list(dict.fromkeys(shot.kind.slug for shot in shots))
    ordered = sorted(shots, key=lambda shot: order.index(shot.kind.slug))
    parts = "".join(f'<li><a href="#{slug}">{slug}</a></li>' for slug in order)
    sections = (_kind_section(list(group)) for _slug, group in groupby(ordered, lambda shot: shot.kind.slug))
    return f"{HEAD}<nav><ol>{parts}</ol></nav>\n{''.join(sections)}</body></html>\n"


def _kind_section(shots: list[PageShot]) -> str:
    kind = shots[0].kind
    title = escape(f"{kind.part}: {kind.name}")
    figures = "".join(map(_shot_figure, shots))
    return f'<section id="{kind.slug}"><h2>{title}</h2><div>{figures}</div></section>\n'


def _shot_figure(shot: PageShot) -> str:
    words = escape(f"{shot.language}, {shot.width}, {shot.scheme}")
    faults = "".join(f"<br>{escape(line)}" for line in shot.violations)
    image = f'<a href="{shot.name}"><img loading="lazy" src="{shot.name}" alt="{words}"></a>'
    mark = " class=found" if faults else ""
    return f"<figure{mark}>{image}<figcaption>{words}{faults}</figcaption></figure>"
