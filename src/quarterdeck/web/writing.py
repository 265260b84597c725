"""The log on a page, rendered incrementally: each line is rendered once."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import lru_cache
from typing import NamedTuple

from markupsafe import Markup

from quarterdeck.tables.match.transcript import Chapter, LogLine
from quarterdeck.web.paths import around
from quarterdeck.web.rendering import PARTS, Fragment, render

__all__ = ["Blocks", "Written", "more", "write"]

# Fragments of HTML in a sequence.
Blocks = tuple[Fragment, ...]

# Placeholder for the lines in a chapter's frame.
_LINES = Markup("\0")


class Written(NamedTuple):
    """A rendered chapter: the HTML before its lines, the lines, and the HTML after them. `last`: it is the
    last chapter, so it is open.
    """

    chapter: Chapter
    last: bool
    around: str
    blocks: Blocks


def write(game: str, chapters: Sequence[Chapter], before: Mapping[int, Written]) -> dict[int, Written]:
    """The HTML of a transcript's chapters, by number. `before` holds earlier renderings, of any transcript; a
    common beginning is reused.
    """
    about = around()
    written: dict[int, Written] = {}
    for chapter in chapters:
        known, last = before.get(chapter.number), chapter is chapters[-1]
        if known is None or known.around != about:
            known = None
        elif known.chapter is chapter and known.last == last:
            written[chapter.number] = known
            continue
        written[chapter.number] = _written(game, about, chapter, last, known)
    return written


def more(known: Blocks, now: Blocks) -> Blocks | None:
    """The lines added to a chapter since, if nothing else has changed; else None."""
    length = len(known) - 1
    if now[0] != known[0] or now[-1] != known[-1] or now[1:length] != known[1:length]:
        return None
    return now[length:-1]


def _written(game: str, about: str, chapter: Chapter, last: bool, known: Written | None) -> Written:
    lines: Blocks = ()
    if known is not None and chapter.lines[: len(known.chapter.lines)] == known.chapter.lines:
        lines = known.blocks[1:-1]
    heard = [_line(game, about, line) for line in chapter.lines[len(lines) :]]
    begins, ends = _frame(game, about, chapter.number, chapter.title, last)
    return Written(chapter, last, about, (begins, *lines, *heard, ends))


@lru_cache(PARTS)
def _frame(game: str, _around: str, number: int, title: str, last: bool) -> tuple[Fragment, Fragment]:
    told = {"number": number, "title": title, "lines": _LINES, "last": last}
    begins, _lines, ends = render("regions/log.html", told, game).partition(_LINES)
    return Fragment(begins), Fragment(ends)


@lru_cache(PARTS)
def _line(game: str, _around: str, line: LogLine) -> Fragment:
    return Fragment(render("regions/line.html", line._asdict(), game))
