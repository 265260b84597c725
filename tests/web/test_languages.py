"""The language of a page: what its browser asks for, unless another one was chosen on a page."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest
from babel.messages.catalog import Catalog

from quarterdeck.tables.store.rows import Guest
from quarterdeck.web.language import preferred
from tests.catalogues import forget, speak
from tests.tables.stored import keep_guest
from tests.web.desk import JSON, Desk, desk, error_of

GERMAN = {
    "English": "Deutsch",
    "Lobby": "Hafenkneipe",
    "There is no such page here.": "Diese Seite gibt es hier nicht.",
    "There is no such address in the API: {page} lists them all.": "Diese Adresse gibt es in der "
    "Schnittstelle nicht: {page} zählt alle auf.",
}
NOWHERE = "There is no such address in the API: {page} lists them all."


@pytest.fixture(autouse=True)
def catalogues(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    german, french = Catalog(locale="de"), Catalog(locale="fr")
    for source, said in GERMAN.items():
        german.add(source, said)
    french.add("English", "français")
    french.add(": ", "\u202f: ")
    french.add(("{count} new", "{count} new"), ("{count} nouveau", "{count} nouveaux"))
    speak([german, french], tmp_path / "locale", monkeypatch)
    yield
    monkeypatch.undo()
    forget()


@pytest.fixture
def ann(tmp_path: Path) -> Iterator[Desk]:
    with desk(tmp_path) as one:
        yield one


@pytest.mark.parametrize(
    ("accepted", "spoken"),
    [
        ("", "en"),
        ("de", "de"),
        ("de-CH, fr;q=0.9", "de"),
        ("fr;q=0.5, de;q=0.8", "de"),
        ("it, fr;q=0.2, en;q=0.1", "fr"),
        ("de;q=0, fr;q=0.1", "fr"),
        ("*", "en"),
        ("it", "en"),
        ("de;q=loud, fr;q=0.1", "fr"),
        (",;=;q,", "en"),
    ],
)
def test_the_language_is_the_one_that_is_liked_best_of_those_there_are(accepted: str, spoken: str) -> None:
    assert preferred(accepted) == spoken


def test_a_page_speaks_what_the_browser_asks_for(ann: Desk) -> None:
    page = ann.get("/", **{"accept-language": "de-AT,de;q=0.9,en;q=0.5"}).text
    assert '<html lang="de"' in page
    assert "Hafenkneipe" in page
    assert '<html lang="en"' in ann.get("/").text


def test_a_message_and_several_have_words_of_their_own(ann: Desk) -> None:
    page = ann.get(f"/table/{ann.table().id}", **{"accept-language": "fr"}).text
    assert 'data-words-unread-one="{count} nouveau"' in page
    assert 'data-words-unread="{count} nouveaux"' in page


def test_a_choice_is_remembered_and_counts_more(ann: Desk) -> None:
    answer = ann.post("/language", {"language": "de"}, referer="http://localhost/lobby?x=1")
    assert (answer.status_code, answer.headers["location"]) == (303, "/lobby?x=1")
    assert (
        "quarterdeck-language=de; Path=/; Max-Age=34560000; HttpOnly; SameSite=Lax"
        in answer.headers.get_list("set-cookie")
    )
    page = ann.get("/lobby", **{"accept-language": "fr"}).text
    assert '<html lang="de"' in page
    assert 'value="de" lang="de" aria-current="true">Deutsch</button>' in page
    assert 'value="fr" lang="fr">français</button>' in page


@pytest.mark.parametrize(
    ("page", "back"),
    [
        ("http://localhost/me/name", "/me"),
        ("http://localhost/rules/mutiny", "/rules/mutiny"),
        ("http://localhost/table/x/act?y", "/table/x"),
        ("http://elsewhere.example/lobby", "/"),
        ("http://[", "/"),
        ("", "/"),
    ],
)
def test_the_way_back_is_to_a_page_of_ours(ann: Desk, page: str, back: str) -> None:
    assert ann.post("/language", {"language": "fr"}, referer=page).headers["location"] == back


def test_a_language_that_is_not_there_is_refused(ann: Desk) -> None:
    answer = ann.post("/language", {"language": "xx"}, **JSON)
    assert (answer.status_code, error_of(answer)) == (
        400,
        "There is no such language here; there is en, de, fr.",
    )


def test_errors_are_in_the_language_asked_for(ann: Desk) -> None:
    asked = {"accept-language": "de", **JSON}
    assert error_of(ann.get("/nowhere", **asked)) == GERMAN["There is no such page here."]
    assert error_of(ann.get("/api/v1/nowhere", **asked)) == GERMAN[NOWHERE].format(page="/api/v1/docs")


def test_programs_are_answered_as_they_ask_whatever_a_browser_chose(ann: Desk) -> None:
    ann.post("/language", {"language": "de"})
    assert error_of(ann.get("/api/v1/nowhere")) == NOWHERE.format(page="/api/v1/docs")


def test_a_guest_is_written_to_in_the_language_chosen_last(ann: Desk) -> None:
    keep_guest(ann.room.store, Guest(ann.owner, "Ann", None, False, [], 1, 1))
    ann.post("/language", {"language": "de"})
    guest = ann.on_loop(ann.room.guest, ann.owner)
    assert guest == replace(guest, name="Ann", language="de")
    ann.client.cookies.delete("quarterdeck-language")
    ann.post("/me/name", {"name": "Anna"}, **{"accept-language": "fr"})
    assert ann.on_loop(ann.room.guest, ann.owner).language == "fr"


def test_with_one_language_there_is_no_menu(
    ann: Desk, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert 'class="languages"' in ann.get("/").text
    speak([], tmp_path / "none", monkeypatch)
    assert 'class="languages"' not in ann.get("/").text


def test_a_colon_stands_as_the_language_has_it(ann: Desk) -> None:
    page = ann.get("/rules/mutiny", **{"accept-language": "fr"}).text
    assert "</small>\u202f: Whoever takes the spyglass" in page
