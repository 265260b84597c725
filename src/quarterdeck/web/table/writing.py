"""The log on a page, rendered incrementally: each line is rendered once."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import lru_cache
from typing import NamedTuple

from markupsafe import Markup

from quarterdeck.tables.match.transcript import Chapter, LogLine
from quarterdeck.web.paths import around
from quarterdeck.web.rendering.templates import PARTS, Fragment, render

__all__ = ["Blocks", "RenderedChapter", "more", "write"]

# Fragments of HTML in a sequence.
Blocks = tuple[Fragment, ...]

# Placeholder for the lines in a chapter's frame.
_LINES_PLACEHOLDER = Markup("\0")


class RenderedChapter(NamedTuple):
    """A rendered chapter: the HTML before its lines, the lines, and the HTML after them. `last`: it is the
    last chapter, so it is open.
    """

    chapter: Chapter
    last: bool
    around: str
    blocks: Blocks


def write(
    game: str, chapters: Sequence[Chapter], before: Mapping[int, RenderedChapter]
) -> dict[int, RenderedChapter]:
    """The HTML of a transcript's chapters, by number. `before` holds earlier renderings, of any transcript; a
    common beginning is reused.
    """
    surroundings = around()
    written: dict[int, RenderedChapter] = {}
    for chapter in chapters:
        earlier, last = before.get(chapter.number), chapter is chapters[-1]
        if earlier is None or earlier.around != surroundings:
            earlier = None
        elif earlier.chapter is chapter and earlier.last == last:
            written[chapter.number] = earlier
            continue
        written[chapter.number] = _write_chapter(game, surroundings, chapter, last, earlier)
    return written


def more(known: Blocks, now: Blocks) -> Blocks | None:
    """The lines that a chapter has more now than in its known blocks; None if anything else has changed."""
    length = len(known) - 1
    if now[0] != known[0] or now[-1] != known[-1] or now[1:length] != known[1:length]:
        return None
    return now[length:-1]


def _write_chapter(
    game: str, surroundings: str, chapter: Chapter, last: bool, earlier: RenderedChapter | None
) -> RenderedChapter:
    """Render a chapter; the lines of its `earlier` rendering are reused if they are still its first ones."""
    lines: Blocks = ()
    if earlier is not None and chapter.lines[: len(earlier.chapter.lines)] == earlier.chapter.lines:
        lines = earlier.blocks[1:-1]
    new_lines = [_cached_line(game, surroundings, line) for line in chapter.lines[len(lines) :]]
    begins, ends = _cached_frame(game, surroundings, chapter.number, chapter.title, last)
    return RenderedChapter(chapter, last, surroundings, (begins, *lines, *new_lines, ends))


@lru_cache(PARTS)
def _cached_frame(game: str, _around: str, number: int, title: str, last: bool) -> tuple[Fragment, Fragment]:
    context = {"number": number, "title": title, "lines": _LINES_PLACEHOLDER, "last": last}
    before, _lines, after = render("regions/log.html", context, game).partition(_LINES_PLACEHOLDER)
    return Fragment(before), Fragment(after)


@lru_cache(PARTS)
def _cached_line(game: str, _around: str, line: LogLine) -> Fragment:
    return Fragment(render("regions/line.html", line._asdict(), game))
