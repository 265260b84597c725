"""Days: pages write them as their language does, programs read them as numbers."""

from __future__ import annotations

import re
from datetime import date

import pytest

from quarterdeck import i18n
from quarterdeck.web.rendering.dates import dated, iso_day, month_words
from tests.web.desk import Desk
from tests.web.test_games import played


@pytest.mark.parametrize(
    ("language", "written"),
    [("en", "November 27, 2026"), ("de", "27. November 2026"), ("fr", "27 novembre 2026")],
)
def test_a_day_is_written_as_the_language_does(language: str, written: str) -> None:
    with i18n.use(language):
        assert dated("2026-11-27") == written


@pytest.mark.parametrize(("language", "written"), [("en", "November 2026"), ("fr", "Novembre 2026")])
def test_a_month_is_written_as_a_heading(language: str, written: str) -> None:
    with i18n.use(language):
        assert month_words(date(2026, 11, 27)) == written


def test_ones_games_name_their_day_in_words_and_files_in_numbers(ann: Desk) -> None:
    match = played(ann)
    number = iso_day(match.row.created)
    for language in ("en", "fr"):
        page = ann.get("/games", **{"accept-language": language}).text
        with i18n.use(language):
            assert f'<time datetime="{number}">{dated(number)}</time>' in page
            assert re.search(rf'aria-label="[^"]+{dated(number)}"', page)
        assert f">{number}<" not in page
