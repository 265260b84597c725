"""What a page holds, for the tests of pages."""

from __future__ import annotations

from collections.abc import Sequence
from html.parser import HTMLParser
from pathlib import Path
from typing import Any

from quarterdeck.play import GAMES
from quarterdeck.web.boards import folder_of
from quarterdeck.web.boards.base import Piece
from quarterdeck.web.rendering import assets

STATIC = assets.FOLDER

VOID = {"meta", "link", "input", "br", "img"}


def asset(path: str) -> Path:
    """The file behind an address below /static."""
    game, _slash, name = path.removeprefix("/static/").partition("?")[0].partition("/")
    return folder_of(game) / "static" / name if game in GAMES else STATIC / game


class Outline(HTMLParser):
    """Elements of a page: their attributes, and whether tags are balanced."""

    def __init__(self, html: str) -> None:
        super().__init__()
        self.elements: list[tuple[str, dict[str, str | None]]] = []
        self.open: list[str] = []
        self.feed(html)
        assert self.open == []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.elements.append((tag, dict(attrs)))
        if tag not in VOID:
            self.open.append(tag)

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.elements.append((tag, dict(attrs)))

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag

    def values(self, name: str) -> list[str]:
        return [value for _tag, found in self.elements if (value := found.get(name)) is not None]


def made(pieces: Sequence[Piece]) -> list[dict[str, Any]]:
    """What the templates of pieces are given."""
    return [piece.make(piece.given) for piece in pieces]
