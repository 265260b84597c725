"""The catalogues that are committed: every sentence, nothing of yesterday, and nothing broken on the way."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest
from babel.messages.catalog import Catalog, Message

from scripts import messages
from scripts.messages import PACKAGE
from tests.catalogues import MARKS

LOCALE = PACKAGE / "locale"
FORMS = re.compile(r"[^|={}]+(?:\|[^\W\d]+=[^|={}]+)+")
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


def pairs(catalog: Catalog) -> Iterator[tuple[tuple[str, ...], str]]:
    """A sentence, with its plural if it is counted, and a translation, each of its plural forms by itself."""
    for message in catalog:
        if isinstance(message.id, str):
            if message.id:
                yield (message.id,), str(message.string)
        else:
            for form in message.string or ():
                yield tuple(message.id), form


def test_the_template_has_the_sentences_of_the_code_and_no_others() -> None:
    written = (LOCALE / "quarterdeck.pot").read_text("utf-8")
    assert written == messages.text_of(template()), "The sentences have changed: run `make messages`."


def test_no_sentence_hides_from_the_template() -> None:
    """Babel finds none within an f-string, say."""
    known = {text for key in sentences(template()) for text in ([key] if isinstance(key, str) else key)}
    assert [text for text in _marked() if text not in known] == []


def _marked() -> Iterator[str]:
    """Each text in the code that is handed to a function of `words`."""
    for path in sorted(PACKAGE.rglob("*.py")):
        for node in ast.walk(ast.parse(path.read_text("utf-8"))):
            if isinstance(node, ast.Call) and isinstance(node.func, ast.Name):
                texts = node.args[: {"_": 1, "N_": 1, "noun": 1, "ngettext": 2}.get(node.func.id, 0)]
                for one in texts:
                    if isinstance(one, ast.Constant) and one.value:
                        yield str(one.value)


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
    """One of something may be told with its figure or without, as in either form of the source."""
    found = pairs(messages.read(path))
    assert [pair for pair in found if _marks(pair[1]) not in map(_marks, pair[0])] == []


def _marks(sentence: str) -> set[str]:
    """The placeholders and tags of a sentence, whatever form of a noun it asks for."""
    return {re.sub(r"^\{(\w+):[^\W\d]+\}$", r"{\1}", mark) for mark in MARKS.findall(sentence)}


def test_forms_are_listed_after_the_usual_one(path: Path) -> None:
    found = [(source[0], said) for source, said in pairs(messages.read(path)) if "|" in source[0] + said]
    assert [pair for pair in found if "|" in pair[0] or not FORMS.fullmatch(pair[1])] == []


def test_a_translation_begins_and_ends_with_the_space_of_its_sentence(path: Path) -> None:
    """Something else is put together with it there. French puts a thin space before a colon."""
    edges = re.compile("^[^\\S\u202f]*|[^\\S\u202f]*$")
    found = pairs(messages.read(path))
    assert [pair for pair in found if edges.findall(pair[1]) != edges.findall(pair[0][0])] == []


@pytest.mark.parametrize(
    ("language", "parted"), [("fr", r" [:;!?»]|« |[\d}] %(?![(\w])"), ("de", r"[\d}] %(?![(\w])")]
)
def test_no_line_ends_between_a_word_and_its_sign(language: str, parted: str) -> None:
    """French has a narrow no-break space before high punctuation and within quotation marks."""
    found = pairs(messages.read(LOCALE / language / "LC_MESSAGES" / "quarterdeck.po"))
    assert [said for _source, said in found if re.search(parted, said)] == []
