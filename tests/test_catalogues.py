"""The catalogues that are committed: every sentence, nothing of yesterday, and nothing broken on the way."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest
from babel.messages.catalog import Catalog, Message

from scripts import messages
from scripts.messages import PACKAGE
from tests.catalogues import MARKS

LOCALE = PACKAGE / "locale"
CATALOGUES = sorted(LOCALE.glob("*/LC_MESSAGES/quarterdeck.po"))


@cache
def template() -> Catalog:
    return messages.extract(PACKAGE)


@pytest.fixture(params=CATALOGUES, ids=lambda path: path.parent.parent.name)
def path(request: pytest.FixtureRequest) -> Path:
    assert isinstance(request.param, Path)
    return request.param


def sentences(catalog: Catalog) -> set[str | tuple[str, ...]]:
    return {_key(message) for message in catalog if message.id}


def _key(message: Message) -> str | tuple[str, ...]:
    return message.id if isinstance(message.id, str) else tuple(message.id)


def pairs(catalog: Catalog) -> Iterator[tuple[str, str, bool]]:
    """A sentence, its translation, and whether that is a plural form in which the number may be a word."""
    for message in catalog:
        if isinstance(message.id, str):
            if message.id:
                yield message.id, str(message.string), False
        else:
            for form in message.string or ():
                yield message.id[1], form, True


def test_the_template_has_the_sentences_of_the_code_and_no_others() -> None:
    written = (LOCALE / "quarterdeck.pot").read_text("utf-8")
    assert written == messages.text_of(template()), "The sentences have changed: run `make messages`."


def test_every_sentence_is_translated_and_none_of_yesterday_is_kept(path: Path) -> None:
    catalog = messages.read(path)
    assert [message.id for message in messages.missing(catalog)] == []
    assert sentences(catalog) == sentences(template()), "The sentences have changed: run `make messages`."
    assert list(catalog.obsolete) == []


def test_a_catalogue_is_as_make_messages_writes_it(path: Path) -> None:
    catalog = messages.read(path)
    compiled = messages.compiled(messages.read(path))
    catalog.update(template())
    assert path.read_text("utf-8") == messages.text_of(catalog), "Run `make messages`."
    assert path.with_suffix(".mo").read_bytes() == compiled, "Run `make messages`."


def test_placeholders_and_tags_are_the_same_in_every_translation(path: Path) -> None:
    wrong = []
    for source, said, counted in pairs(messages.read(path)):
        meant, found = _marks(source), _marks(said)
        # One of something may be told without its figure.
        few = counted and meant - found <= Counter(["{n}", "{count}", "%(num)s"]) and not found - meant
        if set(meant) != set(found) and not few:
            wrong.append((source, said))
    assert wrong == []


def _marks(sentence: str) -> Counter[str]:
    """The placeholders and tags of a sentence, whatever form of a noun it asks for."""
    return Counter(re.sub(r"^\{(\w+):\w+\}$", r"{\1}", mark) for mark in MARKS.findall(sentence))


def test_a_translation_begins_and_ends_as_its_sentence(path: Path) -> None:
    """White space and the signs after which something else is put together with it."""
    wrong = []
    for source, said, _counted in pairs(messages.read(path)):
        edges = re.compile(r"^\s*|\s*$")
        if edges.findall(source) != edges.findall(said) or source.endswith(".") != said.endswith("."):
            wrong.append((source, said))
    assert wrong == []
