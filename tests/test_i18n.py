import threading
from collections.abc import Iterator
from pathlib import Path

import pytest
from babel.messages.catalog import Catalog
from babel.messages.mofile import write_mo

from quarterdeck import i18n
from quarterdeck.i18n import N_, _, decimal, ngettext, noun, short

TITLE = N_("Captain")


@pytest.fixture(autouse=True)
def catalogues(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """German and Brazilian Portuguese with a few sentences, instead of the catalogues of the package."""
    german = Catalog(locale="de")
    german.add("Captain", "Kapitän")
    german.add("Show {good}", "{good} zeigen")
    german.add(("{n} card", "{n} cards"), ("{n} Karte", "{n} Karten"))
    german.add("1,234.5", "1.234,5")
    german.add("the Cook", "der Smutje|acc=den Smutje|dat=dem Smutje")
    german.add("Take it from {crew}: {crew} is asleep.", "Nimm es von {crew:dat}: {crew} schläft.")
    brazilian = Catalog(locale="pt_BR")
    brazilian.add("Captain", "Capitão")
    for catalog in (german, brazilian):
        folder = tmp_path / str(catalog.locale) / "LC_MESSAGES"
        folder.mkdir(parents=True)
        with (folder / "quarterdeck.mo").open("wb") as file:
            write_mo(file, catalog)
    monkeypatch.setattr(i18n, "LOCALE_FOLDER", tmp_path)
    i18n.languages.cache_clear()
    i18n._catalogue.cache_clear()
    yield
    i18n.languages.cache_clear()
    i18n._catalogue.cache_clear()


def test_a_wrong_value_is_quoted_with_a_mark_where_it_is_cut() -> None:
    assert short("x" * 38) == f"'{'x' * 38}'"
    assert short("x" * 41, str) == "x" * 40 + "…"


def test_sentences_are_english_until_a_language_is_chosen() -> None:
    assert i18n.current() == "en"
    assert _("Captain") == "Captain"
    assert ngettext("{n} card", "{n} cards", 1) == "{n} card"
    assert ngettext("{n} card", "{n} cards", 0) == "{n} cards"


def test_a_language_is_spoken_within_its_block_only() -> None:
    with i18n.use("de"):
        assert i18n.current() == "de"
        assert _("Show {good}").format(good="Wein") == "Wein zeigen"
        assert ngettext("{n} card", "{n} cards", 1) == "{n} Karte"
        assert ngettext("{n} card", "{n} cards", 5) == "{n} Karten"
        with i18n.use("pt-BR"):
            assert _("Captain") == "Capitão"
        assert _("Captain") == "Kapitän"
    assert _("Captain") == "Captain"


def test_the_language_returns_after_an_error() -> None:
    with pytest.raises(KeyError), i18n.use("de"):
        raise KeyError
    assert i18n.current() == "en"


def test_marked_sentences_wait_for_their_translation() -> None:
    assert TITLE == "Captain"
    with i18n.use("de"):
        assert _(TITLE) == "Kapitän"


def test_what_is_not_translated_stays_english() -> None:
    with i18n.use("de"):
        assert _("Nobody translated this.") == "Nobody translated this."


def test_a_noun_has_the_form_that_its_sentence_asks_for() -> None:
    sentence = "Take it from {crew}: {crew} is asleep."
    assert _(sentence).format(crew=noun("the Cook")) == "Take it from the Cook: the Cook is asleep."
    with i18n.use("de"):
        cook = noun("the Cook")
        assert _(sentence).format(crew=cook) == "Nimm es von dem Smutje: der Smutje schläft."
        assert f"{cook} {cook:acc} {cook:gen}" == "der Smutje den Smutje der Smutje"
        assert _("the Cook") == "der Smutje"


def test_nothing_translates_to_nothing() -> None:
    with i18n.use("de"):
        assert _("") == ""


@pytest.mark.parametrize(
    ("asked", "spoken"),
    [
        ("de-AT", "de"),
        ("DE", "de"),
        ("pt_BR", "pt-BR"),
        ("pt", "en"),
        ("xx", "en"),
        ("", "en"),
        ("../de", "en"),
    ],
)
def test_the_closest_language_is_spoken(asked: str, spoken: str) -> None:
    with i18n.use(asked):
        assert i18n.current() == spoken


def test_the_languages_are_english_and_those_with_a_catalogue() -> None:
    assert i18n.languages() == ("en", "de", "pt-BR")


def test_each_thread_speaks_its_own_language() -> None:
    heard: list[str] = []
    with i18n.use("de"):
        thread = threading.Thread(target=lambda: heard.append(_("Captain")))
        thread.start()
        thread.join()
    assert heard == ["Captain"]


def test_numbers_are_written_as_the_language_writes_them() -> None:
    assert decimal(1234567.891, 2, grouped=True) == "1,234,567.89"
    assert decimal(1234.5, 1) == "1234.5"
    assert decimal(1227.4) == "1227"
    with i18n.use("de"):
        assert decimal(1234567.891, 2, grouped=True) == "1.234.567,89"
        assert decimal(-45.83, 1) == "−45,8"
