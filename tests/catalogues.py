"""Catalogues that tests speak instead of those of the package."""

from __future__ import annotations

import re
from collections.abc import Iterable
from pathlib import Path

import pytest
from babel.messages.catalog import Catalog

from quarterdeck import i18n
from quarterdeck.web.rendering import engine
from scripts.messages import compiled

# What stands in a sentence that is not for people to read: placeholders, tags, entities.
MARKS = re.compile(r"%\(\w+\)[a-z]|%%|\{[^{}]*\}|<[^<>]*>|&\w+;")
_CYRILLIC = {
    ord(sign): chr(start + place)
    for first, start in (("A", 0x410), ("a", 0x430))
    for place, sign in enumerate(chr(ord(first) + step) for step in range(26))
}


def speak(catalogs: Iterable[Catalog], folder: Path, patch: pytest.MonkeyPatch) -> None:
    """Use these catalogues, kept in `folder`, in place of those of the package."""
    for catalog in catalogs:
        place = folder / str(catalog.locale) / "LC_MESSAGES"
        place.mkdir(parents=True)
        (place / "quarterdeck.mo").write_bytes(compiled(catalog))
    patch.setattr(i18n, "LOCALE_FOLDER", folder)
    forget()


def forget() -> None:
    """Let catalogues be read again, and drop what was rendered with the ones before."""
    i18n.languages.cache_clear()
    i18n._catalogue.cache_clear()
    engine._cached_translation.cache_clear()


def foreign(sentence: str) -> str:
    """A sentence in letters that no sentence of ours is written in, with its placeholders as they were."""
    marks = MARKS.findall(sentence)
    plain = [part.translate(_CYRILLIC) for part in MARKS.split(sentence)]
    return "".join(part + mark for part, mark in zip(plain, [*marks, ""], strict=True))


def pseudo(template: Catalog) -> Catalog:
    """A language that has a translation of everything, and no letter in common with English; it goes by the
    name of Serbian.
    """
    made = Catalog(locale="sr")
    for message in template:
        if isinstance(message.id, str):
            made.add(message.id, foreign(message.id) if message.id else "")
        else:
            made.add(message.id, tuple(foreign(message.id[min(form, 1)]) for form in range(3)))
    return made
