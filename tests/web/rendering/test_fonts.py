"""The typeface: light enough, with every letter of our sentences, made once, and licensed."""

from __future__ import annotations

import io
import re
from pathlib import Path

import pytest
from babel.messages.pofile import read_po
from fontTools.ttLib import TTFont

import quarterdeck
from quarterdeck.web.rendering import fonts
from tests.web.desk import Desk

LOCALE = Path(quarterdeck.__file__).parent / "locale"


pytestmark = pytest.mark.usefixtures("cache_folder")


def test_each_face_is_light_and_has_every_letter_of_our_sentences() -> None:
    letters = set()
    for catalogue in LOCALE.rglob("*.po"):
        with catalogue.open("rb") as file:
            for message in read_po(file):
                told = message.string if isinstance(message.string, tuple) else (message.string,)
                letters |= {letter for text in told for letter in text or "" if letter.isalpha()}
    assert {"ß", "œ", "É"} <= letters
    for face in fonts.FACES:
        content = fonts.woff2(face)
        assert len(content) < 20_000
        assert letters <= {chr(code) for code in TTFont(io.BytesIO(content)).getBestCmap()}


def test_a_face_keeps_its_licence_and_leaves_the_reserved_name_to_whole_copies() -> None:
    font = TTFont(io.BytesIO(fonts.woff2(fonts.FACES[0])))
    told = {record.nameID: record.toUnicode() for record in font["name"].names}
    assert set(told) == {0, 13, 14}
    assert "SIL Open Font License" in told[13]


def test_a_face_is_made_once(cache_folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    face = fonts.FACES[1]
    made = fonts.woff2(face)
    assert [path.read_bytes() for path in cache_folder.rglob("*.woff2")] == [made]
    monkeypatch.setattr(fonts, "_make_woff2", lambda source: pytest.fail("made again"))
    assert fonts.woff2(face) == made


def test_a_cache_that_cannot_be_written_does_no_harm(cache_folder: Path) -> None:
    cache_folder.write_text("no folder")
    assert fonts.woff2(fonts.FACES[1])[:4] == b"wOF2"


def test_browsers_keep_the_fonts_for_good_and_load_them_at_once(ann: Desk) -> None:
    page = ann.get("/").text
    (sheet,) = re.findall(r'href="(/static/faces.css[^"]+)"', page)
    named = [f"/static/{path}" for path in re.findall(r'url\("([^"]+)"\)', ann.get(sheet).text)]
    assert len(named) == len(fonts.FACES)
    assert set(re.findall(r'rel="preload" href="([^"]+)" as="font"', page)) == set(named)
    for path in named:
        answer = ann.get(path)
        assert answer.headers["content-type"] == "font/woff2"
        assert "immutable" in answer.headers["cache-control"]
