"""A few of the pictures that `make pictures` takes, so that it goes on working."""

from __future__ import annotations

from html.parser import HTMLParser
from pathlib import Path
from unittest.mock import Mock

import pytest
from playwright.sync_api import Page

from scripts.pictures.__main__ import main
from scripts.pictures.kinds import Kind, show
from scripts.pictures.sheet import PageShot, sheet


class Pictures(HTMLParser):
    """The pictures of a page, and what they are called."""

    def __init__(self, html: str) -> None:
        super().__init__()
        self.found: dict[str, str] = {}
        self.feed(html)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        given = dict(attrs)
        if tag == "img":
            self.found[str(given["src"])] = str(given["alt"])


@pytest.mark.browser
def test_pictures_are_taken_in_both_widths_and_schemes_and_listed(
    tmp_path: Path,
    chromium_path: str,
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    few = [Kind("Refusals", "no such page", "/nowhere"), Kind("Rules", "mutiny", "/rules/mutiny")]
    few += [Kind("You", "everything", "/me")]
    monkeypatch.setattr("scripts.pictures.__main__.kinds", lambda _stock: few)
    words = ["no-such-page", "you"]
    assert main([*words, "--languages", "de", "fr", "--into", str(tmp_path)]) == 0
    names = {
        f"refusals-no-such-page-{language}-{width}-{scheme}.jpg": f"{language}, {width}, {scheme}"
        for language in ("de", "fr")
        for width in (1440, 390)
        for scheme in ("light", "dark")
    }
    found = Pictures((tmp_path / "index.html").read_text("utf-8")).found
    assert names.items() <= found.items()
    assert len(found) == 2 * len(names)
    for name in found:
        assert (tmp_path / name).read_bytes()[:2] == b"\xff\xd8"
    assert "16 pictures" in capsys.readouterr().out


@pytest.mark.parametrize("status", [404, 500])
def test_no_picture_is_taken_of_an_error_that_nobody_asked_for(status: int) -> None:
    page = Mock(spec=Page)
    page.goto.return_value.status = status
    with pytest.raises(RuntimeError, match=f"/rules/mutiny of “rules-mutiny” answered {status}"):
        show(page, Kind("Rules", "mutiny", "/rules/mutiny"), 1440, "light")
    page.goto.return_value.status = 404
    show(page, Kind("Refusals", "no such page", "/nowhere"), 1440, "light")


def test_what_axe_found_stands_below_its_picture() -> None:
    kind = Kind("Home", "<first>", "/")
    lines = ["region: main > p: why"]
    html = sheet(
        [
            PageShot(kind, "en", 390, "light", "light.jpg", []),
            PageShot(kind, "en", 390, "dark", "dark.jpg", lines),
        ]
    )
    assert "Home: &lt;first&gt;" in html
    assert html.count("class=found") == 1
    assert "region: main &gt; p: why" in html
