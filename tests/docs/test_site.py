"""The site of `make docs` is built without a warning, and has all that it should."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

from quarterdeck import lab
from quarterdeck.cli.commands import COMMANDS
from quarterdeck.lab import data, exact

ROOT = Path(__file__).parents[2]


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder with the site. A warning, of a broken link say, is an error."""
    folder = tmp_path_factory.mktemp("site")
    done = subprocess.run(
        [sys.executable, "-m", "mkdocs", "build", "--strict", "--site-dir", folder],
        cwd=ROOT,
        env={**os.environ, "PYTHONPATH": str(ROOT / "src"), "NO_MKDOCS_2_WARNING": "1"},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    return folder


@pytest.fixture(scope="module")
def pages(site: Path) -> dict[str, str]:
    """The HTML of each page, by its path."""
    found = {
        path.relative_to(site).as_posix(): path.read_text(encoding="utf-8") for path in site.rglob("*.html")
    }
    assert len(found) > 40
    return found


def test_every_page_of_docs_has_its_place_on_the_site(pages: dict[str, str]) -> None:
    home = pages["index.html"]
    for source in (ROOT / "docs").rglob("*.md"):
        path = source.relative_to(ROOT / "docs").with_suffix(".html").as_posix()
        # On the site's first page the navigation names them all.
        assert path == "index.html" or f'href="{path}"' in home


def test_every_command_has_a_page_with_its_options(pages: dict[str, str]) -> None:
    assert "--port N" in pages["commands/server.html"]
    for name in COMMANDS:
        assert f"quarterdeck {name}" in pages[f"commands/{name}.html"]
        assert "<code>--help</code>" in pages[f"commands/{name}.html"]


def test_every_picture_is_in_the_gallery_in_the_sizes_that_there_are(
    pages: dict[str, str], site: Path
) -> None:
    shown = set(re.findall(r'src="images/([^"]+)"', pages["gallery.html"]))
    assert shown == {path.name for path in (ROOT / "docs" / "images").glob("*.png")}
    assert all((site / "images" / name).is_file() for name in shown)


def test_the_reference_is_made_of_docstrings(pages: dict[str, str]) -> None:
    reference = pages["reference/quarterdeck.html"]
    for name in (
        "quarterdeck.game",
        "quarterdeck.play.position.View.legal",
        "quarterdeck.errors.IllegalAction",
    ):
        assert f'id="{name}"' in reference
    assert "A game with its options chosen." in reference


def test_the_reference_has_all_that_the_lab_offers(pages: dict[str, str]) -> None:
    for module in (lab, data, exact):
        for name in module.__all__:
            assert f'id="{module.__name__}.{name}"' in pages["reference/lab.html"]


def test_a_page_loads_nothing_from_elsewhere(pages: dict[str, str], site: Path) -> None:
    loaded = re.compile(r'<(?:script|img|iframe|link)\b[^>]*\b(?:src|href)="(?:https?:)?//')
    for path, page in pages.items():
        assert not loaded.search(page), path
    for style in site.rglob("*.css"):
        assert not re.search(r"url\(['\"]?(?:https?:)?//", style.read_text(encoding="utf-8")), style


def test_no_list_or_table_has_run_into_a_paragraph(pages: dict[str, str]) -> None:
    for path, page in pages.items():
        for paragraph in re.findall(r"<p>(.*?)</p>", page, re.S):
            assert not re.search(r"^\s*([-*] |\||\d+\. )", paragraph, re.M), (path, paragraph[:80])


def test_no_word_of_a_sentence_is_there_twice() -> None:
    for source in (*(ROOT / "docs").rglob("*.md"), *ROOT.glob("*.md")):
        prose = re.sub(r"```.*?```|`[^`]*`", "`", source.read_text(encoding="utf-8"), flags=re.S)
        assert re.findall(r"\b([a-z]+)\s+\1\b", prose) == [], source
