"""What people read of pages and screens, and which of it is in no language but English."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from functools import cache
from html.parser import HTMLParser
from pathlib import Path

import pytest
from babel.messages.catalog import Catalog

from quarterdeck import i18n
from quarterdeck.games.meuterer.table import standard
from quarterdeck.play import GAMES
from scripts import messages
from tests.catalogues import MARKS, forget, pseudo, speak

# The pseudo-language goes by its name.
FOREIGN = "sr"
NAMES = ("Ann", "Ben", "Cleo", "Dan", "Eva")

# Elements whose texts are no sentences: code, keys, and what is for programs.
SILENT = {"code", "kbd", "pre", "script", "style"}
SPOKEN = {"alt", "aria-description", "aria-label", "label", "placeholder", "title"}
VOID = {"br", "hr", "img", "input", "link", "meta"}
# Numbers of rules, what comes of a seed, and addresses.
CODES = re.compile(r"\b(?:ME|CA|MU)-\d+\b|\b[0-9a-f]{16,}\b|\bhttps?://\S+")


class Words(HTMLParser):
    """The texts of a page that people read: those in it, and the attributes that are shown or spoken."""

    def __init__(self, html: str) -> None:
        super().__init__()
        self.texts: list[str] = []
        self._open: list[str] = []
        self.feed(html)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        if tag not in VOID:
            self._open.append(tag)
        self.handle_startendtag(tag, attrs)

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        spoken = [value for name, value in attrs if name in SPOKEN or name.startswith("data-words-")]
        self.texts += [value for value in spoken if value]

    def handle_endtag(self, tag: str) -> None:
        while self._open and self._open.pop() != tag:
            pass

    def handle_data(self, data: str) -> None:
        if not SILENT.intersection(self._open):
            self.texts.append(data)


@contextmanager
def foreign(folder: Path) -> Iterator[None]:
    """Speak a language in which every sentence is there, and none looks English."""
    patch = pytest.MonkeyPatch()
    speak([_pseudo()], folder, patch)
    try:
        with i18n.use(FOREIGN):
            yield
    finally:
        patch.undo()
        forget()


@cache
def _pseudo() -> Catalog:
    return pseudo(messages.extract(messages.PACKAGE))


@cache
def _proper() -> re.Pattern[str]:
    """Titles and islands are names, the same in every language, and each language has its own."""
    islands = [island.name for island in standard().islands]
    known = {
        "Quarterdeck",
        "English",
        FOREIGN.upper(),
        *NAMES,
        *islands,
        *(spec.title for spec in GAMES.values()),
    }
    return re.compile(
        "|".join(rf"\b{re.escape(name)}(?!\w)" for name in sorted(known, key=len, reverse=True))
    )


def untranslated(texts: Iterable[str]) -> set[str]:
    """The texts that hold English: a word of our letters that is no name."""
    found = set()
    for text in texts:
        rest = CODES.sub(" ", _proper().sub(" ", MARKS.sub(" ", text)))
        if re.search(r"[A-Za-z]{2}", re.sub(r"\bII\b", "", rest)):
            found.add(" ".join(text.split()))
    return found
