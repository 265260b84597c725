"""Meuterer in the terminal."""

from __future__ import annotations

import pytest

from quarterdeck.games.meuterer.terminal import goods
from quarterdeck.i18n import use


@pytest.mark.parametrize(
    ("language", "words"),
    [
        ("en", "2 salt, 2 cloth, 2 conflicts, 1 pirates card"),
        ("de", "2 Salz, 2 Tuch, 2 Konflikte, 1 Piratenkarte"),
        ("fr", "2 sels, 2 tissus, 2 conflits, 1 carte pirate"),
    ],
)
def test_cards_are_counted_as_each_language_counts(language: str, words: str) -> None:
    with use(language):
        assert goods(["salt", "cloth", "conflict", "pirates", "conflict", "cloth", "salt"]).plain == words
