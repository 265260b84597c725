"""The host's imprint and privacy policy: every page links to those that are set, and to no others."""

from __future__ import annotations

from pathlib import Path

import pytest

from quarterdeck.settings import Settings
from tests.web.desk import Desk, desk

PAGES = ("/", "/lobby", "/me", "/games", "/rules/mutiny", "/puzzles", "/no-such-page")
IMPRINT, PRIVACY = "https://club.example.org/about?lang=en&x=1", "http://club.example.org/privacy"
LINKS = (
    '<a href="https://club.example.org/about?lang=en&amp;x=1">Imprint</a>',
    f'<a href="{PRIVACY}">Privacy</a>',
)


def paths(browser: Desk) -> tuple[str, ...]:
    return (*PAGES, f"/table/{browser.table().id}")


def test_every_page_links_to_the_pages_of_the_host(tmp_path: Path) -> None:
    with desk(tmp_path, settings=Settings(host="127.0.0.1", imprint=IMPRINT, privacy=PRIVACY)) as browser:
        for path in paths(browser):
            assert [browser.get(path).text.count(link) for link in LINKS] == [1, 1], path


def test_a_host_may_have_only_one_of_them(tmp_path: Path) -> None:
    with desk(tmp_path, settings=Settings(host="127.0.0.1", privacy=PRIVACY)) as browser:
        for path in paths(browser):
            page = browser.get(path).text
            assert [page.count(link) for link in LINKS] == [0, 1], path
            assert "Imprint" not in page


@pytest.mark.parametrize("path", [*PAGES, "/table"])
def test_without_them_pages_have_no_foot(ann: Desk, path: str) -> None:
    page = ann.get(path if path != "/table" else f"/table/{ann.table().id}").text
    assert not [word for word in ('class="foot"', "Imprint", "Privacy") if word in page]
